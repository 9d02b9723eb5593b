package campaigns_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
)

// inDays returns an instant so many days after the clock of a world begins.
func inDays(n int) db.Instant {
	return db.InstantOf(sends.Began.Add(time.Duration(n) * 24 * time.Hour))
}

func begins(at db.Instant) campaigns.Schedule { return campaigns.Schedule{StartsAt: at} }

func TestService_Send_scheduled(t *testing.T) {
	t.Run("it begins at its time, with the list and the text as they are then", func(t *testing.T) {
		sends.Each(t, sink.Options{Keep: 10}, func(t *testing.T, w *sends.World) {
			c := w.Invite(3).Schedule(begins(inDays(1)))
			if c.State != campaigns.Scheduled || c.StartsAt != inDays(1) || c.Counts.Total != 0 || c.StartedAt != 0 {
				t.Errorf("%+v", c)
			}
			w.Clock.Advance(24*time.Hour - time.Millisecond)
			must(t, w.S.BeginDue(t.Context()))
			if got := w.Campaign(c.ID); got.State != campaigns.Scheduled {
				t.Fatalf("it began too early: %+v", got)
			}
			w.Exec(`INSERT INTO audience_entries (event_id, source_id, email, email_key, language, created_at)
				SELECT 'gala', id, 'late@example.org', 'late@example.org', 'fr', 1 FROM audience_sources`)
			w.CountBatches()
			w.Exec("UPDATE events SET title_fr = 'Le grand gala'")
			w.Clock.Advance(time.Millisecond)
			w.Work(w.S)
			got := w.Until(c.ID, campaigns.Completed)
			w.Delivered("g0", "g1", "g2", "late")
			if got.StartedAt != inDays(1) || got.Reason != "" || !strings.Contains(subjects(t, w), "Le grand gala") {
				t.Errorf("%+v\n%s", got, subjects(t, w))
			}
		})
	})
	t.Run("a frozen one goes to the list with the text of its creation, except to who has unsubscribed", func(t *testing.T) {
		sends.Each(t, sink.Options{Keep: 10}, func(t *testing.T, w *sends.World) {
			w.Exec("INSERT INTO templates (name, subject_fr, html_fr, created_at, updated_at) VALUES ('event-a', 'Avant', '<p>Avant</p>', 1, 1)")
			w.Exec("UPDATE events SET email_template = 'event-a'")
			c := w.Invite(3).Schedule(campaigns.Schedule{StartsAt: inDays(1), Frozen: true})
			if c.Counts.Total != 3 || c.Counts.Pending != 3 {
				t.Errorf("%+v", c.Counts)
			}
			w.Exec("DELETE FROM audience_entries")
			w.Exec("UPDATE events SET title_fr = 'Le grand gala', email_template = ''")
			w.Exec("DELETE FROM templates")
			w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('g1@example.org', 'unsubscribed', 1)")
			w.Clock.Advance(24 * time.Hour)
			w.Work(w.S)
			w.Until(c.ID, campaigns.Completed)
			w.Delivered("g0", "g2")
			if all := subjects(t, w); strings.Contains(all, "grand gala") || !strings.Contains(all, "Avant") {
				t.Error(all)
			}
		})
	})
	t.Run("a reminder goes to those who have not answered by then, which may be nobody", func(t *testing.T) {
		sends.Each(t, sink.Options{Keep: 10}, func(t *testing.T, w *sends.World) {
			of := w.Invite(3).Send()
			stop := w.Work(w.S)
			of = w.Until(of.ID, campaigns.Completed)
			remind := func() campaigns.Campaign {
				c, err := w.S.Remind(t.Context(), sends.Staff, campaigns.New{EventID: "gala", Schedule: begins(inDays(2))}, of.ID)
				must(t, err)
				return c
			}
			first, second := remind(), remind()
			w.Register(of.FirstID)
			w.Clock.Advance(48 * time.Hour)
			w.Until(first.ID, campaigns.Completed)
			if got := w.Until(second.ID, campaigns.Completed); got.Counts.Sent != 2 {
				t.Errorf("%+v", got.Counts)
			}
			stop()
			last := func() campaigns.Campaign {
				c, err := w.S.Remind(t.Context(), sends.Staff, campaigns.New{EventID: "gala", Schedule: begins(inDays(3))}, of.ID)
				must(t, err)
				return c
			}()
			w.Register(of.FirstID + 1)
			w.Register(of.FirstID + 2)
			w.Clock.Advance(24 * time.Hour)
			w.Work(w.S)
			if got := w.Until(last.ID, campaigns.Completed); got.Counts.Total != 0 {
				t.Errorf("%+v", got.Counts)
			}
		})
	})
}

