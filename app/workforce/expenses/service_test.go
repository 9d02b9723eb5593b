package expenses_test

import (
	"fmt"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/workforce/expenses"
	"presence/app/workforce/timesheets"
	"presence/db"
)

func TestService_Create(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, x := range []struct {
			name   string
			by     auth.Actor
			sheet  int64
			change func(*expenses.New)
			code   string
			faults []string
		}{
			{"the owner", w.Ann, 1, func(*expenses.New) {}, "", nil},
			{"the supervisor", w.Boss, 2, func(*expenses.New) {}, "", nil},
			{"kilometres", w.Ann, 1, func(n *expenses.New) { n.BankCodeID = w.Crew.Mileage }, "", nil},
			{"approved by the supervisor on the way", w.Boss, 1, func(n *expenses.New) { n.Approved, n.Comment = true, "Vu" }, "", nil},
			{"approved by the owner", w.Ann, 1, func(n *expenses.New) { n.Approved = true }, "approval_not_allowed", nil},
			{"a comment in the supervisor's name", w.Ann, 1, func(n *expenses.New) { n.Comment = "Vu" }, "approval_not_allowed", nil},
			{"a sheet of somebody else", w.Stranger, 1, func(*expenses.New) {}, "invalid", []string{"timesheet_id not_found"}},
			{"nothing to refund", w.Ann, 1, func(n *expenses.New) { n.Amount = 0 }, "invalid", []string{"amount out_of_range"}},
			{"a shift code", w.Ann, 1, func(n *expenses.New) { n.BankCodeID = w.Crew.Regular }, "invalid", []string{"bank_code_id category"}},
			{"everything that is not there, at once", w.Ann, 99, func(n *expenses.New) { n.BankCodeID = 99 }, "invalid",
				[]string{"timesheet_id not_found", "bank_code_id not_found"}},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				before := w.Count("SELECT COUNT(*) FROM expenses")
				n := w.Meal(x.sheet)
				x.change(&n)
				e, err := w.Expenses.Create(t.Context(), x.by, n)
				w.Refused(err, x.code, x.faults...)
				if made := w.Count("SELECT COUNT(*) FROM expenses") - before; (made == 1) != (x.code == "") {
					t.Errorf("%s: made %d", x.name, made)
				}
				if x.code == "" && (e.Amount != 1250 || e.Approved != n.Approved || e.Comment != n.Comment || e.EmployeeID == 0) {
					t.Errorf("%s: got %+v", x.name, e)
				}
			})
		}
	})
}

// A week of an employee has so many expenses at most, on all timesheets together.
func TestService_Create_refuses_more_than_a_week_holds(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		second, err := w.Sheets.Create(t.Context(), w.Ann, timesheets.New{EmployeeID: w.Ann.EmployeeID})
		w.OK(err)
		var last expenses.Expense
		for n := range timesheets.MaxInWeek {
			last, err = w.Expenses.Create(t.Context(), w.Ann, w.Meal([]int64{1, second.ID}[n%2]))
			w.OK(err)
		}
		_, err = w.Expenses.Create(t.Context(), w.Boss, w.Meal(1))
		w.Refused(err, "invalid", "date too_many_in_week")
		later := w.Meal(1)
		later.Day = later.Day.Add(7)
		other, err := w.Expenses.Create(t.Context(), w.Ann, later)
		w.OK(err)
		_, err = w.Expenses.Update(t.Context(), w.Ann, other.ID, nil, expenses.Changes{Day: &last.Day})
		w.Refused(err, "invalid", "date too_many_in_week")
		_, err = w.Expenses.Update(t.Context(), w.Ann, last.ID, nil, expenses.Changes{Amount: new(int64(900))})
		w.OK(err)

		_, err = w.Expenses.Delete(t.Context(), w.Ann, last.ID, nil)
		w.OK(err)
		_, err = w.Expenses.Create(t.Context(), w.Ann, w.Meal(1))
		w.OK(err)
		_, err = w.Expenses.Restore(t.Context(), w.Ann, last.ID, nil)
		w.Refused(err, "invalid", "date too_many_in_week")
	})
}

