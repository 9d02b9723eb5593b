package campaigns

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// abandon takes a worker's rows to where a process that is killed leaves them: some claimed, some marked, its name free.
func (w *world) abandon(c Campaign, claimedRows, markedRows int) {
	w.Helper()
	ctx := context.Background()
	err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		id, err := insertWorker(ctx, tx, "sender-gone", 1)
		if err != nil {
			return err
		}
		if _, err := changeStatus(ctx, tx, c.ID, "'scheduled'", Sending, "", "", 1); err != nil {
			return err
		}
		var d countsChange
		rows, err := claimRecipients(ctx, tx, c, id, w.S.at(), int64(claimedRows+markedRows), &d)
		if err != nil {
			return err
		}
		ids := []int64{}
		for _, r := range rows[:markedRows] {
			ids = append(ids, r.id)
		}
		got, err := setInFlight(ctx, tx, c.ID, id, ids)
		if len(got) != markedRows {
			w.Errorf("marked %d of %d", len(got), markedRows)
		}
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
}

func TestWorker_takes_up(t *testing.T) {
	t.Run("what a killed process left: the claimed are sent, the marked wait for staff", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			c := w.invite(20).send()
			w.abandon(c, 4, 3)
			w.work(w.S)
			got := w.until(c.ID, Interrupted)
			if got.Reason != UnconfirmedLeft || got.Counts.Sent != 17 || got.Counts.Unconfirmed != 3 {
				t.Errorf("%s %+v", got.Reason, got.Counts)
			}
			w.deliveredAll(17)
			if _, err := w.S.Resume(t.Context(), staff, c.ID, false); !errs.HasCode(err, "nothing_pending") {
				t.Errorf("resuming without the unconfirmed: %v", err)
			}
			if _, err := w.S.Resume(t.Context(), staff, c.ID, true); err != nil {
				t.Fatal(err)
			}
			w.until(c.ID, Completed)
			w.deliveredAll(20)
		})
	})
	t.Run("nothing by itself when it is told not to", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			w.o.AutoResume = false
			w.S = w.service(w.DB)
			c := w.invite(20).send()
			w.abandon(c, 4, 3)
			w.work(w.S)
			if got := w.until(c.ID, Interrupted); got.Reason != Stopped || got.Counts.Sent != 0 || got.Counts.Unconfirmed != 3 {
				t.Errorf("%s %+v", got.Reason, got.Counts)
			}
			if _, err := w.S.Resume(t.Context(), staff, c.ID, false); err != nil {
				t.Fatal(err)
			}
			w.until(c.ID, Interrupted)
			w.deliveredAll(17)
		})
	})
	t.Run("nor what an earlier version had only reserved", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			w.o.AutoResume = false
			w.S = w.service(w.DB)
			c := w.invite(20).send()
			w.exec("UPDATE campaigns SET status = 'scheduled', started_at = 0")
			w.work(w.S)
			if got := w.until(c.ID, Interrupted); got.Reason != Stopped || w.Sink.Len() != 0 {
				t.Errorf("%s, %d messages sent", got.Reason, w.Sink.Len())
			}
		})
	})
	t.Run("the unconfirmed as staff resolve them", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			c := w.invite(3).send()
			w.abandon(c, 0, 3)
			w.work(w.S)
			w.untilIt("shows the unconfirmed", c.ID, func(c Campaign) bool { return c.Counts.Unconfirmed == 3 && c.Status == Interrupted })
			first := w.campaign(c.ID).FirstID
			if _, err := w.S.Resolve(t.Context(), staff, c.ID, true, []int64{first}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.S.Resolve(t.Context(), staff, c.ID, true, []int64{first}); !errs.HasCode(err, "nothing_unconfirmed") {
				t.Errorf("twice: %v", err)
			}
			if _, err := w.S.Resolve(t.Context(), staff, c.ID, false, []int64{first + 1}); err != nil {
				t.Fatal(err)
			}
			w.untilIt("sent the second", c.ID, func(c Campaign) bool { return c.Counts.Sent == 2 && c.Status == Interrupted })
			w.delivered("g1")
			got, err := w.S.Resolve(t.Context(), staff, c.ID, true, nil)
			if err != nil || got.Status != Completed || got.Counts.Sent != 3 {
				t.Errorf("%v %+v", err, got)
			}
		})
	})
	t.Run("an unconfirmed one whose guest has answered, as sent", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			c := w.invite(2).send()
			w.abandon(c, 0, 2)
			w.work(w.S)
			w.untilIt("shows the unconfirmed", c.ID, func(c Campaign) bool { return c.Counts.Unconfirmed == 2 && c.Status == Interrupted })
			for id := w.campaign(c.ID).FirstID; id <= w.campaign(c.ID).LastID; id++ {
				w.register(id)
			}
			w.until(c.ID, Completed)
			w.delivered()
		})
	})
}

