package mytime

import (
	"strconv"
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/shifts"
	"presence/db"
)

// parseClock parses a time of day as people type it (8, 800, 8:00, 8h, 16h30, 4:30 pm) and returns minutes after midnight.
func parseClock(text string) (minutes int, ok bool) {
	s := strings.ToLower(strings.Join(strings.Fields(text), ""))
	s = strings.NewReplacer("a.m.", "am", "p.m.", "pm").Replace(s)
	s, half := cutHalf(s)
	hour, minute, ok := splitClock(s)
	switch {
	case !ok || minute > 59 || hour > 24 || hour == 24 && minute > 0:
		return 0, false
	case half == "":
		return hour*60 + minute, true
	case hour < 1 || hour > 12:
		return 0, false
	}
	hour %= 12
	if half == "p" {
		hour += 12
	}
	return hour*60 + minute, true
}

// cutHalf removes am or pm from the end.
func cutHalf(s string) (rest, half string) {
	for _, end := range []string{"am", "pm", "a", "p"} {
		if rest, found := strings.CutSuffix(s, end); found {
			return rest, end[:1]
		}
	}
	return s, ""
}

// splitClock splits hours and minutes: at a separator, or before the last two of three or four digits.
func splitClock(s string) (hour, minute int, ok bool) {
	for _, sign := range []string{":", "h", "."} {
		if h, m, found := strings.Cut(s, sign); found {
			m = strings.TrimSuffix(m, "m")
			hour, ok = number(h)
			if !ok || m == "" {
				return hour, 0, ok && sign != "."
			}
			minute, ok = number(m)
			return hour, minute, ok && len(m) == 2
		}
	}
	if len(s) > 2 {
		hour, ok = number(s[:len(s)-2])
		minute, fine := number(s[len(s)-2:])
		return hour, minute, ok && fine
	}
	hour, ok = number(s)
	return hour, 0, ok
}

// number parses one or two digits and nothing else.
func number(s string) (int, bool) {
	if len(s) > 2 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// moment returns the instant of a time of day in the zone; false when it does not exist because the clocks go forward.
func moment(d db.Day, minutes int, zone *time.Location) (db.Instant, bool) {
	y, m, day := d.Date()
	t, exists := httpx.InZone(time.Date(y, m, day, 0, minutes, 0, 0, time.UTC), zone)
	return db.InstantOf(t), exists
}

// shiftTimes parses the typed times of a shift that starts on day d. An end at or before the start is on the next day. stored
// is the shift being edited, or the zero value for a new one: a time that was not edited keeps its instant, which matters in
// the hour that is repeated when the clocks go back. Errors are added to faults.
func shiftTimes(faults *errs.Fields, d db.Day, start, end string, stored shifts.Shift, zone *time.Location) (from, to db.Instant) {
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
	minutes, ok := parseClock(text)
	if !ok {
		faults.Add(field, "clock", "Expected a time of day.")
	}
	return minutes, ok
}

func keepMoment(faults *errs.Fields, field string, d db.Day, minutes int, stored db.Instant, zone *time.Location) db.Instant {
	at, exists := moment(d, minutes, zone)
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

// clockText formats a time for the input field; parseClock can parse it.
func clockText(at db.Instant, zone *time.Location) string { return at.Time().In(zone).Format("15:04") }
