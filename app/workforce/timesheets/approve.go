package timesheets

import (
	"context"
	"maps"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/db"
)

// Approve decides about a sheet (Timesheet.Decide). A decision that changes nothing writes nothing.
func (s *Service) Approve(ctx context.Context, by auth.Actor, id int64, expect *int64, d Decision) (t Timesheet, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if t, err = loadVersion(ctx, tx, by, id, expect); err != nil {
			return err
		}
		t, err = decide(ctx, tx, by, t, d, s.at())
		return err
	})
	return t, err
}

// ApproveAll approves those of the sheets that are live, not approved yet and that the actor may approve (C11), and stores what
// each approval covers. It returns their ids, sorted. The caller notifies the owners.
func ApproveAll(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, ids []int64) ([]int64, error) {
	ids, err := lockDecidable(ctx, tx, by, ids, false)
	if err != nil || len(ids) == 0 {
		return ids, err
	}
	return ids, approveLocked(ctx, tx, by, at, ids)
}

// WithdrawAll is the opposite of ApproveAll: it withdraws the approval of those of the sheets that are approved and that the
// actor may approve, and returns their ids, sorted. What was approved stays stored (ChangesSinceApproval).
func WithdrawAll(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, ids []int64) ([]int64, error) {
	ids, err := lockDecidable(ctx, tx, by, ids, true)
	if err != nil || len(ids) == 0 {
		return ids, err
	}
	if err := withdrawLocked(ctx, tx, by, at, ids); err != nil {
		return nil, err
	}
	return ids, notify(ctx, tx, stamp{by, at}, notifications.SheetChanged, notifications.ApprovalWithdrawn, ids...)
}

// lockDecidable locks the sheets' employees and returns the sheets with the given approval state that the actor may decide
// about.
func lockDecidable(ctx context.Context, tx *db.Tx, by auth.Actor, ids []int64, approved bool) ([]int64, error) {
	if err := LockAll(ctx, tx, ids); err != nil {
		return nil, err
	}
	return filterDecidable(ctx, tx, by, ids, approved)
}

// approveLocked approves the sheets, whose employees must be locked.
func approveLocked(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, ids []int64) error {
	if err := setApproved(ctx, tx, by, at, ids); err != nil {
		return err
	}
	lines, err := liveLines(ctx, tx, ids)
	if err != nil {
		return err
	}
	if err := insertApprovals(ctx, tx, by, at, ids, lines); err != nil {
		return err
	}
	return recordAudit(ctx, tx, stamp{by, at}, "approved", audit.Changes{"is_approved": {false, true}}, ids...)
}

func withdrawLocked(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, ids []int64) error {
	if err := clearApproved(ctx, tx, at, ids); err != nil {
		return err
	}
	if err := closeApprovals(ctx, tx, by, at, ids); err != nil {
		return err
	}
	return recordAudit(ctx, tx, stamp{by, at}, "approval_withdrawn", audit.Changes{"is_approved": {true, false}}, ids...)
}

// decide applies a decision to a sheet, whose employee is locked, and saves the result. A comment and an approval in one
// decision are two versions of the sheet, with an audit entry each.
func decide(ctx context.Context, tx *db.Tx, by auth.Actor, t Timesheet, d Decision, at db.Instant) (Timesheet, error) {
	next, err := t.Decide(by, d, at)
	if err != nil {
		return t, err
	}
	if next.Comment != t.Comment {
		commented := t
		commented.Comment = next.Comment
		if t, err = saveAudited(ctx, tx, stamp{by, at}, "commented", t, commented); err != nil {
			return t, err
		}
	}
	ids := []int64{t.ID}
	switch {
	case next.Approved == t.Approved:
		return t, nil
	case next.Approved:
		if err = approveLocked(ctx, tx, by, at, ids); err == nil {
			err = notify(ctx, tx, stamp{by, at}, notifications.SheetApproved, "", ids...)
		}
	default:
		if err = withdrawLocked(ctx, tx, by, at, ids); err == nil {
			err = notify(ctx, tx, stamp{by, at}, notifications.SheetChanged, notifications.ApprovalWithdrawn, ids...)
		}
	}
	if err != nil {
		return t, err
	}
	return byID(ctx, tx, by, t.ID)
}

// ChangesSinceApproval returns the differences between what the last approval of a sheet covered, if it was withdrawn, and the
// current content (W7); nothing for a sheet that is approved or never was. The caller must have checked that the actor may see
// the sheet. There are some if and only if ChangedCondition holds.
func ChangesSinceApproval(ctx context.Context, q db.Queryer, id int64) ([]LineChange, error) {
	changes, err := changesSinceApproval(ctx, q, []int64{id})
	return changes[id], err
}

// changesSinceApproval is ChangesSinceApproval for many sheets. It returns those whose last approval was withdrawn.
func changesSinceApproval(ctx context.Context, q db.Queryer, ids []int64) (map[int64][]LineChange, error) {
	approved, err := withdrawnApprovals(ctx, q, ids)
	if err != nil || len(approved) == 0 {
		return nil, err
	}
	now, err := liveLines(ctx, q, slices.Collect(maps.Keys(approved)))
	changes := make(map[int64][]LineChange, len(approved))
	for id, lines := range approved {
		changes[id] = diffLines(lines, now[id])
	}
	return changes, err
}

// compareWithApproval has the transaction that changes lines of sheets save before it commits whether they differ from what was
// approved. Their employees are locked.
func compareWithApproval(tx *db.Tx, ids ...int64) {
	tx.BeforeCommit(func(ctx context.Context, tx *db.Tx) error {
		changes, err := changesSinceApproval(ctx, tx, ids)
		if err != nil || len(changes) == 0 {
			return err
		}
		var changed []int64
		for id, list := range changes {
			if len(list) > 0 {
				changed = append(changed, id)
			}
		}
		return setChanged(ctx, tx, slices.Collect(maps.Keys(changes)), changed)
	})
}
