package usualweeks

import (
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/walltime"
	"presence/app/workforce/shifts"
	"presence/db"
)

// OfDay returns the usual shifts of a day.
func (w Week) OfDay(d db.Day) (list []Shift) {
	week := w.WeekOf(d)
	for _, s := range w.Shifts {
		if s.Week == week && s.Weekday == d.Weekday() {
			list = append(list, s)
		}
	}
	return list
}

// At returns when the shift begins and ends on a day; false if the clocks skip one of these times.
func (s Shift) At(d db.Day, zone *time.Location) (start, end db.Instant, ok bool) {
	start, okStart := at(d, s.Start, zone)
	end, okEnd := at(d, s.End, zone)
	return start, end, okStart && okEnd && start < end
}

// On returns the usual shifts of a day. A shift whose start or end the clocks skip is left out.
func (w Week) On(d db.Day, zone *time.Location) (list []shifts.New) {
	for _, s := range w.OfDay(d) {
		start, end, ok := s.At(d, zone)
		if !ok {
			continue
		}
		n := shifts.New{BankCodeID: s.BankCodeID, Day: d, Start: start, End: end, ByRule: s.ByRule}
		if !s.ByRule {
			var faults errs.Fields
			n.Breaks = shifts.TypedBreaks(&faults, s.Breaks, start, end, zone)
		}
		list = append(list, n)
	}
	return list
}

// at returns when the clock shows a number of minutes after the midnight of a day; false if it does not, because the clocks go forward.
func at(d db.Day, minutes int64, zone *time.Location) (db.Instant, bool) {
	return walltime.OnDay(d.Add(int(minutes/dayMinutes)), int(minutes%dayMinutes), zone)
}
