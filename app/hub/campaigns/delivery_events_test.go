package campaigns

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
)

// report is what the provider says of the nth recipient's message.
func report(c Campaign, n int64, kind mail.EventKind, at time.Time) mail.ProviderEvent {
	return mail.ProviderEvent{Kind: kind, ID: messageID(messageTag(c.ID, c.Salt), c.FirstID+n, "example.com"), At: at, Agent: browser}
}

func TestService_Heard(t *testing.T) {
	eachWorld(t, sink.Options{Keep: 20}, func(t *testing.T, w *world) {
		w.invite(9)
		w.work(w.S)
		c := w.until(w.send().ID, Completed)
		w.clock.move(time.Hour)
		at := w.clock.now().Add(-time.Minute).Truncate(time.Second)
		hard := report(c, 3, mail.Bounced, at)
		hard.Permanent, hard.Reason = true, "recipient: user unknown"
		soft := report(c, 4, mail.Bounced, at)
		soft.Reason = "mailbox full"
		machine := report(c, 7, mail.Clicked, at)
		machine.Agent = "BarracudaCentral"
		ahead := report(c, 8, mail.Opened, w.clock.now().Add(time.Hour))
		before := report(c, 8, mail.Clicked, time.Unix(0, 0))
		all := []mail.ProviderEvent{
			report(c, 0, mail.Delivered, at), report(c, 1, mail.Opened, at), report(c, 1, mail.Opened, at.Add(time.Second)), report(c, 2, mail.Clicked, at),
			hard, soft, report(c, 5, mail.Complained, at), report(c, 6, mail.Unsubscribed, at), machine, ahead, before,
		}
		check := func(t *testing.T) {
			w := w.on(t)
			got := []string{}
			got = append(got, w.states(c.ID)...)
			want := []string{"g0 sent", "g1 sent", "g2 sent", "g3 failed (recipient: user unknown)", "g4 failed (mailbox full)", "g5 sent", "g6 sent", "g7 sent", "g8 sent"}
			if !slices.Equal(got, want) {
				t.Errorf("%q", got)
			}
			if n := w.campaign(c.ID).Counts; n.Sent != 7 || n.Failed != 2 || n.Opened != 3 || n.Clicked != 2 {
				t.Errorf("%+v", n)
			}
			if r := w.recipient(c, "g1@example.org"); !r.OpenedAt.Time().Equal(at) || r.ClickedAt != 0 {
				t.Errorf("%+v", r)
			}
			if r := w.recipient(c, "g2@example.org"); r.OpenedAt == 0 || !r.ClickedAt.Time().Equal(at) {
				t.Errorf("%+v", r)
			}
			if r := w.recipient(c, "g7@example.org"); r.OpenedAt != 0 || r.ScannedAt == 0 {
				t.Errorf("%+v", r)
			}
			if r := w.recipient(c, "g8@example.org"); r.OpenedAt.Time().After(w.clock.now()) || r.ClickedAt < c.StartedAt {
				t.Errorf("an open in the future or a click before the send: %+v", r)
			}
			for key, reason := range map[string]string{"g3@example.org": Bounced, "g5@example.org": Complained, "g6@example.org": Unsubscribed} {
				if w.count("SELECT COUNT(*) FROM suppressions WHERE email_key = $1 AND reason = $2", key, reason) != 1 {
					t.Errorf("%s is not on the list as %s", key, reason)
				}
			}
			if n := w.count("SELECT COUNT(*) FROM suppressions"); n != 3 {
				t.Errorf("%d addresses on the list, want 3", n)
			}
			w.adds(c.ID)
		}
		t.Run("settles what it tells of", func(t *testing.T) {
			if err := w.S.RecordDeliveryEvents(t.Context(), all); err != nil {
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
					if err := w.S.RecordDeliveryEvents(t.Context(), [][]mail.ProviderEvent{all, back}[i%2]); err != nil {
						t.Error(err)
					}
				})
			}
			wait.Wait()
			check(t)
		})
		t.Run("many at once, with other commits between", func(t *testing.T) {
			many := slices.Concat(slices.Repeat([]mail.ProviderEvent{report(c, 1, mail.Opened, at)}, eventsPerTx), all)
			if err := w.S.RecordDeliveryEvents(t.Context(), many); err != nil {
				t.Fatal(err)
			}
			check(t)
		})
		t.Run("passes over messages that are none of ours", func(t *testing.T) {
			other := c
			other.Salt = []byte("other salt")
			foreign := []mail.ProviderEvent{report(other, 0, mail.Complained, at), report(c, 1<<40, mail.Complained, at), {Kind: mail.Complained}, {Kind: mail.Complained, ID: "test.ABC@example.com"},
				{Kind: mail.Complained, ID: "@"}, {Kind: mail.Complained, ID: messageTag(c.ID, c.Salt) + ".-1@example.com"}, {Kind: mail.Bounced, Permanent: true}}
			if err := w.S.RecordDeliveryEvents(t.Context(), foreign); err != nil {
				t.Fatal(err)
			}
			check(t)
		})
		t.Run("keeps nothing of people when staff turned that off", func(t *testing.T) {
			if err := w.S.SetTracking(t.Context(), staff, false); err != nil {
				t.Fatal(err)
			}
			if err := w.S.RecordDeliveryEvents(t.Context(), []mail.ProviderEvent{report(c, 0, mail.Clicked, at)}); err != nil {
				t.Fatal(err)
			}
			check(t)
		})
	})
}

