package campaigns

import (
	"context"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/db"
)

func TestWorker_clock_set_back(t *testing.T) {
	eachWorld(t, sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, Times: 5, Reply: "450 4.2.1 later"}}}, func(t *testing.T, w *world) {
		id := w.invite(20).send().ID
		w.work(w.S)
		w.untilIt("sent all but those who were put off", id, func(c Campaign) bool { return c.Counts.Sent == 15 })
		w.clock.move(-2 * time.Hour)
		w.until(id, Completed)
		w.deliveredAll(20)
	})
}

func TestService_allow_by_two_clocks(t *testing.T) {
	eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
		w.o.Rate = 5
		w.S = w.service(w.DB)
		take := func(at db.Instant) (n int64) {
			t.Helper()
			if err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
				n, err = w.S.takeFromBucket(ctx, tx, "a@example.com", 100, at)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return n
		}
		const ahead = 3 * 60 * 1000
		slow := db.InstantOf(began)
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