func TestService_Update(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		e, err := w.Expenses.Create(t.Context(), w.Ann, w.Meal(1))
		w.OK(err)
		own, err := w.Sheets.Create(t.Context(), w.Boss, timesheets.New{EmployeeID: w.Boss.EmployeeID})
		w.OK(err)
		for _, x := range []struct {
			name   string
			by     auth.Actor
			expect *int64
			c      expenses.Changes
			code   string
		}{
			{"another crew", w.Stranger, nil, expenses.Changes{}, "not_found"},
			{"an old version", w.Ann, new(int64(9)), expenses.Changes{}, "stale"},
			{"the owner's approval", w.Ann, nil, expenses.Changes{Approved: new(true)}, "approval_not_allowed"},
			{"the owner's comment", w.Ann, nil, expenses.Changes{Comment: new("Vu")}, "approval_not_allowed"},
			{"a shift code", w.Ann, nil, expenses.Changes{BankCodeID: &w.Crew.Regular}, "invalid"},
			{"a code that is not there", w.Ann, nil, expenses.Changes{BankCodeID: new(int64(99))}, "invalid"},
			{"what stands is no decision", w.Ann, nil, expenses.Changes{Approved: new(false), Comment: new("")}, ""},
			{"the owner changes the amount", w.Ann, new(int64(2)), expenses.Changes{Amount: new(int64(900))}, ""},
			{"no amount", w.Ann, nil, expenses.Changes{Amount: new(int64(0))}, "invalid"},
			{"taxes of more than the amount", w.Ann, nil, expenses.Changes{GST: new(int64(300)), QST: new(int64(600))}, "invalid"},
			{"the owner enters the taxes", w.Ann, nil, expenses.Changes{GST: new(int64(39)), QST: new(int64(78))}, ""},
			{"the supervisor approves", w.Boss, nil, expenses.Changes{Approved: new(true), Comment: new("Vu")}, ""},
			{"the owner changes what is approved", w.Ann, nil, expenses.Changes{Amount: new(int64(901))}, "expense_approved"},
			{"the supervisor does", w.Boss, nil, expenses.Changes{Amount: new(int64(901))}, "expense_approved"},
			{"the supervisor changes the taxes of what is approved", w.Boss, nil, expenses.Changes{QST: new(int64(0))}, "expense_approved"},
			{"the owner withdraws the approval", w.Ann, nil, expenses.Changes{Approved: new(false)}, "approval_not_allowed"},
			{"the supervisor withdraws it and changes", w.Boss, nil, expenses.Changes{Approved: new(false), Amount: new(int64(902))}, ""},
			{"an approval on the way to the own sheet", w.Boss, nil, expenses.Changes{Approved: new(true), TimesheetID: &own.ID},
				"approval_not_allowed"},
			{"to another's sheet in scope", w.Boss, nil, expenses.Changes{TimesheetID: new(int64(2))}, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				_, err := w.Expenses.Update(t.Context(), x.by, e.ID, x.expect, x.c)
				if x.code == "" && err != nil {
					t.Errorf("%s: %v", x.name, err)
				}
				if x.code != "" {
					w.Refused(err, x.code)
				}
			})
		}
		got, err := w.Expenses.Get(t.Context(), w.Boss, e.ID)
		w.OK(err)
		if got.Amount != 902 || got.Approved || got.Comment != "Vu" || got.TimesheetID != 2 || got.EmployeeID != w.Cid.EmployeeID ||
			got.Description != "Dîner" || got.Taxes != (expenses.Taxes{GST: 39, QST: 78}) {
			t.Errorf("got %+v", got)
		}
		for action, want := range map[string]int64{"approved": 1, "approval_withdrawn": 1, "created": 1, "updated": 4} {
			if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'expense' AND action = $1", action); n != want {
				t.Errorf("the trail has %d %s, want %d", n, action, want)
			}
		}
	})
}

func TestService_Approve(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		e, err := w.Expenses.Create(t.Context(), w.Ann, w.Meal(1))
		w.OK(err)
		yes, no := timesheets.Decision{Approved: true, Comment: new("Vu")}, timesheets.Decision{}
		_, err = w.Expenses.Approve(t.Context(), w.Ann, e.ID, nil, yes)
		w.Refused(err, "own_approval")
		_, err = w.Expenses.Approve(t.Context(), w.Stranger, e.ID, nil, yes)
		w.Refused(err, "not_found")
		got, err := w.Expenses.Approve(t.Context(), w.Boss, e.ID, new(e.Version), yes)
		w.OK(err)
		if !got.IsApproved() || got.Comment != "Vu" {
			t.Errorf("got %+v", got)
		}
		_, err = w.Expenses.Delete(t.Context(), w.Ann, e.ID, nil)
		w.Refused(err, "expense_approved")
		_, err = w.Sheets.Delete(t.Context(), w.Ann, 1, nil)
		w.Refused(err, "expense_approved")
		_, err = w.Expenses.Approve(t.Context(), w.Boss, e.ID, nil, no)
		w.OK(err)
		_, err = w.Sheets.Approve(t.Context(), w.Boss, 1, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		got, err = w.Expenses.Approve(t.Context(), w.Boss, e.ID, nil, timesheets.Decision{Approved: true, Comment: new("Encore")})
		w.OK(err)
		if !got.IsApproved() || got.Approved || got.Comment != "Encore" {
			t.Errorf("on an approved sheet: %+v", got)
		}
		_, err = w.Expenses.Approve(t.Context(), w.Admin, e.ID, nil, no)
		w.Refused(err, "timesheet_approved")
		_, err = w.Expenses.Update(t.Context(), w.Admin, e.ID, nil, expenses.Changes{Amount: new(int64(1))})
		w.Refused(err, "timesheet_approved")
	})
}

