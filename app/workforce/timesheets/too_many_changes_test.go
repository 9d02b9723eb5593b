package timesheets_test

import (
	"testing"
	"time"

	"presence/app/platform/errs"
)

// An owner who submits and withdraws a sheet again and again is refused for a while, before anybody is told once more.
func TestService_Submit_too_often(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		for range 30 {
			_, err := w.Sheets.Submit(t.Context(), w.Ann, sheet.ID, nil)
			w.OK(err)
			_, err = w.Sheets.Withdraw(t.Context(), w.Ann, sheet.ID, nil)
			w.OK(err)
		}
		told := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'submitted'")
		_, err := w.Sheets.Submit(t.Context(), w.Ann, sheet.ID, nil)
		w.Refused(err, "too_many_changes")
		if e, _ := errs.Of(err); e.Kind != errs.KindRateLimited || e.RetryAfter != 10 {
			t.Errorf("answer %+v", e)
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE action = 'submitted'"); n != told {
			t.Errorf("%d submissions", n)
		}
		if _, err := w.Sheets.Withdraw(t.Context(), w.Ann, sheet.ID, nil); err != nil {
			t.Errorf("what changes nothing is refused: %v", err)
		}
		if _, err := w.Sheets.Submit(t.Context(), w.Payroll, sheet.ID, nil); err != nil {
			t.Errorf("payroll is refused: %v", err)
		}
		_, err = w.Sheets.Withdraw(t.Context(), w.Ann, sheet.ID, nil)
		w.Refused(err, "too_many_changes")
		w.Clock = w.Clock.Add(10 * time.Second)
		if _, err := w.Sheets.Withdraw(t.Context(), w.Ann, sheet.ID, nil); err != nil {
			t.Errorf("ten seconds later: %v", err)
		}
	})
}
