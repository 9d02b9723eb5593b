package shifts

import (
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/typed"
	"presence/app/platform/walltime"
	"presence/db"
)

// TypedTimes parses the typed times of a shift that starts on day d. An end at or before the start is on the next day. stored
// is the shift being edited, or the zero value for a new one: a time that was not edited keeps its instant, which matters in
// the hour that is repeated when the clocks go back. Errors are added to faults.
func TypedTimes(faults *errs.Fields, d db.Day, start, end string, stored Shift, zone *time.Location) (from, to db.Instant) {
	first, okStart := readClock(faults, "start_time", start)
	last, okEnd := readClock(faults, "end_time", end)
	if !okStart || !okEnd {
		return 0, 0
	}
	until := d
	if last <= first {
		until = d.Add(1)
	}
	from = keepMoment(faults, "start_time", d, first, stored.Start, zone)
	return from, keepMoment(faults, "end_time", until, last, stored.End, zone)
}

func readClock(faults *errs.Fields, field, text string) (int, bool) {
	if strings.TrimSpace(text) == "" {
		faults.Add(field, "required", "This field is required.")
		return 0, false
	}
	minutes, ok := typed.Clock(text)
	if !ok {
		faults.Add(field, "clock", "Expected a time of day.")
	}
	return minutes, ok
}

func keepMoment(faults *errs.Fields, field string, d db.Day, minutes int, stored db.Instant, zone *time.Location) db.Instant {
	at, exists := walltime.OnDay(d, minutes, zone)
	if !exists {
		faults.Add(field, "no_such_time", "The clocks go forward over this time.")
		return 0
	}
	if clockMinute(stored, zone) == clockMinute(at, zone) {
		return stored
	}
	return at
}

// clockMinute formats an instant in the zone, to the minute.
func clockMinute(at db.Instant, zone *time.Location) string {
	return at.Time().In(zone).Format("2006-01-02 15:04")
}
