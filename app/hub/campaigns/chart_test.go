package campaigns

import (
	"testing"
	"time"

	"presence/app/platform/i18n"
	"presence/db"
)

// TestTick reads the names of the chart's columns: a time of day is told as one, however short the send was.
func TestTick(t *testing.T) {
	at := time.Date(2026, 11, 20, 15, 8, 7, 0, time.UTC)
	for _, c := range []struct {
		name   string
		width  time.Duration
		fr, en string
	}{
		{"seconds are told with the hour and the minute they belong to", 10 * time.Second, "15:08:07", "15:08:07"},
		{"minutes are told with their hour", 5 * time.Minute, "15:08", "15:08"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if fr, en := tick(i18n.FR, at, c.width), tick(i18n.EN, at, c.width); fr != c.fr || en != c.en {
				t.Errorf("%q and %q, want %q and %q", fr, en, c.fr, c.en)
			}
		})
	}
}

// TestTimeline_upToQuiet follows where the chart of a series ends.
func TestTimeline_upToQuiet(t *testing.T) {
	from := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	opened := func(x Interval) int64 { return x.Opened }
	for _, c := range []struct {
		name      string
		days      int   // since the campaign began
		opened    []int // the days of opens, from 0
		reminders []db.Instant
		want      int
	}{
		{"a campaign of a few days is shown whole", 5, []int{0}, nil, 5},
		{"a week is shown at least", 20, []int{0, 2}, nil, 7},
		{"two days follow the last activity", 20, []int{0, 9}, nil, 12},
		{"it does not go beyond today", 20, []int{18}, nil, 20},
		{"a reminder is activity", 20, []int{0}, []db.Instant{db.InstantOf(from.Add(11 * day))}, 13},
	} {
		t.Run(c.name, func(t *testing.T) {
			line := Timeline{Width: day, zone: time.UTC, Reminders: c.reminders}
			for i := range c.days {
				line.Intervals = append(line.Intervals, Interval{From: db.InstantOf(from.AddDate(0, 0, i)), Registered: 1})
			}
			for _, i := range c.opened {
				line.Intervals[i].Opened = 1
			}
			if got := len(line.upToQuiet(opened)); got != c.want {
				t.Errorf("%d days, want %d", got, c.want)
			}
		})
	}
}
