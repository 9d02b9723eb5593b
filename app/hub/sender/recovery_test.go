package sender_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

func TestWorker_takes_up(t *testing.T) {
	t.Run("what a killed process left: the claimed are sent, the marked wait for staff", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			c := w.Invite(20).Send()
			w.Abandon(c, 4, 3)
			w.Work(w.S)
			got := w.Until(c.ID, campaigns.Interrupted)
			if got.Reason != campaigns.UnconfirmedLeft || got.Counts.Sent != 17 || got.Counts.Unconfirmed != 3 {
				t.Errorf("%s %+v", got.Reason, got.Counts)
			}
			w.DeliveredAll(17)
			if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{}); !errs.HasCode(err, "nothing_pending") {
				t.Errorf("resuming without the unconfirmed: %v", err)
			}
			if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{Again: true}); err != nil {
				t.Fatal(err)
			}
			w.Until(c.ID, campaigns.Completed)
			w.DeliveredAll(20)
		})
	})
	t.Run("nothing by itself when it is told not to", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			w.Options.AutoResume = false
			w.S = w.NewService(w.DB)
			c := w.Invite(20).Send()
			w.Abandon(c, 4, 3)
			w.Work(w.S)
			if got := w.Until(c.ID, campaigns.Interrupted); got.Reason != campaigns.Stopped || got.Counts.Sent != 0 || got.Counts.Unconfirmed != 3 {
				t.Errorf("%s %+v", got.Reason, got.Counts)
			}
			if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{}); err != nil {
				t.Fatal(err)
			}
			w.Until(c.ID, campaigns.Interrupted)
			w.DeliveredAll(17)
		})
	})
	t.Run("but what is scheduled, which did not begin yet", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			w.Options.AutoResume = false
			w.S = w.NewService(w.DB)
			c := w.Invite(20).Schedule(campaigns.Schedule{StartsAt: db.InstantOf(sends.Began.Add(time.Minute))})
			w.Clock.Advance(2 * time.Minute)
			w.Work(w.S)
			w.Until(c.ID, campaigns.Completed)
			w.DeliveredAll(20)
		})
	})
	t.Run("the unconfirmed as staff resolve them", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			c := w.Invite(3).Send()
			w.Abandon(c, 0, 3)
			w.Work(w.S)
			w.UntilIt("shows the unconfirmed", c.ID, func(c campaigns.Campaign) bool {
				return c.Counts.Unconfirmed == 3 &&
					c.State == campaigns.Interrupted
			})
			first := w.Campaign(c.ID).FirstID
			if _, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{Sent: true, Recipients: []int64{first}}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{Sent: true, Recipients: []int64{first}}); !errs.HasCode(err, "nothing_unconfirmed") {
				t.Errorf("twice: %v", err)
			}
			if _, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{Recipients: []int64{first + 1}}); err != nil {
				t.Fatal(err)
			}
			w.UntilIt("sent the second", c.ID, func(c campaigns.Campaign) bool { return c.Counts.Sent == 2 && c.State == campaigns.Interrupted })
			w.Delivered("g1")
			got, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{Sent: true})
			if err != nil || got.State != campaigns.Completed || got.Counts.Sent != 3 {
				t.Errorf("%v %+v", err, got)
			}
		})
	})
	t.Run("an unconfirmed one whose guest has answered, as sent", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			c := w.Invite(2).Send()
			w.Abandon(c, 0, 2)
			w.Work(w.S)
			w.UntilIt("shows the unconfirmed", c.ID, func(c campaigns.Campaign) bool {
				return c.Counts.Unconfirmed == 2 &&
					c.State == campaigns.Interrupted
			})
			for id := w.Campaign(c.ID).FirstID; id <= w.Campaign(c.ID).LastID; id++ {
				w.Register(id)
			}
			w.Until(c.ID, campaigns.Completed)
			w.Delivered()
		})
	})
}

