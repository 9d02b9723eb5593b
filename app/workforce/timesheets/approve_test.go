package timesheets_test

import (
	"context"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/bulk"
	"presence/app/workforce/expenses"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

func TestService_Approve(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, x := range []struct {
			name      string
			by, owner auth.Actor
			code      string
		}{
			{"the supervisor approves", w.Boss, w.Ann, ""},
			{"the supervisor above approves", w.Boss, w.Cid, ""},
			{"payroll approves", w.Payroll, w.Ann, ""},
			{"admin approves the own", w.Admin, w.Admin, ""},
			{"an employee does not approve the own", w.Ann, w.Ann, "own_approval"},
			{"a supervisor does not approve the own", w.Boss, w.Boss, "own_approval"},
			{"payroll does not approve the own", w.Payroll, w.Payroll, "own_approval"},
			{"refuses a sheet of another crew", w.Stranger, w.Ann, "not_found"},
			{"a report does not approve the supervisor's", w.Deputy, w.Boss, "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				sheet := w.Sheet(x.owner)
				got, err := w.Sheets.Approve(t.Context(), x.by, sheet.ID, nil, timesheets.Decision{Approved: true, Comment: new("Bien")})
				w.Refused(err, x.code)
				if x.code == "" && (!got.Approved || got.Comment != "Bien" || got.ApprovedBy != x.by.PersonID || got.ApprovedAt == 0) {
					t.Errorf("%s: got %+v", x.name, got)
				}
				if n := w.Count("SELECT COUNT(*) FROM timesheet_approvals WHERE timesheet_id = $1", sheet.ID); (n == 1) != (x.code == "") {
					t.Errorf("%s: %d approvals are kept", x.name, n)
				}
			})
		}
	})
}

func TestService_Approve_locks_the_sheet_until_it_is_withdrawn(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		kept, gone, edited := w.Shift(w.Ann, sheet.ID, 0), w.Shift(w.Ann, sheet.ID, 1), w.Shift(w.Ann, sheet.ID, 2)
		meal := w.Expense(w.Ann, sheet.ID, 1250)
		approve := func(yes bool) {
			t.Helper()
			_, err := w.Sheets.Approve(t.Context(), w.Boss, sheet.ID, nil, timesheets.Decision{Approved: yes})
			w.OK(err)
		}
		approve(true)
		approve(true) // stands already
		if n := w.Count("SELECT COUNT(*) FROM timesheet_approvals"); n != 1 {
			t.Errorf("approving twice keeps %d approvals", n)
		}
		for name, by := range map[string]auth.Actor{"the owner": w.Ann, "the supervisor": w.Boss, "admin": w.Admin} {
			for what, err := range w.attempts(by, sheet.ID, kept.ID, meal.ID) {
				t.Run("refuses that "+name+" "+what, func(t *testing.T) { w.in(t).Refused(err, "timesheet_approved") })
			}
		}
		if changes := w.changed(sheet.ID); changes != nil {
			t.Errorf("an approved sheet shows changes %v", changes)
		}

		approve(false)
		if changes := w.changed(sheet.ID); changes != nil {
			t.Errorf("nothing changed yet, but %v", changes)
		}
		_, err := w.Shifts.Delete(t.Context(), w.Ann, gone.ID, nil)
		w.OK(err)
		_, err = w.Shifts.Update(t.Context(), w.Ann, edited.ID, nil, shifts.Changes{End: new(edited.End + 3_600_000)})
		w.OK(err)
		_, err = w.Expenses.Update(t.Context(), w.Boss, meal.ID, nil, expenses.Changes{Amount: new(int64(900))})
		w.OK(err)
		added := w.Shift(w.Ann, sheet.ID, 3)
		w.differs(sheet.ID, []change{
			{"shift", gone.ID, "480 min", ""},
			{"shift", edited.ID, "480 min", "540 min"},
			{"shift", added.ID, "", "480 min"},
			{"expense", meal.ID, "1250 ¢", "900 ¢"},
		})
		approve(true)
		if changes := w.changed(sheet.ID); changes != nil {
			t.Errorf("the second approval covers the changes, but %v", changes)
		}
		if n := w.Count("SELECT COUNT(*) FROM timesheet_approvals WHERE withdrawn_by = $1", w.Boss.PersonID); n != 1 {
			t.Errorf("%d withdrawn approvals are kept", n)
		}
	})
}

