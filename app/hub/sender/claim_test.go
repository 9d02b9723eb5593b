package sender_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/hub/tracking"
	"presence/app/platform/audit"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
)

// TestWorker_checks_again shows that a recipient is checked once more when it is claimed (R11, R13).
func TestWorker_checks_again(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 20}, func(t *testing.T, w *sends.World) {
		w.Invite(6)
		stop := w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		stop()
		w.Clock.Advance(time.Minute)
		token := func(n int64) string { return campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(c.FirstID + n) }
		w.Tracking.Open(t.Context(), token(1), tracking.Visit{Agent: sends.BrowserAgent})
		for _, n := range []int64{2, 3} {
			if _, err := w.Tracking.Click(t.Context(), token(n), campaigns.ClickRSVP, tracking.Visit{Agent: sends.BrowserAgent}); err != nil {
				t.Fatal(err)
			}
		}
		w.Recorded()
		w.Register(c.FirstID + 3)
		p, err := w.S.Candidates(t.Context(), "gala", c.ID)
		if err != nil || p.NotOpened != 3 || p.OpenedNotClicked != 1 || p.ClickedNotRegistered != 1 || len(p.Sample) != 5 {
			t.Errorf("%+v, %v", p, err)
		}
		// The settings that it was sent with may be gone: those of today are used.
		w.Exec("UPDATE campaigns SET sender = 'gone@example.com', channel = 'mailbox' WHERE id = $1", c.ID)
		r, err := w.S.Remind(t.Context(), sends.Staff, campaigns.New{EventID: "gala"}, c.ID)
		if err != nil || r.Counts.Total != 5 || r.ReminderOf != c.ID || r.From != "nova@example.com" || r.Channel != campaigns.Bulk {
			t.Fatalf("%+v, %v", r, err)
		}
		// Between the reservation and the claim: g0 answers by the link of the invitation, g1 wants no more mail, g2 no reminders.
		w.Register(c.FirstID)
		if err := w.Tracking.Unsubscribe(t.Context(), audit.Who{}, token(1)); err != nil {
			t.Fatal(err)
		}
		if err := w.Tracking.Choose(t.Context(), audit.Who{}, token(2), false, i18n.FR); err != nil {
			t.Fatal(err)
		}
		w.Work(w.S)
		got := w.Until(r.ID, campaigns.Completed)
		if got.Counts.Sent != 2 || got.Counts.Excluded != 3 {
			t.Errorf("%+v", got.Counts)
		}
		if why := w.Recipient(got, "g0@example.org"); why.Reason != campaigns.Registered {
			t.Errorf("%+v", why)
		}
		if why := w.Recipient(got, "g1@example.org"); why.Reason != campaigns.Unsubscribed {
			t.Errorf("%+v", why)
		}
		if why := w.Recipient(got, "g2@example.org"); why.Reason != campaigns.NoReminders {
			t.Errorf("%+v", why)
		}
		if got.Counts.Registered != 1 || w.Campaign(c.ID).Counts.Registered != 2 {
			t.Errorf("%d and %d registered", got.Counts.Registered, w.Campaign(c.ID).Counts.Registered)
		}
		for _, m := range w.Sink.Taken()[6:] {
			if !strings.Contains(string(m.Content), "Reminder") && !strings.Contains(string(m.Content), "rappel") {
				t.Errorf("no reminder:\n%.500s", m.Content)
			}
		}
	})
}

// Recipients are claimed only of a campaign that is being sent, and only by a worker that has its membership row.
func TestClaimRecipients(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Campaign(w.Invite(3).Send().ID)
		at := db.InstantOf(w.Clock.Now())
		for _, x := range []struct {
			name, before string
			member       bool
			claimed      int
		}{
			{"none of a paused campaign", "UPDATE campaigns SET status = 'paused'", true, 0},
			{"none by a worker that was taken for dead", "UPDATE campaigns SET status = 'sending'", false, 0},
			{"as many as are asked for", "UPDATE campaigns SET status = 'sending'", true, 2},
			{"what is left", "UPDATE campaigns SET status = 'sending'", true, 1},
		} {
			t.Run(x.name, func(t *testing.T) {
				w.Exec(x.before)
				err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					worker, err := sender.InsertWorker(ctx, tx, "worker")
					if err != nil {
						return err
					}
					if !x.member {
						worker++
					}
					claimed, err := sender.ClaimRecipients(ctx, tx, c, worker, at, 2)
					if len(claimed) != x.claimed {
						t.Errorf("%d are claimed", len(claimed))
					}
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	})
}

// A commit whose claims found recipients to exclude says that more may be due, even if it claimed no recipient.
func TestCommitter_says_that_more_may_be_due(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Campaign(w.Invite(3).Send().ID)
		m, err := w.Worker(w.S).Join(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		w.Exec(`INSERT INTO suppressions (email_key, reason, since)
			VALUES ('g0@example.org', 'unsubscribed', 1), ('g1@example.org', 'unsubscribed', 1)`)
		for _, x := range []struct {
			claimed int
			more    bool
		}{{0, true}, {1, false}, {0, false}} {
			if claimed, more, err := m.ClaimInBatch(t.Context(), c, 2); err != nil || claimed != x.claimed || more != x.more {
				t.Errorf("%d claimed, more may be due: %t (%v); want %d, %t", claimed, more, err, x.claimed, x.more)
			}
		}
		w.CheckCounts(c.ID)
	})
}

