package approvals

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
)

// Undo undoes the actor's last decision about each of the items, so that it awaits a decision again. Expect is the version after
// that decision. Items that changed since, or were decided by another person, are skipped with the reason.
func (s *Service) Undo(ctx context.Context, by auth.Actor, list []Decision) (undone int, skipped []Skip, err error) {
	for _, d := range list {
		done, skip, err := s.attempt(d.Ref, func() error { return s.undo(ctx, by, d) })
		if err != nil {
			return undone, skipped, err
		}
		undone += done
		skipped = append(skipped, skip...)
	}
	return undone, skipped, nil
}

func (s *Service) undo(ctx context.Context, by auth.Actor, d Decision) (err error) {
	switch d.Kind {
	case Sheet:
		_, err = s.Sheets.UndoDecision(ctx, by, d.ID, *d.Expect)
	case Leave:
		_, err = s.Leave.UndoDecision(ctx, by, d.ID, *d.Expect)
	case Expense:
		_, err = s.Expenses.UndoDecision(ctx, by, d.ID, *d.Expect)
	default:
		err = errs.NotFound("item")
	}
	return err
}
