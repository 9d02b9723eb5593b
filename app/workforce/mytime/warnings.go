package mytime

import (
	"slices"
	"time"

	"presence/app/workforce/payperiods"
	"presence/db"
)

// Warning is something to check on one day, or in one week, before the sheet is submitted or approved. Overlaps need no
// warning, because they are refused (W10).
type Warning struct {
	Kind    WarningKind
	Day     db.Day // of LeftOut, the first day of the week
	Minutes int64  // of LongDay and LeftOut
	Cents   int64  // of NoReceipt
}

// WarningKind is the kind of a warning.
type WarningKind uint8

// The kinds of warning.
const (
	LongDay   WarningKind = iota // more than 16 hours
	EmptyDay                     // a missing day: a working day that is over, without shift or leave
	FutureDay                    // something dated after today
	LeftOut                      // time of a week above a limit that is not overtime
	NoReceipt                    // an expense that needs a receipt and has none
)

// Warnings lists the warnings about a sheet in this state by day.
func (f *PeriodView) Warnings(state payperiods.State) (list []Warning) {
	for i, d := range f.Days {
		if w := f.Weeks[i/7]; i%7 == 0 && w.LeftOut > 0 {
			list = append(list, Warning{Kind: LeftOut, Day: d.Date, Minutes: w.LeftOut})
		}
		if n := d.Minutes(); n > payperiods.MaxDay {
			list = append(list, Warning{Kind: LongDay, Day: d.Date, Minutes: n})
		}
		if d.Date.After(f.Today) && !d.blank() {
			list = append(list, Warning{Kind: FutureDay, Day: d.Date})
		}
		if f.missing(d, state) {
			list = append(list, Warning{Kind: EmptyDay, Day: d.Date})
		}
		for _, e := range d.Expenses {
			if f.lacksReceipt(e) {
				list = append(list, Warning{Kind: NoReceipt, Day: d.Date, Cents: e.Amount})
			}
		}
	}
	return list
}

// missing reports whether hours are expected on a day of a sheet in this state, and should have been entered by now.
func (f *PeriodView) missing(d Day, state payperiods.State) bool {
	return f.expected(d) && payperiods.HoursDue(d.Date, f.Today, state)
}

// undecided reports whether the hours of a day of a sheet in this state are due, and leave that is not decided yet stands for them.
func (f *PeriodView) undecided(d Day, state payperiods.State) bool {
	return weekday(d.Date) && len(d.Shifts) == 0 && payperiods.HoursDue(d.Date, f.Today, state) &&
		slices.ContainsFunc(d.Leave, func(l Leave) bool { return !l.Approved })
}

// left lists the days on which work is expected and nothing is entered yet, without those that are missing: today and those to
// come.
func (f *PeriodView) left(state payperiods.State) (list []db.Day) {
	for _, d := range f.Days {
		if f.expected(d) && !f.missing(d, state) {
			list = append(list, d.Date)
		}
	}
	return list
}

// firstEmpty returns the first working day up to today, including today, that has neither hours nor leave; false if there is none.
func (f *PeriodView) firstEmpty() (db.Day, bool) {
	for _, d := range f.Days {
		if f.expected(d) && !d.Date.After(f.Today) {
			return d.Date, true
		}
	}
	return db.Day{}, false
}

// shortToday returns the minutes of today, and those usual for a day: the median of the other days with shifts, at least three. short is
// false if today is complete, or cannot be compared: nothing is entered, leave falls on it, or it lies outside the period.
func (f *PeriodView) shortToday() (today, usual int64, short bool) {
	var others []int64
	for _, d := range f.Days {
		switch n := d.Minutes(); {
		case d.Date == f.Today && !d.away():
			today = n
		case n > 0:
			others = append(others, n)
		}
	}
	if today == 0 || len(others) < 3 {
		return 0, 0, false
	}
	slices.Sort(others)
	usual = others[len(others)/2]
	return today, usual, today < usual
}

// expected reports whether work is expected on the day and neither a shift nor leave is entered.
func (f *PeriodView) expected(d Day) bool {
	return f.employed(d.Date) && !f.Owner.Archived && weekday(d.Date) && len(d.Shifts) == 0 && !d.away()
}

// employed reports whether the day lies between the first and the last work day.
func (f *PeriodView) employed(d db.Day) bool {
	return !d.Before(f.Owner.FirstDay) && (f.Owner.LastDay.IsZero() || !d.After(f.Owner.LastDay))
}

// early reports whether the day lies before the first work day and nothing is on it: no hours are entered there.
func (f *PeriodView) early(d Day) bool {
	return d.Date.Before(f.Owner.FirstDay) && d.blank() && !d.away()
}

func weekday(d db.Day) bool { return d.Weekday() != time.Saturday && d.Weekday() != time.Sunday }

// next returns the next weekday of the period after d on which hours can be entered and that has neither shift nor leave.
func (f *PeriodView) next(d db.Day) (db.Day, bool) {
	for i := max(0, d.Sub(f.Period.Start)+1); i < days; i++ {
		if x := f.Days[i]; weekday(x.Date) && !f.early(x) && len(x.Shifts) == 0 && !x.away() {
			return x.Date, true
		}
	}
	return db.Day{}, false
}
