package expenses

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Approve approves one expense by itself, or withdraws that approval (Expense.Decide). A decision that changes nothing is not
// stored.
func (s *Service) Approve(ctx context.Context, by auth.Actor, id int64, expect *int64, d timesheets.Decision) (e Expense, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, _, err := table.Lock(ctx, tx, by, id, expect)
		if err != nil {
			return err
		}
		if e, err = old.Decide(by, d); err != nil || e.sameDecision(old) {
			e = old
			return err
		}
		e, err = s.saveChanges(ctx, tx, by, old, e)
		return err
	})
	return e, err
}

// Lines returns the expenses as lines of a timesheet, for timesheets.NewService.
func Lines(o Options) timesheets.Lines {
	lines := table
	lines.BeforeSubmit = o.checkSubmit
	return lines
}
