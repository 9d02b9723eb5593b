package timesheets_test

import (
	"context"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
	"presence/db"
)

func TestService_Get(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Cid)
		for _, x := range []struct {
			name string
			by   auth.Actor
			code string
		}{
			{"the owner sees it", w.Cid, ""},
			{"the direct supervisor sees it", w.Deputy, ""},
			{"the supervisor above sees it", w.Boss, ""},
			{"payroll sees it", w.Payroll, ""},
			{"admin sees it", w.Admin, ""},
			{"a colleague does not", w.Ann, "not_found"},
			{"another crew does not", w.Stranger, "not_found"},
			{"a person without an employee record does not", auth.Actor{PersonID: "x", Role: auth.Employee}, "not_found"},
			{"a person of the events does not", auth.Actor{PersonID: "x", Role: auth.Events}, "not_found"},
			{"a caller without an identity does not", auth.Actor{}, "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				_, err := w.Sheets.Get(t.Context(), x.by, sheet.ID)
				w.Refused(err, x.code)
				n := 0
				w.OK(w.Sheets.Each(t.Context(), x.by, timesheets.Filter{Rows: 10}, func(timesheets.Timesheet) error { n++; return nil }))
				if (n == 1) != (x.code == "") {
					t.Errorf("%s: the list has %d", x.name, n)
				}
			})
		}
	})
}

func TestService_Create(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, x := range []struct {
			name     string
			by       auth.Actor
			employee int64
			approved bool
			code     string
		}{
			{"the owner makes one", w.Ann, w.Ann.EmployeeID, false, ""},
			{"the owner cannot approve it on the way", w.Ann, w.Ann.EmployeeID, true, "approval_not_allowed"},
			{"the supervisor makes one", w.Boss, w.Cid.EmployeeID, false, ""},
			{"the supervisor approves it on the way", w.Boss, w.Ann.EmployeeID, true, ""},
			{"a supervisor cannot approve the own", w.Boss, w.Boss.EmployeeID, true, "approval_not_allowed"},
			{"payroll cannot approve the own", w.Payroll, w.Payroll.EmployeeID, true, "approval_not_allowed"},
			{"admin approves the own", w.Admin, w.Admin.EmployeeID, true, ""},
			{"a stranger's employee is not there", w.Stranger, w.Ann.EmployeeID, false, "invalid"},
			{"nor is one that does not exist", w.Admin, 4711, true, "invalid"},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				before := w.Count("SELECT COUNT(*) FROM timesheets")
				s, err := w.Sheets.Create(t.Context(), x.by, timesheets.New{EmployeeID: x.employee, Approved: x.approved})
				w.Refused(err, x.code)
				made := w.Count("SELECT COUNT(*) FROM timesheets") - before
				if x.code != "" && made != 0 {
					t.Errorf("%s: a refused request leaves a row", x.name)
				}
				if x.code == "" && (s.Approved != x.approved || made != 1) {
					t.Errorf("%s: got %+v", x.name, s)
				}
			})
		}
	})
}

func TestService_Submit(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		for _, x := range []struct {
			name string
			by   auth.Actor
			code string
		}{
			{"refuses a stranger", w.Stranger, "not_found"}, {"refuses the supervisor", w.Boss, "not_owner"},
			{"takes the owner's sheet", w.Ann, ""}, {"leaves a submitted sheet as it is", w.Ann, ""},
			{"leaves a submitted sheet as it is for payroll", w.Payroll, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				_, err := w.Sheets.Submit(t.Context(), x.by, sheet.ID, nil)
				w.Refused(err, x.code)
			})
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'submitted'"); n != 1 {
			t.Errorf("handing in three times is noted %d times", n)
		}
		submitted := func() bool {
			s, err := w.Sheets.Get(t.Context(), w.Ann, sheet.ID)
			w.OK(err)
			return s.SubmittedAt != 0
		}
		w.Shift(w.Boss, sheet.ID, 0)
		if !submitted() {
			t.Error("a correction by the supervisor takes the sheet back")
		}
		w.Shift(w.Ann, sheet.ID, 1)
		if submitted() {
			t.Error("what the owner changed afterwards counts as handed in")
		}
		_, err := w.Sheets.Submit(t.Context(), w.Ann, sheet.ID, nil)
		w.OK(err)
		_, err = w.Sheets.Withdraw(t.Context(), w.Boss, sheet.ID, nil)
		w.Refused(err, "not_owner")
		_, err = w.Sheets.Withdraw(t.Context(), w.Ann, sheet.ID, nil)
		w.OK(err)
		if submitted() {
			t.Error("the sheet was not taken back")
		}
		_, err = w.Sheets.Approve(t.Context(), w.Boss, sheet.ID, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		_, err = w.Sheets.Withdraw(t.Context(), w.Ann, sheet.ID, nil)
		w.Refused(err, "timesheet_approved")
		_, err = w.Sheets.Submit(t.Context(), w.Ann, sheet.ID, nil)
		w.Refused(err, "timesheet_approved")
	})
}

