package expenses_test

import (
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/expenses"
	"presence/app/workforce/timesheets"
	"presence/db"
)

func TestService_Create(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for _, x := range []struct {
			name   string
			by     auth.Actor
			sheet  int64
			change func(*expenses.New)
			code   string
			faults []string
		}{
			{"the owner", d.ann, 1, func(*expenses.New) {}, "", nil},
			{"the supervisor", d.boss, 2, func(*expenses.New) {}, "", nil},
			{"kilometres", d.ann, 1, func(n *expenses.New) { n.BankCodeID = d.crew.Mileage }, "", nil},
			{"approved by the supervisor on the way", d.boss, 1, func(n *expenses.New) { n.Approved, n.Comment = true, "Vu" }, "", nil},
			{"approved by the owner", d.ann, 1, func(n *expenses.New) { n.Approved = true }, "approval_not_allowed", nil},
			{"a comment in the supervisor's name", d.ann, 1, func(n *expenses.New) { n.Comment = "Vu" }, "approval_not_allowed", nil},
			{"a sheet of somebody else", d.stranger, 1, func(*expenses.New) {}, "invalid", []string{"timesheet_id not_found"}},
			{"a shift code", d.ann, 1, func(n *expenses.New) { n.BankCodeID = d.crew.Regular }, "invalid", []string{"bank_code_id category"}},
			{"everything that is not there, at once", d.ann, 99, func(n *expenses.New) { n.BankCodeID = 99 }, "invalid", []string{"timesheet_id not_found", "bank_code_id not_found"}},
		} {
			before := d.count("SELECT COUNT(*) FROM expenses")
			n := d.meal(x.sheet)
			x.change(&n)
			e, err := d.expenses.Create(t.Context(), x.by, n)
			d.refused(err, x.code, x.faults...)
			if made := d.count("SELECT COUNT(*) FROM expenses") - before; (made == 1) != (x.code == "") {
				t.Errorf("%s: made %d", x.name, made)
			}
			if x.code == "" && (e.Amount != 1250 || e.Approved != n.Approved || e.Comment != n.Comment || e.EmployeeID == 0) {
				t.Errorf("%s: got %+v", x.name, e)
			}
		}
	})
}

func TestService_Update(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		e, err := d.expenses.Create(t.Context(), d.ann, d.meal(1))
		d.ok(err)
		own, err := d.sheets.Create(t.Context(), d.boss, timesheets.New{EmployeeID: d.boss.EmployeeID})
		d.ok(err)
		for _, x := range []struct {
			name   string
			by     auth.Actor
			expect *int64
			c      expenses.Changes
			code   string
		}{
			{"another crew", d.stranger, nil, expenses.Changes{}, "not_found"},
			{"an old version", d.ann, new(int64(9)), expenses.Changes{}, "stale"},
			{"the owner's approval", d.ann, nil, expenses.Changes{Approved: new(true)}, "approval_not_allowed"},
			{"the owner's comment", d.ann, nil, expenses.Changes{Comment: new("Vu")}, "approval_not_allowed"},
			{"what stands is no decision", d.ann, nil, expenses.Changes{Approved: new(false), Comment: new("")}, ""},
			{"the owner changes the amount", d.ann, new(int64(2)), expenses.Changes{Amount: new(int64(900))}, ""},
			{"no amount", d.ann, nil, expenses.Changes{Amount: new(int64(0))}, "invalid"},
			{"the supervisor approves", d.boss, nil, expenses.Changes{Approved: new(true), Comment: new("Vu")}, ""},
			{"the owner changes what is approved", d.ann, nil, expenses.Changes{Amount: new(int64(901))}, "expense_approved"},
			{"the supervisor does", d.boss, nil, expenses.Changes{Amount: new(int64(901))}, "expense_approved"},
			{"the owner withdraws the approval", d.ann, nil, expenses.Changes{Approved: new(false)}, "approval_not_allowed"},
			{"the supervisor withdraws it and changes", d.boss, nil, expenses.Changes{Approved: new(false), Amount: new(int64(902))}, ""},
			{"an approval on the way to the own sheet", d.boss, nil, expenses.Changes{Approved: new(true), TimesheetID: &own.ID}, "approval_not_allowed"},
			{"to another's sheet in scope", d.boss, nil, expenses.Changes{TimesheetID: new(int64(2))}, ""},
		} {
			_, err := d.expenses.Update(t.Context(), x.by, e.ID, x.expect, x.c)
			if x.code == "" && err != nil {
				t.Errorf("%s: %v", x.name, err)
			}
			if x.code != "" {
				d.refused(err, x.code)
			}
		}
		got, err := d.expenses.Get(t.Context(), d.boss, e.ID)
		d.ok(err)
		if got.Amount != 902 || got.Approved || got.Comment != "Vu" || got.TimesheetID != 2 || got.EmployeeID != d.cid.EmployeeID || got.Description != "Dîner" {
			t.Errorf("got %+v", got)
		}
		for action, want := range map[string]int64{"approved": 1, "approval_withdrawn": 1, "created": 1, "updated": 3} {
			if n := d.count("SELECT COUNT(*) FROM audit_log WHERE kind = 'expense' AND action = $1", action); n != want {
				t.Errorf("the trail has %d %s, want %d", n, action, want)
			}
		}
	})
}