// TestWorker_stops shows that a program that is told to end loses nobody and sends nobody's message twice, again and
// again during one campaign.
func TestWorker_stops(t *testing.T) {
	sends.Each(t, sink.Options{Dot: time.Millisecond}, func(t *testing.T, w *sends.World) {
		const guests = 1500
		id := w.Invite(guests).Send().ID
		for n := range 20 {
			stop := w.Work(w.S)
			w.Sink.Wait((n+1)*guests/25, time.Minute)
			stop()
			if c := w.Campaign(id); c.Counts.Unconfirmed != 0 || int(c.Counts.Sent) != w.Sink.Len() {
				t.Fatalf("stop %d: %d messages at the relay, %+v", n, w.Sink.Len(), c.Counts)
			}
			if n := w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE status = 0 AND phase <> 0"); n != 0 {
				t.Fatalf("%d rows were not released", n)
			}
			w.CheckCounts(id)
		}
		w.Work(w.S)
		w.Until(id, campaigns.Completed)
		w.DeliveredAll(guests)
	})
}

// TestWorker_shares shows that several processes on one database send each message once: on PostgreSQL they share the
// campaign, on SQLite one of them sends. Nor is a message sent twice when each process takes the others for frozen all the time.
func TestWorker_shares(t *testing.T) {
	for _, x := range []struct {
		name    string
		dialect db.Dialect
		beats   time.Duration
	}{
		{"sqlite", db.SQLite, 20 * time.Millisecond},
		{"postgres", db.Postgres, 20 * time.Millisecond},
		{"postgres, with workers that think that the others are frozen", db.Postgres, time.Millisecond},
	} {
		t.Run(x.name, func(t *testing.T) {
			url := dbtest.URL(t, x.dialect)
			d := sends.OpenAt(t, url)
			w := sends.New(t, d, sink.Options{Dot: time.Millisecond})
			for range 3 {
				w.Run(w.Worker(w.NewService(sends.OpenAt(t, url)), func(i *sender.Intervals) {
					i.Heartbeat, i.StalledAfter = x.beats, sends.StalledAfter*x.beats
				}))
			}
			id := w.Invite(2000).Send().ID
			w.Until(id, campaigns.Completed)
			w.DeliveredAll(2000)
			if _, most := w.Sink.Connections(); x.dialect.OneMachine() && most > 4 {
				t.Errorf("%d connections at once: more than one process sends", most)
			}
		})
	}
}

// gate is a channel whose sessions stop before the mark of a chosen message until they are let go on: a process that is
// frozen at the worst moment.
type gate struct {
	mail.Channel
	to            string
	heedless      bool // of whether the row is still its own
	past          bool // stops behind the mark
	reached, open chan struct{}
	once          sync.Once
}

func (g *gate) Open(ctx context.Context) (mail.Session, error) {
	s, err := g.Channel.Open(ctx)
	return gatedSession{s, g}, err
}

type gatedSession struct {
	mail.Session
	g *gate
}

func (s gatedSession) Send(ctx context.Context, m, next *mail.Message, mark func() error) error {
	return s.Session.Send(ctx, m, next, func() error {
		if s.g.past {
			defer s.g.stop(m)
		} else {
			s.g.stop(m)
		}
		err := mark()
		if s.g.heedless {
			return nil
		}
		return err
	})
}

func (g *gate) stop(m *mail.Message) {
	if m.To.Email == g.to {
		g.once.Do(func() { close(g.reached) })
		<-g.open
	}
}