// Each decision notifies the employee once and has an entry in the history; a request without a decision does neither.
func TestService_Approve_tells_the_employee(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		e := w.Expense(w.Ann, 1, 1250)
		decide := func(yes bool, comment *string) func() error {
			return func() error {
				_, err := w.Expenses.Approve(t.Context(), w.Boss, e.ID, nil, timesheets.Decision{Approved: yes, Comment: comment})
				return err
			}
		}
		update := func(by auth.Actor, c expenses.Changes) func() error {
			return func() error {
				_, err := w.Expenses.Update(t.Context(), by, e.ID, nil, c)
				return err
			}
		}
		for _, x := range []struct {
			name   string
			do     func() error
			action string // in the history; empty: no entry
			told   string // text of the notification; empty: none
		}{
			{"a change by the employee", update(w.Ann, expenses.Changes{Amount: new(int64(900))}), "updated", ""},
			{"a comment without an approval refuses", decide(false, new("Reçu?")), "updated", `"change":"refused"`},
			{"the same comment again", decide(false, new("Reçu?")), "", ""},
			{"a change beside a comment that stands", update(w.Boss, expenses.Changes{Amount: new(int64(1000))}), "updated", ""},
			{"the comment taken away", update(w.Boss, expenses.Changes{Comment: new("")}), "updated", ""},
			{"an approval", decide(true, nil), "approved", `"approved":true`},
			{"the same approval again", decide(true, nil), "", ""},
			{"a comment on what is approved", decide(true, new("Vu")), "updated", ""},
			{"a withdrawal", decide(false, nil), "approval_withdrawn", `"cents":1000`},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				w.Exec("DELETE FROM notifications")
				w.Exec("DELETE FROM audit_log")
				w.OK(x.do())
				if n := w.Count("SELECT COUNT(*) FROM audit_log"); (n != 0) != (x.action != "") {
					t.Errorf("the history has %d entries", n)
				}
				if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = $1", x.action); x.action != "" && n != 1 {
					t.Errorf("the history has %d entries of the name %s", n, x.action)
				}
				if n := w.Count("SELECT COUNT(*) FROM notifications"); (n != 0) != (x.told != "") {
					t.Errorf("there are %d notifications", n)
				}
				if n := w.Count("SELECT COUNT(*) FROM notifications WHERE person_id = $1 AND kind = $2 AND data LIKE $3", w.Ann.PersonID,
					string(notifications.ExpenseDecided), "%"+x.told+"%"); x.told != "" && n != 1 {
					t.Errorf("%d notifications say %s", n, x.told)
				}
			})
		}
	})
}

