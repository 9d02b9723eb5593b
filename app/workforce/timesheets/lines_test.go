package timesheets_test

import (
	"testing"

	"presence/app/workforce/expenses"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
)

// What happens to a sheet happens to its lines, of either kind.
func TestLineTable(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ctx, sheet := t.Context(), w.Sheet(w.Ann)
		yes, no := timesheets.Decision{Approved: true}, timesheets.Decision{}
		shift, expense := w.Shift(w.Ann, sheet.ID, 1), w.Expense(w.Ann, sheet.ID, 900)
		approveShift := func(d timesheets.Decision) error {
			_, err := w.Shifts.Approve(ctx, w.Boss, shift.ID, nil, d)
			return err
		}
		approveExpense := func(d timesheets.Decision) error {
			_, err := w.Expenses.Approve(ctx, w.Boss, expense.ID, nil, d)
			return err
		}
		for _, x := range []struct {
			name    string
			approve func(timesheets.Decision) error
			code    string
		}{
			{"a shift approved by itself", approveShift, "shift_approved"},
			{"an expense approved by itself", approveExpense, "expense_approved"},
		} {
			w.OK(x.approve(yes))
			t.Run(x.name+" keeps its sheet out of the archive", func(t *testing.T) {
				_, err := w.Sheets.Delete(ctx, w.Ann, sheet.ID, nil)
				w.in(t).Refused(err, x.code)
			})
			t.Run(x.name+" keeps its sheet with the employee", func(t *testing.T) {
				_, err := w.Sheets.Update(ctx, w.Payroll, sheet.ID, nil, timesheets.Changes{EmployeeID: &w.Stranger.EmployeeID})
				w.in(t).Refused(err, x.code)
			})
			w.OK(x.approve(no))
		}
		gone, spent := w.Shift(w.Ann, sheet.ID, 2), w.Expense(w.Ann, sheet.ID, 500)
		_, err := w.Shifts.Delete(ctx, w.Ann, gone.ID, nil)
		w.OK(err)
		_, err = w.Expenses.Delete(ctx, w.Ann, spent.ID, nil)
		w.OK(err)
		var list []int64
		t.Run("a deleted shift is not listed", func(t *testing.T) {
			list = nil
			w.OK(w.Shifts.Each(ctx, w.Ann, shifts.Filter{Rows: 10}, func(s shifts.Shift) error { list = append(list, s.ID); return nil }))
			if len(list) != 1 || list[0] != shift.ID {
				t.Errorf("listed %v", list)
			}
		})
		t.Run("a deleted expense is not listed", func(t *testing.T) {
			list = nil
			w.OK(w.Expenses.Each(ctx, w.Ann, expenses.Filter{Rows: 10}, func(e expenses.Expense) error { list = append(list, e.ID); return nil }))
			if len(list) != 1 || list[0] != expense.ID {
				t.Errorf("listed %v", list)
			}
		})
	})
}
