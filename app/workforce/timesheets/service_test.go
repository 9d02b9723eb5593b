package timesheets_test

import (
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
	"presence/db"
)

func TestService_Get(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		sheet := d.sheet(d.cid)
		for _, x := range []struct {
			name string
			by   auth.Actor
			code string
		}{
			{"the owner sees it", d.cid, ""},
			{"the direct supervisor sees it", d.deputy, ""},
			{"the supervisor above sees it", d.boss, ""},
			{"payroll sees it", d.payroll, ""},
			{"admin sees it", d.admin, ""},
			{"a colleague does not", d.ann, "not_found"},
			{"another crew does not", d.stranger, "not_found"},
			{"somebody without an employee record does not", auth.Actor{PersonID: "x", Role: auth.Employee}, "not_found"},
			{"the event half does not", auth.Actor{PersonID: "x", Role: auth.Events}, "not_found"},
			{"nobody does not", auth.Actor{}, "not_found"},
		} {
			_, err := d.sheets.Get(t.Context(), x.by, sheet.ID)
			d.refused(err, x.code)
			n := 0
			d.ok(d.sheets.Each(t.Context(), x.by, timesheets.Filter{Rows: 10}, func(timesheets.Timesheet) error { n++; return nil }))
			if (n == 1) != (x.code == "") {
				t.Errorf("%s: the list has %d", x.name, n)
			}
		}
	})
}

func TestService_Create(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for _, x := range []struct {
			name     string
			by       auth.Actor
			employee int64
			approved bool
			code     string
		}{
			{"the owner makes one", d.ann, d.ann.EmployeeID, false, ""},
			{"the owner cannot approve it on the way", d.ann, d.ann.EmployeeID, true, "approval_not_allowed"},
			{"the supervisor makes one", d.boss, d.cid.EmployeeID, false, ""},
			{"the supervisor approves it on the way", d.boss, d.ann.EmployeeID, true, ""},
			{"a supervisor cannot approve the own", d.boss, d.boss.EmployeeID, true, "approval_not_allowed"},
			{"payroll cannot approve the own", d.payroll, d.payroll.EmployeeID, true, "approval_not_allowed"},
			{"admin approves the own", d.admin, d.admin.EmployeeID, true, ""},
			{"a stranger's employee is not there", d.stranger, d.ann.EmployeeID, false, "invalid"},
			{"nor is one that does not exist", d.admin, 4711, true, "invalid"},
		} {
			before := d.count("SELECT COUNT(*) FROM timesheets")
			s, err := d.sheets.Create(t.Context(), x.by, timesheets.New{EmployeeID: x.employee, Approved: x.approved})
			d.refused(err, x.code)
			made := d.count("SELECT COUNT(*) FROM timesheets") - before
			if x.code != "" && made != 0 {
				t.Errorf("%s: a refused request leaves a row", x.name)
			}
			if x.code == "" && (s.Approved != x.approved || made != 1) {
				t.Errorf("%s: got %+v", x.name, s)
			}
		}
	})
}

func TestService_Submit(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		sheet := d.sheet(d.ann)
		for _, x := range []struct {
			by   auth.Actor
			code string
		}{{d.stranger, "not_found"}, {d.boss, "not_owner"}, {d.ann, ""}, {d.ann, ""}, {d.payroll, ""}} {
			_, err := d.sheets.Submit(t.Context(), x.by, sheet.ID, nil)
			d.refused(err, x.code)
		}
		if n := d.count("SELECT COUNT(*) FROM audit_log WHERE action = 'submitted'"); n != 1 {
			t.Errorf("handing in three times is noted %d times", n)
		}
		submitted := func() bool {
			s, err := d.sheets.Get(t.Context(), d.ann, sheet.ID)
			d.ok(err)
			return s.SubmittedAt != 0
		}
		d.shift(d.boss, sheet.ID, 0)
		if !submitted() {
			t.Error("a correction by the supervisor takes the sheet back")
		}
		d.shift(d.ann, sheet.ID, 1)
		if submitted() {
			t.Error("what the owner changed afterwards counts as handed in")
		}
		_, err := d.sheets.Submit(t.Context(), d.ann, sheet.ID, nil)
		d.ok(err)
		_, err = d.sheets.Withdraw(t.Context(), d.boss, sheet.ID, nil)
		d.refused(err, "not_owner")
		_, err = d.sheets.Withdraw(t.Context(), d.ann, sheet.ID, nil)
		d.ok(err)
		if submitted() {
			t.Error("the sheet was not taken back")
		}
		_, err = d.sheets.Approve(t.Context(), d.boss, sheet.ID, nil, timesheets.Decision{Approved: true})
		d.ok(err)
		_, err = d.sheets.Withdraw(t.Context(), d.ann, sheet.ID, nil)
		d.refused(err, "timesheet_approved")
		_, err = d.sheets.Submit(t.Context(), d.ann, sheet.ID, nil)
		d.refused(err, "timesheet_approved")
	})
}

