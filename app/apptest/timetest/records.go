package timetest

import (
	"time"

	"presence/app/accounts/auth"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Sheet creates a timesheet for the employee of an actor.
func (w *World) Sheet(of auth.Actor) timesheets.Timesheet {
	w.Helper()
	t, err := w.Sheets.Create(w.Context(), w.Admin, timesheets.New{EmployeeID: of.EmployeeID})
	w.OK(err)
	return t
}

// Shift adds a shift of eight hours to a timesheet, n days after 2026-11-15.
func (w *World) Shift(by auth.Actor, sheet int64, n int) shifts.Shift {
	w.Helper()
	s, err := w.Shifts.Create(w.Context(), by, w.EightHours(sheet, n))
	w.OK(err)
	return s
}

// EightHours returns a regular shift from 13:00 to 21:00 UTC, n days after 2026-11-15.
func (w *World) EightHours(sheet int64, n int) shifts.New {
	start := time.Date(2026, 11, 15+n, 13, 0, 0, 0, time.UTC)
	return shifts.New{TimesheetID: sheet, BankCodeID: w.Crew.Regular, Day: db.DayOf(start), Start: db.InstantOf(start),
		End: db.InstantOf(start.Add(8 * time.Hour))}
}

// ShiftAt returns a regular shift at times written 2026-11-20T08:00, in UTC.
func (w *World) ShiftAt(sheet int64, start, end string) shifts.New {
	w.Helper()
	s, err := time.Parse("2006-01-02T15:04", start)
	w.OK(err)
	e, err := time.Parse("2006-01-02T15:04", end)
	w.OK(err)
	return shifts.New{TimesheetID: sheet, BankCodeID: w.Crew.Regular, Day: db.DayOf(s), Start: db.InstantOf(s), End: db.InstantOf(e)}
}

// Meal returns an expense of 12.50 dollars on 2026-11-17.
func (w *World) Meal(sheet int64) expenses.New {
	return expenses.New{TimesheetID: sheet, BankCodeID: w.Crew.PerDiem, Day: db.MustDay("2026-11-17"), Amount: 1250, Description: "Dîner"}
}

// Expense adds a meal of so many cents to a timesheet.
func (w *World) Expense(by auth.Actor, sheet, cents int64) expenses.Expense {
	w.Helper()
	n := w.Meal(sheet)
	n.Amount = cents
	e, err := w.Expenses.Create(w.Context(), by, n)
	w.OK(err)
	return e
}

// Vacation returns Ann's pending vacation of two days, after change (nil: unchanged).
func (w *World) Vacation(change func(*leaverequests.New)) leaverequests.New {
	w.Helper()
	n := leaverequests.New{EmployeeID: w.Crew.Ann.EmployeeID, BankCodeID: w.Crew.Vacation, LeaveType: "Vacation",
		Start: w.At("2026-12-07 08:00"), End: w.At("2026-12-08 16:00"), ApprovalStatus: leaverequests.Pending}
	if change != nil {
		change(&n)
	}
	return n
}

// LeaveIn returns Ann's vacation with a status, created by an admin.
func (w *World) LeaveIn(status string) leaverequests.LeaveRequest {
	w.Helper()
	r, err := w.Leave.Create(w.Context(), w.Admin, w.Vacation(func(n *leaverequests.New) { n.ApprovalStatus = status }))
	w.OK(err)
	return r
}

// At parses a time in the company's zone: 2026-12-07 08:00.
func (w *World) At(text string) db.Instant {
	w.Helper()
	t, err := time.ParseInLocation("2006-01-02 15:04", text, w.Zone)
	w.OK(err)
	return db.InstantOf(t)
}
