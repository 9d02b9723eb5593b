package auth

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestFetched(t *testing.T) {
	broken := errors.New("broken")
	t.Run("is asked for once by many", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var asked atomic.Int32
			f := newFetched(time.Now, func(context.Context) (int, error) {
				time.Sleep(time.Second)
				return int(asked.Add(1)), nil
			})
			for range 50 {
				go func() {
					if v, err := f.get(t.Context(), time.Hour); v != 1 || err != nil {
						t.Error(v, err)
					}
				}()
			}
			time.Sleep(59 * time.Minute)
			if v, _ := f.get(t.Context(), time.Hour); v != 1 || asked.Load() != 1 {
				t.Errorf("%d, asked %d times within the hour", v, asked.Load())
			}
			time.Sleep(time.Minute)
			if v, _ := f.get(t.Context(), time.Hour); v != 2 {
				t.Errorf("%d after the hour", v)
			}
		})
	})
	t.Run("is not asked for again at once when it fails, and what was known stands", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			asked, fails := 0, true
			f := newFetched(time.Now, func(context.Context) (int, error) {
				if asked++; fails {
					return 0, broken
				}
				return asked, nil
			})
			for range 10 {
				if _, err := f.get(t.Context(), time.Hour); !errors.Is(err, broken) {
					t.Error(err)
				}
			}
			time.Sleep(retryInterval)
			fails = false
			if v, err := f.get(t.Context(), time.Hour); v != 2 || err != nil {
				t.Error(v, err)
			}
			fails = true
			time.Sleep(2 * time.Hour)
			if v, err := f.get(t.Context(), time.Hour); v != 2 || err != nil || asked != 3 {
				t.Error(v, err, asked)
			}
		})
	})
	t.Run("keeps nobody waiting beyond their patience, nor long when something is known", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			takes := time.Minute
			f := newFetched(time.Now, func(context.Context) (int, error) { time.Sleep(takes); return 1, nil })
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			began := time.Now()
			if _, err := f.get(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
				t.Error(err, time.Since(began))
			}
			if v, err := f.get(t.Context(), time.Hour); v != 1 || err != nil {
				t.Error(v, err)
			}
			time.Sleep(2 * time.Hour)
			began = time.Now()
			if v, err := f.get(t.Context(), time.Hour); v != 1 || err != nil || time.Since(began) != staleWait {
				t.Error(v, err, time.Since(began))
			}
			time.Sleep(time.Hour)
		})
	})
	t.Run("is asked for again when the clock was set back", func(t *testing.T) {
		now, asked := time.Unix(1_000_000, 0), 0
		f := newFetched(func() time.Time { return now }, func(context.Context) (int, error) { asked++; return asked, nil })
		for want := 1; want < 4; want++ {
			if v, err := f.get(t.Context(), time.Hour); v != want || err != nil {
				t.Error(v, err)
			}
			now = now.Add(-time.Hour)
		}
	})
}
