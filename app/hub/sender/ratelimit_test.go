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
			w.Clock.Advance(time.Second)
			w.UntilIt("sent what another second allows", id, func(c campaigns.Campaign) bool { return c.Counts.Sent == want })
		}
		w.Clock.Advance(-time.Hour)
		if n := w.Campaign(id).Counts.Sent; n != 20 {
			t.Errorf("%d sent", n)
		}
		if opened, _ := w.Sink.Connections(); opened > w.Options.Connections {
			t.Errorf("%d connections were opened for %d that stay open", opened, w.Options.Connections)
		}
	})
}

func TestWorker_rate_limit_is_charged_for_what_is_claimed(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Options.Rate = 5
		w.S = w.NewService(w.DB)
		w.Invite(3)
		w.Work(w.S)
		w.Until(w.Send().ID, campaigns.Completed)
		if left := w.Count("SELECT tokens FROM send_limits"); left != 2000 { // the clock stands still: 5 messages, of which 3 were claimed
			t.Errorf("%d thousandths of a message are left, want 2000", left)
		}
	})
}

func TestWorker_rate_limit_takes(t *testing.T) {
	type take struct{ at, n, want int64 } // milliseconds after the beginning; how many are wanted, and allowed
	for _, x := range []struct {
		name  string
		rate  float64
		takes []take
	}{
		{"no more than one second allows", 5, []take{{0, 100, 5}, {999, 100, 4}, {1000, 100, 1}}},
		{"what is wanted, and the rest later", 5, []take{{0, 3, 3}, {0, 100, 2}, {0, 100, 0}}},
		{"no more after a long time", 5, []take{{0, 5, 5}, {86_400_000, 100, 5}}},
		{"one in two seconds", 0.5, []take{{0, 100, 1}, {1000, 100, 0}, {2000, 100, 1}}},
		{"everything, without a rate", 0, []take{{0, 100, 100}, {0, 100, 100}}},
		{"nothing twice in the same time by a clock that is behind", 5, []take{{299_999, 100, 5}, {0, 100, 0}, {1000, 100, 0}}},
		{"anew by a clock that was set back by five minutes", 5, []take{{300_000, 100, 5}, {0, 100, 0}, {1000, 100, 5}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				w.Options.Rate = x.rate
				worker := w.Worker(w.NewService(w.DB))
				for i, step := range x.takes {
					var got int64
					if err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
						got, err = worker.TakeFromBucket(ctx, tx, "a@example.com", step.n, db.InstantOf(sends.Began)+db.Instant(step.at))
						return err
					}); err != nil {
						t.Fatal(err)
					}
					if got != step.want {
						t.Fatalf("step %d: %d allowed, want %d", i, got, step.want)
					}
				}
			})
		})
	}
}
