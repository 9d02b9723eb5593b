package background

import (
	"testing"
	"time"
)

func TestHeartbeatTracker(t *testing.T) {
	var p HeartbeatTracker
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	after := func(d time.Duration, id int64, sign int64, want time.Duration) {
		t.Helper()
		now = now.Add(d)
		if got := p.Silent(id, sign, now); got != want {
			t.Errorf("%d is silent for %s, want %s", id, got, want)
		}
	}
	after(0, 1, 5_000_000, 0) // seen for the first time, whatever the sign says of the time
	after(time.Minute, 1, 5_000_000, time.Minute)
	after(time.Second, 2, 1, 0)
	after(time.Minute, 1, 4_000_000, 0) // it moves, be it backwards
	after(time.Minute, 2, 1, 2*time.Minute)
	after(2*time.Hour, 3, 1, 0)
	after(time.Second, 2, 1, 0) // forgotten by then
	after(time.Second, 4, 0, 0) // seen for the first time, with no sign at all
}
