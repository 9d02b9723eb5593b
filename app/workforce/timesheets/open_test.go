package timesheets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/platform/dayblocks"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
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

// The blocks of ids say when their records changed last, for all that changes lines or their sheets.
func TestBlocks_of_changes(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		yes := timesheets.Decision{Approved: true}
		sheet := w.Sheet(w.Ann).ID
		shift, expense := w.Shift(w.Ann, sheet, 1).ID, w.Expense(w.Ann, sheet, 2).ID
		other := w.Sheet(w.Deputy).ID
		single := w.Shift(w.Deputy, other, 1).ID
		w.Expense(w.Deputy, other, 2)
		_, err := w.Shifts.Delete(w.Context(), w.Deputy, single, nil)
		w.OK(err)
		both := []string{"shifts", "expenses", "timesheets"}
		for _, step := range []struct {
			name    string
			do      func() error
			changed []string
		}{
			{"a sheet is added", func() error { w.Sheet(w.Cid); return nil }, []string{"timesheets"}},
			{"a shift is added", func() error { w.Shift(w.Ann, sheet, 3); return nil }, []string{"shifts"}},
			{"an expense is added", func() error { w.Expense(w.Ann, sheet, 3); return nil }, []string{"expenses"}},
			{"a shift is approved", func() error { _, err := w.Shifts.Approve(w.Context(), w.Boss, shift, nil, yes); return err },
				[]string{"shifts"}},
			{"an expense is approved", func() error { _, err := w.Expenses.Approve(w.Context(), w.Boss, expense, nil, yes); return err },
				[]string{"expenses"}},
			{"the sheet is submitted", func() error { _, err := w.Sheets.Submit(w.Context(), w.Ann, sheet, nil); return err }, both},
			{"the sheet is approved", func() error { return w.one(sheet, true) }, both},
			{"its approval is withdrawn", func() error { return w.one(sheet, false) }, both},
			{"a shift is restored", func() error { _, err := w.Shifts.Restore(w.Context(), w.Admin, single, nil); return err }, []string{"shifts"}},
			{"a sheet is deleted", func() error { _, err := w.Sheets.Delete(w.Context(), w.Deputy, other, nil); return err }, nil},
			{"it is restored with its lines", func() error { _, err := w.Sheets.Restore(w.Context(), w.Admin, other, nil); return err }, both},
		} {
			t.Run(step.name, func(t *testing.T) {
				w.Clock = w.Clock.Add(24 * time.Hour)
				today := int64(db.InstantOf(w.Clock)) / (24 * 60 * 60 * 1000)
				w.in(t).OK(step.do())
				for _, table := range both {
					changed := w.Count(fmt.Sprintf("SELECT last_change FROM day_blocks WHERE name = '%s'", table)) == today
					if changed != slices.Contains(step.changed, table) {
						t.Errorf("%s: changed is %v", table, changed)
					}
				}
			})
		}
		if n := w.Count("SELECT COUNT(*) FROM (" + dayblocks.Outside() + ") x"); n != 0 {
			t.Errorf("%d blocks are too narrow", n)
		}
	})
}

// Sheets that changed after their approval was withdrawn are found by the index of those that changed: the badge counts them on every page.
func TestReopenedCondition_is_looked_up(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	for _, condition := range []string{timesheets.ReopenedCondition, timesheets.ChangedAndWaitingCondition} {
		plan := dbtest.GenericPlan(t, d, "SELECT COUNT(*) FROM timesheets t WHERE t.archived_at IS NULL AND t.aged_at IS NULL AND "+condition)
		if !strings.Contains(plan, "timesheets_changed") {
			t.Errorf("%s: %s", condition, plan)
		}
	}
}
