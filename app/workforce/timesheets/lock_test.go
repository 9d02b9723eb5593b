package timesheets_test

import (
	"context"
	"testing"

	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// all approves a sheet, or withdraws its approval, as one of many.
func (w *world) all(sheet int64, approved bool) error {
	move := timesheets.WithdrawAll
	if approved {
		move = timesheets.ApproveAll
	}
	return w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := move(ctx, tx, w.Boss, 1, []int64{sheet})
		return err
	})
}

// An approval of many sheets waits for a line of one that is being written, and covers it.
func TestApproveAll_waits_for_who_writes(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres))
	sheet := w.Sheet(w.Ann)
	line := w.Shift(w.Ann, sheet.ID, 0)
	err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		if _, err := timesheets.LockEditable(ctx, tx, w.Ann, sheet.ID, 1); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE shifts SET minutes = minutes - 60 WHERE id = $1", line.ID)
		return err
	}, func(context.Context) error { return w.all(sheet.ID, true) })
	w.OK(err)
	if changes, err := timesheets.Drift(t.Context(), w.DB, sheet.ID); err != nil || len(changes) != 0 {
		t.Errorf("the approved sheet is not what was approved: %v, %v", changes, err)
	}
}

// A sheet that is being deleted is not approved with the others.
func TestApproveAll_waits_for_who_deletes(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres))
	sheet := w.Sheet(w.Ann)
	w.OK(dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		if _, err := timesheets.Lock(ctx, tx, w.Ann, sheet.ID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE timesheets SET archived_at = 1, archived_reason = 'deleted', version = version + 1 WHERE id = $1",
			sheet.ID)
		return err
	}, func(context.Context) error { return w.all(sheet.ID, true) }))
	if n := w.Count("SELECT COUNT(*) FROM timesheets WHERE is_approved"); n != 0 {
		t.Error("a deleted sheet is approved")
	}
}

// An employee gets no sheet while the record is being archived.
func TestService_waits_for_who_archives_the_employee(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres))
	sheet := w.Sheet(w.Ann)
	const leave = "UPDATE employees SET archived_at = 1, archived_reason = 'left', version = version + 1 WHERE id = $1"
	t.Run("a new sheet is refused", func(t *testing.T) {
		w.Refused(dbtest.MeanwhileExec(t, w.DB, func(ctx context.Context) error {
			_, err := w.Sheets.Create(ctx, w.Payroll, timesheets.New{EmployeeID: w.Cid.EmployeeID})
			return err
		}, leave, w.Cid.EmployeeID), "invalid")
	})
	t.Run("another's sheet is not given to them", func(t *testing.T) {
		w.Refused(dbtest.MeanwhileExec(t, w.DB, func(ctx context.Context) error {
			_, err := w.Sheets.Update(ctx, w.Payroll, sheet.ID, nil, timesheets.Changes{EmployeeID: &w.Stranger.EmployeeID})
			return err
		}, leave, w.Stranger.EmployeeID), "invalid")
	})
}

// What changes the time of two employees does not hold the lock of the notifications while it waits for one of them.
func TestService_notifies_after_it_has_locked(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres))
	approved, submitted, target := w.Sheet(w.Ann), w.Sheet(w.Ann), w.Sheet(w.Cid)
	w.OK(w.one(approved.ID, true))
	line := w.Shift(w.Ann, submitted.ID, 0)
	_, err := w.Sheets.Submit(t.Context(), w.Ann, submitted.ID, nil)
	w.OK(err)
	for _, x := range []struct {
		name   string
		change func() error
	}{
		{"withdraws the approval of a sheet and moves it", func() error {
			_, err := w.Sheets.Update(t.Context(), w.Payroll, approved.ID, nil,
				timesheets.Changes{EmployeeID: &w.Cid.EmployeeID, Approved: new(false)})
			return err
		}},
		{"moves a line of a submitted sheet to another sheet", func() error {
			_, err := w.Shifts.Update(t.Context(), w.Payroll, line.ID, nil, shifts.Changes{TimesheetID: &target.ID})
			return err
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := w.in(t)
			done := make(chan error, 1)
			w.OK(w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if err := tx.LockRows(ctx, "employees", w.Cid.EmployeeID); err != nil {
					return err
				}
				go func() { done <- x.change() }()
				if ended, err := dbtest.UntilBlocked(t, w.DB, done); ended {
					t.Errorf("it does not wait for the other employee (%v)", err)
				}
				if free := w.Count("SELECT CAST(pg_try_advisory_xact_lock(hashtext('notifications')) AS INTEGER)"); free != 1 {
					t.Error("others cannot notify meanwhile")
				}
				return nil
			}))
			w.OK(<-done)
		})
	}
	if n := w.Count("SELECT COUNT(*) FROM notifications WHERE person_id = $1 AND kind = 'timesheet.changed'", w.Ann.PersonID); n != 1 {
		t.Errorf("the owner was told %d times of the line", n) // the approval was withdrawn before its notification was read
	}
}

// The race of race_test.go, with approvals of whole periods.
func TestApproversOfManyAndEditors(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for range 3 {
			if n := w.fight(w.all); n != 0 {
				t.Fatalf("%d times an approved sheet was not what was approved", n)
			}
			w.clear()
		}
	})
}

func TestWithdrawAll_tells_the_owners(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		w.Shift(w.Ann, sheet.ID, 0)
		w.OK(w.all(sheet.ID, true))
		w.OK(w.all(sheet.ID, false))
		if n := w.Count("SELECT COUNT(*) FROM notifications WHERE person_id = $1 AND kind = 'timesheet.changed'", w.Ann.PersonID); n != 1 {
			t.Errorf("the owner was told %d times", n)
		}
	})
}
