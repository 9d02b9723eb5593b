package expenses

import (
	"context"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// UndoDecision undoes the actor's own last decision about one expense, an approval or a refusal, with its comment: the
// expense gets its earlier state. expect is the version after the decision, which makes sure that it is the last change.
// If the last change is not a decision of the actor, the error is 409 nothing_to_undo.
func (s *Service) UndoDecision(ctx context.Context, by auth.Actor, id, expect int64) (e Expense, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var sheet timesheets.Timesheet
		e, sheet, err = table.Lock(ctx, tx, by, id, &expect)
		switch {
		case err != nil:
			return err
		case !timesheets.MayApprove(by, e.EmployeeID):
			return timesheets.ErrOwnApproval()
		case sheet.Approved:
			return timesheets.ErrApproved()
		}
		before, err := beforeDecision(ctx, tx, by, e)
		if err != nil {
			return err
		}
		old := e
		if e, err = save(ctx, tx, old.revised(before), s.at()); err != nil {
			return err
		}
		if err := s.recordAudit(ctx, tx, by, "decision_undone", e, audit.Diff(old, e)); err != nil {
			return err
		}
		return s.notify(ctx, tx, by, e, notifications.Data{Cents: e.Amount, Change: notifications.DecisionUndone})
	})
	return e, err
}

// beforeDecision returns the fields of the expense before the actor's decision, which must be its last change.
func beforeDecision(ctx context.Context, tx *db.Tx, by auth.Actor, e Expense) (n New, err error) {
	n = e.withChanges(Changes{})
	last, err := audit.History(ctx, tx, "expense", strconv.FormatInt(e.ID, 10), 1)
	if err != nil {
		return n, err
	}
	if len(last) == 1 && last[0].Who.PersonID == by.PersonID {
		approved, moved := last[0].Changes["is_approved"]
		comment, said := last[0].Changes["supervisor_comment"]
		if moved {
			n.Approved, _ = approved[0].(bool)
		}
		if said {
			n.Comment, _ = comment[0].(string)
		}
		if moved || said {
			return n, nil
		}
	}
	return n, errs.Conflict("nothing_to_undo", "Your decision is no longer the latest change, so there’s nothing to undo.")
}
