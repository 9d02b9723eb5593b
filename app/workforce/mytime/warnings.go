package mytime

import (
	"time"

	"presence/app/workforce/payperiods"
	"presence/db"
)

// Warning is something to check on one day before the sheet is submitted. Overlaps need no warning, because they are refused
// (W10).
type Warning struct {
	Kind    WarningKind
	Day     db.Day
	Minutes int64 // of LongDay
}

// WarningKind is the kind of a warning.
type WarningKind uint8

// The kinds of warning.
const (
	LongDay   WarningKind = iota // more than 16 hours
	EmptyDay                     // a weekday up to today without shift or leave
	FutureDay                    // something dated after today
)

// Warnings lists the warnings by day.
func (f *PeriodView) Warnings() (list []Warning) {
	for _, d := range f.Days {
		if n := d.Minutes(); n > payperiods.MaxDay {
			list = append(list, Warning{LongDay, d.Date, n})
		}
		switch {
		case d.Date.After(f.Today):
			if !d.blank() {
				list = append(list, Warning{FutureDay, d.Date, 0})
			}
		case f.expected(d):
			list = append(list, Warning{EmptyDay, d.Date, 0})
		}
	}
	return list
}

// left lists the days from tomorrow on on which work is expected and nothing is entered yet.
func (f *PeriodView) left() (list []db.Day) {
	for _, d := range f.Days {
		if d.Date.After(f.Today) && f.expected(d) {
			list = append(list, d.Date)
		}
	}
	return list
}

// expected reports whether work is expected on the day and neither a shift nor leave is entered.
func (f *PeriodView) expected(d Day) bool {
	return f.employed(d.Date) && !f.Owner.Archived && weekday(d.Date) && len(d.Shifts) == 0 && !d.away()
}

// employed reports whether the day lies between the first and the last work day.
func (f *PeriodView) employed(d db.Day) bool {
	return !d.Before(f.Owner.FirstDay) && (f.Owner.LastDay.IsZero() || !d.After(f.Owner.LastDay))
}

func weekday(d db.Day) bool { return d.Weekday() != time.Saturday && d.Weekday() != time.Sunday }

// next returns the next weekday of the period after d without shift or leave.
func (f *PeriodView) next(d db.Day) (db.Day, bool) {
	for i := max(0, d.Sub(f.Period.Start)+1); i < days; i++ {
		if x := f.Days[i]; weekday(x.Date) && len(x.Shifts) == 0 && !x.away() {
			return x.Date, true
		}
	}
	return db.Day{}, false
}
