package ratelimit

import (
	"testing"
	"time"
)

func TestByKey(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	b := NewByKey(Limit{Burst: 2, Every: 10 * time.Second})
	for _, x := range []struct {
		name, key string
		after     time.Duration
		wait      int // seconds; 0: it is allowed
	}{
		{"the first", "ann", 0, 0},
		{"the last of the burst", "ann", 0, 0},
		{"one too many", "ann", 0, 10},
		{"a refusal does not extend the wait", "ann", 4 * time.Second, 6},
		{"another key has its own", "ben", 4 * time.Second, 0},
		{"one more when its time has come", "ann", 10 * time.Second, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			if wait := Seconds(max(0, b.Take(x.key, now.Add(x.after)))); wait != x.wait {
				t.Errorf("wait %d seconds, want %d", wait, x.wait)
			}
		})
	}
}