// attempts are every way to change what lies on a sheet.
func (w *world) attempts(by auth.Actor, sheet, shift, expense int64) map[string]error {
	ctx := context.Background()
	_, add := w.Shifts.Create(ctx, by, w.EightHours(sheet, 9))
	_, edit := w.Shifts.Update(ctx, by, shift, nil, shifts.Changes{Day: new(db.MustDay("2026-11-28"))})
	_, remove := w.Shifts.Delete(ctx, by, shift, nil)
	_, spend := w.Expenses.Create(ctx, by, expenses.New{TimesheetID: sheet, BankCodeID: w.Crew.PerDiem, Day: db.MustDay("2026-11-17"),
		Amount: 1, Description: "x"})
	_, respend := w.Expenses.Update(ctx, by, expense, nil, expenses.Changes{Amount: new(int64(2))})
	_, unspend := w.Expenses.Delete(ctx, by, expense, nil)
	_, drop := w.Sheets.Delete(ctx, by, sheet, nil)
	return map[string]error{"add a shift": add, "edit a shift": edit, "remove a shift": remove, "add an expense": spend,
		"edit an expense": respend, "remove an expense": unspend, "remove the sheet": drop}
}

func (w *world) changed(sheet int64) []timesheets.LineChange {
	w.Helper()
	changes, err := timesheets.ChangesSinceApproval(w.Context(), w.DB, sheet)
	w.OK(err)
	return changes
}

func TestApproveAll(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		anns, cids, bosss, strangers := w.Sheet(w.Ann).ID, w.Sheet(w.Cid).ID, w.Sheet(w.Boss).ID, w.Sheet(w.Stranger).ID
		gone := w.Sheet(w.Ann)
		_, err := w.Sheets.Delete(t.Context(), w.Ann, gone.ID, nil)
		w.OK(err)
		shift := w.Shift(w.Ann, anns, 0)
		all := []int64{strangers, bosss, gone.ID, cids, anns, 4711}
		run := func(what func(context.Context, *db.Tx, auth.Actor, db.Instant, []int64) ([]int64, error), by auth.Actor) (ids []int64) {
			t.Helper()
			w.OK(w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
				ids, err = what(ctx, tx, by, db.InstantOf(w.Clock), all)
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
			{"an employee approves nothing", timesheets.ApproveAll, w.Ann, nil},
			{"a supervisor approves the subtree without the own", timesheets.ApproveAll, w.Boss, []int64{anns, cids}},
			{"what is approved is not approved again", timesheets.ApproveAll, w.Boss, nil},
			{"payroll approves the rest", timesheets.ApproveAll, w.Payroll, []int64{bosss, strangers}},
			{"a supervisor withdraws in the subtree only", timesheets.WithdrawAll, w.Boss, []int64{anns, cids}},
			{"twice withdraws nothing", timesheets.WithdrawAll, w.Boss, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got := run(x.what, x.by); !same(got, x.want) {
					t.Errorf("%s: got %v, want %v", x.name, got, x.want)
				}
			})
		}
		_, err = w.Shifts.Delete(t.Context(), w.Ann, shift.ID, nil)
		w.OK(err)
		w.differs(anns, []change{{"shift", shift.ID, "480 min", ""}})
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'approved' AND kind = 'timesheet'"); n != 4 {
			t.Errorf("4 approvals leave %d entries", n)
		}
	})
}