// subjects returns the content of the messages that the relay has.
func subjects(t *testing.T, w *sends.World) string {
	t.Helper()
	var all bytes.Buffer
	for _, m := range w.Sink.Taken() {
		all.Write(m.Content)
	}
	return strings.ReplaceAll(all.String(), "_", " ")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestService_Send_scheduled_refuses(t *testing.T) {
	for _, x := range []struct {
		name string
		when campaigns.Schedule
		set  func(w *sends.World)
		code string
	}{
		{name: "a time that has passed", when: begins(inDays(0)), code: "invalid"},
		{name: "a time in more than a year", when: begins(inDays(367)), code: "invalid"},
		{name: "to freeze what begins at once", when: campaigns.Schedule{Frozen: true}, code: "invalid"},
		{name: "a time after the event has begun", when: begins(inDays(27)), code: "event_started"},
		{name: "an empty list", when: begins(inDays(1)), set: func(w *sends.World) { w.Exec("DELETE FROM audience_entries"); w.CountBatches() },
			code: "audience_empty"},
		{name: "a list that is frozen while it is empty", when: campaigns.Schedule{StartsAt: inDays(1), Frozen: true},
			set: func(w *sends.World) { w.Exec("DELETE FROM audience_entries"); w.CountBatches() }, code: "audience_empty"},
		{name: "messages without the mailing address", when: begins(inDays(1)),
			set: func(w *sends.World) { w.Options.Postal = "" }, code: "postal_missing"},
		{name: "a text that cannot be composed", when: begins(inDays(1)),
			set: func(w *sends.World) { w.Exec("UPDATE events SET email_template = 'event-none'") }, code: "not_found"},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				w.Invite(2)
				if x.set != nil {
					x.set(w)
				}
				_, err := w.NewService(w.DB).Send(t.Context(), sends.Staff, campaigns.New{EventID: "gala", Schedule: x.when})
				if n := w.Count("SELECT COUNT(*) FROM campaigns"); !errs.HasCode(err, x.code) || n != 0 {
					t.Errorf("%v, %d campaigns", err, n)
				}
			})
		})
	}
}