// TestService_Heard_resolves shows that what the provider reports needs no decision of staff any more (R11).
func TestService_Heard_resolves(t *testing.T) {
	eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
		c := w.invite(4).send()
		w.abandon(c, 0, 3)
		stop := w.work(w.S)
		w.untilIt("shows the unconfirmed", c.ID, func(c Campaign) bool { return c.Status == Interrupted && c.Counts.Unconfirmed == 3 })
		stop()
		c = w.campaign(c.ID)
		at := w.clock.now()
		if err := w.S.RecordDeliveryEvents(t.Context(), []mail.ProviderEvent{report(c, 0, mail.Delivered, at), report(c, 1, mail.Blocked, at)}); err != nil {
			t.Fatal(err)
		}
		if got := w.campaign(c.ID); got.Status != Interrupted || got.Counts != (Counts{Total: 4, Pending: 1, Sent: 2, Failed: 1, Unconfirmed: 1}) {
			t.Errorf("%s %+v", got.Status, got.Counts)
		}
		// Staff send the last one again; before its turn comes, the provider says that it has it.
		if _, err := w.S.Resolve(t.Context(), staff, c.ID, false, nil); err != nil {
			t.Fatal(err)
		}
		if err := w.S.RecordDeliveryEvents(t.Context(), []mail.ProviderEvent{report(c, 2, mail.Delivered, at)}); err != nil {
			t.Fatal(err)
		}
		w.work(w.S)
		if got := w.until(c.ID, Completed); got.Counts != (Counts{Total: 4, Sent: 3, Failed: 1}) {
			t.Errorf("%+v", got.Counts)
		}
		w.delivered("g3")
		if _, err := w.S.Resume(t.Context(), staff, c.ID, true); !errs.HasCode(err, "nothing_pending") {
			t.Errorf("resuming: %v", err)
		}
	})
}

// TestService_Heard_early shows that a report overtakes the answer to the session that hands the message over.
func TestService_Heard_early(t *testing.T) {
	eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
		c := w.invite(2).send()
		w.abandon(c, 0, 2)
		c = w.campaign(c.ID)
		if err := w.S.RecordDeliveryEvents(t.Context(), []mail.ProviderEvent{report(c, 0, mail.Delivered, w.clock.now())}); err != nil {
			t.Fatal(err)
		}
		if r := w.recipient(c, "g0@example.org"); r.State != Sent || r.Attempts != 1 {
			t.Errorf("%+v", r)
		}
		err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			var d countsChange
			if err := saveSent(ctx, tx, []int64{c.FirstID, c.FirstID + 1}, w.S.at(), &d); err != nil {
				return err
			}
			return addCounts(ctx, tx, c.ID, d, w.S.at())
		})
		if err != nil {
			t.Fatal(err)
		}
		w.adds(c.ID)
		if r := w.recipient(c, "g0@example.org"); r.Attempts != 1 || w.campaign(c.ID).Counts.Sent != 2 {
			t.Errorf("%+v", r)
		}
	})
}
