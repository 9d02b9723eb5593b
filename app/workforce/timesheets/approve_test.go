package timesheets_test

import (
	"context"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/expenses"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

func TestService_Approve(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for _, x := range []struct {
			name      string
			by, owner auth.Actor
			code      string
		}{
			{"the supervisor approves", d.boss, d.ann, ""},
			{"the supervisor above approves", d.boss, d.cid, ""},
			{"payroll approves", d.payroll, d.ann, ""},
			{"admin approves the own", d.admin, d.admin, ""},
			{"nobody approves the own", d.ann, d.ann, "own_approval"},
			{"a supervisor does not approve the own", d.boss, d.boss, "own_approval"},
			{"payroll does not approve the own", d.payroll, d.payroll, "own_approval"},
			{"refuses a sheet of another crew", d.stranger, d.ann, "not_found"},
			{"a report does not approve the supervisor's", d.deputy, d.boss, "not_found"},
		} {
			sheet := d.sheet(x.owner)
			got, err := d.sheets.Approve(t.Context(), x.by, sheet.ID, nil, timesheets.Decision{Approved: true, Comment: new("Bien")})
			d.refused(err, x.code)
			if x.code == "" && (!got.Approved || got.Comment != "Bien" || got.ApprovedBy != x.by.PersonID || got.ApprovedAt == 0) {
				t.Errorf("%s: got %+v", x.name, got)
			}
			if n := d.count("SELECT COUNT(*) FROM timesheet_approvals WHERE timesheet_id = $1", sheet.ID); (n == 1) != (x.code == "") {
				t.Errorf("%s: %d approvals are kept", x.name, n)
			}
		}
	})
}

func TestService_Approve_locks_the_sheet_until_it_is_withdrawn(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		sheet := d.sheet(d.ann)
		kept, gone, edited := d.shift(d.ann, sheet.ID, 0), d.shift(d.ann, sheet.ID, 1), d.shift(d.ann, sheet.ID, 2)
		meal := d.expense(d.ann, sheet.ID, 1250)
		approve := func(yes bool) {
			t.Helper()
			_, err := d.sheets.Approve(t.Context(), d.boss, sheet.ID, nil, timesheets.Decision{Approved: yes})
			d.ok(err)
		}
		approve(true)
		approve(true) // stands already
		if n := d.count("SELECT COUNT(*) FROM timesheet_approvals"); n != 1 {
			t.Errorf("approving twice keeps %d approvals", n)
		}
		for name, by := range map[string]auth.Actor{"the owner": d.ann, "the supervisor": d.boss, "admin": d.admin} {
			for what, err := range d.attempts(by, sheet.ID, kept.ID, meal.ID) {
				if err == nil {
					t.Errorf("%s could %s on an approved sheet", name, what)
				}
				d.refused(err, "timesheet_approved")
			}
		}
		if changes := d.changed(sheet.ID); changes != nil {
			t.Errorf("an approved sheet shows changes %v", changes)
		}

		approve(false)
		if changes := d.changed(sheet.ID); changes != nil {
			t.Errorf("nothing changed yet, but %v", changes)
		}
		_, err := d.shifts.Delete(t.Context(), d.ann, gone.ID, nil)
		d.ok(err)
		_, err = d.shifts.Update(t.Context(), d.ann, edited.ID, nil, shifts.Changes{End: new(edited.End + 3_600_000)})
		d.ok(err)
		_, err = d.expenses.Update(t.Context(), d.boss, meal.ID, nil, expenses.Changes{Amount: new(int64(900))})
		d.ok(err)
		added := d.shift(d.ann, sheet.ID, 3)
		d.differs(sheet.ID, []change{
			{"shift", gone.ID, "480 min", ""},
			{"shift", edited.ID, "480 min", "540 min"},
			{"shift", added.ID, "", "480 min"},
			{"expense", meal.ID, "1250 ¢", "900 ¢"},
		})
		approve(true)
		if changes := d.changed(sheet.ID); changes != nil {
			t.Errorf("the second approval covers the changes, but %v", changes)
		}
		if n := d.count("SELECT COUNT(*) FROM timesheet_approvals WHERE withdrawn_by = $1", d.boss.PersonID); n != 1 {
			t.Errorf("%d withdrawn approvals are kept", n)
		}
	})
}