// TestChangedCondition changes a sheet after its approval was withdrawn. The condition in SQL and the list of what changed always agree.
func TestChangedCondition(t *testing.T) {
	const hour = 3_600_000
	for _, x := range []struct {
		name    string
		do      func(w *world, sheet int64, shift shifts.Shift)
		changed bool
	}{
		{"nothing is done", func(*world, int64, shifts.Shift) {}, false},
		{"a shift is approved by itself, and that is withdrawn", func(w *world, _ int64, shift shifts.Shift) {
			for _, yes := range []bool{true, false} {
				_, err := w.Shifts.Approve(w.Context(), w.Boss, shift.ID, nil, timesheets.Decision{Approved: yes})
				w.OK(err)
			}
		}, false},
		{"a shift is changed", func(w *world, _ int64, shift shifts.Shift) { w.ends(shift, shift.End+hour) }, true},
		{"a shift is changed and changed back", func(w *world, _ int64, shift shifts.Shift) {
			w.ends(shift, shift.End+hour)
			w.ends(shift, shift.End)
		}, false},
		{"a shift is changed by a clock that is behind", func(w *world, _ int64, shift shifts.Shift) {
			w.Clock = w.Clock.Add(-time.Hour)
			w.ends(shift, shift.End+hour)
		}, true},
		{"a shift is deleted", func(w *world, _ int64, shift shifts.Shift) {
			_, err := w.Shifts.Delete(w.Context(), w.Ann, shift.ID, nil)
			w.OK(err)
		}, true},
		{"a shift is deleted and restored", func(w *world, _ int64, shift shifts.Shift) {
			_, err := w.Shifts.Delete(w.Context(), w.Ann, shift.ID, nil)
			w.OK(err)
			_, err = w.Shifts.Restore(w.Context(), w.Ann, shift.ID, nil)
			w.OK(err)
		}, false},
		{"an expense is added", func(w *world, sheet int64, _ shifts.Shift) { w.Expense(w.Ann, sheet, 900) }, true},
		{"an expense is added and deleted", func(w *world, sheet int64, _ shifts.Shift) {
			_, err := w.Expenses.Delete(w.Context(), w.Ann, w.Expense(w.Ann, sheet, 900).ID, nil)
			w.OK(err)
		}, false},
		{"a shift is moved to another sheet", func(w *world, _ int64, shift shifts.Shift) {
			_, err := w.Shifts.Update(w.Context(), w.Ann, shift.ID, nil, shifts.Changes{TimesheetID: new(w.Sheet(w.Ann).ID)})
			w.OK(err)
		}, true},
		{"the sheet is deleted and restored", func(w *world, sheet int64, _ shifts.Shift) {
			_, err := w.Sheets.Delete(w.Context(), w.Ann, sheet, nil)
			w.OK(err)
			_, err = w.Sheets.Restore(w.Context(), w.Ann, sheet, nil)
			w.OK(err)
		}, false},
		{"a shift that was deleted before the sheet is, in the same millisecond, is restored with it", func(w *world, sheet int64, shift shifts.Shift) {
			_, err := w.Shifts.Delete(w.Context(), w.Ann, shift.ID, nil)
			w.OK(err)
			_, err = w.Sheets.Delete(w.Context(), w.Ann, sheet, nil)
			w.OK(err)
			_, err = w.Sheets.Restore(w.Context(), w.Ann, sheet, nil)
			w.OK(err)
		}, false},
		{"a file adds a shift", func(w *world, _ int64, _ shifts.Shift) { w.imports(4) }, true},
		{"a file adds a shift, and is undone", func(w *world, _ int64, _ shifts.Shift) { w.imports(4)() }, false},
		{"a shift is changed, and the sheet is approved", func(w *world, sheet int64, shift shifts.Shift) {
			w.ends(shift, shift.End+hour)
			w.OK(w.one(sheet, true))
		}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				sheet := w.periodSheet(w.Ann)
				shift := w.Shift(w.Ann, sheet, 2)
				w.Expense(w.Ann, sheet, 1250)
				w.OK(w.one(sheet, true))
				w.OK(w.one(sheet, false))
				w.Clock = w.Clock.Add(time.Minute)
				x.do(w, sheet, shift)
				if page := len(w.changed(sheet)) > 0; page != x.changed {
					t.Errorf("the page of the sheet says changed: %v, want %v", page, x.changed)
				}
				if lists := w.Count("SELECT COUNT(*) FROM timesheets t WHERE t.id = $1 AND "+timesheets.ChangedCondition, sheet) == 1; lists != x.changed {
					t.Errorf("the lists say changed: %v, want %v", lists, x.changed)
				}
			})
		})
	}
}

