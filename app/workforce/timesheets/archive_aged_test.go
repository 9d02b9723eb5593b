package timesheets_test

import (
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func TestService_ArchiveAged(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		worked, spent := w.Sheet(w.Ann), w.Sheet(w.Ann)
		w.Shift(w.Ann, worked.ID, 1) // 2026-11-16
		e := w.Meal(spent.ID)
		e.Day = db.MustDay("2026-11-18")
		_, err := w.Expenses.Create(w.Context(), w.Ann, e)
		w.OK(err)
		for _, sheet := range []int64{worked.ID, spent.ID} {
			w.OK(w.one(sheet, true))
		}
		for _, x := range []struct {
			name, before string
			want         int
		}{
			{"not before the day of a shift has passed", "2026-11-16", 0},
			{"on the day after the shift", "2026-11-17", 1},
			{"not before the day of an expense has passed", "2026-11-18", 0},
			{"on the day after the expense", "2026-11-19", 1},
			{"and not twice", "2026-11-19", 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				n, err := w.Sheets.ArchiveAged(t.Context(), db.MustDay(x.before))
				if err != nil || n != x.want {
					t.Errorf("%d sheets go to the archive, want %d: %v", n, x.want, err)
				}
			})
		}
	})
}

// A sheet without lines has no day but that of its creation.
func TestService_ArchiveAged_of_empty_sheets(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.OK(w.one(w.Sheet(w.Ann).ID, true)) // created on 2026-11-20
		draft := w.Sheet(w.Ann).ID
		for _, x := range []struct {
			name, before string
			want         int
		}{
			{"not before the day of its creation has passed", "2026-11-20", 0},
			{"on the day after it", "2026-11-21", 1},
			{"a draft stays", "2027-11-21", 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				n, err := w.Sheets.ArchiveAged(t.Context(), db.MustDay(x.before))
				if err != nil || n != x.want {
					t.Errorf("%d sheets go to the archive, want %d: %v", n, x.want, err)
				}
			})
		}
		if n := w.Count("SELECT COUNT(*) FROM timesheets WHERE id = $1 AND aged_at IS NULL", draft); n != 1 {
			t.Error("the draft is in the archive")
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'aged'"); n != 1 {
			t.Errorf("one batch leaves %d entries", n)
		}
	})
}

// More sheets than fit in one batch are all archived.
func TestService_ArchiveAged_in_batches(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.SQLite))
	const sheets = 201
	w.Exec(`INSERT INTO timesheets (employee_id, is_approved, approved_at, approved_by, created_at, updated_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT $2, TRUE, 1, $3, 1, 1 FROM n`,
		sheets, w.Ann.EmployeeID, w.Boss.PersonID)
	if n, err := w.Sheets.ArchiveAged(t.Context(), db.MustDay("2026-11-20")); err != nil || n != sheets {
		t.Errorf("%d sheets go to the archive, want %d: %v", n, sheets, err)
	}
	if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'aged'"); n != 2 {
		t.Errorf("two batches leave %d entries", n)
	}
}
