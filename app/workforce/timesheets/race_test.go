package timesheets_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

const crowd = 50

// fight has many approvers and editors change one sheet at the same time, and counts how often an approved sheet was
// seen that is not what was approved. The approvers decide one sheet, or many at once.
func (w *world) fight(decide func(sheet int64, approved bool) error) int64 {
	w.Helper()
	sheet := w.Sheet(w.Ann)
	lines := make([]shifts.Shift, crowd)
	for i := range lines {
		lines[i] = w.Shift(w.Ann, sheet.ID, i)
	}
	var drifts atomic.Int64
	var all sync.WaitGroup
	start := make(chan struct{})
	run := func(what func() error) {
		all.Go(func() {
			<-start
			if err := what(); err != nil && !errs.HasCode(err, "timesheet_approved") {
				w.Error(err)
			}
			changes, err := timesheets.Drift(context.Background(), w.DB, sheet.ID)
			if err != nil {
				w.Error(err)
			}
			if changes != nil {
				drifts.Add(1)
			}
		})
	}
	for i := range crowd {
		run(func() error { return decide(sheet.ID, i%2 == 0) })
		run(func() error {
			_, err := w.Shifts.Update(context.Background(), w.Ann, lines[i].ID, nil,
				shifts.Changes{End: new(lines[i].End + db.Instant(time.Hour/time.Millisecond))})
			return err
		})
	}
	close(start)
	all.Wait()
	_, err := w.Shifts.Delete(w.Context(), w.Ann, lines[0].ID, nil)
	if err != nil {
		w.Refused(err, "timesheet_approved")
	}
	changes, err := timesheets.Drift(w.Context(), w.DB, sheet.ID)
	w.OK(err)
	return drifts.Load() + int64(len(changes))
}

// one approves a sheet, or withdraws its approval, by itself.
func (w *world) one(sheet int64, approved bool) error {
	_, err := w.Sheets.Approve(context.Background(), w.Boss, sheet, nil, timesheets.Decision{Approved: approved})
	return err
}

// TestApproversAndEditors has its negative control, without the lock, in cmd/torture/controls/12_approval.patch.
func TestApproversAndEditors(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for range 3 {
			if n := w.fight(w.one); n != 0 {
				t.Fatalf("%d times an approved sheet was not what was approved", n)
			}
			w.clear()
		}
	})
}

// clear archives the shifts, so that the next race can use the same days.
func (w *world) clear() {
	w.Helper()
	w.OK(w.DB.Write(w.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE shifts SET archived_at = 1 WHERE archived_at IS NULL")
		return err
	}))
}