func TestService_Approve(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		e, err := d.expenses.Create(t.Context(), d.ann, d.meal(1))
		d.ok(err)
		yes, no := timesheets.Decision{Approved: true, Comment: new("Vu")}, timesheets.Decision{}
		_, err = d.expenses.Approve(t.Context(), d.ann, e.ID, nil, yes)
		d.refused(err, "own_approval")
		_, err = d.expenses.Approve(t.Context(), d.stranger, e.ID, nil, yes)
		d.refused(err, "not_found")
		got, err := d.expenses.Approve(t.Context(), d.boss, e.ID, new(e.Version), yes)
		d.ok(err)
		if !got.IsApproved() || got.Comment != "Vu" {
			t.Errorf("got %+v", got)
		}
		_, err = d.expenses.Delete(t.Context(), d.ann, e.ID, nil)
		d.refused(err, "expense_approved")
		_, err = d.sheets.Delete(t.Context(), d.ann, 1, nil)
		d.refused(err, "expense_approved")
		_, err = d.expenses.Approve(t.Context(), d.boss, e.ID, nil, no)
		d.ok(err)
		_, err = d.sheets.Approve(t.Context(), d.boss, 1, nil, timesheets.Decision{Approved: true})
		d.ok(err)
		got, err = d.expenses.Approve(t.Context(), d.boss, e.ID, nil, timesheets.Decision{Approved: true, Comment: new("Encore")})
		d.ok(err)
		if !got.IsApproved() || got.Approved || got.Comment != "Encore" {
			t.Errorf("on an approved sheet: %+v", got)
		}
		_, err = d.expenses.Approve(t.Context(), d.admin, e.ID, nil, no)
		d.refused(err, "timesheet_approved")
		_, err = d.expenses.Update(t.Context(), d.admin, e.ID, nil, expenses.Changes{Amount: new(int64(1))})
		d.refused(err, "timesheet_approved")
	})
}

func TestService_Each(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		var made []int64
		for i, n := range []expenses.New{d.meal(1), d.meal(1), d.meal(2)} {
			n.Day = n.Day.Add(i)
			if i == 1 {
				n.BankCodeID, n.Approved = d.crew.Mileage, true
			}
			e, err := d.expenses.Create(t.Context(), d.boss, n)
			d.ok(err)
			made = append(made, e.ID)
		}
		for _, x := range []struct {
			name string
			by   auth.Actor
			f    expenses.Filter
			want []int64
		}{
			{"all", d.admin, expenses.Filter{}, made},
			{"the own", d.ann, expenses.Filter{}, made[:2]},
			{"none of another crew", d.stranger, expenses.Filter{TimesheetID: 1}, nil},
			{"by employee", d.boss, expenses.Filter{EmployeeID: d.cid.EmployeeID}, made[2:]},
			{"by sheet", d.boss, expenses.Filter{TimesheetID: 1}, made[:2]},
			{"by bank code", d.boss, expenses.Filter{BankCodeID: d.crew.Mileage}, made[1:2]},
			{"approved", d.boss, expenses.Filter{Approved: new(true)}, made[1:2]},
			{"from a day", d.boss, expenses.Filter{From: db.MustDay("2026-11-18")}, made[1:]},
			{"to a day", d.boss, expenses.Filter{To: db.MustDay("2026-11-17")}, made[:1]},
			{"after an id", d.boss, expenses.Filter{After: made[1]}, made[2:]},
			{"changed since later", d.boss, expenses.Filter{Since: db.InstantOf(d.clock) + 1}, nil},
		} {
			x.f.Rows = 10
			var got []int64
			d.ok(d.expenses.Each(t.Context(), x.by, x.f, func(e expenses.Expense) error { got = append(got, e.ID); return nil }))
			if len(got) != len(x.want) || len(got) > 0 && got[0] != x.want[0] {
				t.Errorf("%s: got %v, want %v", x.name, got, x.want)
			}
		}
	})
}
