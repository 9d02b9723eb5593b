package timesheets_test

import (
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/workforce/timesheets"
)

func TestTimesheet_transitions(t *testing.T) {
	const annID, bossID = 5, 3
	ann, boss := auth.Actor{PersonID: "ann", EmployeeID: annID, Role: auth.Employee}, auth.Actor{PersonID: "boss", EmployeeID: bossID,
		Role: auth.Employee, Supervises: true}
	payroll, admin := auth.Actor{PersonID: "pay", EmployeeID: 2, Role: auth.Payroll}, auth.Actor{PersonID: "admin", EmployeeID: annID,
		Role: auth.Admin}
	type sheet = timesheets.Timesheet
	draft := sheet{ID: 1, EmployeeID: annID}
	submitted := sheet{ID: 1, EmployeeID: annID, SubmittedAt: 10}
	returned := sheet{ID: 1, EmployeeID: annID, ReturnedAt: 20, Comment: "Il manque vendredi"}
	approved := sheet{ID: 1, EmployeeID: annID, SubmittedAt: 10, Approved: true, ApprovedAt: 30, ApprovedBy: "boss"}
	submit := func(by auth.Actor) func(sheet) (sheet, error) {
		return func(t sheet) (sheet, error) { return t.Submit(by, 40) }
	}
	withdraw := func(by auth.Actor) func(sheet) (sheet, error) {
		return func(t sheet) (sheet, error) { return t.Withdraw(by) }
	}
	giveBack := func(by auth.Actor, comment string) func(sheet) (sheet, error) {
		return func(t sheet) (sheet, error) { return t.Return(by, comment, 40) }
	}
	decide := func(by auth.Actor, yes bool, comment *string) func(sheet) (sheet, error) {
		return func(t sheet) (sheet, error) {
			return t.Decide(by, timesheets.Decision{Approved: yes, Comment: comment}, 40)
		}
	}
	edit := func(by auth.Actor) func(sheet) (sheet, error) {
		return func(t sheet) (sheet, error) { return t.Edit(by) }
	}
	move := func(by auth.Actor) func(sheet) (sheet, error) {
		return func(t sheet) (sheet, error) { return t.MoveTo(by, 8) }
	}
	for _, x := range []struct {
		name string
		from sheet
		do   func(sheet) (sheet, error)
		want sheet // ignored where there is an error: the sheet stays as it is
		err  string
	}{
		{"the owner submits a draft", draft, submit(ann), sheet{ID: 1, EmployeeID: annID, SubmittedAt: 40}, ""},
		{"payroll submits it in the owner's place", draft, submit(payroll), sheet{ID: 1, EmployeeID: annID, SubmittedAt: 40}, ""},
		{"the supervisor does not submit it", draft, submit(boss), sheet{}, "not_owner"},
		{"a submitted sheet keeps the moment when it was submitted", submitted, submit(ann), submitted, ""},
		{"an approved sheet is not submitted again", approved, submit(ann), sheet{}, "timesheet_approved"},
		{"a sheet that is submitted again waits and is no longer returned", returned, submit(ann),
			sheet{ID: 1, EmployeeID: annID, SubmittedAt: 40, Comment: returned.Comment}, ""},

		{"the owner withdraws a submitted sheet", submitted, withdraw(ann), draft, ""},
		{"the supervisor does not withdraw it", submitted, withdraw(boss), sheet{}, "not_owner"},
		{"an approved sheet is not withdrawn", approved, withdraw(ann), sheet{}, "timesheet_approved"},
		{"withdrawing a draft changes nothing", draft, withdraw(ann), draft, ""},

		{"the supervisor returns a submitted sheet", submitted, giveBack(boss, " Il manque vendredi "),
			sheet{ID: 1, EmployeeID: annID, ReturnedAt: 40, Comment: "Il manque vendredi"}, ""},
		{"a return needs a reason", submitted, giveBack(boss, "  "), sheet{}, "supervisor_comment required"},
		{"a reason has a limit", submitted, giveBack(boss, strings.Repeat("é", 1001)), sheet{}, "supervisor_comment length"},
		{"an employee does not return the own sheet", submitted, giveBack(ann, "Non"), sheet{}, "own_approval"},
		{"a draft cannot be returned", draft, giveBack(boss, "Non"), sheet{}, "not_submitted"},
		{"an approved sheet cannot be returned", approved, giveBack(boss, "Non"), sheet{}, "timesheet_approved"},

		{"the supervisor approves a submitted sheet", submitted, decide(boss, true, nil),
			sheet{ID: 1, EmployeeID: annID, SubmittedAt: 10, Approved: true, ApprovedAt: 40, ApprovedBy: "boss"}, ""},
		{"an approval ends the return and may carry a comment", returned, decide(boss, true, new("Vu")),
			sheet{ID: 1, EmployeeID: annID, Approved: true, ApprovedAt: 40, ApprovedBy: "boss", Comment: "Vu"}, ""},
		{"an approval that stands keeps its moment", approved, decide(boss, true, nil), approved, ""},
		{"the supervisor withdraws an approval", approved, decide(boss, false, nil), submitted, ""},
		{"a comment is set without an approval", draft, decide(boss, false, new("Vu")), sheet{ID: 1, EmployeeID: annID, Comment: "Vu"}, ""},
		{"an employee does not approve the own sheet", submitted, decide(ann, true, nil), sheet{}, "own_approval"},
		{"nor repeats the approval of the own sheet", approved, decide(ann, true, nil), sheet{}, "own_approval"},
		{"an admin approves the own sheet", submitted, decide(admin, true, nil),
			sheet{ID: 1, EmployeeID: annID, SubmittedAt: 10, Approved: true, ApprovedAt: 40, ApprovedBy: "admin"}, ""},

		{"what the owner changes is no longer submitted", submitted, edit(ann), draft, ""},
		{"what another corrects stays submitted", submitted, edit(boss), submitted, ""},
		{"an approved sheet is not edited, not even by an admin", approved, edit(admin), sheet{}, "timesheet_approved"},

		{"payroll gives a sheet to another employee", submitted, move(payroll), sheet{ID: 1, EmployeeID: 8, SubmittedAt: 10}, ""},
		{"the supervisor does not", submitted, move(boss), sheet{}, "move_not_allowed"},
		{"an approved sheet stays with its employee", approved, move(payroll), sheet{}, "timesheet_approved"},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, err := x.do(x.from)
			if x.err != "" {
				x.want = x.from
			}
			if timetest.Code(err) != x.err || got != x.want {
				t.Errorf("got %+v, %v\nwant %+v, %q", got, err, x.want, x.err)
			}
		})
	}
	t.Run("an approved sheet is not archived", func(t *testing.T) {
		if timetest.Code(approved.CheckArchive()) != "timesheet_approved" || submitted.CheckArchive() != nil {
			t.Error("the wrong sheet is archived")
		}
	})
	t.Run("a return that is undone restores the moment and the comment", func(t *testing.T) {
		got, err := returned.UndoReturn(boss, 10, "")
		if err != nil || got != submitted {
			t.Errorf("got %+v, %v", got, err)
		}
		if _, err := returned.UndoReturn(ann, 10, ""); timetest.Code(err) != "own_approval" {
			t.Errorf("the owner undoes it: %v", err)
		}
	})
}
