package campaigns_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
)

func TestService_Send_refuses(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		refused := func(code string, n campaigns.New) {
			t.Helper()
			if _, err := w.S.Send(context.Background(), sends.Staff, n); !errs.HasCode(err, code) {
				t.Errorf("%+v: %v, want %s", n, err, code)
			}
			if n := w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE status = 0 AND phase = 0"); code != "send_active" && n != 0 {
				t.Errorf("%d recipients were written", n)
			}
		}
		refused("not_found", campaigns.New{EventID: "none"})
		refused("audience_empty", campaigns.New{EventID: "gala"})
		w.Invite(3)
		refused("invalid", campaigns.New{EventID: "gala", Params: campaigns.Params{From: "someone@else.example"}})
		refused("invalid", campaigns.New{EventID: "gala", Params: campaigns.Params{Channel: campaigns.Mailbox}})
		refused("invalid", campaigns.New{EventID: "gala", Params: campaigns.Params{Subject: "a\r\nBcc: x@example.org"}})
		w.Clock.Advance(27 * 24 * time.Hour)
		refused("event_started", campaigns.New{EventID: "gala"})
		if _, err := w.S.Send(t.Context(), sends.Staff, campaigns.New{EventID: "gala", ConfirmLate: true}); err != nil {
			t.Fatal(err)
		}
		refused("send_active", campaigns.New{EventID: "gala", ConfirmLate: true})
	})
}

// TestService_parallel holds one campaign and 99 refusals against 100 requests at once.
func TestService_parallel(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(30)
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
			c, err := w.S.Send(context.Background(), sends.Staff, campaigns.New{EventID: "gala"})
			if err == nil {
				id.Store(c.ID)
			}
			return err
		})
		if _, err := w.S.Pause(t.Context(), sends.Staff, "gala"); err != nil {
			t.Fatal(err)
		}
		hundred("resume", func() error {
			_, err := w.S.Resume(context.Background(), sends.Staff, id.Load(), campaigns.Resumption{})
			return err
		})
		stop := w.Work(w.S)
		w.Until(id.Load(), campaigns.Completed)
		stop()
		w.DeliveredAll(30)
		var reminder atomic.Int64
		hundred("remind", func() error {
			c, err := w.S.Remind(context.Background(), sends.Staff, campaigns.New{EventID: "gala"}, id.Load())
			if err == nil {
				reminder.Store(c.ID)
			}
			return err
		})
		w.Work(w.S)
		w.Until(reminder.Load(), campaigns.Completed)
		if n := w.Sink.Len(); n != 60 {
			t.Errorf("%d messages, want one invitation and one reminder for each of 30", n)
		}
	})
}

// A list counts who registered for each of its campaigns as the page of one does.
func TestService_Each_counts_registered(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(5)
		for range 2 {
			if c := w.Send(); c.ID != 0 {
				w.Exec("UPDATE campaigns SET status = 'completed' WHERE id = $1", c.ID)
			}
		}
		first, second := w.Campaign(1), w.Campaign(2)
		w.Register(first.FirstID)      // by the link of the first send
		w.Register(second.FirstID + 1) // of the second; both are of the same five guests
		w.Exec("UPDATE campaign_recipients SET email_key = 'moved@example.org' WHERE id = $1", second.FirstID)
		w.Exec("UPDATE rsvps SET people = 0 WHERE recipient_id = $1", first.FirstID) // is not coming
		type replies struct{ all, declined int64 }
		got := map[int64]replies{}
		err := w.S.Each(t.Context(), campaigns.Filter{Rows: 10}, func(c campaigns.Campaign) error {
			got[c.ID] = replies{c.Counts.Registered, c.Counts.Declined}
			return nil
		})
		if err != nil || len(got) != 2 || got[1] != (replies{2, 1}) || got[2] != (replies{1, 0}) {
			t.Errorf("%v, %v", got, err)
		}
		for id, n := range got {
			if one := w.Campaign(id).Counts; one.Registered != n.all || one.Declined != n.declined {
				t.Errorf("campaign %d: the list says %v, its own page %+v", id, n, one)
			}
		}
	})
}

