package timesheets_test

import (
	"testing"

	"presence/app/workforce/timesheets"
)

// Which lines are open is kept by all that adds lines or decides about them.
func TestKeepOpen(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		yes, no := timesheets.Decision{Approved: true}, timesheets.Decision{}
		sheet := w.Sheet(w.Ann).ID
		var shift int64
		for _, step := range []struct {
			name string
			do   func() error
			open int64
		}{
			{"a shift is added", func() error { shift = w.Shift(w.Ann, sheet, 1).ID; return nil }, 1},
			{"another is added", func() error { w.Shift(w.Ann, sheet, 2); return nil }, 2},
			{"a shift is approved", func() error { _, err := w.Shifts.Approve(w.Context(), w.Boss, shift, nil, yes); return err }, 1},
			{"the approval of a shift is withdrawn", func() error { _, err := w.Shifts.Approve(w.Context(), w.Boss, shift, nil, no); return err }, 2},
			{"a shift is approved again", func() error { _, err := w.Shifts.Approve(w.Context(), w.Boss, shift, nil, yes); return err }, 1},
			{"the sheet is approved", func() error { return w.one(sheet, true) }, 0},
			{"the approval of the sheet is withdrawn", func() error { return w.one(sheet, false) }, 1},
		} {
			if err := step.do(); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
			all := w.Count("SELECT COUNT(*) FROM open_lines")
			open := w.Count(`SELECT COUNT(*) FROM open_lines o JOIN shifts l ON o.name = 'shifts' AND l.id = o.id
				JOIN timesheets t ON t.id = l.timesheet_id WHERE NOT l.is_approved AND NOT t.is_approved`)
			if all != step.open || open != step.open {
				t.Errorf("after %s: %d are kept, of which %d are open, want %d", step.name, all, open, step.open)
			}
		}
	})
}
