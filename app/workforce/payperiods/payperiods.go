// Package payperiods is the pay calendar and what is read and decided along it: the hours of everyone in a period, the
// overview that a supervisor and payroll look at, the approval of a whole period, and the lines that payroll exports.
package payperiods

import "presence/db"

// Overview is everyone in a scope in one period (W5).
type Overview struct {
	Period Period
	Rows   []Row // by name
}

// Row is one employee in one period.
type Row struct {
	Employee Employee
	Weeks    [2]Week
	Cents    int64   // of all expenses dated in the period (W4)
	Distance int64   // of the mileage among them, in 1/100 km
	Sheets   []Sheet // by id: those with activity in the period; without any, the one the staff pages keep for it

	// Of a Review alone.
	Days     [periodDays]int64 // minutes worked on each day of the period
	Warnings []Warning         // what to check before the row is approved, the gravest first
	Own      bool              // the viewer's own time, which the viewer may not approve (C11)
	away     [periodDays]bool  // approved leave falls on the day
}

// Week is one week of a row.
type Week struct {
	Hours    Hours // after overtime was found
	Credited int64 // minutes of approved leave that count toward the threshold (W3)
	Leave    int64 // minutes of approved leave of any kind
}

// Hours are the minutes of both weeks.
func (r Row) Hours() Hours { return r.Weeks[0].Hours.Plus(r.Weeks[1].Hours) }

// Approved reports whether all sheets are; false without a sheet (W5). An empty sheet counts only when there is no other,
// since nobody would ever approve it.
func (r Row) Approved() bool { return r.State() == Approved }

// State is the state of the sheet that needs most attention.
func (r Row) State() State {
	state := Missing
	for _, s := range r.Sheets {
		state = min(state, s.State)
	}
	return state
}

// Employee is who a row is about.
type Employee struct {
	ID                int64
	Name              string // first and last name
	CompanyCode       int64
	ExternalPayrollID int64
	FirstDay, LastDay db.Day // LastDay is none while employed
	Archived          bool
}

// employed reports whether the day lies between the first and the last work day.
func (e Employee) employed(d db.Day) bool {
	return !d.Before(e.FirstDay) && (e.LastDay.IsZero() || !d.After(e.LastDay))
}

// Sheet is a timesheet as the period sees it.
type Sheet struct {
	ID         int64
	EmployeeID int64
	State      State
	Active     bool  // it has a shift or an expense dated in the period (W6)
	Version    int64 // of a Review alone: what the viewer decides about
	Returned   bool  // of a Review alone: sent back, it waits for its owner
}

// Waits reports whether the sheet waits for its approver: submitted, or changed since its approval and not sent back.
func (s Sheet) Waits() bool { return s.State == Submitted || s.State == Changed && !s.Returned }

// State says how far a timesheet is, the one that needs most attention first.
type State uint8

// The states of a sheet; Missing is the state of a row without one.
const (
	Changed   State = iota // was approved, approval withdrawn, then changed (W7)
	Draft                  // being filled in
	Submitted              // waits for approval
	Approved
	Missing
)

var stateNames = [...]string{"changed", "draft", "submitted", "approved", "missing"}

// String is the state as addresses and class names spell it.
func (s State) String() string { return stateNames[s] }

// Scope is a condition on the column that holds an employee's id: the placeholder it needs is numbered n, the
// arguments go with it. auth.Actor's Visible and Approvable are scopes.
type Scope = func(column string, n int) (cond string, args []any)
