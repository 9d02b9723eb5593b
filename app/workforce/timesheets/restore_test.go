package timesheets_test

import (
	"testing"

	"presence/app/workforce/timesheets"
)

func TestService_Restore(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		early := w.Shift(w.Ann, sheet.ID, 2)
		shift := w.Shift(w.Ann, sheet.ID, 0)
		w.Expense(w.Ann, sheet.ID, 1250)
		_, err := w.Shifts.Delete(t.Context(), w.Ann, early.ID, nil)
		w.OK(err)
		w.Exec("UPDATE shifts SET archived_at = archived_at - 1 WHERE id = $1", early.ID)
		total := func() int64 {
			return w.Count("SELECT COALESCE(SUM(minutes), 0) FROM shift_weeks WHERE employee_id = $1", w.Ann.EmployeeID)
		}
		before := total()
		gone, err := w.Sheets.Delete(t.Context(), w.Ann, sheet.ID, nil)
		w.OK(err)
		if total() != 0 {
			t.Fatal("deleted shifts still count")
		}

		_, err = w.Sheets.Restore(t.Context(), w.Stranger, sheet.ID, nil)
		w.Refused(err, "not_found")
		_, err = w.Sheets.Restore(t.Context(), w.Boss, sheet.ID, new(gone.Version-1))
		w.Refused(err, "stale")
		back, err := w.Sheets.Restore(t.Context(), w.Boss, sheet.ID, new(gone.Version))
		w.OK(err)
		if back.Version != gone.Version+1 || total() != before || shift.Minutes != before {
			t.Errorf("version %d after %d, %d minutes of %d", back.Version, gone.Version, total(), before)
		}
		if n := w.Count("SELECT COUNT(*) FROM shifts WHERE archived_at IS NOT NULL"); n != 1 {
			t.Errorf("%d shifts are archived: only the one that was deleted before stays", n)
		}
		if n := w.Count("SELECT COUNT(*) FROM expenses WHERE archived_at IS NULL AND archived_reason IS NULL"); n != 1 {
			t.Error("the expense is not back")
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'restored' AND timesheet_id = $1", sheet.ID); n != 3 {
			t.Errorf("the trail has %d restored records, want 3", n)
		}
		_, err = w.Sheets.Restore(t.Context(), w.Boss, sheet.ID, nil)
		w.Refused(err, "not_found")
	})
}

func TestService_Restore_refuses(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, x := range []struct {
			name, want string
			meanwhile  func(sheet timesheets.Timesheet)
		}{
			{"a sheet whose employee is archived", "owner_archived", func(timesheets.Timesheet) {
				w.Exec("UPDATE employees SET archived_at = 1, archived_reason = 'left' WHERE id = $1", w.Ann.EmployeeID)
			}},
			{"one that was archived because of its age", "record_aged", func(sheet timesheets.Timesheet) {
				w.Exec("UPDATE timesheets SET archived_at = NULL, archived_reason = NULL, aged_at = 5 WHERE id = $1", sheet.ID)
			}},
			{"one whose period has another sheet by now", "timesheet_exists", func(sheet timesheets.Timesheet) {
				w.Exec("UPDATE timesheets SET period_start = '2026-11-15' WHERE id = $1", sheet.ID)
				w.Exec("INSERT INTO timesheets (employee_id, period_start, created_at, updated_at) VALUES ($1, '2026-11-15', 1, 1)", w.Ann.EmployeeID)
			}},
			{"one with a shift whose time is taken", "overlap", func(timesheets.Timesheet) { w.Shift(w.Ann, w.Sheet(w.Ann).ID, 0) }},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				sheet := w.Sheet(w.Ann)
				w.Shift(w.Ann, sheet.ID, 0)
				_, err := w.Sheets.Delete(t.Context(), w.Ann, sheet.ID, nil)
				w.OK(err)
				x.meanwhile(sheet)
				_, err = w.Sheets.Restore(t.Context(), w.Admin, sheet.ID, nil)
				w.Refused(err, x.want)
				if n := w.Count("SELECT COUNT(*) FROM shifts WHERE timesheet_id = $1 AND archived_at IS NULL", sheet.ID); n != 0 {
					t.Error("a refused restoring restored a shift")
				}
				w.Exec("UPDATE employees SET archived_at = NULL, archived_reason = NULL WHERE id = $1", w.Ann.EmployeeID)
				w.Exec("DELETE FROM shifts")
				w.Exec("UPDATE timesheets SET period_start = NULL")
			})
		}
	})
}