func TestService_Delete(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet, other := w.Sheet(w.Ann), w.Sheet(w.Ann)
		shift := w.Shift(w.Ann, sheet.ID, 0)
		w.Expense(w.Ann, sheet.ID, 1250)
		w.Shift(w.Ann, other.ID, 1)
		_, err := w.Sheets.Delete(t.Context(), w.Stranger, sheet.ID, nil)
		w.Refused(err, "not_found")
		_, err = w.Shifts.Approve(t.Context(), w.Boss, shift.ID, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		_, err = w.Sheets.Delete(t.Context(), w.Ann, sheet.ID, nil)
		w.Refused(err, "shift_approved")
		_, err = w.Shifts.Approve(t.Context(), w.Boss, shift.ID, nil, timesheets.Decision{})
		w.OK(err)
		now, err := w.Sheets.Get(t.Context(), w.Ann, sheet.ID) // what was written on it gave it new versions
		w.OK(err)
		_, err = w.Sheets.Delete(t.Context(), w.Ann, sheet.ID, new(now.Version+1))
		w.Refused(err, "stale")
		if n := w.Count("SELECT COUNT(*) FROM shifts WHERE archived_at IS NOT NULL"); n != 0 {
			t.Errorf("refused deletions archived %d shifts", n)
		}
		_, err = w.Sheets.Delete(t.Context(), w.Ann, sheet.ID, new(now.Version))
		w.OK(err)
		for _, table := range []string{"timesheets", "shifts", "expenses"} {
			if n := w.Count("SELECT COUNT(*) FROM " + table + " WHERE archived_reason = 'deleted'"); n != 1 {
				t.Errorf("%d of %s are archived, want 1", n, table)
			}
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'archived' AND timesheet_id = $1", sheet.ID); n != 3 {
			t.Errorf("the trail has %d archived records, want 3", n)
		}
		_, err = w.Sheets.Get(t.Context(), w.Ann, sheet.ID)
		w.Refused(err, "not_found")
	})
}

