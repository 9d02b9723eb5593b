// Package mytime shows one person's pay period day by day – shifts, expenses, leave and the resulting hours – where the owner
// enters and submits time and an approver reviews it. It keeps no records of its own.
package mytime

import (
	"time"

	"presence/app/workforce/breakrules"
	"presence/app/workforce/clockings"
	"presence/app/workforce/expenses"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/schedule"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/app/workforce/usualweeks"
	"presence/app/workforce/worktime"
	"presence/db"
)

// days is the number of days in a period.
const days = 14

// PeriodView is one person's pay period, day by day, over all sheets of that period (W6a).
type PeriodView struct {
	Owner  Owner
	Period payperiods.Period
	Today  db.Day // in the company's zone
	Days   [days]Day
	Weeks  [2]Week
	Before [7]Day  // the week before the period, from which shifts can be copied
	Sheets []Sheet // sorted by id: those with lines in the period, and the one of the staff pages
	Codes  map[int64]Code

	Receipts     map[int64][]expenses.Receipt                // by the id of the expense
	askTaxes     bool                                        // the form of an expense asks for the taxes in its amount
	needsReceipt func(e expenses.Expense, mileage bool) bool // what the company requires; nil: nothing

	Overtime labourstandards.Limits // above which regular time is overtime (W3)

	Jobs     Jobs
	Usual    usualweeks.Week // of the owner
	zone     *time.Location
	Rule     breakrules.Rule              // of the owner's breaks
	Stamped  map[int64]clockings.Clocking // by the id of the shift that it became
	Work     []labourstandards.Span       // shifts from the week before until two days after the period, to compute the rest in each week
	Holidays []Holiday                    // in the period
	Norm     *labourstandards.Norm        // the labour standards that the company is under
}

// Owner is the employee whose time it is.
type Owner struct {
	ID                int64
	Name              string
	FirstDay, LastDay db.Day // LastDay is zero while employed
	Archived          bool
}

// Sheet is one of the person's timesheets.
type Sheet struct {
	timesheets.Timesheet
	Approver string                  // name of who approved it
	Changed  []timesheets.LineChange // since an approval that was withdrawn (W7)
	Aged     bool                    // archived with its period, and cannot change (W11)
}

// Day is one day with what was entered on it.
type Day struct {
	Date     db.Day
	Shifts   []shifts.Shift // by start
	Expenses []expenses.Expense
	Leave    []Leave
	Planned  []schedule.Plan // published for the owner, by start
}

// Leave is the part of a leave request that falls on one day.
type Leave struct {
	Type     string // of leaverequests.Types
	Approved bool   // false: pending
	Minutes  int64  // that are taken: none on a statutory holiday
	Credited int64  // minutes that count toward the weekly limit of overtime (W3)

	Pay *holidaypay.Pay // what is paid for a statutory holiday by the program; nil: it is leave that somebody asked for
}

// Code is a bank code.
type Code struct {
	ID       int64
	Kind     string // its type, lower case
	Category string
	Name     string // its bank_code
	Modifier int64  // 1/10 000
	Live     bool
}

// Week holds the totals of one week.
type Week struct {
	Hours    worktime.Hours // after overtime was computed (W3)
	Found    int64          // regular minutes that became overtime, contained in Hours
	LeftOut  int64          // minutes above a limit that are not overtime: worktime.Week.Overtime
	Leave    int64          // minutes of approved leave
	Cents    int64
	Distance int64 // 1/100 km
}

// Minutes returns the minutes worked on the day (W3).
func (d Day) Minutes() (n int64) {
	for _, s := range d.Shifts {
		n += s.Minutes
	}
	return n
}

// away reports whether approved or requested leave falls on the day.
func (d Day) away() bool { return len(d.Leave) > 0 }

// blank reports whether nothing was entered on the day.
func (d Day) blank() bool { return len(d.Shifts)+len(d.Expenses) == 0 }

// day returns the day with a date in the period or in the week before; nil for any other date.
func (f *PeriodView) day(d db.Day) *Day {
	switch i := d.Sub(f.Period.Start); {
	case i >= 0 && i < days:
		return &f.Days[i]
	case i >= -7 && i < 0:
		return &f.Before[i+7]
	}
	return nil
}

