package sender_test

import (
	"context"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/db"
)

func TestWorker_clock_set_back(t *testing.T) {
	sends.Each(t, sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, Times: 5, Reply: "450 4.2.1 later"}}}, func(t *testing.T, w *sends.World) {
		id := w.Invite(20).Send().ID
		w.Work(w.S)
		w.UntilIt("sent all but those who were put off", id, func(c campaigns.Campaign) bool { return c.Counts.Sent == 15 })
		w.Clock.Move(-2 * time.Hour)
		w.Until(id, campaigns.Completed)
		w.DeliveredAll(20)
	})
}

func TestWorker_rate_limit_by_two_clocks(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Options.Rate = 5
		worker := w.Worker(w.NewService(w.DB))
		take := func(at db.Instant) (n int64) {
			t.Helper()
			if err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
				n, err = worker.TakeFromBucket(t.Context(), tx, "a@example.com", 100, at)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return n
		}
		const ahead = 3 * 60 * 1000
		slow := db.InstantOf(sends.Began)
		take(slow)
		take(slow + ahead) // the other clock fills it once
		for range 10 {
			if n := take(slow) + take(slow+ahead); n != 0 {
				t.Fatalf("%d messages more in the same moment, by clocks that take turns", n)
			}
		}
		if n := take(slow+1000) + take(slow+ahead+1000); n != 5 {
			t.Errorf("%d messages a second, want 5", n)
		}
		take(slow - 3600_000)
		if n := take(slow - 3600_000 + 1000); n != 5 {
			t.Errorf("a second after the clock was set back far: %d messages, want 5", n)
		}
	})
}

func TestWorker_rate_limit(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Options.Rate = 5
		w.S = w.NewService(w.DB)
		w.Invite(20)
		id := w.Send().ID
		w.Work(w.S)
		w.UntilIt("sent what one second allows", id, func(c campaigns.Campaign) bool { return c.Counts.Sent == 5 })
		for want := int64(10); want <= 20; want += 5 {
			if n := w.Campaign(id).Counts.Sent; n != want-5 {
				t.Errorf("%d sent before the clock moved, want %d", n, want-5)
			}
			w.Clock.Move(time.Second)
			w.UntilIt("sent what another second allows", id, func(c campaigns.Campaign) bool { return c.Counts.Sent == want })
		}
		w.Clock.Move(-time.Hour)
		if n := w.Campaign(id).Counts.Sent; n != 20 {
			t.Errorf("%d sent", n)
		}
	})
}
