package payperiods

import (
	"time"

	"presence/db"
)

// Warning is something to check before a row is approved.
type Warning struct {
	Kind WarningKind
	N    int64 // days for MissingDays, NoSheet, FutureDays and LeaveUndecided, minutes for LongDay, LeftOut and Over
}

// WarningKind is the kind of a warning.
type WarningKind uint8

// The kinds, the most severe first.
const (
	SheetChanged   WarningKind = iota // changed since it was approved (W7)
	NoSheet                           // no sheet, although the employee should have one
	LongDay                           // more than 16 hours dated on one day
	MissingDays                       // weekdays without a shift or leave
	FutureDays                        // days after today with a shift or an expense, on a sheet that waits for approval
	LeaveUndecided                    // weekdays without a shift, with leave that is requested and not decided yet
	LeftOut                           // time above a limit that is not overtime (worktime.Week.Overtime)
	Over                              // overtime
	NotSubmitted                      // the period is over and the sheet is not submitted
)

// HoursDue reports whether the hours of a day should be entered: once the day is over, or once the sheet is submitted and should
// therefore be complete. A working day without hours is missing from then on, not before.
func HoursDue(day, today db.Day, state State) bool { return state == Submitted || day.Before(today) }

// findWarnings returns the warnings of a row that is not approved yet.
func (r *Row) findWarnings(p Period, today db.Day) (list []Warning) {
	state := r.State()
	if state == Approved {
		return nil
	}
	if state == Changed {
		list = append(list, Warning{Kind: SheetChanged})
	}
	missing := r.countDays(p, today, state, r.Lacks)
	worked := r.Hours()
	idle := worked.Total() == 0 && r.Cents == 0
	if idle && missing > 0 {
		return append(list, Warning{NoSheet, missing})
	}
	var longest int64
	for _, minutes := range r.Days {
		longest = max(longest, minutes)
	}
	if longest > MaxDay {
		list = append(list, Warning{LongDay, longest})
	}
	if missing > 0 {
		list = append(list, Warning{MissingDays, missing})
	}
	if n := r.countFuture(p, today); n > 0 && state != Draft {
		list = append(list, Warning{FutureDays, n})
	}
	if n := r.countDays(p, today, state, r.Undecided); n > 0 {
		list = append(list, Warning{LeaveUndecided, n})
	}
	if n := r.Weeks[0].LeftOut + r.Weeks[1].LeftOut; n > 0 {
		list = append(list, Warning{LeftOut, n})
	}
	if worked.Overtime > 0 {
		list = append(list, Warning{Over, worked.Overtime})
	}
	if state == Draft && !idle && today.After(p.End) {
		list = append(list, Warning{Kind: NotSubmitted})
	}
	return list
}

// findMissing marks the days that are missing.
func (r *Row) findMissing(p Period, today db.Day) {
	for i := range r.Days {
		r.missing[i] = r.Lacks(p, i) && HoursDue(p.Start.Add(i), today, r.State())
	}
}

// countDays counts the days of a sheet in this state whose hours are due and which fit.
func (r *Row) countDays(p Period, today db.Day, state State, fits func(Period, int) bool) (n int64) {
	for i := range r.Days {
		if fits(p, i) && HoursDue(p.Start.Add(i), today, state) {
			n++
		}
	}
	return n
}

// countFuture counts the days after today with a shift or an expense.
func (r *Row) countFuture(p Period, today db.Day) (n int64) {
	for i, entered := range r.entered {
		if entered && p.Start.Add(i).After(today) {
			n++
		}
	}
	return n
}

// Lacks reports whether day i of the period, from 0, is a weekday of employment without a shift and without leave. Leave answers the
// day from its request on, until it is refused or cancelled: whether it is paid is the approver's decision, and nothing for its owner
// to enter.
func (r *Row) Lacks(p Period, i int) bool { return r.expected(p, i) && !r.away[i] && !r.undecided[i] }

// Undecided reports whether day i of the period, from 0, is a weekday of employment without a shift, with leave that is not decided yet.
func (r *Row) Undecided(p Period, i int) bool { return r.expected(p, i) && r.undecided[i] }

// expected reports whether a shift is missing on day i of the period, from 0: it is a weekday on which the employee was employed, and none
// was entered. Leave is not considered.
func (r *Row) expected(p Period, i int) bool {
	day := p.Start.Add(i)
	weekend := day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
	return !weekend && r.Days[i] == 0 && r.Employee.enters(day) && !r.Employee.Archived
}

// Away reports whether approved leave falls on day i of the period, from 0.
func (r *Row) Away(i int) bool { return r.away[i] }