// week returns the days of week i, 0 or 1.
func (f *PeriodView) week(i int) []Day { return f.Days[7*i : 7*i+7] }

// State returns the smallest payperiods.State among the sheets (States are ordered by urgency); Missing if there is no sheet.
func (f *PeriodView) State() payperiods.State {
	state := payperiods.Missing
	for _, s := range f.Sheets {
		state = min(state, s.State())
	}
	return state
}

// State returns the state of the sheet.
func (s Sheet) State() payperiods.State {
	switch {
	case s.Approved:
		return payperiods.Approved
	case len(s.Changed) > 0:
		return payperiods.Changed
	case s.SubmittedAt != 0:
		return payperiods.Submitted
	}
	return payperiods.Draft
}

// computeWeeks computes the totals of the weeks from the days.
func (f *PeriodView) computeWeeks(limits labourstandards.Limits) {
	f.Overtime = limits
	for i := range f.Weeks {
		var w Week
		var work worktime.Week
		for n, d := range f.week(i) {
			for _, s := range d.Shifts {
				column := worktime.ColumnOf(f.Codes[s.BankCodeID].Kind)
				work.Hours.Add(column, s.Minutes)
				work.Days[n].Add(column, s.Minutes)
			}
			for _, e := range d.Expenses {
				w.Cents += e.Amount
				w.Distance += f.distance(e)
			}
			for _, l := range d.Leave {
				if l.Approved {
					w.Leave += l.Minutes
					work.Credited += l.Credited
				}
			}
		}
		w.Found, w.LeftOut = work.Overtime(limits)
		w.Hours = work.Paid(limits)
		f.Weeks[i] = w
	}
}

// lacksReceipt reports whether an expense needs a receipt and has none.
func (f *PeriodView) lacksReceipt(e expenses.Expense) bool {
	return f.needsReceipt != nil && f.needsReceipt(e, payperiods.IsMileage(f.Codes[e.BankCodeID].Kind))
}

// distance returns the distance of an expense in 1/100 km; 0 when it is no mileage (W4).
func (f *PeriodView) distance(e expenses.Expense) int64 {
	c := f.Codes[e.BankCodeID]
	if !payperiods.IsMileage(c.Kind) {
		return 0
	}
	return payperiods.Distance(e.Amount, c.Modifier)
}

// total returns the sum of both weeks.
func (f *PeriodView) total() Week {
	a, b := f.Weeks[0], f.Weeks[1]
	return Week{a.Hours.Plus(b.Hours), a.Found + b.Found, a.LeftOut + b.LeftOut, a.Leave + b.Leave, a.Cents + b.Cents,
		a.Distance + b.Distance}
}

// codeFor returns the id of the code that a new shift on a day begins with: that of the latest shift on the same day of the week in the
// period and the week before it, else usualCode, else the first live code of regular time; 0 if there is none. A code is not taken over
// from another day of the week, because a person might not notice that it is another one.
func (f *PeriodView) codeFor(day db.Day) (code int64) {
	for i := -7; i < days; i++ {
		x := f.day(f.Period.Start.Add(i))
		if x.Date.Weekday() != day.Weekday() || x.Date.After(day) {
			continue
		}
		for _, s := range x.Shifts {
			if f.Codes[s.BankCodeID].Live {
				code = s.BankCodeID
			}
		}
	}
	if code != 0 {
		return code
	}
	if code = f.usualCode(); f.Codes[code].Live {
		return code
	}
	code = 0
	for id, c := range f.Codes {
		if c.Live && c.Category == "shift" && worktime.ColumnOf(c.Kind) == worktime.Regular && (code == 0 || id < code) {
			code = id
		}
	}
	return code
}

// usualCode returns the id of the regular-time code with the most shifts in the period and the week before it, the lowest id of
// several; 0 if there is none.
func (f *PeriodView) usualCode() (usual int64) {
	count := map[int64]int{}
	for _, list := range [][]Day{f.Days[:], f.Before[:]} {
		for _, d := range list {
			for _, s := range d.Shifts {
				if worktime.ColumnOf(f.Codes[s.BankCodeID].Kind) == worktime.Regular {
					count[s.BankCodeID]++
				}
			}
		}
	}
	for id, n := range count {
		if n > count[usual] || n == count[usual] && id < usual {
			usual = id
		}
	}
	return usual
}
