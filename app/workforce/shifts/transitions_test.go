package shifts_test

import (
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

func TestShift_transitions(t *testing.T) {
	const annID = 5
	ann, boss := auth.Actor{EmployeeID: annID, Role: auth.Employee}, auth.Actor{EmployeeID: 3, Role: auth.Employee, Supervises: true}
	admin := auth.Actor{EmployeeID: annID, Role: auth.Admin}
	open := shifts.Shift{ID: 1, EmployeeID: annID, TimesheetID: 1, BankCodeID: 1, Day: db.MustDay("2026-11-16"), Start: 1, End: 3_600_001}
	approved, onApproved := open, open
	approved.Approved, onApproved.SheetApproved = true, true
	yes, no := timesheets.Decision{Approved: true, Comment: new("Vu")}, timesheets.Decision{}
	for _, x := range []struct {
		name string
		by   auth.Actor
		from shifts.Shift
		d    timesheets.Decision
		want shifts.Shift
		err  string
	}{
		{"the supervisor approves a shift", boss, open, yes, approved, ""},
		{"the supervisor withdraws the approval", boss, approved, no, open, ""},
		{"an approval that stands changes nothing", boss, approved, yes, approved, ""},
		{"nobody approves the own shift", ann, open, yes, open, "own_approval"},
		{"an admin approves the own shift", admin, open, yes, approved, ""},
		{"on an approved sheet the shift is approved already", boss, onApproved, yes, onApproved, ""},
		{"on an approved sheet only the sheet's approval is withdrawn", boss, onApproved, no, onApproved, "timesheet_approved"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got, err := x.from.Decide(x.by, x.d); timetest.Code(err) != x.err || got != x.want {
				t.Errorf("got %+v, %v\nwant %+v, %q", got, err, x.want, x.err)
			}
		})
	}
	for _, x := range []struct {
		name string
		from shifts.Shift
		c    shifts.Changes
		err  string
	}{
		{"a shift that nobody approved changes", open, shifts.Changes{End: new(open.End + 60_000)}, ""},
		{"an approved shift does not", approved, shifts.Changes{End: new(open.End + 60_000)}, "shift_approved"},
		{"an end before the start is refused", open, shifts.Changes{End: new(open.Start)}, "end_time end_before_start"},
	} {
		t.Run(x.name, func(t *testing.T) {
			n, err := x.from.Change(x.c)
			if timetest.Code(err) != x.err || err == nil && n.End != *x.c.End {
				t.Errorf("got %+v, %v, want %q", n, err, x.err)
			}
		})
	}
	t.Run("an approved shift is not archived", func(t *testing.T) {
		if timetest.Code(approved.CheckArchive()) != "shift_approved" || open.CheckArchive() != nil {
			t.Error("the wrong shift is archived")
		}
	})
}