// TestService_BeginDue_asks_staff shows what stops a start: the campaign is paused with the reason, nothing is sent, staff are
// notified, and they can neither begin it while the reason is there, nor resume it; with another time it begins when the reason
// is gone.
func TestService_BeginDue_asks_staff(t *testing.T) {
	for _, x := range []struct {
		name   string
		when   campaigns.Schedule
		set    func(w *sends.World)
		mend   func(w *sends.World)
		reason string
		byHand string // the conflict when staff begin it; empty: they can
	}{
		{name: "its time passed more than an hour ago", when: begins(inDays(1)), reason: campaigns.Missed,
			set: func(w *sends.World) { w.Clock.Advance(time.Hour + time.Millisecond) }},
		{name: "the event was withdrawn", when: begins(inDays(1)), reason: campaigns.EventHidden, byHand: campaigns.EventHidden,
			set:  func(w *sends.World) { w.Exec("UPDATE events SET state = 'draft'") },
			mend: func(w *sends.World) { w.Exec("UPDATE events SET state = 'open'") }},
		{name: "the event has begun", when: begins(inDays(1)), reason: campaigns.EventStarted, byHand: campaigns.EventStarted,
			set:  func(w *sends.World) { w.Exec("UPDATE events SET starts_at = $1", int64(inDays(1))) },
			mend: func(w *sends.World) { w.Exec("UPDATE events SET starts_at = $1", int64(inDays(9))) }},
		{name: "it is frozen, and the event has moved", when: campaigns.Schedule{StartsAt: inDays(1), Frozen: true},
			reason: campaigns.EventMoved, byHand: campaigns.EventMoved,
			set:  func(w *sends.World) { w.Exec("UPDATE events SET starts_at = starts_at + 3600000") },
			mend: func(w *sends.World) { w.Exec("UPDATE events SET starts_at = starts_at - 3600000") }},
		{name: "nobody is invited any more", when: begins(inDays(1)), reason: campaigns.AudienceEmpty, byHand: campaigns.AudienceEmpty,
			set: func(w *sends.World) { w.Exec("DELETE FROM audience_entries"); w.CountBatches() }, mend: func(w *sends.World) { w.Invite(2) }},
		{name: "its text cannot be composed any more", when: begins(inDays(1)), reason: campaigns.TemplateBroken,
			byHand: campaigns.TemplateBroken,
			set:    func(w *sends.World) { w.Exec("UPDATE events SET email_template = 'event-none'") },
			mend:   func(w *sends.World) { w.Exec("UPDATE events SET email_template = ''") }},
		{name: "its channel is no longer configured", when: begins(inDays(1)), reason: campaigns.NoChannel, byHand: campaigns.NoChannel,
			set: func(w *sends.World) {
				outbox, err := mail.OpenOutbox(w.TempDir())
				if err != nil {
					w.Fatal(err)
				}
				w.Cleanup(func() { _ = outbox.Close() })
				w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: outbox}
			},
			mend: func(w *sends.World) {
				w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: w.Relay(mail.Timeouts{})}
			}},
		{name: "its sender is no longer allowed", when: begins(inDays(1)), reason: campaigns.NoSender, byHand: campaigns.NoSender,
			set:  func(w *sends.World) { w.Options.Senders = w.Options.Senders[1:] },
			mend: func(w *sends.World) { w.Options.Senders = []mail.Address{{Email: "nova@example.com"}} }},
		{name: "the mailing address is missing", when: begins(inDays(1)), reason: campaigns.NoPostal, byHand: campaigns.NoPostal,
			set:  func(w *sends.World) { w.Options.Postal = "" },
			mend: func(w *sends.World) { w.Options.Postal = "1, rue du Port" }},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				ctx := t.Context()
				c := w.Invite(2).Schedule(x.when)
				w.Clock.Advance(24 * time.Hour)
				x.set(w)
				w.S = w.NewService(w.DB)
				must(t, w.S.BeginDue(ctx))
				got := w.Campaign(c.ID)
				if got.State != campaigns.Paused || got.Reason != x.reason || got.StartedAt != 0 || got.FinishedAt != 0 || !got.Unstarted() {
					t.Fatalf("%s %q, began %v", got.State, got.Reason, got.StartedAt)
				}
				if n := w.Count("SELECT COUNT(*) FROM campaigns WHERE told = 100"); n != 1 {
					t.Error("staff are not notified")
				}
				if _, err := w.S.Resume(ctx, sends.Staff, c.ID, campaigns.Resumption{}); !errs.HasCode(err, "not_started") {
					t.Errorf("resumed: %v", err)
				}
				if x.byHand != "" {
					if _, err := w.S.StartNow(ctx, sends.Staff, c.ID); !errs.HasCode(err, x.byHand) {
						t.Errorf("begun by hand: %v", err)
					}
				}
				if x.mend != nil {
					x.mend(w)
				}
				w.S = w.NewService(w.DB)
				_, err := w.S.Reschedule(ctx, sends.Staff, c.ID, inDays(2))
				must(t, err)
				w.Clock.Advance(inDays(2).Time().Sub(w.Clock.Now()))
				w.Work(w.S)
				if got := w.Until(c.ID, campaigns.Completed); got.Counts.Sent != 2 || got.Reason != "" {
					t.Errorf("%+v", got)
				}
			})
		})
	}
}