// Recipients who wait for the choice of a subject are not claimed before it is saved, even if the time of the choice has
// passed; then they get the chosen subject, and those of the groups theirs.
func TestClaimRecipients_of_a_test_of_subjects(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c, err := w.Invite(20).S.Send(t.Context(), sends.Staff,
			campaigns.New{EventID: "gala", Params: campaigns.Params{SubjectTest: campaigns.SubjectTest{SubjectB: "Second"}}})
		if err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(5 * time.Hour)
		claim := func() (first, second int) {
			t.Helper()
			err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				worker, err := sender.InsertWorker(ctx, tx, "worker")
				if err != nil {
					return err
				}
				claimed, err := sender.ClaimRecipients(ctx, tx, c, worker, db.InstantOf(w.Clock.Now()), 100)
				for _, r := range claimed {
					if r.SubjectB {
						second++
					} else {
						first++
					}
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return first, second
		}
		if first, second := claim(); first != 2 || second != 2 {
			t.Errorf("%d with the first subject and %d with the second are claimed before the choice", first, second)
		}
		w.Exec("UPDATE campaigns SET chosen_subject = 'b'")
		if first, second := claim(); first != 0 || second != 16 {
			t.Errorf("%d with the first subject and %d with the second are claimed after the choice", first, second)
		}
	})
}

// TestMarkSent_after_the_provider_reported shows that a delivery event may come before the relay's answer.
func TestMarkSent_after_the_provider_reported(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Invite(2).Send()
		w.Abandon(c, 0, 2)
		c = w.Campaign(c.ID)
		if err := w.Tracking.RecordDeliveryEvents(t.Context(), []mail.ProviderEvent{{
			Kind: mail.Delivered, At: w.Clock.Now(), ID: w.S.MessageID(c, c.FirstID, "example.com"),
		}}); err != nil {
			t.Fatal(err)
		}
		if r := w.Recipient(c, "g0@example.org"); r.State != campaigns.Sent || r.Attempts != 1 {
			t.Errorf("%+v", r)
		}
		err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			at := db.InstantOf(w.Clock.Now())
			_, err := campaigns.MoveRecipients(ctx, tx, at, auth.Actor{}, func(m *campaigns.Moves) error {
				return campaigns.MarkSent(ctx, m, c.ID, []int64{c.FirstID, c.FirstID + 1}, at)
			})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		w.CheckCounts(c.ID)
		for _, to := range []string{"g0@example.org", "g1@example.org"} { // the first one's was counted before
			if r := w.Recipient(c, to); r.Attempts != 1 || w.Campaign(c.ID).Counts.Sent != 2 {
				t.Errorf("%+v", r)
			}
		}
	})
}

