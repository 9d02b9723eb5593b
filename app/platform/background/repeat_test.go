package background

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestRepeat(t *testing.T) {
	repeat := func(t *testing.T, ctx context.Context, wake chan struct{}) (calls *int, ended *bool) {
		calls, ended = new(int), new(bool)
		go func() {
			Repeat(ctx, time.Minute, wake, func() { *calls++ })
			*ended = true
		}()
		synctest.Wait()
		return calls, ended
	}
	in := func(name string, fn func(t *testing.T)) {
		t.Run(name, func(t *testing.T) { synctest.Test(t, fn) })
	}
	in("calls at once, and after each interval", func(t *testing.T) {
		calls, _ := repeat(t, t.Context(), nil)
		if *calls != 1 {
			t.Errorf("%d calls at once", *calls)
		}
		time.Sleep(2*time.Minute + time.Second)
		if synctest.Wait(); *calls != 3 {
			t.Errorf("%d calls after two intervals", *calls)
		}
	})
	in("calls when it is woken", func(t *testing.T) {
		wake := make(chan struct{})
		calls, _ := repeat(t, t.Context(), wake)
		wake <- struct{}{}
		if synctest.Wait(); *calls != 2 {
			t.Errorf("%d calls", *calls)
		}
	})
	in("ends with its context", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		calls, ended := repeat(t, ctx, nil)
		stop()
		if synctest.Wait(); !*ended || *calls != 1 {
			t.Errorf("ended: %v, %d calls", *ended, *calls)
		}
	})
	in("calls nothing if its context has ended", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if calls, ended := repeat(t, ctx, nil); !*ended || *calls != 0 {
			t.Errorf("ended: %v, %d calls", *ended, *calls)
		}
	})
}
