package httpx

import (
	"math"
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/walltime"
	"presence/db"
)

// InstantPtr parses a member of a body as ReadInstant does; nil if it is missing.
func InstantPtr(faults *errs.Fields, field string, o Opt[string], zone *time.Location) *db.Instant {
	v := o.Ptr(faults, field)
	if v == nil {
		return nil
	}
	return new(ReadInstant(faults, field, *v, zone))
}

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
			t, exists := walltime.Resolve(wall, zone)
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
	if walltime.Repeats(at.Time().In(zone)) {
		faults.Add(field, "time_twice", "This time exists twice in "+zone.String()+": the clocks go back over it. Give its offset.")
	}
	return at
}

func inRange(t time.Time) bool { return t.Year() >= 1900 && t.Year() < 2200 }

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

// TimeOrNil returns an instant as text; nil, which is null in JSON, for the zero instant.
func TimeOrNil(at db.Instant) *string {
	if at == 0 {
		return nil
	}
	return new(at.String())
}
