package mytime

import (
	"time"

	"presence/app/workforce/shifts"
	"presence/db"
)

// copyShifts are the shifts of from, some days later at the same times by the clock: a night when the clocks change has 7 or
// 9 hours where the original had 8 (C5). Days for which taken is true and times that do not exist are left out, and counted in
// skipped.
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

// shifted is the same time by the clock some days later; false when the clocks go forward over it.
func shifted(at db.Instant, later int, zone *time.Location) (db.Instant, bool) {
	t := at.Time().In(zone)
	return moment(db.DayOf(t).Add(later), t.Hour()*60+t.Minute(), zone)
}