func TestService_Update_moves_a_sheet_with_its_lines(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		w.Shift(w.Ann, sheet.ID, 0)
		dinner := w.Expense(w.Ann, sheet.ID, 1250)
		theirs := w.Sheet(w.Cid)
		rival := w.Shift(w.Cid, theirs.ID, 0)
		to := func(m int64) timesheets.Changes { return timesheets.Changes{EmployeeID: &m} }

		_, err := w.Sheets.Update(t.Context(), w.Boss, sheet.ID, nil, to(w.Cid.EmployeeID))
		w.Refused(err, "move_not_allowed")
		_, err = w.Sheets.Update(t.Context(), w.Ann, sheet.ID, nil, to(w.Ann.EmployeeID))
		w.Refused(err, "") // as it stands
		_, err = w.Sheets.Update(t.Context(), w.Payroll, sheet.ID, nil, to(4711))
		w.Refused(err, "invalid")
		_, err = w.Sheets.Update(t.Context(), w.Payroll, sheet.ID, nil, to(w.Cid.EmployeeID))
		w.Refused(err, "overlap")
		_, err = w.Shifts.Delete(t.Context(), w.Cid, rival.ID, nil)
		w.OK(err)
		_, err = w.Sheets.Update(t.Context(), w.Payroll, sheet.ID, nil,
			timesheets.Changes{EmployeeID: &w.Payroll.EmployeeID, Approved: new(true)})
		w.Refused(err, "approval_not_allowed") // its own by then
		_, err = w.Expenses.Approve(t.Context(), w.Boss, dinner.ID, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		_, err = w.Sheets.Update(t.Context(), w.Payroll, sheet.ID, nil, to(w.Cid.EmployeeID))
		w.Refused(err, "expense_approved")
		_, err = w.Expenses.Approve(t.Context(), w.Boss, dinner.ID, nil, timesheets.Decision{})
		w.OK(err)
		moved, err := w.Sheets.Update(t.Context(), w.Payroll, sheet.ID, nil, to(w.Cid.EmployeeID))
		w.OK(err)
		if moved.EmployeeID != w.Cid.EmployeeID {
			t.Errorf("the sheet stays with %d", moved.EmployeeID)
		}
		for _, table := range []string{"shifts", "expenses"} {
			if n := w.Count("SELECT COUNT(*) FROM "+table+" WHERE timesheet_id = $1 AND employee_id = $2", sheet.ID, w.Cid.EmployeeID); n != 1 {
				t.Errorf("%s did not move", table)
			}
		}
		_, err = w.Sheets.Get(t.Context(), w.Ann, sheet.ID)
		w.Refused(err, "not_found")
		_, err = w.Sheets.Approve(t.Context(), w.Boss, sheet.ID, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		_, err = w.Sheets.Update(t.Context(), w.Payroll, sheet.ID, nil, to(w.Ann.EmployeeID))
		w.Refused(err, "timesheet_approved")
	})
}

func TestFilter(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		first, second, empty := w.Sheet(w.Ann), w.Sheet(w.Cid), w.Sheet(w.Ann)
		w.Shift(w.Ann, first.ID, 0)       // 2026-11-15
		w.Expense(w.Cid, second.ID, 1250) // 2026-11-17
		_, err := w.Sheets.Approve(t.Context(), w.Boss, second.ID, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		for _, x := range []struct {
			name string
			f    timesheets.Filter
			want []int64
		}{
			{"nothing asked", timesheets.Filter{}, []int64{first.ID, second.ID, empty.ID}},
			{"after an id", timesheets.Filter{After: first.ID}, []int64{second.ID, empty.ID}},
			{"by employee", timesheets.Filter{EmployeeID: w.Ann.EmployeeID}, []int64{first.ID, empty.ID}},
			{"approved", timesheets.Filter{Approved: new(true)}, []int64{second.ID}},
			{"not approved", timesheets.Filter{Approved: new(false)}, []int64{first.ID, empty.ID}},
			{"from a day", timesheets.Filter{From: db.MustDay("2026-11-16")}, []int64{second.ID}},
			{"to a day", timesheets.Filter{To: db.MustDay("2026-11-16")}, []int64{first.ID}},
			{"both", timesheets.Filter{From: db.MustDay("2026-11-15"), To: db.MustDay("2026-11-17")}, []int64{first.ID, second.ID}},
			{"changed since later", timesheets.Filter{Since: db.InstantOf(w.Clock) + 1}, nil},
			{"changed since now", timesheets.Filter{Since: db.InstantOf(w.Clock), EmployeeID: w.Cid.EmployeeID}, []int64{second.ID}},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				x.f.Rows = 10
				var got []int64
				w.OK(w.Sheets.Each(t.Context(), w.Admin, x.f, func(s timesheets.Timesheet) error { got = append(got, s.ID); return nil }))
				if !same(got, x.want) {
					t.Errorf("%s: got %v, want %v", x.name, got, x.want)
				}
			})
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

// A sheet of the staff pages is found by its employee and its period, and is the only one of both.
func TestFindOrCreate(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		of := func(w *world, by auth.Actor, period string) (s timesheets.Timesheet, err error) {
			err = w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
				s, err = timesheets.FindOrCreate(ctx, tx, by, by.EmployeeID, db.MustDay(period), db.InstantOf(w.Clock))
				return err
			})
			return s, err
		}
		first, err := of(w, w.Ann, "2026-11-15")
		w.OK(err)
		cids, err := of(w, w.Cid, "2026-11-15")
		w.OK(err)
		t.Run("another period has another sheet", func(t *testing.T) {
			w := w.in(t)
			second, err := of(w, w.Ann, "2026-11-29")
			w.OK(err)
			again, err := of(w, w.Ann, "2026-11-15")
			w.OK(err)
			if second.ID == first.ID || second.PeriodStart != db.MustDay("2026-11-29") || again != first {
				t.Errorf("%+v, then %+v and again %+v", first, second, again)
			}
		})
		t.Run("a sheet is not moved to an employee who has one of the period", func(t *testing.T) {
			w := w.in(t)
			_, err := w.Sheets.Update(t.Context(), w.Payroll, cids.ID, nil, timesheets.Changes{EmployeeID: &w.Ann.EmployeeID})
			w.Refused(err, "timesheet_exists")
			if s, err := w.Sheets.Get(t.Context(), w.Cid, cids.ID); err != nil || s != cids {
				t.Errorf("it was %+v and is %+v, %v", cids, s, err)
			}
		})
		t.Run("no sheet is made of a period that is in the archive", func(t *testing.T) {
			w := w.in(t)
			w.OK(w.one(first.ID, true))
			if n, err := w.Sheets.ArchiveAged(t.Context(), db.MustDay("2026-11-29")); err != nil || n != 1 {
				t.Fatalf("%d sheets are aged: %v", n, err)
			}
			_, err := of(w, w.Ann, "2026-11-15")
			w.Refused(err, "timesheet_archived")
			if n := w.Count("SELECT COUNT(*) FROM timesheets WHERE employee_id = $1", w.Ann.EmployeeID); n != 2 {
				t.Errorf("Ann has %d sheets, want 2", n)
			}
		})
	})
}