// ends changes when a shift of Ann ends.
func (w *world) ends(shift shifts.Shift, at db.Instant) {
	w.Helper()
	_, err := w.Shifts.Update(w.Context(), w.Ann, shift.ID, nil, shifts.Changes{End: &at})
	w.OK(err)
}

// period is the pay period of the tests' shifts.
func period(db.Day) db.Day { return db.MustDay("2026-11-15") }

// periodSheet returns the sheet of an employee for that pay period.
func (w *world) periodSheet(of auth.Actor) (id int64) {
	w.Helper()
	w.OK(w.DB.Write(w.Context(), func(ctx context.Context, tx *db.Tx) error {
		s, err := timesheets.FindOrCreate(ctx, tx, of, of.EmployeeID, period(db.Day{}), db.InstantOf(w.Clock))
		id = s.ID
		return err
	}))
	return id
}

// imports saves a file with one shift of Ann, n days after 2026-11-15. The returned function undoes it.
func (w *world) imports(n int) (undo func()) {
	w.Helper()
	shift := w.EightHours(0, n)
	lines := []bulk.Line[shifts.New]{{Line: 1, EmployeeID: w.Ann.EmployeeID, New: shift}}
	var saved []bulk.Saved
	write := func(fn func(ctx context.Context, tx *db.Tx, b *shifts.Bulk) error) {
		b, err := w.Shifts.NewBulk(w.Payroll, period)
		w.OK(err)
		w.OK(w.DB.Write(w.Context(), func(ctx context.Context, tx *db.Tx) error { return fn(ctx, tx, b) }))
	}
	write(func(ctx context.Context, tx *db.Tx, b *shifts.Bulk) (err error) {
		saved, err = b.Save(ctx, tx, lines)
		return err
	})
	return func() {
		write(func(ctx context.Context, tx *db.Tx, b *shifts.Bulk) error {
			obstacles, err := b.Undo(ctx, tx, saved)
			if len(obstacles) > 0 {
				w.Errorf("in the way: %v", obstacles)
			}
			return err
		})
	}
}

func TestForPeriod(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		period := db.MustDay("2026-11-15")
		find := func(by auth.Actor, employee int64) (s timesheets.Timesheet, err error) {
			err = w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
				s, err = timesheets.FindOrCreate(ctx, tx, by, employee, period, db.InstantOf(w.Clock))
				return err
			})
			return s, err
		}
		_, err := find(w.Stranger, w.Ann.EmployeeID)
		w.Refused(err, "not_found")
		_, err = find(w.Admin, 4711)
		w.Refused(err, "not_found")

		const racers = 20
		found := make(chan int64, racers)
		for range racers {
			go func() {
				s, err := find(w.Ann, w.Ann.EmployeeID)
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
		if len(ids) != 1 || w.Count("SELECT COUNT(*) FROM timesheets") != 1 {
			t.Errorf("%d requests at once make the sheets %v", racers, ids)
		}
		s, err := find(w.Boss, w.Ann.EmployeeID)
		w.OK(err)
		if !ids[s.ID] || s.PeriodStart != period {
			t.Errorf("the supervisor finds %+v", s)
		}
	})
}

// change is a timesheets.LineChange as a test writes it.
type change struct {
	kind          string
	id            int64
	before, after string
}

func (w *world) differs(sheet int64, want []change) {
	w.Helper()
	got := w.changed(sheet)
	if len(got) != len(want) {
		w.Fatalf("%d changes, want %d: %+v", len(got), len(want), got)
	}
	for i, c := range got {
		if x := (change{c.Kind, c.ID, amount(c.Before), amount(c.After)}); x != want[i] {
			w.Errorf("change %d is %v, want %v", i, x, want[i])
		}
	}
}
