package ratelimit

import (
	"testing"
	"time"
)

func TestLimit_Take(t *testing.T) {
	start := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	limit := Limit{Burst: 3, Every: 10 * time.Second}
	spent := start.Add(30 * time.Second) // all three taken at start
	for _, tt := range []struct {
		name   string
		fullAt time.Time
		now    time.Time
		next   time.Time
		wait   time.Duration
	}{
		{"allows the first event", time.Time{}, start, start.Add(10 * time.Second), -20 * time.Second},
		{"allows the last event of a burst", start.Add(20 * time.Second), start, spent, 0},
		{"refuses one more than the burst", spent, start, start.Add(40 * time.Second), 10 * time.Second},
		{"refuses a second too early", spent, start.Add(9 * time.Second), start.Add(40 * time.Second), time.Second},
		{"allows one more when its time has come", spent, start.Add(10 * time.Second), start.Add(40 * time.Second), 0},
		{"starts anew when all has come back", spent, start.Add(time.Hour), start.Add(time.Hour + 10*time.Second), -20 * time.Second},
		{"believes a moment that another replica's clock explains", start.Add(10 * time.Minute), start, start.Add(610 * time.Second),
			580 * time.Second},
		{"believes the last moment that it explains", start.Add(10*time.Minute + 30*time.Second), start, start.Add(640 * time.Second),
			610 * time.Second},
		{"ignores any later one", start.Add(10*time.Minute + 30*time.Second + 1), start, start.Add(10 * time.Second), -20 * time.Second},
		{"ignores a moment from before a clock was set back", start.Add(time.Hour), start, start.Add(10 * time.Second), -20 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			next, wait := limit.Take(tt.fullAt, tt.now)
			if !next.Equal(tt.next) || wait != tt.wait {
				t.Errorf("Take = %v, %v; want %v, %v", next, wait, tt.next, tt.wait)
			}
		})
	}
}

func TestSeconds(t *testing.T) {
	for wait, want := range map[time.Duration]int{0: 0, 1: 1, time.Second: 1, 1001 * time.Millisecond: 2} {
		t.Run(wait.String(), func(t *testing.T) {
			if got := Seconds(wait); got != want {
				t.Errorf("Seconds(%v) = %d, want %d", wait, got, want)
			}
		})
	}
}

func TestNetwork(t *testing.T) {
	for ip, want := range map[string]string{
		"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.3": "192.0.2.3", "2001:db8:1:2::1": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64",
		"none": "none",
	} {
		t.Run(ip, func(t *testing.T) {
			if got := Network(ip); got != want {
				t.Errorf("Network(%q) = %q, want %q", ip, got, want)
			}
		})
	}
}
