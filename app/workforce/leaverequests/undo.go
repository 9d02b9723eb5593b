package leaverequests

import (
	"context"
	"slices"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// decisions are what UndoDecision takes back, as the history names them.
var decisions = []string{"approved", "refused", "denied", "escalated", "cancelled"}

// UndoDecision takes the actor's own last decision about a request back, with its note: the request stands as it did
// before. It is no move (W9) but the correction of a slip: expect is the version that the decision left, so that nothing
// has come after it. A last change that is no decision of the actor's is a 409 nothing_to_undo.
func (s *Service) UndoDecision(ctx context.Context, by auth.Actor, id, expect int64) (r LeaveRequest, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if r, err = loadVersion(ctx, tx, by, id, &expect, nil); err != nil {
			return err
		}
		if !mayApprove(by, r.EmployeeID) {
			return errNotApprover()
		}
		last, err := audit.History(ctx, tx, "leave_request", strconv.FormatInt(id, 10), 1)
		if err != nil {
			return err
		}
		if len(last) == 0 || last[0].Who.PersonID != by.PersonID || !slices.Contains(decisions, last[0].Action) {
			return errs.Conflict("nothing_to_undo", "The last change of this record is no decision of yours.")
		}
		r, err = s.restore(ctx, tx, by, r, last[0].Changes)
		return err
	})
	return r, err
}

// restore gives the status and the comment the values that they had before the changes.
func (s *Service) restore(ctx context.Context, tx *db.Tx, by auth.Actor, old LeaveRequest, changes audit.Changes) (LeaveRequest, error) {
	n := old.withChanges(Changes{})
	for field, value := range map[string]*string{"approval_status": &n.ApprovalStatus, "comment": &n.Comment} {
		if was, changed := changes[field]; changed {
			*value, _ = was[0].(string)
		}
	}
	if err := n.Validate().Err(); err != nil {
		return old, err
	}
	if err := checkReferences(ctx, tx, by, n, old); err != nil {
		return old, err
	}
	r, err := save(ctx, tx, old.revised(n), s.at())
	if err != nil {
		return r, err
	}
	if err := s.recordAudit(ctx, tx, by, "decision_undone", r, audit.Diff(old, r)); err != nil {
		return r, err
	}
	return r, notifications.Notify(ctx, tx, notifications.Event{At: s.at(), By: by, Kind: notifications.LeaveDecided, IDs: []int64{r.ID},
		Data: notifications.Data{LeaveType: r.LeaveType, Status: r.ApprovalStatus, Start: r.Start, End: r.End}})
}
