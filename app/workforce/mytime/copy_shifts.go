package mytime

import (
	"time"

	"presence/app/platform/walltime"
	"presence/app/workforce/shifts"
	"presence/db"
)

// What a request to copy fills.
const (
	copyWeek = "week" // a week like the week before
	copyRest = "rest" // the working days of a week from a day on, like an earlier day
	copyDay  = "day"
)

// dayCopy is a day to fill like the one that is some days earlier.
type dayCopy struct {
	day   db.Day
	later int
}

// planCopy returns the days to fill; first is the first of them, except for a week, where it is any day of the week.
func planCopy(what string, first, from db.Day) (plan []dayCopy) {
	switch what {
	case copyWeek:
		for i := range 7 {
			plan = append(plan, dayCopy{first.Week().Add(i), 7})
		}
	case copyRest:
		for day := first; day.Week() == first.Week(); day = day.Add(1) {
			if weekday(day) {
				plan = append(plan, dayCopy{day, day.Sub(from)})
			}
		}
	default:
		plan = []dayCopy{{first, first.Sub(from)}}
	}
	return plan
}

// copyShifts returns the shifts of a day moved later by a number of days, at the same local times. A copy across a change to or
// from daylight saving time is therefore an hour shorter or longer than the original (C5). If taken is true for the later day, its
// shifts are left out and counted in skipped; so are times that do not exist.
func copyShifts(from Day, later int, zone *time.Location, taken func(db.Day) bool) (list []shifts.New, skipped int) {
	for _, s := range from.Shifts {
		n := shifts.New{BankCodeID: s.BankCodeID, Job: s.Job, Day: from.Date.Add(later)}
		start, okStart := shifted(s.Start, later, zone)
		end, okEnd := shifted(s.End, later, zone)
		breaks, okBreaks := shiftedBreaks(s.Breaks, later, zone)
		if n.Start, n.End, n.Breaks = start, end, breaks; taken(n.Day) || !okStart || !okEnd || !okBreaks || end <= start {
			skipped++
			continue
		}
		list = append(list, n)
	}
	return list, skipped
}

// shiftedBreaks returns breaks at the same local times some days later; false when one of these does not exist.
func shiftedBreaks(b shifts.Breaks, later int, zone *time.Location) (shifts.Breaks, bool) {
	list := b.List()
	for i, x := range list {
		start, okStart := shifted(x.Start, later, zone)
		end, okEnd := shifted(x.End, later, zone)
		if !okStart || !okEnd {
			return "", false
		}
		list[i].Start, list[i].End = start, end
	}
	return shifts.NewBreaks(list), true
}

// shifted returns the same local time some days later; false when that time does not exist because the clocks go forward.
func shifted(at db.Instant, later int, zone *time.Location) (db.Instant, bool) {
	t := at.Time().In(zone)
	return walltime.OnDay(db.DayOf(t).Add(later), t.Hour()*60+t.Minute(), zone)
}
