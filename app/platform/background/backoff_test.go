package background

import (
	"math"
	"testing"
	"time"
)

func TestBackoff(t *testing.T) {
	for n, want := range map[int64]time.Duration{0: time.Second, 1: time.Second, 2: 2 * time.Second, 6: 32 * time.Second, 7: time.Minute,
		90: time.Minute, math.MaxInt64: time.Minute} {
		if got := Backoff(n, time.Second, time.Minute); got != want {
			t.Errorf("after failure %d: %s, want %s", n, got, want)
		}
	}
}
