package timesheets_test

import (
	"context"
	"testing"

	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// all approves a sheet, or withdraws its approval, as one of many.
func (d *desk) all(sheet int64, approved bool) error {
	move := timesheets.WithdrawAll
	if approved {
		move = timesheets.ApproveAll
	}
	return d.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := move(ctx, tx, d.boss, 1, []int64{sheet})
		return err
	})
}

// Whoever approves many sheets at once waits for a line of one that is being written, and covers it.
func TestApproveAll_waits_for_who_writes(t *testing.T) {
	d := newDesk(t, dbtest.Open(t, db.Postgres))
	sheet := d.sheet(d.ann)
	line := d.shift(d.ann, sheet.ID, 0)
	err := dbtest.Meanwhile(t, d.db, func(ctx context.Context, tx *db.Tx) error {
		if _, err := timesheets.LockEditable(ctx, tx, d.ann, sheet.ID, 1); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE shifts SET minutes = minutes - 60 WHERE id = $1", line.ID)
		return err
	}, func(context.Context) error { return d.all(sheet.ID, true) })
	d.ok(err)
	if changes, err := timesheets.Drift(t.Context(), d.db, sheet.ID); err != nil || len(changes) != 0 {
		t.Errorf("the approved sheet is not what was approved: %v, %v", changes, err)
	}
}

// A sheet that is being deleted is not approved with the others.
func TestApproveAll_waits_for_who_deletes(t *testing.T) {
	d := newDesk(t, dbtest.Open(t, db.Postgres))
	sheet := d.sheet(d.ann)
	d.ok(dbtest.Meanwhile(t, d.db, func(ctx context.Context, tx *db.Tx) error {
		if _, err := timesheets.Lock(ctx, tx, d.ann, sheet.ID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE timesheets SET archived_at = 1, archived_reason = 'deleted', version = version + 1 WHERE id = $1", sheet.ID)
		return err
	}, func(context.Context) error { return d.all(sheet.ID, true) }))
	if n := d.count("SELECT COUNT(*) FROM timesheets WHERE is_approved"); n != 0 {
		t.Error("a deleted sheet is approved")
	}
}

// Nobody gets a sheet while their record goes to the archive.
func TestService_waits_for_who_archives_the_employee(t *testing.T) {
	d := newDesk(t, dbtest.Open(t, db.Postgres))
	sheet := d.sheet(d.ann)
	const leave = "UPDATE employees SET archived_at = 1, archived_reason = 'left', version = version + 1 WHERE id = $1"
	t.Run("a new sheet is refused", func(t *testing.T) {
		d.refused(dbtest.MeanwhileExec(t, d.db, func(ctx context.Context) error {
			_, err := d.sheets.Create(ctx, d.payroll, timesheets.New{EmployeeID: d.cid.EmployeeID})
			return err
		}, leave, d.cid.EmployeeID), "invalid")
	})
	t.Run("another's sheet is not given to them", func(t *testing.T) {
		d.refused(dbtest.MeanwhileExec(t, d.db, func(ctx context.Context) error {
			_, err := d.sheets.Update(ctx, d.payroll, sheet.ID, nil, timesheets.Changes{EmployeeID: &d.stranger.EmployeeID})
			return err
		}, leave, d.stranger.EmployeeID), "invalid")
	})
}

// The fight of race_test.go, with who approves and undoes whole periods.
func TestApproversOfManyAndEditors(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for range 3 {
			if n := d.fight(d.all); n != 0 {
				t.Fatalf("%d times an approved sheet was not what was approved", n)
			}
			d.clear()
		}
	})
}

func TestWithdrawAll_tells_the_owners(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		sheet := d.sheet(d.ann)
		d.shift(d.ann, sheet.ID, 0)
		d.ok(d.all(sheet.ID, true))
		d.ok(d.all(sheet.ID, false))
		if n := d.count("SELECT COUNT(*) FROM notifications WHERE person_id = $1 AND kind = 'timesheet.changed'", d.ann.PersonID); n != 1 {
			t.Errorf("the owner was told %d times", n)
		}
	})
}