func TestService_UndoDecision(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		decided := func(decisions ...timesheets.Decision) expenses.Expense {
			e := w.Expense(w.Ann, 1, 1250)
			for _, d := range decisions {
				var err error
				e, err = w.Expenses.Approve(t.Context(), w.Boss, e.ID, nil, d)
				w.OK(err)
			}
			return e
		}
		yes, no := timesheets.Decision{Approved: true}, timesheets.Decision{}
		yesSeen, noWhy := timesheets.Decision{Approved: true, Comment: new("Vu")}, timesheets.Decision{Comment: new("Reçu?")}
		for _, x := range []struct {
			name     string
			e        func() expenses.Expense
			by       auth.Actor
			code     string
			approved bool // after it
			comment  string
		}{
			{"takes an approval back", func() expenses.Expense { return decided(yes) }, w.Boss, "", false, ""},
			{"takes an approval and its comment back", func() expenses.Expense { return decided(noWhy, yesSeen) }, w.Boss, "", false, "Reçu?"},
			{"takes a refusal back, which is a comment", func() expenses.Expense { return decided(noWhy) }, w.Boss, "", false, ""},
			{"takes a withdrawal back and keeps the comment", func() expenses.Expense { return decided(yesSeen, no) }, w.Boss, "", true, "Vu"},
			{"is not for another who may approve", func() expenses.Expense { return decided(yes) }, w.Payroll, "nothing_to_undo", true, ""},
			{"is not for the owner", func() expenses.Expense { return decided(yes) }, w.Ann, "own_approval", true, ""},
			{"is not for those who do not see it", func() expenses.Expense { return decided(yes) }, w.Stranger, "not_found", true, ""},
			{"does not undo a change that decided nothing", func() expenses.Expense {
				e, err := w.Expenses.Update(t.Context(), w.Boss, decided().ID, nil, expenses.Changes{Amount: new(int64(900))})
				w.OK(err)
				return e
			}, w.Boss, "nothing_to_undo", false, ""},
			{"finds nothing in an empty history", func() expenses.Expense {
				e := decided(yes)
				w.Exec("DELETE FROM audit_log")
				return e
			}, w.Boss, "nothing_to_undo", true, ""},
			{"does not undo what is not the last version", func() expenses.Expense {
				e := decided(yes)
				e.Version--
				return e
			}, w.Boss, "stale", true, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				e := x.e()
				w.Exec("DELETE FROM notifications")
				_, err := w.Expenses.UndoDecision(t.Context(), x.by, e.ID, e.Version)
				w.Refused(err, x.code)
				got, err := w.Expenses.Get(t.Context(), w.Boss, e.ID)
				w.OK(err)
				if got.Approved != x.approved || got.Comment != x.comment {
					t.Errorf("it is %+v", got)
				}
				undone := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'decision_undone' AND record_id = $1", fmt.Sprint(e.ID))
				told := w.Count("SELECT COUNT(*) FROM notifications WHERE person_id = $1 AND record_id = $2", w.Ann.PersonID, e.ID)
				want := map[bool]int64{true: 1}[x.code == ""]
				if undone != want || told != want {
					t.Errorf("%d entries of the history and %d notifications, want %d", undone, told, want)
				}
			})
		}
		t.Run("is not for an expense on an approved sheet", func(t *testing.T) {
			w := w.in(t)
			e := decided(yes)
			_, err := w.Sheets.Approve(t.Context(), w.Boss, 1, nil, timesheets.Decision{Approved: true})
			w.OK(err)
			_, err = w.Expenses.UndoDecision(t.Context(), w.Boss, e.ID, e.Version)
			w.Refused(err, "timesheet_approved")
		})
	})
}

func TestService_Each(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		var made []int64
		for i, n := range []expenses.New{w.Meal(1), w.Meal(1), w.Meal(2)} {
			n.Day = n.Day.Add(i)
			if i == 1 {
				n.BankCodeID, n.Approved = w.Crew.Mileage, true
			}
			e, err := w.Expenses.Create(t.Context(), w.Boss, n)
			w.OK(err)
			made = append(made, e.ID)
		}
		for _, x := range []struct {
			name string
			by   auth.Actor
			f    expenses.Filter
			want []int64
		}{
			{"all", w.Admin, expenses.Filter{}, made},
			{"the own", w.Ann, expenses.Filter{}, made[:2]},
			{"none of another crew", w.Stranger, expenses.Filter{TimesheetID: 1}, nil},
			{"by employee", w.Boss, expenses.Filter{EmployeeID: w.Cid.EmployeeID}, made[2:]},
			{"by sheet", w.Boss, expenses.Filter{TimesheetID: 1}, made[:2]},
			{"by bank code", w.Boss, expenses.Filter{BankCodeID: w.Crew.Mileage}, made[1:2]},
			{"approved", w.Boss, expenses.Filter{Approved: new(true)}, made[1:2]},
			{"from a day", w.Boss, expenses.Filter{From: db.MustDay("2026-11-18")}, made[1:]},
			{"to a day", w.Boss, expenses.Filter{To: db.MustDay("2026-11-17")}, made[:1]},
			{"after an id", w.Boss, expenses.Filter{After: made[1]}, made[2:]},
			{"changed since later", w.Boss, expenses.Filter{Since: db.InstantOf(w.Clock) + 1}, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				x.f.Rows = 10
				var got []int64
				w.OK(w.Expenses.Each(t.Context(), x.by, x.f, func(e expenses.Expense) error { got = append(got, e.ID); return nil }))
				if len(got) != len(x.want) || len(got) > 0 && got[0] != x.want[0] {
					t.Errorf("%s: got %v, want %v", x.name, got, x.want)
				}
			})
		}
	})
}
