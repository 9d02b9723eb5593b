package walltime_test

import (
	"testing"
	"time"

	"presence/app/platform/walltime"
	"presence/db"
)

// On Lord Howe Island the clocks move by half an hour.
func TestResolve_half_an_hour(t *testing.T) {
	island, err := time.LoadLocation("Australia/Lord_Howe")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name, wall, want string
		exists           bool
	}{
		{"of a time that comes twice the first counts", "2026-04-05T01:45", "2026-04-04T14:45:00Z", true},
		{"a time before it comes once", "2026-04-05T01:15", "2026-04-04T14:15:00Z", true},
		{"a time that is passed over does not exist", "2026-10-04T02:15", "", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			wall, err := time.Parse("2006-01-02T15:04", x.wall)
			if err != nil {
				t.Fatal(err)
			}
			got, exists := walltime.Resolve(wall, island)
			if exists != x.exists || x.exists && got.UTC().Format(time.RFC3339) != x.want {
				t.Errorf("got %s, %v; want %s, %v", got.UTC(), exists, x.want, x.exists)
			}
		})
	}
}

// A month has days on which the clocks of Toronto go forward and back.
func TestOnDay(t *testing.T) {
	toronto, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name, day, want string
		minutes         int
		exists, repeats bool
	}{
		{"a time of an ordinary day", "2026-11-20", "2026-11-20T13:30:00Z", 8*60 + 30, true, false},
		{"midnight", "2026-11-20", "2026-11-20T05:00:00Z", 0, true, false},
		{"a time that is passed over does not exist", "2026-03-08", "", 2*60 + 30, false, false},
		{"of a time that comes twice the first counts", "2026-11-01", "2026-11-01T05:30:00Z", 1*60 + 30, true, true},
		{"the time after it comes once", "2026-11-01", "2026-11-01T07:00:00Z", 2 * 60, true, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, exists := walltime.OnDay(db.MustDay(x.day), x.minutes, toronto)
			if exists != x.exists || x.exists && got.Time().UTC().Format(time.RFC3339) != x.want {
				t.Errorf("got %s, %v; want %s, %v", got.Time().UTC(), exists, x.want, x.exists)
			}
			if repeats := walltime.Repeats(got.Time().In(toronto)); exists && repeats != x.repeats {
				t.Errorf("repeats: %v", repeats)
			}
		})
	}
}