// The owner is notified when another person corrects a submitted sheet, and only then (W15).
func TestLockEditable_tells_the_owner(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		told := func() int64 {
			return w.Count("SELECT COUNT(*) FROM notifications WHERE person_id = $1 AND data LIKE '%lines_corrected%'", w.Ann.PersonID)
		}
		for i, x := range []struct {
			name   string
			by     auth.Actor
			submit bool
			want   int64
		}{
			{"the owner adds a line to a draft", w.Ann, false, 0},
			{"the supervisor adds a line to a draft", w.Boss, false, 0},
			{"the owner adds a line to a submitted sheet", w.Ann, true, 0},
			{"the supervisor adds a line to a submitted sheet", w.Boss, true, 1},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				if x.submit {
					_, err := w.Sheets.Submit(t.Context(), w.Ann, sheet.ID, nil)
					w.OK(err)
				}
				w.Shift(x.by, sheet.ID, i)
				if n := told(); n != x.want {
					t.Errorf("the owner is told %d times, want %d", n, x.want)
				}
			})
		}
		const submitted = `SELECT COUNT(*) FROM audit_log WHERE action = 'submitted'
			AND changes LIKE '%"submitted_at":[null,"2026-11-20T13:00:00Z"]%'`
		if n := w.Count(submitted); n != 2 {
			t.Errorf("%d entries say when the sheet was submitted, want 2", n)
		}
	})
}

// An approval that is given again by the update of a sheet stays the one it was.
func TestService_Update_of_an_approval(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		w.Shift(w.Ann, sheet.ID, 0)
		if changes := w.changed(sheet.ID); changes != nil {
			t.Errorf("a sheet that was never approved has changes since its approval: %v", changes)
		}
		approved, err := w.Sheets.Update(t.Context(), w.Boss, sheet.ID, nil, timesheets.Changes{Approved: new(true)})
		w.OK(err)
		again, err := w.Sheets.Update(t.Context(), w.Boss, sheet.ID, nil, timesheets.Changes{Approved: new(true)})
		w.OK(err)
		if again != approved || !approved.Approved {
			t.Errorf("first %+v, then %+v", approved, again)
		}
		if n := w.Count("SELECT COUNT(*) FROM timesheet_approvals"); n != 1 {
			t.Errorf("%d approvals are stored, want 1", n)
		}
	})
}
