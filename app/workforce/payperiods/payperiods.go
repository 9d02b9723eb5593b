// Package payperiods computes the pay calendar and the hours of all employees in a period, serves the overview for supervisors
// and payroll, approves whole periods, and provides the lines that payroll exports.
package payperiods

import (
	"presence/app/workforce/worktime"
	"presence/db"
)

// Overview is everyone in a scope in one period (W5).
type Overview struct {
	Period Period
	Rows   []Row // sorted by name
}

// Row is one employee in one period.
type Row struct {
	Employee Employee
	Weeks    [2]Week
	Cents    int64   // of all expenses dated in the period (W4)
	Distance int64   // of the mileage expenses, in 1/100 km
	Sheets   []Sheet // sorted by id: those with activity in the period; if there is none, the one of the staff pages

	// Only in a Review.
	Days     [periodDays]int64 // minutes worked on each day of the period
	Late     [periodDays]int64 // of these, evening and emergency time
	Warnings []Warning         // what to check before the row is approved, most severe first
	Own      bool              // the viewer's own time, which the viewer may not approve (C11)
	Remind   bool              // the viewer may ask the employee to submit: the period has begun, and there is time to submit

	away      [periodDays]bool // days with approved leave
	undecided [periodDays]bool // days with leave that is requested and not decided yet
	entered   [periodDays]bool // only in a Review: days with a shift, and those after today with an expense
	missing   [periodDays]bool // only in a Review: days on which hours are expected and there are none
}

// Week is one week of a row.
type Week struct {
	Hours    worktime.Hours // after overtime was computed
	LeftOut  int64          // minutes above a limit that are not overtime: worktime.Week.Overtime
	Credited int64          // minutes of approved leave that count toward the weekly limit (W3)
	Leave    int64          // minutes of approved leave of any kind
}

// Hours returns the minutes of both weeks.
func (r *Row) Hours() worktime.Hours { return r.Weeks[0].Hours.Plus(r.Weeks[1].Hours) }

// Approved reports whether all sheets are approved; false without a sheet (W5). An empty sheet counts only if there is no
// other, because it would never be approved.
func (r *Row) Approved() bool { return r.State() == Approved }

// State returns the state of the sheet that needs most attention.
func (r *Row) State() State {
	state := Missing
	for _, s := range r.Sheets {
		state = min(state, s.State)
	}
	return state
}

// Employee is the employee of a row.
type Employee struct {
	ID                int64
	Name              string // first and last name
	CompanyCode       int64
	ExternalPayrollID int64
	FirstDay, LastDay db.Day // LastDay is zero while employed
	AddedAfter        bool   // the record was added after the end of the period
	Archived          bool
}

// enters reports whether the employee enters time for the day: it is between the first and the last work day, and in a period
// that had not ended when the record was added. Earlier periods were kept in another system.
func (e Employee) enters(d db.Day) bool {
	return !e.AddedAfter && !d.Before(e.FirstDay) && (e.LastDay.IsZero() || !d.After(e.LastDay))
}

// Sheet is a timesheet in a period.
type Sheet struct {
	ID         int64
	EmployeeID int64
	State      State
	Active     bool  // it has a shift or an expense dated in the period (W6)
	Version    int64 // only in a Review: the version that the viewer decides about
	Returned   bool  // only in a Review: sent back to its owner

	Since db.Instant // only in a Review: when it was submitted, or else last changed
}

// AwaitsApproval reports whether the sheet waits for its approver: it was submitted, or changed since its approval and not sent back.
func (s Sheet) AwaitsApproval() bool {
	return s.State == Submitted || s.State == Changed && !s.Returned
}

// State is the state of a timesheet. The state that needs most attention has the lowest value.
type State uint8

// The states of a sheet; Missing is the state of a row without a sheet.
const (
	Changed   State = iota // its approval was withdrawn, and it was changed since (W7)
	Draft                  // being filled in
	Submitted              // waits for approval
	Approved
	Missing
)

var stateNames = [...]string{"changed", "draft", "submitted", "approved", "missing"}

// String returns the state as it is written in addresses and CSS classes.
func (s State) String() string { return stateNames[s] }

// Scope makes a condition on a column with an employee's id: its placeholder is numbered n, and args are its arguments. Visible
// and Approvable of auth.Actor are scopes.
type Scope = func(column string, n int) (cond string, args []any)
