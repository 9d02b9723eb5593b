package payperiods

import (
	"time"

	"presence/db"
)

// Warning is one thing about a row that needs a look before it is approved.
type Warning struct {
	Kind WarningKind
	N    int64 // days of MissingDays and NoSheet, minutes of LongDay and Over
}

// WarningKind names what stands out.
type WarningKind uint8

// The kinds, the gravest first.
const (
	SheetChanged WarningKind = iota // changed since it was approved (W7)
	NoSheet                         // nothing at all, where there should be something
	LongDay                         // more than 16 hours dated on one day
	MissingDays                     // weekdays without a shift or leave
	Over                            // overtime
	NotSubmitted                    // the period is over and the sheet not submitted
)

// findWarnings finds what stands out in a row that is not approved yet. A weekday is missing when it is past, or when the sheet
// is submitted, and so should be complete.
func (r Row) findWarnings(p Period, today db.Day) (list []Warning) {
	state := r.State()
	if state == Approved {
		return nil
	}
	if state == Changed {
		list = append(list, Warning{Kind: SheetChanged})
	}
	missing := r.missingDays(p, today, state == Submitted)
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
	if worked.Overtime > 0 {
		list = append(list, Warning{Over, worked.Overtime})
	}
	if state == Draft && !idle && today.After(p.End) {
		list = append(list, Warning{Kind: NotSubmitted})
	}
	return list
}

// missingDays counts the weekdays on which the employee was employed, and neither worked nor was on leave.
func (r Row) missingDays(p Period, today db.Day, complete bool) (n int64) {
	for i, minutes := range r.Days {
		day := p.Start.Add(i)
		weekend := day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
		if weekend || minutes > 0 || r.away[i] || !r.Employee.employed(day) || r.Employee.Archived {
			continue
		}
		if complete || day.Before(today) {
			n++
		}
	}
	return n
}
