package expenses

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Approve approves one expense by itself, or withdraws that approval (Expense.Decide). A decision that changes nothing writes
// nothing.
func (s *Service) Approve(ctx context.Context, by auth.Actor, id int64, expect *int64, d timesheets.Decision) (e Expense, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, _, err := lockLine(ctx, tx, by, id, func(sheet int64) (timesheets.Timesheet, error) {
			return timesheets.Lock(ctx, tx, by, sheet)
		})
		if err != nil {
			return err
		}
		if expect != nil && *expect != old.Version {
			return errs.Stale()
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

// table is where expenses lie.
var table = timesheets.LineTable{Name: "expenses", Kind: "expense", ErrApproved: ErrApproved}

// Lines lets expenses follow their timesheet, for timesheets.NewService.
func Lines() timesheets.Lines { return table }
