package leaverequests

import (
	"time"

	"presence/db"
)

// dayLimit is the maximum number of minutes of leave on one working day.
const dayLimit = 8 * 60

// Days calls add for each working day (Monday to Friday) from first to last that the leave from start to end touches, with the
// minutes of leave on that local day, at most dayLimit (W3, W13).
func Days(start, end db.Instant, loc *time.Location, first, last db.Day, add func(day db.Day, minutes int64)) {
	if d := db.DayOf(start.Time().In(loc)); d.After(first) {
		first = d
	}
	if d := db.DayOf(end.Time().In(loc)); d.Before(last) {
		last = d
	}
	for d := first; !d.After(last); d = d.Add(1) {
		if wd := d.Weekday(); wd == time.Saturday || wd == time.Sunday {
			continue
		}
		from := max(start, db.InstantOf(d.In(loc)))
		to := min(end, db.InstantOf(d.Add(1).In(loc)))
		if minutes := (int64(to-from) + 30_000) / 60_000; minutes > 0 {
			add(d, min(minutes, dayLimit))
		}
	}
}