// TestService_BeginDue_after_a_channel_was_added schedules campaigns while there is only the outbox, and configures the channel before
// they are due: nothing is sent until staff decide, and then the channel sends it.
func TestService_BeginDue_after_a_channel_was_added(t *testing.T) {
	start := func(w *sends.World, id int64) error {
		_, err := w.S.StartNow(w.Context(), sends.Staff, id)
		return err
	}
	later := func(w *sends.World, id int64) error {
		_, err := w.S.Reschedule(w.Context(), sends.Staff, id, inDays(3))
		w.Clock.Advance(inDays(3).Time().Sub(w.Clock.Now()))
		return err
	}
	for _, x := range []struct {
		name   string
		when   campaigns.Schedule
		late   time.Duration // after its time
		decide func(w *sends.World, id int64) error
	}{
		{"and staff begin it", begins(inDays(1)), 0, start},
		{"and staff begin one that is frozen", campaigns.Schedule{StartsAt: inDays(1), Frozen: true}, 0, start},
		{"and staff give it another time", begins(inDays(1)), 0, later},
		{"and its time has passed long ago", begins(inDays(1)), 2 * time.Hour, start},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				withChannel := w.Options
				box, err := mail.OpenOutbox(w.TempDir())
				must(t, err)
				w.Cleanup(func() { _ = box.Close() })
				w.Options.Channels, w.Options.Outbox = map[string]mail.Channel{campaigns.Bulk: box}, box
				w.S = w.NewService(w.DB)
				c := w.Invite(2).Schedule(x.when)
				w.Options = withChannel
				w.Options.Outbox = box
				w.S = w.NewService(w.DB)
				w.Clock.Advance(24*time.Hour + x.late)
				stop := w.Work(w.S)
				got := w.Until(c.ID, campaigns.Paused)
				stop()
				if got.Reason != campaigns.ChannelAdded || !got.Unstarted() || w.Sink.Len() != 0 {
					t.Fatalf("%s %q, %d were sent", got.State, got.Reason, w.Sink.Len())
				}
				if n := w.Count("SELECT COUNT(*) FROM campaigns WHERE told = 100"); n != 1 {
					t.Error("staff are not notified")
				}
				must(t, x.decide(w, c.ID))
				w.Work(w.S)
				if got := w.Until(c.ID, campaigns.Completed); got.OutboxOnly || w.Sink.Len() != 2 {
					t.Errorf("kept %v, %d were sent", got.OutboxOnly, w.Sink.Len())
				}
			})
		})
	}
}

// A campaign that is due while another one of its event is active waits for its end, and asks staff after an hour.
func TestService_BeginDue_waits_for_another(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		ctx := t.Context()
		w.Invite(2).Send()
		c := w.Schedule(begins(inDays(1)))
		missed := w.Schedule(begins(inDays(1) - 2))
		_, err := w.S.Pause(ctx, sends.Staff, "gala")
		must(t, err)
		w.Clock.Advance(25*time.Hour - time.Millisecond)
		must(t, w.S.BeginDue(ctx))
		if got := w.Campaign(c.ID); got.State != campaigns.Scheduled {
			t.Fatalf("beside a paused one: %s %s", got.State, got.Reason)
		}
		if got := w.Campaign(missed.ID); got.Reason != campaigns.Missed {
			t.Errorf("an hour late: %s %q", got.State, got.Reason)
		}
		if _, err := w.S.StartNow(ctx, sends.Staff, c.ID); !errs.HasCode(err, "send_active") {
			t.Errorf("begun by hand: %v", err)
		}
		_, err = w.S.Cancel(ctx, sends.Staff, "gala")
		must(t, err)
		must(t, w.S.BeginDue(ctx))
		if got := w.Campaign(c.ID); got.State != campaigns.Sending {
			t.Errorf("after the other one: %s %s", got.State, got.Reason)
		}
	})
}

// Staff give a campaign another time after a process has found that it is due, and before the process has its lock.
func TestService_BeginDue_after_another_time(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Invite(2).Schedule(begins(inDays(1)))
		w.Clock.Advance(24 * time.Hour)
		_, err := w.S.Reschedule(t.Context(), sends.Staff, c.ID, inDays(2))
		must(t, err)
		must(t, w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return campaigns.BeginDueNow(w.S, ctx, tx, c.ID) }))
		if got := w.Campaign(c.ID); got.State != campaigns.Scheduled || got.StartsAt != inDays(2) {
			t.Errorf("%s at %v", got.State, got.StartsAt)
		}
	})
}