// thaw lets a worker stand still at g while another one takes over and brings the campaign to a status, and then lets it
// go on.
func thaw(t *testing.T, g *gate, to campaigns.State, rules ...sink.Rule) (w *sends.World, id int64) {
	url := dbtest.URL(t, db.Postgres)
	w = sends.New(t, sends.OpenAt(t, url), sink.Options{Rules: rules})
	fast := w.Options
	g.Channel, g.to, g.reached, g.open = w.Options.Channels[campaigns.Bulk], "g0@example.org", make(chan struct{}), make(chan struct{})
	w.Options.Channels, w.Options.Connections = map[string]mail.Channel{campaigns.Bulk: g}, 1
	frozen := w.Worker(w.NewService(sends.OpenAt(t, url)), sends.Frozen)
	w.Options = fast
	id = w.Invite(10).Send().ID
	stop := w.Run(frozen)
	<-g.reached
	w.Work(w.S)
	w.Until(id, to)
	close(g.open)
	stop()
	return w, id
}

func TestWorker_frozen(t *testing.T) {
	t.Run("sends none of the rows that others took over meanwhile", func(t *testing.T) {
		w, id := thaw(t, &gate{}, campaigns.Completed)
		w.DeliveredAll(10)
		w.UntilIt("has a message that was broken off", id, func(campaigns.Campaign) bool { return len(w.Sink.CutOff()) > 0 })
		if cut := w.Sink.CutOff(); len(cut) != 1 || cut[0] != "g0@example.org" {
			t.Errorf("it should have broken off its message to g0: %v", cut)
		}
	})
	t.Run("would, if it did not ask before the final dot", func(t *testing.T) {
		w, _ := thaw(t, &gate{heedless: true}, campaigns.Completed)
		if n := w.Sink.Counts()["g0@example.org"]; n != 2 {
			t.Errorf("without the guard the relay has %d messages for g0: this test would not see it missing", n)
		}
	})
}

// The answer to a message counts although another worker has taken over from the one that hears it.
func TestWorker_hears_late(t *testing.T) {
	t.Run("that the message is accepted", func(t *testing.T) {
		w, id := thaw(t, &gate{past: true}, campaigns.Interrupted)
		w.DeliveredAll(10)
		if c := w.Campaign(id); c.State != campaigns.Completed || c.Counts.Sent != 10 || c.Counts.Unconfirmed != 0 {
			t.Errorf("the answer to the last unconfirmed message was heard, and the campaign is %s: %+v", c.State, c.Counts)
		}
	})
	t.Run("that it is refused", func(t *testing.T) {
		w, id := thaw(t, &gate{past: true}, campaigns.Interrupted, sink.Rule{At: sink.Dot, To: "g0@example.org", Reply: "552 5.3.4 too big"})
		w.DeliveredAll(9)
		if c := w.Campaign(id); c.State != campaigns.Completed || c.Counts.Failed != 1 || c.Counts.Unconfirmed != 0 {
			t.Errorf("%s %+v", c.State, c.Counts)
		}
	})
	t.Run("that it is to be sent again later, which another worker does", func(t *testing.T) {
		w, id := thaw(t, &gate{past: true}, campaigns.Interrupted, sink.Rule{At: sink.Dot, To: "g0@example.org", Times: 1, Reply: "450 4.2.0 busy"})
		w.UntilIt("goes on", id, func(c campaigns.Campaign) bool { return c.State == campaigns.Sending })
		w.Clock.Advance(16 * time.Second)
		w.Until(id, campaigns.Completed)
		w.DeliveredAll(10)
	})
}

func TestSetInFlight_refuses_what_is_not_the_workers(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Campaign(w.Invite(4).Send().ID)
		ctx := t.Context()
		granted := func(worker int64, ids ...int64) (granted map[int64]bool) {
			t.Helper()
			err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				granted, err = sender.SetInFlight(ctx, tx, c.ID, worker, ids)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return granted
		}
		var claimed []campaigns.Recipient
		var one, two int64
		err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			if one, err = sender.InsertWorker(ctx, tx, "one"); err != nil {
				return err
			}
			if two, err = sender.InsertWorker(ctx, tx, "two"); err != nil {
				return err
			}
			claimed, err = sender.ClaimRecipients(ctx, tx, c, one, db.InstantOf(w.Clock.Now()), 2)
			return err
		})
		if err != nil || len(claimed) != 2 {
			t.Fatal(claimed, err)
		}
		if got := granted(two, claimed[0].ID); len(got) != 0 {
			t.Error("another worker's recipient was granted")
		}
		if got := granted(one, claimed[0].ID, c.FirstID+3); len(got) != 1 {
			t.Errorf("granted %v: the claimed one alone may be sent", got)
		}
		if _, err := w.S.Pause(ctx, sends.Staff, "gala"); err != nil {
			t.Fatal(err)
		}
		if got := granted(one, claimed[1].ID); len(got) != 0 {
			t.Error("a recipient of a paused campaign was granted")
		}
	})
}

