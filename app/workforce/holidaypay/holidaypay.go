// Package holidaypay keeps what employees are paid for statutory holidays. payperiods.Service.KeepHolidayPay computes it from the
// hours of the weeks before a holiday, until the period is exported; it is on the timesheet of each employee, as leave that is taken.
// Payroll may decide that it is not paid, which stays so.
package holidaypay

import (
	"presence/app/platform/audit"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

// Kind is the kind of record in the audit log.
const Kind = "holiday_pay"

// Pay is what one employee is paid for one statutory holiday.
type Pay struct {
	ID         int64
	EmployeeID int64
	Employee   string // full name
	BankCodeID int64  // a code of leave, of type statutory_holiday or holiday
	Day        db.Day
	Minutes    int64 // the indemnity
	Counted    int64 // the minutes of the weeks before, of which Minutes is a part
	Worked     int64 // the minutes that the employee worked on the day, without those entered as overtime; only of Between
	Unpaid     bool  // payroll does not pay it
	Version    int64
	UpdatedAt  db.Instant
}

// Credited returns the minutes that count toward the weekly limit of overtime: a holiday counts like work, as far as no work of the day
// counts in its place. Hours entered as overtime do not count toward the limit.
func (p Pay) Credited() int64 { return max(p.Minutes-p.Worked, 0) }

// AuditFields are those whose changes the audit log has.
func (p Pay) AuditFields() audit.Fields {
	return audit.Fields{"paid": !p.Unpaid}
}

// CodeOf returns the id of the code by which holidays are paid, among live codes sorted by id: the first of leave of type
// statutory_holiday, else the first of type holiday; 0: there is none.
func CodeOf(codes []bankcodes.BankCode) int64 {
	for _, kind := range []string{"statutory_holiday", "holiday"} {
		for _, c := range codes {
			if c.Category == bankcodes.ForLeave && c.Kind() == kind {
				return c.ID
			}
		}
	}
	return 0
}

// Changes are the fields to change; nil keeps one.
type Changes struct{ Paid *bool }

// Filter selects the pays of a list; zero values select all.
type Filter struct {
	After      int64 // only larger ids
	Rows       int64 // at most this many
	Since      db.Instant
	EmployeeID int64
	From, To   db.Day
}

// Scope makes a condition on a column with an employee's id: its placeholder is numbered n, and args are its arguments.
type Scope func(column string, n int) (cond string, args []any)
