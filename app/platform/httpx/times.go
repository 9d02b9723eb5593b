package httpx

import (
	"math"
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

// ReadInstant parses a time by RFC 3339. A time without an offset is in zone; if it does not exist there, this is an error, and
// of an ambiguous one the first is taken (C5).
func ReadInstant(faults *errs.Fields, field, s string, zone *time.Location) db.Instant {
	if s == "" {
		faults.Add(field, "required", "This field is required.")
		return 0
	}
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil && inRange(t) {
		return db.InstantOf(t)
	}
	for _, layout := range []string{"2006-01-02T15:04:05.999999999", "2006-01-02T15:04"} {
		if wall, err := time.Parse(layout, s); err == nil && inRange(wall) {
			t, exists := InZone(wall, zone)
			if !exists {
				faults.Add(field, "no_such_time", "This time does not exist in "+zone.String()+": the clocks go forward over it.")
			}
			return db.InstantOf(t)
		}
	}
	faults.Add(field, "format", "Expected an RFC 3339 date-time, such as 2026-11-20T08:00:00-05:00.")
	return 0
}

// ReadUniqueInstant is ReadInstant for a moment that must be certain: a time without an offset that is ambiguous is an error as
// well.
func ReadUniqueInstant(faults *errs.Fields, field, s string, zone *time.Location) db.Instant {
	at := ReadInstant(faults, field, s, zone)
	if _, err := time.Parse(time.RFC3339Nano, s); err == nil || at == 0 {
		return at
	}
	first := at.Time().In(zone)
	for _, shift := range clockChanges {
		if second := first.Add(shift); second.Hour() == first.Hour() && second.Minute() == first.Minute() {
			faults.Add(field, "time_twice", "This time exists twice in "+zone.String()+": the clocks go back over it. Give its offset.")
			break
		}
	}
	return at
}

// clockChanges are by how much clocks go forward and back.
var clockChanges = []time.Duration{time.Hour, 30 * time.Minute}

func inRange(t time.Time) bool { return t.Year() >= 1900 && t.Year() < 2200 }

// InZone returns a wall-clock time in zone: the first of two if it is ambiguous, and false if it does not exist.
func InZone(wall time.Time, zone *time.Location) (time.Time, bool) {
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

// AtClock returns the instant of a time of day, in minutes after midnight, in the zone; false when it does not exist because
// the clocks go forward.
func AtClock(d db.Day, minutes int, zone *time.Location) (db.Instant, bool) {
	y, m, day := d.Date()
	t, exists := InZone(time.Date(y, m, day, 0, minutes, 0, 0, time.UTC), zone)
	return db.InstantOf(t), exists
}

// ReadDay parses YYYY-MM-DD, or a date-time, of which it takes the calendar day as written (C5).
func ReadDay(faults *errs.Fields, field, s string) db.Day {
	if s == "" {
		faults.Add(field, "required", "This field is required.")
		return db.Day{}
	}
	n := min(len(s), len(time.DateOnly))
	d, err := db.ParseDay(s[:n])
	if rest := s[n:]; err != nil || rest != "" && !isTime(rest) {
		faults.Add(field, "format", "Expected a day that exists, such as 2026-11-20, or a date-time.")
		return db.Day{}
	}
	if y, _, _ := d.Date(); y < 1900 || y > 2199 {
		faults.Add(field, "out_of_range", "The year must be between 1900 and 2199.")
	}
	return d
}

// maxDays is the length of the longest report, two years with a leap day.
const maxDays = 2*365 + 1

// ReadDays parses the first and the last day of a report, the fields from and to.
func ReadDays(faults *errs.Fields, from, to string) (first, last db.Day) {
	first, last = ReadDay(faults, "from", from), ReadDay(faults, "to", to)
	switch {
	case len(*faults) > 0:
	case last.Before(first):
		faults.Add("to", "before_first", "to comes before from.")
	case last.Sub(first) >= maxDays:
		faults.Add("to", "over_two_years", "At most 24 months.")
	}
	return first, last
}

// DecimalHours converts minutes to hours for JSON. They are rounded to 1/10,000 h, which is precise enough to compute the minutes back
// exactly, as is possible with the hours of exported files (C6).
func DecimalHours(minutes int64) float64 { return math.Round(float64(minutes)*10_000/60) / 10_000 }

// isTime reports whether rest is the time part of a date-time, with or without an offset.
func isTime(rest string) bool {
	if !strings.HasPrefix(rest, "T") {
		return false
	}
	for _, layout := range []string{"T15:04:05.999999999Z07:00", "T15:04:05.999999999", "T15:04"} {
		if _, err := time.Parse(layout, rest); err == nil {
			return true
		}
	}
	return false
}

// DayOut formats a day as the APIs of expenses and shifts return it (C5).
func DayOut(d db.Day) string { return d.String() + "T00:00:00Z" }

// NilIfZero returns nil, which is null in JSON, for the zero value, else a pointer to the value.
func NilIfZero[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
