package sender_test

import (
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/db"
)

// quietFrom14To20 gives a world, whose clock begins at 13:00, quiet hours.
func quietFrom14To20(w *sends.World) {
	w.Options.Quiet = campaigns.QuietHours{From: 14 * 60, To: 20 * 60}
	w.S = w.NewService(w.DB)
}

// untilHeld waits until no worker holds a recipient of a campaign that is not finished, and returns the number of its messages.
func untilHeld(w *sends.World, id int64) int {
	w.Helper()
	w.UntilIt("is held up by quiet hours", id, func(c campaigns.Campaign) bool {
		return c.State == campaigns.Sending && w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE lease > 0") == 0
	})
	return w.Sink.Len()
}

// untilMaintained waits until a worker has done its periodic work: it has paused a campaign that missed its start.
func untilMaintained(w *sends.World) {
	w.Helper()
	w.Exec("UPDATE campaigns SET status = 'scheduled', starts_at = 1, started_at = 0, reason = '' WHERE id = (SELECT MIN(id) FROM campaigns)")
	w.UntilIt("has missed its start", w.Count("SELECT MIN(id) FROM campaigns"), func(c campaigns.Campaign) bool { return c.State == campaigns.Paused })
}

func TestWorker_quiet_hours(t *testing.T) {
	const guests = 300
	t.Run("a send that runs into them stops, and goes on at their end, also after a restart", func(t *testing.T) {
		sends.Each(t, sink.Options{Dot: time.Millisecond}, func(t *testing.T, w *sends.World) {
			quietFrom14To20(w)
			w.Invite(guests).Schedule(campaigns.Schedule{StartsAt: db.InstantOf(w.Clock.Now().Add(20 * 24 * time.Hour))})
			stop := w.Work(w.S)
			id := w.Send().ID
			w.Sink.Wait(guests/10, time.Minute)
			w.Clock.Advance(time.Hour)
			sent := untilHeld(w, id)
			if c := w.Campaign(id); sent >= guests || w.S.HeldUntil(c) != db.InstantOf(sends.Began.Add(7*time.Hour)) || c.Counts.Unconfirmed != 0 {
				t.Errorf("%d messages are sent, held until %s, %+v", sent, w.S.HeldUntil(c), c.Counts)
			}
			w.Clock.Advance(6*time.Hour - time.Millisecond)
			untilMaintained(w)
			stop()
			w.Work(w.S)
			untilMaintained(w)
			if n := untilHeld(w, id); n != sent {
				t.Errorf("within quiet hours, %d messages are sent", n-sent)
			}
			w.Clock.Advance(time.Millisecond)
			w.Until(id, campaigns.Completed)
			w.DeliveredAll(guests)
		})
	})
	t.Run("replicas stop and go on together", func(t *testing.T) {
		w, _, _, url := replicas(t, sink.Options{Dot: time.Millisecond})
		quietFrom14To20(w)
		w.Work(w.NewService(sends.OpenAt(t, url)))
		w.Work(w.NewService(sends.OpenAt(t, url)))
		id := w.Invite(guests).Send().ID
		w.Sink.Wait(guests/10, time.Minute)
		w.Clock.Advance(time.Hour)
		if sent := untilHeld(w, id); sent >= guests {
			t.Errorf("%d messages are sent", sent)
		}
		w.Clock.Advance(6 * time.Hour)
		w.Until(id, campaigns.Completed)
		w.DeliveredAll(guests)
	})
	t.Run("a process that was killed within them leaves nothing that is sent before their end, or twice", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			quietFrom14To20(w)
			w.Invite(10).Schedule(campaigns.Schedule{StartsAt: db.InstantOf(w.Clock.Now().Add(20 * 24 * time.Hour))})
			c := w.Send()
			w.Abandon(c, 3, 2)
			w.Clock.Advance(time.Hour)
			w.Work(w.S)
			untilMaintained(w)
			if n := untilHeld(w, c.ID); n != 0 {
				t.Errorf("%d messages are sent", n)
			}
			w.Clock.Advance(6 * time.Hour)
			if got := w.Until(c.ID, campaigns.Interrupted); got.Counts.Sent != 8 || got.Counts.Unconfirmed != 2 {
				t.Errorf("%+v", got.Counts)
			}
			w.DeliveredAll(8)
		})
	})
	t.Run("a send that is set within them begins at their end, and can be paused and cancelled before", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			quietFrom14To20(w)
			w.Invite(5)
			w.Clock.Advance(2 * time.Hour)
			w.Work(w.S)
			first := w.Send()
			if _, err := w.S.Pause(t.Context(), sends.Staff, "gala"); err != nil {
				t.Fatal(err)
			}
			if _, err := w.S.CancelCampaign(t.Context(), sends.Staff, first.ID); err != nil {
				t.Fatal(err)
			}
			second := w.Send()
			w.Clock.Advance(5 * time.Hour)
			w.Until(second.ID, campaigns.Completed)
			w.DeliveredAll(5)
		})
	})
}

// A message that was handed over before quiet hours is answered within them: a campaign that has no other is completed then.
func TestWorker_quiet_hours_end_a_send(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		quietFrom14To20(w)
		c := w.Campaign(w.Invite(2).Send().ID)
		m := claimed(w, c)
		w.Clock.Advance(time.Hour)
		if err := m.SaveInBatch(t.Context(), c, c.FirstID, c.LastID); err != nil {
			t.Fatal(err)
		}
		if got := w.Campaign(c.ID); got.State != campaigns.Completed || got.Counts.Sent != 2 {
			t.Errorf("%s %+v", got.State, got.Counts)
		}
	})
}
