package timesheets

import (
	"context"
	"maps"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/workforce/leavebalances"
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
	return decideAll(ctx, tx, by, at, ids, true)
}

// WithdrawAll is the opposite of ApproveAll: it withdraws the approval of those of the sheets that are approved and that the
// actor may approve, notifies their owners, and returns their ids, sorted. What was approved stays stored (ChangesSinceApproval).
func WithdrawAll(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, ids []int64) ([]int64, error) {
	ids, err := decideAll(ctx, tx, by, at, ids, false)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return ids, notify(ctx, tx, stamp{by, at}, notifications.SheetChanged, notifications.ApprovalWithdrawn, ids...)
}

// decideAll locks the sheets' employees and approves those of the sheets that are not approved, or withdraws the approval of those
// that are. It leaves out the sheets that the actor may not decide about, and returns the ids of the others, sorted.
func decideAll(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, ids []int64, approve bool) ([]int64, error) {
	if err := LockAll(ctx, tx, ids); err != nil {
		return nil, err
	}
	sheets, err := listDecidable(ctx, tx, by, ids, !approve)
	if err != nil || len(sheets) == 0 {
		return nil, err
	}
	decided := make([]int64, len(sheets))
	for i, t := range sheets {
		if sheets[i], err = t.Decide(by, Decision{Approved: approve}, at); err != nil {
			return nil, err
		}
		decided[i] = t.ID
	}
	return decided, saveDecided(ctx, tx, stamp{by, at}, sheets, approve)
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
	if next.Approved == t.Approved {
		return t, nil
	}
	if err := saveDecided(ctx, tx, stamp{by, at}, []Timesheet{next}, next.Approved); err != nil {
		return t, err
	}
	kind, change := notifications.SheetApproved, notifications.Change("")
	if !next.Approved {
		kind, change = notifications.SheetChanged, notifications.ApprovalWithdrawn
	}
	if err := notify(ctx, tx, stamp{by, at}, kind, change, t.ID); err != nil {
		return t, err
	}
	return byID(ctx, tx, by, t.ID)
}

// saveDecided saves sheets that were all approved, with what each approval covers, or whose approval was withdrawn, and an audit
// entry for each. Their employees are locked.
func saveDecided(ctx context.Context, tx *db.Tx, by stamp, sheets []Timesheet, approved bool) error {
	ids := make([]int64, len(sheets))
	for i, t := range sheets {
		ids[i] = t.ID
	}
	if err := saveApprovals(ctx, tx, sheets, by.at); err != nil {
		return err
	}
	if err := keepOpenOn(ctx, tx, ids); err != nil {
		return err
	}
	if err := leavebalances.SheetsDecided(ctx, tx, by.at, ids); err != nil {
		return err
	}
	if !approved {
		if err := closeApprovals(ctx, tx, by, ids); err != nil {
			return err
		}
		return recordAudit(ctx, tx, by, "approval_withdrawn", audit.Changes{"is_approved": {true, false}}, ids...)
	}
	lines, err := liveLines(ctx, tx, ids)
	if err != nil {
		return err
	}
	if err := insertApprovals(ctx, tx, by, ids, lines); err != nil {
		return err
	}
	return recordAudit(ctx, tx, by, "approved", audit.Changes{"is_approved": {false, true}}, ids...)
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
