package expenses_test

import "testing"

func TestService_Restore(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		e := w.Expense(w.Ann, 1, 1250)
		gone, err := w.Expenses.Delete(t.Context(), w.Ann, e.ID, nil)
		w.OK(err)
		_, err = w.Expenses.Restore(t.Context(), w.Stranger, e.ID, nil)
		w.Refused(err, "not_found")
		_, err = w.Expenses.Restore(t.Context(), w.Ann, e.ID, new(gone.Version))
		w.Refused(err, "stale")
		back, err := w.Expenses.Restore(t.Context(), w.Boss, e.ID, new(gone.Version+1))
		w.OK(err)
		want := e
		want.Version, want.UpdatedAt = gone.Version+2, back.UpdatedAt
		if back != want {
			t.Errorf("%+v, want %+v", back, want)
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'expense' AND action = 'restored' AND timesheet_id = 1"); n != 1 {
			t.Errorf("%d entries in the audit log", n)
		}
		_, err = w.Sheets.Delete(t.Context(), w.Ann, 1, nil)
		w.OK(err)
		_, err = w.Expenses.Restore(t.Context(), w.Boss, e.ID, nil)
		w.Refused(err, "sheet_archived")
	})
}
