package schedule

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/db"
)

// SupervisorLeft opens the shifts that are open to the crew of a supervisor who leaves or has no crew any more, and not over, to that of
// another one, both in the draft and as published. If there is none (0), the crew has no employee left to offer them to: they are
// cancelled, and no longer published. It is called in the transaction that moves the crew, which has locked both supervisors.
func (s *Service) SupervisorLeft(ctx context.Context, tx *db.Tx, by auth.Actor, from, to int64) error {
	list, err := openTo(ctx, tx, from, s.at())
	if err != nil || len(list) == 0 {
		return err
	}
	ids := idsOfShifts(list)
	if err := tx.LockRows(ctx, "planned_shifts", ids...); err != nil {
		return err
	}
	if list, err = openTo(ctx, tx, from, s.at()); err != nil {
		return err
	}
	var changed []Shift
	for _, x := range list {
		if x.SupervisorID == from && !x.Cancelled {
			changed = append(changed, x)
		}
	}
	if to == 0 {
		if err := closeTo(ctx, tx, from, idsOfShifts(list)); err != nil {
			return err
		}
		if err := setCancelled(ctx, tx, true, s.at(), idsOfShifts(changed)...); err != nil {
			return err
		}
		return s.recordAll(ctx, tx, by, "deleted", changed, func(x Shift) audit.Changes { return audit.Diff(x, nil) })
	}
	if err := reopenTo(ctx, tx, from, to, s.at(), idsOfShifts(list)); err != nil {
		return err
	}
	for i := range changed {
		changed[i].SupervisorID = to
	}
	return s.recordAll(ctx, tx, by, "updated", changed, func(x Shift) audit.Changes {
		was := x
		was.SupervisorID = from
		return audit.Diff(was, x)
	})
}
