package workforce_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/app/apptest/timetest"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/customers"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payroll"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// The audit log is read by people and by later versions of the program: the names of its fields and the form of their values
// stay as they are, whatever the JSON of the API does.
func TestAuditTrail(t *testing.T) {
	t.Parallel()
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		changeTime(w)
		changeRecords(w)
		rows, err := w.DB.Query(t.Context(), "SELECT kind, action, record_id, COALESCE(timesheet_id, 0), changes FROM audit_log ORDER BY id")
		w.OK(err)
		defer rows.Close()
		var log strings.Builder
		for rows.Next() {
			var kind, action, record, changes string
			var sheet int64
			w.OK(rows.Scan(&kind, &action, &record, &sheet, &changes))
			fmt.Fprintf(&log, "%s %s %s on sheet %d: %s\n", kind, record, action, sheet, changes)
		}
		w.OK(rows.Err())
		apptest.Golden(t, "audit-trail.golden", log.String())
	})
}

// done ends the test when a call failed, whatever it returned.
func done[T any](w *timetest.World) func(T, error) T {
	return func(v T, err error) T {
		w.Helper()
		w.OK(err)
		return v
	}
}

// changeTime makes and decides about timesheets, shifts, expenses and leave.
func changeTime(w *timetest.World) {
	ctx := w.Context()
	yes, no := timesheets.Decision{Approved: true, Comment: new("Vu")}, timesheets.Decision{}
	sheet, shift, expense, leave := done[timesheets.Timesheet](w), done[shifts.Shift](w), done[expenses.Expense](w),
		done[leaverequests.LeaveRequest](w)
	t := w.Sheet(w.Ann)
	s := shift(w.Shifts.Create(ctx, w.Ann, w.EightHours(t.ID, 1)))
	e := expense(w.Expenses.Create(ctx, w.Ann, w.Meal(t.ID)))
	sheet(w.Sheets.Submit(ctx, w.Ann, t.ID, nil))
	sheet(w.Sheets.Return(ctx, w.Boss, t.ID, nil, "Il manque vendredi"))
	w.Clock = w.Clock.Add(time.Hour)
	sheet(w.Sheets.Submit(ctx, w.Ann, t.ID, nil))
	shift(w.Shifts.Update(ctx, w.Ann, s.ID, nil, shifts.Changes{BankCodeID: &w.Crew.Evening, Day: new(db.MustDay("2026-11-17")),
		End: new(s.End + 90_000)}))
	expense(w.Expenses.Update(ctx, w.Ann, e.ID, nil, expenses.Changes{Amount: new(int64(1999)), Description: new("Souper")}))
	shift(w.Shifts.Approve(ctx, w.Boss, s.ID, nil, yes))
	shift(w.Shifts.Approve(ctx, w.Boss, s.ID, nil, no))
	e = expense(w.Expenses.Approve(ctx, w.Boss, e.ID, nil, yes))
	expense(w.Expenses.UndoDecision(ctx, w.Boss, e.ID, e.Version))
	sheet(w.Sheets.Submit(ctx, w.Ann, t.ID, nil))
	t = sheet(w.Sheets.Return(ctx, w.Boss, t.ID, nil, "Encore"))
	sheet(w.Sheets.UndoDecision(ctx, w.Boss, t.ID, t.Version))
	sheet(w.Sheets.Approve(ctx, w.Boss, t.ID, nil, yes))
	expense(w.Expenses.Approve(ctx, w.Boss, e.ID, nil, timesheets.Decision{Approved: true, Comment: new("Bien")}))
	sheet(w.Sheets.Approve(ctx, w.Boss, t.ID, nil, no))
	sheet(w.Sheets.Update(ctx, w.Admin, t.ID, nil, timesheets.Changes{EmployeeID: &w.Stranger.EmployeeID}))
	shift(w.Shifts.Delete(ctx, w.Admin, s.ID, nil))
	sheet(w.Sheets.Delete(ctx, w.Admin, t.ID, nil))
	r := leave(w.Leave.Create(ctx, w.Ann, w.Vacation(nil)))
	leave(w.Leave.Update(ctx, w.Ann, r.ID, nil, leaverequests.Changes{LeaveType: new("Sick"), End: new(r.End + 60_000)}))
	r = leave(w.Leave.DecideWithNote(ctx, w.Boss, r.ID, nil, leaverequests.Approved, "Bon repos"))
	leave(w.Leave.UndoDecision(ctx, w.Boss, r.ID, r.Version))
	leave(w.Leave.Delete(ctx, w.Ann, r.ID, nil))
}

// changeRecords makes and changes the records that belong to no timesheet.
func changeRecords(w *timetest.World) {
	ctx := w.Context()
	now := func() time.Time { return w.Clock }
	codes := bankcodes.NewService(w.DB, now)
	c := done[bankcodes.BankCode](w)(codes.Create(ctx, w.Payroll,
		bankcodes.New{Type: "mileage", Category: bankcodes.ForExpense, Modifier: 5_900, Code: "G9"}))
	done[bankcodes.BankCode](w)(codes.Update(ctx, w.Payroll, c.ID, nil,
		bankcodes.Changes{Modifier: new(bankcodes.Modifier(6_150)), Code: new("G10")}))

	people := employees.NewService(w.DB, now, w.Zone, nil)
	employee := done[employees.Employee](w)
	const person = "00000000-0000-4000-8000-000000000099"
	e := employee(people.Create(ctx, w.Admin, employees.New{UserID: person, FirstName: "Zoé", LastName: "Roy", Email: "zoe@example.org",
		PhoneNumber:       5145550199,
		ExternalPayrollID: 900, CompanyCode: 271583, FirstWorkDay: db.MustDay("2026-01-05")}))
	employee(people.Update(ctx, w.Admin, e.ID, nil, employees.Changes{Residence: new("Laval"), SupervisorID: &w.Boss.EmployeeID,
		LastWorkDay: new(db.MustDay("2027-01-29"))}))
	employee(people.Update(ctx, w.Admin, e.ID, nil, employees.Changes{SupervisorID: new(int64(0)), LastWorkDay: new(db.Day)}))

	clients := customers.NewService(w.DB, now, "")
	customer := done[customers.Customer](w)
	x := customer(clients.Create(ctx, w.Payroll, customers.New{UserID: person, FirstName: "Zoé", LastName: "Roy", Email: "zoe@example.org",
		PhoneNumber: 5145550199, InvoiceID: 7}))
	customer(clients.Update(ctx, w.Payroll, x.ID, nil, customers.Changes{InvoiceID: new(int64(0)), Residence: new("Laval")}))

	layouts := payroll.NewService(w.DB, now, w.Zone, nil)
	preset := done[payroll.Preset](w)
	by := auth.Actor{PersonID: w.Payroll.PersonID, Role: auth.Payroll}
	p := preset(layouts.SavePreset(ctx, by, payroll.Preset{Name: "ADP",
		Layout: payroll.Layout{Kind: payroll.ADP, Company: "A1", Codes: []payroll.Code{{Ours: "G1", Theirs: "REG"}}}}, nil))
	p.Name, p.Layout = "Colonnes", payroll.Layout{Kind: payroll.Chosen, Columns: []string{"hours", "amount"}}
	preset(layouts.SavePreset(ctx, by, p, nil))
}