// attempts are every way to change what lies on a sheet.
func (d *desk) attempts(by auth.Actor, sheet, shift, expense int64) map[string]error {
	ctx := context.Background()
	_, add := d.shifts.Create(ctx, by, d.eight(sheet, 9))
	_, edit := d.shifts.Update(ctx, by, shift, nil, shifts.Changes{Day: new(db.MustDay("2026-11-28"))})
	_, remove := d.shifts.Delete(ctx, by, shift, nil)
	_, spend := d.expenses.Create(ctx, by, expenses.New{TimesheetID: sheet, BankCodeID: d.crew.PerDiem, Day: db.MustDay("2026-11-17"), Amount: 1, Description: "x"})
	_, respend := d.expenses.Update(ctx, by, expense, nil, expenses.Changes{Amount: new(int64(2))})
	_, unspend := d.expenses.Delete(ctx, by, expense, nil)
	_, drop := d.sheets.Delete(ctx, by, sheet, nil)
	return map[string]error{"add a shift": add, "edit a shift": edit, "remove a shift": remove, "add an expense": spend,
		"edit an expense": respend, "remove an expense": unspend, "remove the sheet": drop}
}

func (d *desk) changed(sheet int64) []timesheets.LineChange {
	d.Helper()
	changes, err := timesheets.ChangesSinceApproval(d.Context(), d.db, sheet)
	d.ok(err)
	return changes
}

func TestApproveAll(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		anns, cids, bosss, strangers := d.sheet(d.ann).ID, d.sheet(d.cid).ID, d.sheet(d.boss).ID, d.sheet(d.stranger).ID
		gone := d.sheet(d.ann)
		_, err := d.sheets.Delete(t.Context(), d.ann, gone.ID, nil)
		d.ok(err)
		shift := d.shift(d.ann, anns, 0)
		all := []int64{strangers, bosss, gone.ID, cids, anns, 4711}
		run := func(what func(context.Context, *db.Tx, auth.Actor, db.Instant, []int64) ([]int64, error), by auth.Actor) (ids []int64) {
			t.Helper()
			d.ok(d.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
				ids, err = what(ctx, tx, by, db.InstantOf(d.clock), all)
				return err
			}))
			return ids
		}
		for _, x := range []struct {
			name string
			what func(context.Context, *db.Tx, auth.Actor, db.Instant, []int64) ([]int64, error)
			by   auth.Actor
			want []int64
		}{
			{"an employee approves nothing", timesheets.ApproveAll, d.ann, nil},
			{"a supervisor approves the subtree without the own", timesheets.ApproveAll, d.boss, []int64{anns, cids}},
			{"what is approved is not approved again", timesheets.ApproveAll, d.boss, nil},
			{"payroll approves the rest", timesheets.ApproveAll, d.payroll, []int64{bosss, strangers}},
			{"a supervisor withdraws in the subtree only", timesheets.WithdrawAll, d.boss, []int64{anns, cids}},
			{"twice withdraws nothing", timesheets.WithdrawAll, d.boss, nil},
		} {
			if got := run(x.what, x.by); !same(got, x.want) {
				t.Errorf("%s: got %v, want %v", x.name, got, x.want)
			}
		}
		_, err = d.shifts.Delete(t.Context(), d.ann, shift.ID, nil)
		d.ok(err)
		d.differs(anns, []change{{"shift", shift.ID, "480 min", ""}})
		if n := d.count("SELECT COUNT(*) FROM audit_log WHERE action = 'approved' AND kind = 'timesheet'"); n != 4 {
			t.Errorf("4 approvals leave %d entries", n)
		}
	})
}

func TestForPeriod(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		period := db.MustDay("2026-11-15")
		find := func(by auth.Actor, employee int64) (s timesheets.Timesheet, err error) {
			err = d.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
				s, err = timesheets.FindOrCreate(ctx, tx, by, employee, period, db.InstantOf(d.clock))
				return err
			})
			return s, err
		}
		_, err := find(d.stranger, d.ann.EmployeeID)
		d.refused(err, "not_found")
		_, err = find(d.admin, 4711)
		d.refused(err, "not_found")

		const racers = 20
		found := make(chan int64, racers)
		for range racers {
			go func() {
				s, err := find(d.ann, d.ann.EmployeeID)
				if err != nil {
					t.Error(err)
				}
				found <- s.ID
			}()
		}
		ids := map[int64]bool{}
		for range racers {
			ids[<-found] = true
		}
		if len(ids) != 1 || d.count("SELECT COUNT(*) FROM timesheets") != 1 {
			t.Errorf("%d requests at once make the sheets %v", racers, ids)
		}
		s, err := find(d.boss, d.ann.EmployeeID)
		d.ok(err)
		if !ids[s.ID] || s.PeriodStart != period {
			t.Errorf("the supervisor finds %+v", s)
		}
	})
}

// change is a timesheets.Change as a test writes it.
type change struct {
	kind          string
	id            int64
	before, after string
}

func (d *desk) differs(sheet int64, want []change) {
	d.Helper()
	got := d.changed(sheet)
	if len(got) != len(want) {
		d.Fatalf("%d changes, want %d: %+v", len(got), len(want), got)
	}
	for i, c := range got {
		if x := (change{c.Kind, c.ID, amount(c.Before), amount(c.After)}); x != want[i] {
			d.Errorf("change %d is %v, want %v", i, x, want[i])
		}
	}
}