func TestService_Delete(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		sheet, other := d.sheet(d.ann), d.sheet(d.ann)
		shift := d.shift(d.ann, sheet.ID, 0)
		d.expense(d.ann, sheet.ID, 1250)
		d.shift(d.ann, other.ID, 1)
		_, err := d.sheets.Delete(t.Context(), d.stranger, sheet.ID, nil)
		d.refused(err, "not_found")
		_, err = d.shifts.Approve(t.Context(), d.boss, shift.ID, nil, timesheets.Decision{Approved: true})
		d.ok(err)
		_, err = d.sheets.Delete(t.Context(), d.ann, sheet.ID, nil)
		d.refused(err, "shift_approved")
		_, err = d.shifts.Approve(t.Context(), d.boss, shift.ID, nil, timesheets.Decision{})
		d.ok(err)
		now, err := d.sheets.Get(t.Context(), d.ann, sheet.ID) // what was written on it gave it new versions
		d.ok(err)
		_, err = d.sheets.Delete(t.Context(), d.ann, sheet.ID, new(now.Version+1))
		d.refused(err, "stale")
		if n := d.count("SELECT COUNT(*) FROM shifts WHERE archived_at IS NOT NULL"); n != 0 {
			t.Errorf("refused deletions archived %d shifts", n)
		}
		_, err = d.sheets.Delete(t.Context(), d.ann, sheet.ID, new(now.Version))
		d.ok(err)
		for _, table := range []string{"timesheets", "shifts", "expenses"} {
			if n := d.count("SELECT COUNT(*) FROM " + table + " WHERE archived_reason = 'deleted'"); n != 1 {
				t.Errorf("%d of %s are archived, want 1", n, table)
			}
		}
		if n := d.count("SELECT COUNT(*) FROM audit_log WHERE action = 'archived' AND timesheet_id = $1", sheet.ID); n != 3 {
			t.Errorf("the trail has %d archived records, want 3", n)
		}
		_, err = d.sheets.Get(t.Context(), d.ann, sheet.ID)
		d.refused(err, "not_found")
	})
}