// register makes an answer by the personal link of a recipient.
func (w *world) register(recipient int64) {
	w.Helper()
	w.exec(`INSERT INTO rsvps (event_id, identity, name, people, language, confidence, recipient_id, created_at, responded_at)
		VALUES ('gala', $2, 'Élise', 1, 'fr', 'none', $1, 1, 1)`, recipient, fmt.Sprint("name:", recipient))
}

// TestWorker_stops shows that a program that is told to end loses nobody and sends nobody's message twice, again and
// again during one campaign.
func TestWorker_stops(t *testing.T) {
	eachWorld(t, sink.Options{Dot: time.Millisecond}, func(t *testing.T, w *world) {
		const guests = 1500
		id := w.invite(guests).send().ID
		for n := range 20 {
			stop := w.work(w.S)
			w.Sink.Wait((n+1)*guests/25, time.Minute)
			stop()
			if c := w.campaign(id); c.Counts.Unconfirmed != 0 || int(c.Counts.Sent) != w.Sink.Len() {
				t.Fatalf("stop %d: %d messages at the relay, %+v", n, w.Sink.Len(), c.Counts)
			}
			if n := w.count("SELECT COUNT(*) FROM campaign_recipients WHERE status = 0 AND phase <> 0"); n != 0 {
				t.Fatalf("%d rows were not released", n)
			}
			w.adds(id)
		}
		w.work(w.S)
		w.until(id, Completed)
		w.deliveredAll(guests)
	})
}

// TestWorker_shares shows that several processes on one database send each message once: on PostgreSQL they share the
// campaign, on SQLite one of them sends. Neither do they when each takes the others for frozen all the time.
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
			d := openAt(t, url)
			w := newWorld(t, d, sink.Options{Dot: time.Millisecond})
			for range 3 {
				s := w.service(openAt(t, url))
				s.heartbeatEvery = x.beats
				w.work(s)
			}
			id := w.invite(2000).send().ID
			w.until(id, Completed)
			w.deliveredAll(2000)
			if _, most := w.Sink.Connections(); x.dialect == db.SQLite && most > 4 {
				t.Errorf("%d connections at once: more than one process sends", most)
			}
		})
	}
}

func openAt(t testing.TB, url string) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), url, db.Options{Conns: 8})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
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
func thaw(t *testing.T, g *gate, to Status) (w *world, id int64) {
	url := dbtest.URL(t, db.Postgres)
	w = newWorld(t, openAt(t, url), sink.Options{})
	slow := w.o
	g.Channel, g.to, g.reached, g.open = w.o.Channels[Bulk], "g0@example.org", make(chan struct{}), make(chan struct{})
	slow.Channels, slow.Connections = map[string]mail.Channel{Bulk: g}, 1
	frozen := NewService(openAt(t, url), w.clock.now, slow)
	frozen.retryRest, frozen.heartbeatEvery = time.Millisecond, time.Hour // it does not move
	t.Cleanup(frozen.Close)
	id = w.invite(10).send().ID
	stop := w.work(frozen)
	<-g.reached
	w.work(w.S)
	w.until(id, to)
	close(g.open)
	stop()
	return w, id
}

func TestWorker_frozen(t *testing.T) {
	t.Run("sends none of the rows that others took over meanwhile", func(t *testing.T) {
		w, _ := thaw(t, &gate{}, Completed)
		w.deliveredAll(10)
		if cut := w.Sink.CutOff(); len(cut) != 1 || cut[0] != "g0@example.org" {
			t.Errorf("it should have broken off its message to g0: %v", cut)
		}
	})
	t.Run("would, if it did not ask before the final dot", func(t *testing.T) {
		w, _ := thaw(t, &gate{heedless: true}, Completed)
		if n := w.Sink.Counts()["g0@example.org"]; n != 2 {
			t.Errorf("without the guard the relay has %d messages for g0: this test would not see it missing", n)
		}
	})
}

func TestWorker_hears_late(t *testing.T) {
	w, id := thaw(t, &gate{past: true}, Interrupted)
	w.deliveredAll(10)
	if c := w.campaign(id); c.Status != Completed || c.Counts.Sent != 10 || c.Counts.Unconfirmed != 0 {
		t.Errorf("the answer to the last unconfirmed message was heard, and the campaign is %s: %+v", c.Status, c.Counts)
	}
}