// TestSaveOutcome_of_a_worker_that_lost_the_recipient has a worker save what became of a message whose recipient another
// worker leases by now: that one's message is in flight, and would be sent twice if it were to wait again.
func TestSaveOutcome_of_a_worker_that_lost_the_recipient(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Campaign(w.Invite(1).Send().ID)
		at := db.InstantOf(w.Clock.Now())
		write := func(fn func(ctx context.Context, tx *db.Tx) error) {
			t.Helper()
			if err := w.DB.Write(t.Context(), fn); err != nil {
				t.Fatal(err)
			}
		}
		var lost, holder int64
		write(func(ctx context.Context, tx *db.Tx) (err error) {
			if lost, err = sender.InsertWorker(ctx, tx, "one that was taken for dead"); err != nil {
				return err
			}
			if holder, err = sender.InsertWorker(ctx, tx, "one that took over"); err != nil {
				return err
			}
			if _, err = sender.ClaimRecipients(ctx, tx, c, holder, at, 1); err != nil {
				return err
			}
			_, err = sender.SetInFlight(ctx, tx, c.ID, holder, []int64{c.FirstID})
			return err
		})
		held := func() bool {
			t.Helper()
			var n int64
			if err := w.DB.QueryRow(t.Context(), "SELECT COUNT(*) FROM campaign_recipients WHERE id = $1 AND lease = $2 AND attempts = 0",
				c.FirstID, holder).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n == 1
		}
		for name, save := range sender.SaveOutcomes(c.FirstID) {
			t.Run(name, func(t *testing.T) {
				write(func(ctx context.Context, tx *db.Tx) error {
					change, err := save(ctx, tx, c.ID, lost, at)
					if change != (campaigns.CountsChange{}) {
						t.Errorf("it counts %+v", change)
					}
					return err
				})
				if n := w.Count("SELECT COUNT(*) FROM suppressions"); n != 0 {
					t.Error("its address is suppressed")
				}
				if !held() {
					t.Error("the worker that took over has lost the recipient")
				}
			})
		}
		write(func(ctx context.Context, tx *db.Tx) error {
			_, err := sender.SaveOutcomes(c.FirstID)["refused"](ctx, tx, c.ID, holder, at)
			return err
		})
		if held() || w.Count("SELECT COUNT(*) FROM suppressions") != 1 {
			t.Error("the outcome of the worker that leases the recipient was not saved, with its address as one that bounces")
		}
	})
}

// A late answer counts only for the attempt that is unconfirmed: not before the hand-over, and not after staff had the message sent again.
func TestSaveOutcome_late(t *testing.T) {
	refused, deferred := &mail.Failure{Kind: mail.Refused, Text: "552 too big"}, &mail.Failure{Kind: mail.Retry, Text: "450 busy"}
	const unconfirmed, waiting = campaigns.PhaseUnconfirmed, campaigns.PhaseWaiting
	for _, x := range []struct {
		name     string
		answer   error
		unmarked bool
		phase    campaigns.Phase // of the recipient, before
		attempts int             // of the recipient, before
		active   bool            // another campaign of the event is active
		want     string
		state    campaigns.State
	}{
		{name: "a refusal fails the recipient", answer: refused, phase: unconfirmed, attempts: 1, want: "g0 failed (552 too big)",
			state: campaigns.Completed},
		{name: "a deferral lets it wait, and the campaign goes on", answer: deferred, phase: unconfirmed, attempts: 1,
			want: "g0 pending (450 busy)", state: campaigns.Sending},
		{name: "a deferral does not let the campaign go on beside another one of the event", answer: deferred, phase: unconfirmed, attempts: 1,
			active: true, want: "g0 pending (450 busy)", state: campaigns.Interrupted},
		{name: "a deferral says nothing of a later attempt", answer: deferred, phase: unconfirmed, attempts: 2,
			want: "g0 pending unconfirmed", state: campaigns.Interrupted},
		{name: "a refusal says nothing of a later attempt", answer: refused, phase: unconfirmed, attempts: 2,
			want: "g0 pending unconfirmed", state: campaigns.Interrupted},
		{name: "a refusal before the message was handed over says nothing of the attempt of another worker", answer: refused, unmarked: true,
			phase: unconfirmed, attempts: 1, want: "g0 pending unconfirmed", state: campaigns.Interrupted},
		{name: "a lost answer leaves it unconfirmed", answer: &mail.Failure{Kind: mail.Unknown}, phase: unconfirmed, attempts: 1,
			want: "g0 pending unconfirmed", state: campaigns.Interrupted},
		{name: "a refusal does not stop the attempt that staff asked for", answer: refused, phase: waiting, attempts: 1, want: "g0 pending",
			state: campaigns.Interrupted},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				c := w.Campaign(w.Invite(1).Send().ID)
				m, err := w.Worker(w.S).Join(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				w.Exec("UPDATE campaign_recipients SET phase = $1, attempts = $2", int64(x.phase), x.attempts)
				w.Exec("UPDATE campaigns SET status = 'interrupted', reason = 'unconfirmed', unconfirmed = $1", int64(x.phase)/int64(unconfirmed))
				if x.active {
					w.Send()
				}
				if err := m.Answer(t.Context(), c, c.FirstID, 1, x.answer, !x.unmarked); err != nil {
					t.Fatal(err)
				}
				if got := w.States(c.ID); got[0] != x.want || w.Campaign(c.ID).State != x.state {
					t.Errorf("%q, and the campaign is %s", got, w.Campaign(c.ID).State)
				}
				if n := w.Count("SELECT attempts FROM campaign_recipients WHERE id = $1", c.FirstID); n != int64(x.attempts) {
					t.Errorf("%d attempts are counted", n)
				}
				w.CheckCounts(c.ID)
			})
		})
	}
}
