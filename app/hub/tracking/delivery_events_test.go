package tracking_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/tracking"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// report is what the provider says of the nth recipient's message.
func report(w *sends.World, c campaigns.Campaign, n int64, kind mail.EventKind, at time.Time) mail.ProviderEvent {
	return mail.ProviderEvent{Kind: kind, ID: w.S.MessageID(c, c.FirstID+n, "example.com"), At: at, Agent: sends.BrowserAgent}
}

func TestService_RecordDeliveryEvents(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 20}, func(t *testing.T, w *sends.World) {
		w.Invite(9)
		w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		w.Clock.Advance(time.Hour)
		at := w.Clock.Now().Add(-time.Minute).Truncate(time.Second)
		hard := report(w, c, 3, mail.Bounced, at)
		hard.Permanent, hard.Reason = true, "recipient: user unknown"
		soft := report(w, c, 4, mail.Bounced, at)
		soft.Reason = "mailbox full"
		machine := report(w, c, 7, mail.Clicked, at)
		machine.Agent = "BarracudaCentral"
		ahead := report(w, c, 8, mail.Opened, w.Clock.Now().Add(time.Hour))
		before := report(w, c, 8, mail.Clicked, time.Unix(0, 0))
		all := []mail.ProviderEvent{
			report(w, c, 0, mail.Delivered, at), report(w, c, 1, mail.Opened, at), report(w, c, 1, mail.Opened, at.Add(time.Second)),
			report(w, c, 2, mail.Clicked, at),
			hard, soft, report(w, c, 5, mail.Complained, at), report(w, c, 6, mail.Unsubscribed, at), machine, ahead, before,
		}
		check := func(t *testing.T) {
			w := w.On(t)
			got := []string{}
			got = append(got, w.States(c.ID)...)
			want := []string{"g0 sent", "g1 sent", "g2 sent", "g3 failed (recipient: user unknown)", "g4 failed (mailbox full)", "g5 sent",
				"g6 sent", "g7 sent", "g8 sent"}
			if !slices.Equal(got, want) {
				t.Errorf("%q", got)
			}
			if n := w.Campaign(c.ID).Counts; n.Sent != 7 || n.Failed != 2 || n.Opened != 3 || n.Clicked != 2 ||
				n.Bounced != 2 || n.Complained != 1 || n.Delivered() != 6 {
				t.Errorf("%+v", n)
			}
			if r := w.Recipient(c, "g3@example.org"); r.BounceCause != mail.NoSuchAddress || !r.BouncedAt.Time().Equal(at) {
				t.Errorf("%+v", r)
			}
			if r := w.Recipient(c, "g4@example.org"); r.BounceCause != mail.MailboxFull || r.BouncedAt == 0 {
				t.Errorf("%+v", r)
			}
			if n := w.Count("SELECT in_a_row FROM soft_bounces WHERE email_key = 'g4@example.org'"); n != 1 {
				t.Errorf("g4 has %d messages that came back", n)
			}
			if r := w.Recipient(c, "g5@example.org"); !r.ComplainedAt.Time().Equal(at) || r.State.String() != "sent" {
				t.Errorf("%+v", r)
			}
			if r := w.Recipient(c, "g1@example.org"); !r.OpenedAt.Time().Equal(at) || r.ClickedAt != 0 {
				t.Errorf("%+v", r)
			}
			if r := w.Recipient(c, "g2@example.org"); r.OpenedAt == 0 || !r.ClickedAt.Time().Equal(at) {
				t.Errorf("%+v", r)
			}
			if r := w.Recipient(c, "g7@example.org"); r.OpenedAt != 0 || r.ScannedAt == 0 {
				t.Errorf("%+v", r)
			}
			if r := w.Recipient(c, "g8@example.org"); r.OpenedAt.Time().After(w.Clock.Now()) || r.ClickedAt < c.StartedAt {
				t.Errorf("an open in the future or a click before the send: %+v", r)
			}
			for key, reason := range map[string]string{"g3@example.org": campaigns.Bounced, "g5@example.org": campaigns.Complained,
				"g6@example.org": campaigns.Unsubscribed} {
				if w.Count("SELECT COUNT(*) FROM suppressions WHERE email_key = $1 AND reason = $2", key, reason) != 1 {
					t.Errorf("%s is not on the list as %s", key, reason)
				}
			}
			if n := w.Count("SELECT COUNT(*) FROM suppressions"); n != 3 {
				t.Errorf("%d addresses on the list, want 3", n)
			}
			w.CheckCounts(c.ID)
		}
		t.Run("resolves the messages that it reports", func(t *testing.T) {
			if err := w.Tracking.RecordDeliveryEvents(t.Context(), all); err != nil {
				t.Fatal(err)
			}
			check(t)
		})
		t.Run("twice, in any order and at once changes nothing", func(t *testing.T) {
			back := slices.Clone(all)
			slices.Reverse(back)
			var wait sync.WaitGroup
			for i := range 8 {
				wait.Go(func() {
					if err := w.Tracking.RecordDeliveryEvents(t.Context(), [][]mail.ProviderEvent{all, back}[i%2]); err != nil {
						t.Error(err)
					}
				})
			}
			wait.Wait()
			check(t)
		})
		t.Run("many at once, with other commits between", func(t *testing.T) {
			many := slices.Concat(slices.Repeat([]mail.ProviderEvent{report(w, c, 1, mail.Opened, at)}, tracking.EventsPerTx), all)
			if err := w.Tracking.RecordDeliveryEvents(t.Context(), many); err != nil {
				t.Fatal(err)
			}
			check(t)
		})
		t.Run("ignores messages of other programs", func(t *testing.T) {
			other := c
			other.Salt = []byte("other salt")
			foreign := []mail.ProviderEvent{report(w, other, 0, mail.Complained, at), report(w, c, 1<<40, mail.Complained, at), {Kind: mail.Complained},
				{Kind: mail.Complained, ID: "test.ABC@example.com"},
				{Kind: mail.Complained, ID: "@"}, {Kind: mail.Complained, ID: campaigns.MessageTag(c.ID, c.Salt) + ".-1@example.com"},
				{Kind: mail.Bounced, Permanent: true}}
			if err := w.Tracking.RecordDeliveryEvents(t.Context(), foreign); err != nil {
				t.Fatal(err)
			}
			check(t)
		})
		t.Run("keeps nothing of people when staff turned that off", func(t *testing.T) {
			if err := w.S.SetTracking(t.Context(), sends.Staff, false); err != nil {
				t.Fatal(err)
			}
			if err := w.Tracking.RecordDeliveryEvents(t.Context(), []mail.ProviderEvent{report(w, c, 0, mail.Clicked, at)}); err != nil {
				t.Fatal(err)
			}
			check(t)
		})
	})
}