// TestService_BeginDue_at_once has several processes begin the same campaigns at the same time.
func TestService_BeginDue_at_once(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(30)
		first, second := w.Schedule(begins(inDays(1))), w.Schedule(campaigns.Schedule{StartsAt: inDays(1), Frozen: true})
		w.Clock.Advance(24 * time.Hour)
		var all sync.WaitGroup
		for range 8 {
			s := w.NewService(w.DB)
			all.Go(func() {
				if err := s.BeginDue(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if a, b := w.Campaign(first.ID), w.Campaign(second.ID); a.State != campaigns.Sending || b.State != campaigns.Scheduled {
			t.Fatalf("%s, %s", a.State, b.State)
		}
		for range 2 {
			w.Work(w.NewService(w.DB))
		}
		w.Until(first.ID, campaigns.Completed)
		w.Until(second.ID, campaigns.Completed)
		for to, n := range w.Sink.Counts() {
			if n != 2 {
				t.Errorf("%s has %d messages of two campaigns", to, n)
			}
		}
	})
}

func TestService_changes_scheduled(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		ctx := t.Context()
		c := w.Invite(2).Schedule(begins(inDays(1)))
		refused := func(what, code string, err error) {
			t.Helper()
			if !errs.HasCode(err, code) {
				t.Errorf("%s: %v, want %s", what, err, code)
			}
		}
		reschedule := func(id int64, at db.Instant) error {
			_, err := w.S.Reschedule(ctx, sends.Staff, id, at)
			return err
		}
		refused("to a time that has passed", "invalid", reschedule(c.ID, inDays(0)))
		refused("to no time", "invalid", reschedule(c.ID, 0))
		refused("after the event has begun", "event_started", reschedule(c.ID, inDays(28)))
		refused("of none", "not_found", reschedule(c.ID+9, inDays(2)))
		must(t, reschedule(c.ID, inDays(2)))
		if got := w.Campaign(c.ID); got.StartsAt != inDays(2) || got.Version != c.Version+1 {
			t.Errorf("%+v", got)
		}
		_, err := w.S.Pause(ctx, sends.Staff, "gala")
		refused("paused before it begins", "no_send", err)
		got, err := w.S.StartNow(ctx, sends.Staff, c.ID)
		if err != nil || got.State != campaigns.Sending || got.Counts.Pending != 2 {
			t.Errorf("begun by hand: %+v, %v", got, err)
		}
		refused("begun", "not_scheduled", reschedule(c.ID, inDays(3)))
		_, err = w.S.StartNow(ctx, sends.Staff, c.ID)
		refused("begun twice", "not_scheduled", err)
		other := w.Schedule(begins(inDays(2)))
		got, err = w.S.CancelCampaign(ctx, sends.Staff, other.ID)
		if err != nil || got.State != campaigns.Cancelled {
			t.Errorf("cancelled: %+v, %v", got, err)
		}
		w.Clock.Advance(48 * time.Hour)
		must(t, w.S.BeginDue(ctx))
		if got := w.Campaign(other.ID); got.State != campaigns.Cancelled || got.StartedAt != 0 {
			t.Errorf("%+v", got)
		}
		want := []string{"planned", "updated", "scheduled", "planned", "cancelled"}
		if actions := audited(t, w); !slices.Equal(actions, want) {
			t.Errorf("audited %v, want %v", actions, want)
		}
	})
}

func audited(t *testing.T, w *sends.World) (list []string) {
	t.Helper()
	rows, err := w.DB.Query(t.Context(), "SELECT action FROM audit_log WHERE kind = 'campaign' ORDER BY id")
	must(t, err)
	var action string
	must(t, db.ForEachRow(rows, func() error {
		err := rows.Scan(&action)
		list = append(list, action)
		return err
	}))
	return list
}

// An event that is deleted cancels what is scheduled for it.
func TestService_KeepEvent_cancels_scheduled(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Invite(1).Schedule(begins(inDays(1)))
		next, err := w.S.Next(t.Context(), "gala", 5)
		if err != nil || len(next) != 1 || next[0].ID != c.ID {
			t.Errorf("next: %v, %v", next, err)
		}
		must(t, w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return w.S.KeepEvent(ctx, tx, "gala") }))
		if got := w.Campaign(c.ID); got.State != campaigns.Cancelled {
			t.Errorf("%+v", got)
		}
		if next, err := w.S.Next(t.Context(), "gala", 5); err != nil || len(next) != 0 {
			t.Errorf("next: %v, %v", next, err)
		}
	})
}

func TestService_Next(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(1)
		for _, days := range []int{3, 1, 2} {
			w.Schedule(begins(inDays(days)))
		}
		list, err := w.S.Next(t.Context(), "", 2)
		must(t, err)
		var at []string
		for _, c := range list {
			at = append(at, fmt.Sprint(c.StartsAt.Time().Sub(sends.Began).Hours()))
		}
		if got := strings.Join(at, " "); got != "24 48" {
			t.Error(got)
		}
	})
}
