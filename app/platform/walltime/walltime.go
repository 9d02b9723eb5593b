// Package walltime finds the instant of a time that a clock on the wall shows in a time zone: on two days of the year the clocks change,
// and such a time does not exist, or exists twice.
package walltime

import (
	"time"

	"presence/db"
)

// clockChanges are by how much clocks go forward and back.
var clockChanges = []time.Duration{time.Hour, 30 * time.Minute}

// Resolve returns the instant of a wall-clock time, whose own zone is ignored: the first of two if there are two, and false if there
// is none.
func Resolve(wall time.Time, zone *time.Location) (time.Time, bool) {
	y, m, d := wall.Date()
	t := time.Date(y, m, d, wall.Hour(), wall.Minute(), wall.Second(), wall.Nanosecond(), zone)
	exists := t.Hour() == wall.Hour() && t.Minute() == wall.Minute()
	// For an ambiguous time, time.Date may return either one: the first is half an hour or an hour before with the same wall
	// clock.
	for _, shift := range clockChanges {
		if e := t.Add(-shift); e.Hour() == wall.Hour() && e.Minute() == wall.Minute() {
			t = e
		}
	}
	return t, exists
}

// Repeats reports whether the clock shows the time of an instant once more, because it goes back over it.
func Repeats(first time.Time) bool {
	for _, shift := range clockChanges {
		if second := first.Add(shift); second.Hour() == first.Hour() && second.Minute() == first.Minute() {
			return true
		}
	}
	return false
}

// OnDay returns the instant of a time of day, in minutes after midnight; false when it does not exist because the clocks go forward.
func OnDay(d db.Day, minutes int, zone *time.Location) (db.Instant, bool) {
	y, m, day := d.Date()
	t, exists := Resolve(time.Date(y, m, day, 0, minutes, 0, 0, time.UTC), zone)
	return db.InstantOf(t), exists
}