// TestService_stops_and_goes_on follows one send from its reservation to its end by staff, and reads the record of each step.
func TestService_stops_and_goes_on(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		ctx := t.Context()
		id := w.Invite(3).Send().ID
		step := func(what, code string, want campaigns.State, entries int64, do func() error) {
			t.Helper()
			err := do()
			if code == "" && err != nil || code != "" && !errs.HasCode(err, code) {
				t.Fatalf("%s: %v, want %q", what, err, code)
			}
			if c := w.Campaign(id); c.State != want {
				t.Errorf("%s: it is %s, want %s", what, c.State, want)
			}
			if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action IN ('paused', 'resumed', 'cancelled')"); n != entries {
				t.Errorf("%s: %d entries, want %d", what, n, entries)
			}
			w.CheckCounts(id)
		}
		pause := func() error { _, err := w.S.Pause(ctx, sends.Staff, "gala"); return err }
		resume := func(again bool) func() error {
			return func() error {
				_, err := w.S.Resume(ctx, sends.Staff, id, campaigns.Resumption{Again: again})
				return err
			}
		}
		cancel := func() error { _, err := w.S.Cancel(ctx, sends.Staff, "gala"); return err }
		began := w.Campaign(id).State
		step("resuming a send that is under way", "send_active", began, 0, resume(false))
		step("pausing", "", campaigns.Paused, 1, pause)
		if c := w.Campaign(id); c.Reason != campaigns.ByStaff {
			t.Errorf("paused by %q", c.Reason)
		}
		step("pausing again", "no_send", campaigns.Paused, 1, pause)
		step("resuming", "", campaigns.Sending, 2, resume(false))
		step("pausing once more", "", campaigns.Paused, 3, pause)
		w.Exec("UPDATE campaign_recipients SET phase = " + campaigns.PhaseUnconfirmed.SQL())
		w.Exec("UPDATE campaigns SET unconfirmed = 3")
		step("resuming with nothing but unconfirmed ones", "nothing_pending", campaigns.Paused, 3, resume(false))
		step("resuming with those sent again", "", campaigns.Sending, 4, resume(true))
		if n := w.Campaign(id).Counts.Unconfirmed; n != 0 {
			t.Errorf("%d are still unconfirmed", n)
		}
		step("cancelling", "", campaigns.Cancelled, 5, cancel)
		step("cancelling again", "no_send", campaigns.Cancelled, 5, cancel)
		step("resuming a cancelled send", "nothing_pending", campaigns.Cancelled, 5, resume(false))
		if _, err := w.S.Pause(ctx, sends.Staff, "none"); !errs.HasCode(err, "not_found") {
			t.Errorf("pausing an event that is not there: %v", err)
		}
	})
}

// TestService_Resume_after_answers resumes a campaign some of whose unconfirmed messages have arrived: their guests have answered.
func TestService_Resume_after_answers(t *testing.T) {
	w := small(t, sink.Options{}).Invite(2)
	c := w.Campaign(w.Send().ID)
	w.Register(c.FirstID)
	for _, x := range []struct {
		name    string
		waiting int64 // beside the unconfirmed one that has arrived
		again   bool
		code    string
		status  campaigns.State
		sent    int64
		phase   string // phase of the other one
	}{
		{"the other one waits and is sent", 1, false, "", campaigns.Sending, 1, "0"},
		{"the other one is unconfirmed, too, and nothing is left to send", 0, false, "nothing_pending", campaigns.Interrupted, 0, "3"},
		{"unless it is to be sent again", 0, true, "", campaigns.Sending, 1, "3"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w.Exec("UPDATE campaign_recipients SET status = 0, phase = CASE WHEN id = $1 THEN 3 ELSE "+x.phase+" END", c.FirstID)
			w.Exec("UPDATE campaigns SET status = 'interrupted', pending = 2, sent = 0, unconfirmed = 2 - $1", x.waiting)
			if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{Again: x.again}); x.code == "" && err != nil || x.code != "" && !errs.HasCode(err, x.code) {
				t.Errorf("%v, want %q", err, x.code)
			}
			if got := w.Campaign(c.ID); got.State != x.status || got.Counts.Sent != x.sent {
				t.Errorf("%s %+v", got.State, got.Counts)
			}
			w.On(t).CheckCounts(c.ID)
		})
	}
	t.Run("the only message left has arrived", func(t *testing.T) {
		w.Exec("UPDATE campaign_recipients SET status = CASE WHEN id = $1 THEN 0 ELSE 1 END, phase = CASE WHEN id = $1 THEN 3 ELSE 0 END", c.FirstID)
		w.Exec("UPDATE campaigns SET status = 'interrupted', pending = 1, sent = 1, unconfirmed = 1")
		if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{}); !errs.HasCode(err, "nothing_pending") {
			t.Error(err)
		}
	})
}