func TestService_Update_moves_a_sheet_with_its_lines(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		sheet := d.sheet(d.ann)
		d.shift(d.ann, sheet.ID, 0)
		dinner := d.expense(d.ann, sheet.ID, 1250)
		theirs := d.sheet(d.cid)
		rival := d.shift(d.cid, theirs.ID, 0)
		to := func(m int64) timesheets.Changes { return timesheets.Changes{EmployeeID: &m} }

		_, err := d.sheets.Update(t.Context(), d.boss, sheet.ID, nil, to(d.cid.EmployeeID))
		d.refused(err, "move_not_allowed")
		_, err = d.sheets.Update(t.Context(), d.ann, sheet.ID, nil, to(d.ann.EmployeeID))
		d.refused(err, "") // as it stands
		_, err = d.sheets.Update(t.Context(), d.payroll, sheet.ID, nil, to(4711))
		d.refused(err, "invalid")
		_, err = d.sheets.Update(t.Context(), d.payroll, sheet.ID, nil, to(d.cid.EmployeeID))
		d.refused(err, "overlap")
		_, err = d.shifts.Delete(t.Context(), d.cid, rival.ID, nil)
		d.ok(err)
		_, err = d.sheets.Update(t.Context(), d.payroll, sheet.ID, nil, timesheets.Changes{EmployeeID: &d.payroll.EmployeeID, Approved: new(true)})
		d.refused(err, "approval_not_allowed") // its own by then
		_, err = d.expenses.Approve(t.Context(), d.boss, dinner.ID, nil, timesheets.Decision{Approved: true})
		d.ok(err)
		_, err = d.sheets.Update(t.Context(), d.payroll, sheet.ID, nil, to(d.cid.EmployeeID))
		d.refused(err, "expense_approved")
		_, err = d.expenses.Approve(t.Context(), d.boss, dinner.ID, nil, timesheets.Decision{})
		d.ok(err)
		moved, err := d.sheets.Update(t.Context(), d.payroll, sheet.ID, nil, to(d.cid.EmployeeID))
		d.ok(err)
		if moved.EmployeeID != d.cid.EmployeeID {
			t.Errorf("the sheet stays with %d", moved.EmployeeID)
		}
		for _, table := range []string{"shifts", "expenses"} {
			if n := d.count("SELECT COUNT(*) FROM "+table+" WHERE timesheet_id = $1 AND employee_id = $2", sheet.ID, d.cid.EmployeeID); n != 1 {
				t.Errorf("%s did not move", table)
			}
		}
		_, err = d.sheets.Get(t.Context(), d.ann, sheet.ID)
		d.refused(err, "not_found")
		_, err = d.sheets.Approve(t.Context(), d.boss, sheet.ID, nil, timesheets.Decision{Approved: true})
		d.ok(err)
		_, err = d.sheets.Update(t.Context(), d.payroll, sheet.ID, nil, to(d.ann.EmployeeID))
		d.refused(err, "timesheet_approved")
	})
}

func TestFilter(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		first, second, empty := d.sheet(d.ann), d.sheet(d.cid), d.sheet(d.ann)
		d.shift(d.ann, first.ID, 0)       // 2026-11-15
		d.expense(d.cid, second.ID, 1250) // 2026-11-17
		_, err := d.sheets.Approve(t.Context(), d.boss, second.ID, nil, timesheets.Decision{Approved: true})
		d.ok(err)
		for _, x := range []struct {
			name string
			f    timesheets.Filter
			want []int64
		}{
			{"nothing asked", timesheets.Filter{}, []int64{first.ID, second.ID, empty.ID}},
			{"after an id", timesheets.Filter{After: first.ID}, []int64{second.ID, empty.ID}},
			{"by employee", timesheets.Filter{EmployeeID: d.ann.EmployeeID}, []int64{first.ID, empty.ID}},
			{"approved", timesheets.Filter{Approved: new(true)}, []int64{second.ID}},
			{"not approved", timesheets.Filter{Approved: new(false)}, []int64{first.ID, empty.ID}},
			{"from a day", timesheets.Filter{From: db.MustDay("2026-11-16")}, []int64{second.ID}},
			{"to a day", timesheets.Filter{To: db.MustDay("2026-11-16")}, []int64{first.ID}},
			{"both", timesheets.Filter{From: db.MustDay("2026-11-15"), To: db.MustDay("2026-11-17")}, []int64{first.ID, second.ID}},
			{"changed since later", timesheets.Filter{Since: db.InstantOf(d.clock) + 1}, nil},
			{"changed since now", timesheets.Filter{Since: db.InstantOf(d.clock), EmployeeID: d.cid.EmployeeID}, []int64{second.ID}},
		} {
			x.f.Rows = 10
			var got []int64
			d.ok(d.sheets.Each(t.Context(), d.admin, x.f, func(s timesheets.Timesheet) error { got = append(got, s.ID); return nil }))
			if !same(got, x.want) {
				t.Errorf("%s: got %v, want %v", x.name, got, x.want)
			}
		}
	})
}

func same(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
