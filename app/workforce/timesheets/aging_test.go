package timesheets_test

import (
	"testing"

	"presence/db"
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