// The links of a campaign cannot be computed from those of another one.
func TestService_Send_makes_a_salt(t *testing.T) {
	w := small(t, sink.Options{}).Invite(1)
	first := w.Campaign(w.Send().ID)
	w.Exec("UPDATE campaigns SET status = 'cancelled'")
	second := w.Campaign(w.Send().ID)
	if len(first.Salt) != 16 || len(second.Salt) != 16 || bytes.Equal(first.Salt, second.Salt) {
		t.Errorf("%x and %x", first.Salt, second.Salt)
	}
}

func TestService_Remind_refuses(t *testing.T) {
	w := small(t, sink.Options{}).Invite(1)
	source := w.Send().ID
	w.Exec("UPDATE campaigns SET status = 'completed', pending = 0, sent = 1")
	w.Exec("UPDATE campaign_recipients SET status = 1")
	for name, n := range map[string]campaigns.New{
		"a channel that is not configured": {Params: campaigns.Params{Channel: campaigns.Mailbox}},
		"a sender that is not allowed":     {Params: campaigns.Params{From: "x@example.com"}},
		"a subject of several lines":       {Params: campaigns.Params{Subject: "a\nb"}},
		"a subject over 200 characters":    {Params: campaigns.Params{Subject: strings.Repeat("é", 201)}},
	} {
		t.Run(name, func(t *testing.T) {
			n.EventID = "gala"
			if _, err := w.S.Remind(t.Context(), sends.Staff, n, source); errs.KindOf(err) != errs.KindInvalid {
				t.Error(err)
			}
		})
	}
	t.Run("a message that cannot be composed", func(t *testing.T) {
		n := campaigns.New{EventID: "gala", Params: campaigns.Params{Template: "event-gone"}}
		if _, err := w.S.Remind(t.Context(), sends.Staff, n, source); errs.KindOf(err) != errs.KindNotFound {
			t.Error(err)
		}
	})
	if n := w.Count("SELECT COUNT(*) FROM campaigns"); n != 1 {
		t.Errorf("%d campaigns", n)
	}
}

func TestService_PauseOnError(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Invite(1).Send()
		disk := errors.New("disk full")
		for _, x := range []struct {
			name   string
			why    error
			paused bool
		}{
			{"a template that cannot be read", errs.InvalidField("html", "placeholder_open", ""), true}, {"a template that is gone",
				errs.NotFound("template"), true},
			{"a state that does not allow it", errs.Conflict("full", ""), true}, {"storage that fails", errs.StorageUnavailable(disk), false},
			{"any other error", disk, false},
		} {
			t.Run(x.name, func(t *testing.T) {
				w.Exec("UPDATE campaigns SET status = 'sending', reason = ''")
				err := w.S.PauseOnError(t.Context(), c, x.why)
				got := w.Campaign(c.ID)
				if paused := got.State == campaigns.Paused && got.Reason == campaigns.TemplateBroken; paused != x.paused ||
					(err == nil) != x.paused {
					t.Errorf("%s for %q, %v", got.State, got.Reason, err)
				}
			})
		}
	})
}

