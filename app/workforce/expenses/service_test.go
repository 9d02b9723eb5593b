package expenses_test

import (
	"testing"

	"presence/app/accounts/auth"
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
			{"what stands is no decision", w.Ann, nil, expenses.Changes{Approved: new(false), Comment: new("")}, ""},
			{"the owner changes the amount", w.Ann, new(int64(2)), expenses.Changes{Amount: new(int64(900))}, ""},
			{"no amount", w.Ann, nil, expenses.Changes{Amount: new(int64(0))}, "invalid"},
			{"the supervisor approves", w.Boss, nil, expenses.Changes{Approved: new(true), Comment: new("Vu")}, ""},
			{"the owner changes what is approved", w.Ann, nil, expenses.Changes{Amount: new(int64(901))}, "expense_approved"},
			{"the supervisor does", w.Boss, nil, expenses.Changes{Amount: new(int64(901))}, "expense_approved"},
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
			got.Description != "Dîner" {
			t.Errorf("got %+v", got)
		}
		for action, want := range map[string]int64{"approved": 1, "approval_withdrawn": 1, "created": 1, "updated": 3} {
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
