package timesheets

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/db"
)

// Approve approves the sheet, which locks its shifts and expenses, or withdraws the approval (W7). A decision that
// stands already changes nothing.
func (s *Service) Approve(ctx context.Context, by auth.Actor, id int64, expect *int64, d Decision) (t Timesheet, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if t, err = loadVersion(ctx, tx, by, id, expect); err != nil {
			return err
		}
		if !MayApprove(by, t.EmployeeID) {
			return ErrOwnApproval()
		}
		t, err = decide(ctx, tx, by, t, d, s.at())
		return err
	})
	return t, err
}

// ApproveAll approves those of the sheets that are live, not yet approved and the actor's to approve (C11), all at
// once, keeps what each approval covers, and gives their ids in order. Whoever approves many at once tells their owners.
func ApproveAll(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, ids []int64) ([]int64, error) {
	ids, err := lockDecidable(ctx, tx, by, ids, false)
	if err != nil || len(ids) == 0 {
		return ids, err
	}
	return ids, approveLocked(ctx, tx, by, at, ids)
}

// WithdrawAll undoes ApproveAll: it withdraws the approval of those of the sheets that are approved and the actor's
// to approve, and gives their ids in order. What was approved stays known (ChangedSince).
func WithdrawAll(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, ids []int64) ([]int64, error) {
	ids, err := lockDecidable(ctx, tx, by, ids, true)
	if err != nil || len(ids) == 0 {
		return ids, err
	}
	if err := withdrawLocked(ctx, tx, by, at, ids); err != nil {
		return nil, err
	}
	return ids, notify(ctx, tx, by, at, notifications.SheetChanged, notifications.ApprovalWithdrawn, ids...)
}

// lockDecidable locks the sheets' employees and keeps the sheets in the given state of approval that the actor may decide.
func lockDecidable(ctx context.Context, tx *db.Tx, by auth.Actor, ids []int64, approved bool) ([]int64, error) {
	if err := LockAll(ctx, tx, ids); err != nil {
		return nil, err
	}
	return filterDecidable(ctx, tx, by, ids, approved)
}

// approveLocked needs the sheets' employees locked.
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
	return recordAudit(ctx, tx, by, at, "approved", audit.Changes{"is_approved": {false, true}}, ids...)
}

func withdrawLocked(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, ids []int64) error {
	if err := clearApproved(ctx, tx, at, ids); err != nil {
		return err
	}
	if err := closeApprovals(ctx, tx, by, at, ids); err != nil {
		return err
	}
	return recordAudit(ctx, tx, by, at, "approval_withdrawn", audit.Changes{"is_approved": {true, false}}, ids...)
}

// decide moves one sheet, whose employee is locked, to the decision's state. What stands already stands.
func decide(ctx context.Context, tx *db.Tx, by auth.Actor, t Timesheet, d Decision, at db.Instant) (Timesheet, error) {
	if d.Comment != nil && *d.Comment != t.Comment {
		after, err := setComment(ctx, tx, t.ID, *d.Comment, at)
		if err != nil {
			return t, err
		}
		if err := recordAudit(ctx, tx, by, at, "commented", audit.Diff(t, after), t.ID); err != nil {
			return t, err
		}
		t = after
	}
	if d.Approved == t.Approved {
		return t, nil
	}
	move, told, change := withdrawLocked, notifications.SheetChanged, notifications.ApprovalWithdrawn
	if d.Approved {
		move, told, change = approveLocked, notifications.SheetApproved, ""
	}
	if err := move(ctx, tx, by, at, []int64{t.ID}); err != nil {
		return t, err
	}
	if err := notify(ctx, tx, by, at, told, change, t.ID); err != nil {
		return t, err
	}
	return byID(ctx, tx, by, t.ID)
}

// ChangesSinceApproval is the difference between what the last approval of a sheet covered, when it was withdrawn, and what
// the sheet holds now (W7): nothing for a sheet that is approved or never was. Whether the caller may see the sheet is
// for the caller to know.
func ChangesSinceApproval(ctx context.Context, q db.Queryer, id int64) ([]LineChange, error) {
	before, withdrawn, err := lastApproval(ctx, q, id)
	if err != nil || !withdrawn {
		return nil, err
	}
	now, err := liveLines(ctx, q, []int64{id})
	if err != nil {
		return nil, err
	}
	return diffLines(before, now[id]), nil
}