// Recipients of the same number and languages have another hash, also when the sum of their ids is the same.
func TestService_PreviewSend_tells_recipients_apart(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		id := w.Invite(4).Send().ID
		w.Work(w.S)
		w.Until(id, campaigns.Completed)
		for name, source := range map[string]int64{"of an invitation": 0, "of a reminder": id} {
			t.Run(name, func(t *testing.T) {
				w, hashes := w.On(t), map[string]string{}
				for _, out := range []string{"1", "3", "0,3", "1,2"} { // even ones speak French, odd ones English
					w.Exec("DELETE FROM suppressions")
					for guest := range strings.SplitSeq(out, ",") {
						w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ($1, 'unsubscribed', 1)", "g"+guest+"@example.org")
					}
					d, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{Reminder: source})
					if err != nil {
						t.Fatal(err)
					}
					if other, known := hashes[d.Seen]; known {
						t.Errorf("without guest %s the hash is the same as without %s", out, other)
					}
					hashes[d.Seen] = out
				}
			})
		}
	})
}

// TestService_Send_goes_to_those_it_showed replaces a recipient by another after staff have seen the list: the number stays.
func TestService_Send_goes_to_those_it_showed(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(4)
		seen := func(source int64) string {
			t.Helper()
			d, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{Reminder: source})
			if err != nil {
				t.Fatal(err)
			}
			return d.Seen
		}
		send := func(seen string) error {
			_, err := w.S.Send(t.Context(), sends.Staff, campaigns.New{EventID: "gala", Seen: seen})
			return err
		}
		for _, x := range []struct{ name, change string }{
			{"another entry in the place of one", `UPDATE audience_sources SET entries = entries - 1`},
			{"another address is suppressed", `UPDATE suppressions SET email_key = 'g2@example.org'`},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.On(t)
				w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('g1@example.org', 'unsubscribed', 1) ON CONFLICT DO NOTHING")
				before := seen(0)
				if again := seen(0); again != before {
					t.Fatalf("%s and %s are of the same recipients", before, again)
				}
				if w.Exec(x.change); x.name == "another entry in the place of one" {
					w.Exec("DELETE FROM audience_entries WHERE email_key = 'g0@example.org'")
					w.Exec(`INSERT INTO audience_sources (event_id, kind, label, state, entries, seen_at, created_at, created_by)
						VALUES ('gala', 'manual', '{}', 'live', 1, 1, 1, 'x')`)
					w.Exec(`INSERT INTO audience_entries (event_id, source_id, email, email_key, firstname, lastname, language, created_at)
						SELECT 'gala', MAX(id), 'new@example.org', 'new@example.org', 'Ève', 'Neuve', 'fr', 1 FROM audience_sources`)
				}
				if err := send(before); !errs.HasCode(err, "audience_changed") {
					t.Errorf("sent to others: %v", err)
				}
				if n := w.Count("SELECT COUNT(*) FROM campaign_recipients"); n != 0 {
					t.Errorf("%d recipients are kept", n)
				}
			})
		}
		if err := send(seen(0)); err != nil {
			t.Fatal(err)
		}
		w.Work(w.S)
		id := w.Count("SELECT MAX(id) FROM campaigns")
		w.Until(id, campaigns.Completed)
		t.Run("another has replied to the send that a reminder is of", func(t *testing.T) {
			first := w.Count("SELECT MIN(id) FROM campaign_recipients WHERE campaign_id = $1 AND email_key <> 'g2@example.org'", id)
			w.On(t).Register(first)
			before := seen(id)
			w.Exec("UPDATE rsvps SET recipient_id = $1", w.Count("SELECT MAX(id) FROM campaign_recipients WHERE campaign_id = $1", id))
			if _, err := w.S.Remind(t.Context(), sends.Staff, campaigns.New{EventID: "gala", Seen: before}, id); !errs.HasCode(err, "audience_changed") {
				t.Errorf("others are reminded: %v", err)
			}
			if _, err := w.S.Remind(t.Context(), sends.Staff, campaigns.New{EventID: "gala", Seen: seen(id)}, id); err != nil {
				t.Error(err)
			}
		})
	})
}
