package mytime

import (
	"time"

	"presence/app/platform/httpx"
	"presence/app/workforce/shifts"
	"presence/db"
)

// copyShifts returns the shifts of from moved later by a number of days, at the same local times. A copy across a change to or
// from daylight saving time is therefore an hour shorter or longer than the original (C5). Days for which taken is true, and
// times that do not exist, are left out and counted in skipped.
func copyShifts(from []Day, later int, zone *time.Location, taken func(db.Day) bool) (list []shifts.New, skipped int) {
	for _, d := range from {
		for _, s := range d.Shifts {
			n := shifts.New{BankCodeID: s.BankCodeID, Day: d.Date.Add(later)}
			start, okStart := shifted(s.Start, later, zone)
			end, okEnd := shifted(s.End, later, zone)
			if n.Start, n.End = start, end; taken(n.Day) || !okStart || !okEnd || end <= start {
				skipped++
				continue
			}
			list = append(list, n)
		}
	}
	return list, skipped
}

// shifted returns the same local time some days later; false when that time does not exist because the clocks go forward.
func shifted(at db.Instant, later int, zone *time.Location) (db.Instant, bool) {
	t := at.Time().In(zone)
	return httpx.AtClock(db.DayOf(t).Add(later), t.Hour()*60+t.Minute(), zone)
}
