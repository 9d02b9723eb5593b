package expenses_test

import (
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/workforce/expenses"
	"presence/app/workforce/timesheets"
	"presence/db"
)

func TestExpense_transitions(t *testing.T) {
	const annID = 5
	ann, boss := auth.Actor{EmployeeID: annID, Role: auth.Employee}, auth.Actor{EmployeeID: 3, Role: auth.Employee, Supervises: true}
	open := expenses.Expense{ID: 1, EmployeeID: annID, TimesheetID: 1, BankCodeID: 3, Day: db.MustDay("2026-11-16"), Amount: 1250,
		Description: "Dîner"}
	with := func(change func(*expenses.Expense)) expenses.Expense {
		e := open
		change(&e)
		return e
	}
	approved := with(func(e *expenses.Expense) { e.Approved = true })
	onApproved := with(func(e *expenses.Expense) { e.SheetApproved = true })
	decide := func(by auth.Actor, yes bool, comment *string) func(expenses.Expense) (expenses.Expense, error) {
		return func(e expenses.Expense) (expenses.Expense, error) {
			return e.Decide(by, timesheets.Decision{Approved: yes, Comment: comment})
		}
	}
	change := func(by auth.Actor, c expenses.Changes) func(expenses.Expense) (expenses.Expense, error) {
		return func(e expenses.Expense) (expenses.Expense, error) { return e.Change(by, c) }
	}
	for _, x := range []struct {
		name string
		from expenses.Expense
		do   func(expenses.Expense) (expenses.Expense, error)
		want expenses.Expense // ignored where there is an error: the expense stays as it is
		err  string
	}{
		{"the supervisor approves with a comment", open, decide(boss, true, new(" Vu ")),
			with(func(e *expenses.Expense) { e.Approved, e.Comment = true, "Vu" }), ""},
		{"the supervisor withdraws the approval", approved, decide(boss, false, nil), open, ""},
		{"the supervisor refuses: a comment without an approval", open, decide(boss, false, new("Non")),
			with(func(e *expenses.Expense) { e.Comment = "Non" }), ""},
		{"nobody approves the own expense", open, decide(ann, true, nil), open, "own_approval"},
		{"on an approved sheet a comment is still set", onApproved, decide(boss, true, new("Vu")),
			with(func(e *expenses.Expense) { e.SheetApproved, e.Comment = true, "Vu" }), ""},
		{"on an approved sheet only the sheet's approval is withdrawn", onApproved, decide(boss, false, nil), open, "timesheet_approved"},
		{"a comment has a limit", open, decide(boss, true, new(strings.Repeat("é", 1001))), open, "supervisor_comment length"},

		{"the owner changes the amount", open, change(ann, expenses.Changes{Amount: new(int64(900))}),
			with(func(e *expenses.Expense) { e.Amount = 900 }), ""},
		{"the owner sends no approval", open, change(ann, expenses.Changes{Approved: new(true)}), open, "approval_not_allowed"},
		{"the owner sends no comment of the supervisor", open, change(ann, expenses.Changes{Comment: new("Vu")}), open, "approval_not_allowed"},
		{"what is approved does not change", approved, change(boss, expenses.Changes{Amount: new(int64(900))}), approved, "expense_approved"},
		{"what is approved changes as its approval is withdrawn", approved,
			change(boss, expenses.Changes{Approved: new(false), Amount: new(int64(900))}),
			with(func(e *expenses.Expense) { e.Amount = 900 }), ""},
		{"every field changes", open, change(boss, expenses.Changes{TimesheetID: new(int64(2)), BankCodeID: new(int64(4)),
			Day: new(db.MustDay("2026-11-18")), Amount: new(int64(1)), Description: new("Souper"), Approved: new(true), Comment: new("Vu")}),
			expenses.Expense{ID: 1, EmployeeID: annID, TimesheetID: 2, BankCodeID: 4, Day: db.MustDay("2026-11-18"), Amount: 1,
				Description: "Souper", Approved: true, Comment: "Vu"}, ""},
		{"the comment of what is approved changes", approved, change(boss, expenses.Changes{Comment: new("Vu")}),
			with(func(e *expenses.Expense) { e.Approved, e.Comment = true, "Vu" }), ""},
		{"an amount of nothing is refused", open, change(ann, expenses.Changes{Amount: new(int64(0))}), open, "amount out_of_range"},
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
	t.Run("an approved expense is not archived", func(t *testing.T) {
		if timetest.Code(approved.CheckArchive()) != "expense_approved" || open.CheckArchive() != nil {
			t.Error("the wrong expense is archived")
		}
	})
}
