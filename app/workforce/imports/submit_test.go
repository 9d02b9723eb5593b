package imports

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// submissions are the timesheets in the order of their employees and periods: draft, submitted or returned.
const submissions = `SELECT CAST(employee_id AS TEXT) || ' ' || period_start || CASE WHEN submitted_at IS NOT NULL THEN ' submitted'
	WHEN returned_at IS NOT NULL THEN ' returned' ELSE ' draft' END FROM timesheets ORDER BY employee_id, period_start`

// applySubmitting saves an import with the timesheets of its ended periods submitted.
func (w *world) applySubmitting(t testing.TB, id int64) Import {
	t.Helper()
	if err := w.Apply(t.Context(), w.payroll, id, Saving{Submit: true}); err != nil {
		t.Fatal(err)
	}
	return w.finished(t, id)
}

// audited returns how many timesheets have an entry of an action.
func audited(t testing.TB, d *db.DB, action string) string {
	t.Helper()
	return text(t, d, "SELECT CAST(COUNT(DISTINCT record_id) AS TEXT) FROM audit_log WHERE kind = 'timesheet' AND action = $1", action)
}

// On noon of November 20, the period that begins on November 1 has ended, and that of November 15 has not.
func TestApply_submits_the_sheets_of_ended_periods(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		returned := w.shift(t, d, w.crew.Cid, "2026-11-03", "08:00")
		runSQL(t, d, "UPDATE timesheets SET returned_at = 1 WHERE id = $1", returned.TimesheetID)
		ann, cid, own := w.emailOf(t, d, w.crew.Ann), w.emailOf(t, d, w.crew.Cid), w.emailOf(t, d, w.crew.Payroll)
		file := shiftHeading
		for _, x := range []string{ann + ";2026-11-02", ann + ";2026-11-04", ann + ";2026-11-16", cid + ";2026-11-04", own + ";2026-11-04"} {
			file += x + ";8;16;Normal\n"
		}
		im := w.applySubmitting(t, w.uploadKind(t, Shifts, file).ID)
		state := func(ann, own string) string {
			return strings.Join([]string{fmt.Sprintf("%d 2026-11-01 %s", w.crew.Ann.EmployeeID, ann),
				fmt.Sprintf("%d 2026-11-15 draft", w.crew.Ann.EmployeeID), fmt.Sprintf("%d 2026-11-01 returned", w.crew.Cid.EmployeeID),
				fmt.Sprintf("%d 2026-11-01 %s", w.crew.Payroll.EmployeeID, own)}, "\n")
		}
		t.Run("a period under way stays a draft, and a returned sheet with its owner", func(t *testing.T) {
			if got, want := sorted(timeOf(t, d, submissions)), sorted(state("submitted", "submitted")); im.State != Applied || got != want {
				t.Errorf("%+v\n%s\nwant\n%s", im, got, want)
			}
		})
		t.Run("each submission is in the audit log, and its approver hears of it", func(t *testing.T) {
			n := text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM notifications WHERE kind = 'timesheet.submitted' AND person_id = $1",
				w.crew.Boss.PersonID)
			if got := audited(t, d, "submitted"); got != "2" || n == "0" {
				t.Errorf("%s entries, %s notifications", got, n)
			}
		})
		t.Run("the owner is not told of a correction", func(t *testing.T) {
			if n := text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM notifications WHERE kind = 'timesheet.changed'"); n != "0" {
				t.Error(n)
			}
		})
		t.Run("the page leads to the periods", func(t *testing.T) {
			days, err := periodsOf(t.Context(), d, im.ID, 4)
			if err != nil || fmt.Sprint(days) != "[2026-11-15 2026-11-01]" {
				t.Errorf("%v %v", days, err)
			}
		})
		t.Run("undoing withdraws the submissions and deletes the sheets", func(t *testing.T) {
			if in, err := w.Undo(t.Context(), w.payroll, im.ID); err != nil || len(in) != 0 {
				t.Fatalf("%v %v", in, err)
			}
			want := fmt.Sprintf("%d 2026-11-01 returned", w.crew.Cid.EmployeeID)
			if got := timeOf(t, d, submissions); got != want || audited(t, d, "submission_withdrawn") != "2" {
				t.Errorf("%s, want %s", got, want)
			}
		})
	})
}

func TestUndo_of_submissions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		before := w.shift(t, d, w.crew.Ann, "2026-11-03", "08:00")
		line := shiftHeading + w.emailOf(t, d, w.crew.Ann) + ";2026-11-04;8;16;Normal\n"
		undo := func(t *testing.T, id int64) {
			t.Helper()
			if in, err := w.Undo(t.Context(), w.payroll, id); err != nil || len(in) != 0 {
				t.Fatalf("%v %v", in, err)
			}
		}
		check := func(t *testing.T, want string) {
			t.Helper()
			if got := timeOf(t, d, submissions); got != fmt.Sprintf("%d 2026-11-01 %s", w.crew.Ann.EmployeeID, want) {
				t.Errorf("%s, want %s", got, want)
			}
		}
		t.Run("a draft that was there is a draft again", func(t *testing.T) {
			im := w.applySubmitting(t, w.uploadKind(t, Shifts, line).ID)
			check(t, "submitted")
			undo(t, im.ID)
			check(t, "draft")
		})
		t.Run("a sheet that was submitted again since stays submitted", func(t *testing.T) {
			im := w.applySubmitting(t, w.uploadKind(t, Shifts, line).ID)
			runSQL(t, d, "UPDATE timesheets SET submitted_at = submitted_at + 1 WHERE id = $1", before.TimesheetID)
			undo(t, im.ID)
			check(t, "submitted")
		})
		t.Run("without the choice a draft stays a draft", func(t *testing.T) {
			runSQL(t, d, "UPDATE timesheets SET submitted_at = NULL WHERE id = $1", before.TimesheetID)
			w.apply(t, w.uploadKind(t, Shifts, line).ID, false)
			check(t, "draft")
		})
	})
}

// sorted returns the lines of a text in order.
func sorted(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