// Leases whose worker is gone are released even if the counts of their campaign say that only unconfirmed recipients are left.
func TestMembership_releases_orphans_whatever_is_counted(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Invite(4).Send()
		w.Abandon(c, 3, 0)
		w.Exec("DELETE FROM campaign_workers")
		w.Exec("UPDATE campaigns SET status = 'interrupted', unconfirmed = pending")
		if err := w.Worker(w.S).NeverJoined().ReleaseOrphans(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE lease = 0 AND phase = 0"); n != 4 {
			t.Errorf("%d of 4 recipients wait", n)
		}
	})
}

// TestWorker_storage shows that a message is not handed over when its mark cannot be kept, and goes out when it can.
func TestWorker_storage(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	w := sends.New(t, d, sink.Options{})
	w.Exec(`CREATE TRIGGER full BEFORE UPDATE OF phase ON campaign_recipients WHEN NEW.phase = 2
	AND NEW.email_key = 'g5@example.org' AND EXISTS (SELECT 1 FROM send_limits WHERE sender = 'full')
		BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
	w.Exec("INSERT INTO send_limits (sender, tokens, filled_at) VALUES ('full', 0, 0)")
	id := w.Invite(12).Send().ID
	w.Work(w.S)
	w.UntilIt("sent some", id, func(c campaigns.Campaign) bool { return c.Counts.Sent >= 1 })
	if n := w.Sink.Counts()["g5@example.org"]; n != 0 {
		t.Error("handed over without a mark")
	}
	w.Exec("DELETE FROM send_limits WHERE sender = 'full'")
	w.Until(id, campaigns.Completed)
	w.DeliveredAll(12)
	if n := strings.Count(w.Log.String(), sendingBegins); n != 1 {
		t.Errorf("the run began %d times: after a commit that saved nothing it goes on", n)
	}
}

const sendingBegins = "sender: sending a campaign"

// TestWorker_commit_unknown has the server end the connection of the first commit that claims recipients. The worker cannot
// know whether they are claimed: the run ends, releases what the worker leases, which is here a recipient that no connection
// knows of, and another one begins.
func TestWorker_commit_unknown(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{}) // a commit of SQLite has an answer
	w.Exec("CREATE SEQUENCE claims")
	w.Exec(`CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN IF nextval('claims') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; RETURN NULL; END $$`)
	w.Exec(`CREATE CONSTRAINT TRIGGER leave AFTER UPDATE ON campaign_recipients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
		WHEN (NEW.phase = 1 AND NEW.email_key <> 'g0@example.org') EXECUTE FUNCTION leave()`)
	w.Invite(10).Work(w.S)
	comes(w, "workers at the start", 1, newerThan, 0)
	var c campaigns.Campaign
	err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		if c, err = w.S.Send(ctx, sends.Staff, campaigns.New{EventID: "gala"}); err == nil {
			_, err = tx.Exec(ctx, `UPDATE campaign_recipients SET phase = 1, lease = (SELECT MAX(id) FROM campaign_workers)
				WHERE email_key = 'g0@example.org'`)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Until(c.ID, campaigns.Completed)
	w.DeliveredAll(10)
	if n := strings.Count(w.Log.String(), sendingBegins); n != 2 {
		t.Errorf("%d runs began\n%s", n, w.Log.String())
	}
}