// What was opened by a person was delivered, whatever is reported later; what a program looked at may still come back.
func TestService_RecordDeliveryEvents_of_what_comes_back(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(4)
		w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		w.Clock.Advance(time.Hour)
		at := w.Clock.Now()
		program := func(n int64) mail.ProviderEvent {
			e := report(w, c, n, mail.Clicked, at)
			e.Agent = "BarracudaCentral"
			return e
		}
		began := c.StartedAt.Time()
		for _, list := range [][]mail.ProviderEvent{{report(w, c, 2, mail.Opened, at)}, {
			program(0), report(w, c, 0, mail.Bounced, at),
			report(w, c, 1, mail.Opened, at), report(w, c, 1, mail.Bounced, at),
			program(2), report(w, c, 2, mail.Bounced, at),
			report(w, c, 3, mail.Opened, began),
		}} {
			if err := w.Tracking.RecordDeliveryEvents(t.Context(), list); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := w.States(c.ID), []string{"g0 failed (bounce)", "g1 sent", "g2 sent", "g3 sent"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		if r := w.Recipient(c, "g3@example.org"); !r.OpenedAt.Time().Equal(began) {
			t.Errorf("opened as the send began, kept as %s", r.OpenedAt)
		}
		w.CheckCounts(c.ID)
	})
}

// TestService_RecordDeliveryEvents_resolves shows that what the provider reports needs no decision of staff any more (R11).
func TestService_RecordDeliveryEvents_resolves(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Invite(4).Send()
		w.Abandon(c, 0, 3)
		stop := w.Work(w.S)
		w.UntilIt("shows the unconfirmed", c.ID, func(c campaigns.Campaign) bool {
			return c.State == campaigns.Interrupted &&
				c.Counts.Unconfirmed == 3
		})
		stop()
		c = w.Campaign(c.ID)
		at := w.Clock.Now()
		if err := w.Tracking.RecordDeliveryEvents(t.Context(),
			[]mail.ProviderEvent{report(w, c, 0, mail.Delivered, at), report(w, c, 1, mail.Blocked, at)}); err != nil {
			t.Fatal(err)
		}
		if got := w.Campaign(c.ID); got.State != campaigns.Interrupted ||
			got.Counts != (campaigns.Counts{Total: 4, Pending: 1, Sent: 2, Failed: 1, Unconfirmed: 1, Bounced: 1}) {
			t.Errorf("%s %+v", got.State, got.Counts)
		}
		// Staff send the last one again; before its turn comes, the provider says that it has it.
		if _, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{}); err != nil {
			t.Fatal(err)
		}
		if err := w.Tracking.RecordDeliveryEvents(t.Context(), []mail.ProviderEvent{report(w, c, 2, mail.Delivered, at)}); err != nil {
			t.Fatal(err)
		}
		w.Work(w.S)
		if got := w.Until(c.ID, campaigns.Completed); got.Counts != (campaigns.Counts{Total: 4, Sent: 3, Failed: 1, Bounced: 1}) {
			t.Errorf("%+v", got.Counts)
		}
		w.Delivered("g3")
		if _, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{Again: true}); !errs.HasCode(err, "nothing_pending") {
			t.Errorf("resuming: %v", err)
		}
	})
}

// Two calls report the same message at the same moment: it is counted once.
func TestService_RecordDeliveryEvents_while_another_call_reports_the_same(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{})
	c := w.Campaign(w.Invite(2).Send().ID)
	err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		_, err := campaigns.MoveRecipients(ctx, tx, db.InstantOf(w.Clock.Now()), auth.Actor{}, func(m *campaigns.Moves) error {
			return tracking.SaveReported(ctx, m, c.FirstID, campaigns.Sent)
		})
		return err
	}, func(ctx context.Context) error {
		return w.Tracking.RecordDeliveryEvents(ctx, []mail.ProviderEvent{report(w, c, 0, mail.Delivered, w.Clock.Now())})
	})
	if err != nil {
		t.Fatal(err)
	}
	w.CheckCounts(c.ID)
}