func TestMark_refuses_what_is_not_the_workers(t *testing.T) {
	eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
		c := w.invite(4).send()
		ctx := t.Context()
		try := func(worker int64, ids ...int64) (granted []int64) {
			t.Helper()
			if err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				granted, err = setInFlight(ctx, tx, c.ID, worker, ids)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return granted
		}
		var rows []claimedRow
		var one, two int64
		err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			if _, err = changeStatus(ctx, tx, c.ID, "'scheduled'", Sending, "", "", 1); err != nil {
				return err
			}
			one, err = insertWorker(ctx, tx, "one", 1)
			if err != nil {
				return err
			}
			if two, err = insertWorker(ctx, tx, "two", 1); err != nil {
				return err
			}
			var d countsChange
			rows, err = claimRecipients(ctx, tx, c, one, w.S.at(), 2, &d)
			return err
		})
		if err != nil || len(rows) != 2 {
			t.Fatal(rows, err)
		}
		if got := try(two, rows[0].id); len(got) != 0 {
			t.Error("another worker's row was granted")
		}
		if got := try(one, rows[0].id, c.FirstID+3); len(got) != 1 {
			t.Errorf("granted %v: the claimed one alone may be sent", got)
		}
		if _, err := w.S.Pause(ctx, staff, "gala"); err != nil {
			t.Fatal(err)
		}
		if got := try(one, rows[1].id); len(got) != 0 {
			t.Error("a row of a paused campaign was granted")
		}
	})
}

// TestService_parallel holds one campaign and 99 refusals against 100 requests at once.
func TestService_parallel(t *testing.T) {
	eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
		w.invite(30)
		hundred := func(what string, do func() error) {
			t.Helper()
			var ok, refused atomic.Int64
			var all sync.WaitGroup
			for range 100 {
				all.Go(func() {
					switch err := do(); {
					case err == nil:
						ok.Add(1)
					case errs.HasCode(err, "send_active"):
						refused.Add(1)
					default:
						t.Errorf("%s: %v", what, err)
					}
				})
			}
			all.Wait()
			if ok.Load() != 1 || refused.Load() != 99 {
				t.Errorf("%s: %d times, refused %d times", what, ok.Load(), refused.Load())
			}
		}
		var id atomic.Int64
		hundred("send", func() error {
			c, err := w.S.Send(context.Background(), staff, New{EventID: "gala"})
			if err == nil {
				id.Store(c.ID)
			}
			return err
		})
		if _, err := w.S.Pause(t.Context(), staff, "gala"); err != nil {
			t.Fatal(err)
		}
		hundred("resume", func() error { _, err := w.S.Resume(context.Background(), staff, id.Load(), false); return err })
		stop := w.work(w.S)
		w.until(id.Load(), Completed)
		stop()
		w.deliveredAll(30)
		var reminder atomic.Int64
		hundred("remind", func() error {
			c, err := w.S.Remind(context.Background(), staff, New{EventID: "gala"}, id.Load())
			if err == nil {
				reminder.Store(c.ID)
			}
			return err
		})
		w.work(w.S)
		w.until(reminder.Load(), Completed)
		if n := w.Sink.Len(); n != 60 {
			t.Errorf("%d messages, want one invitation and one reminder for each of 30", n)
		}
	})
}

// TestWorker_storage shows that a message is not handed over when its mark cannot be kept, and goes out when it can.
func TestWorker_storage(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	w := newWorld(t, d, sink.Options{})
	w.exec(`CREATE TRIGGER full BEFORE UPDATE OF phase ON campaign_recipients WHEN NEW.phase = 2 AND NEW.email_key = 'g5@example.org' AND EXISTS (SELECT 1 FROM send_limits WHERE sender = 'full')
		BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
	w.exec("INSERT INTO send_limits (sender, tokens, filled_at) VALUES ('full', 0, 0)")
	id := w.invite(12).send().ID
	w.work(w.S)
	w.untilIt("sent some", id, func(c Campaign) bool { return c.Counts.Sent >= 1 })
	if n := w.Sink.Counts()["g5@example.org"]; n != 0 {
		t.Error("handed over without a mark")
	}
	w.exec("DELETE FROM send_limits WHERE sender = 'full'")
	w.until(id, Completed)
	w.deliveredAll(12)
}
