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

// decisions are the actions in the history that UndoDecision can undo.
var decisions = []string{"approved", "refused", "denied", "escalated", "cancelled"}

// UndoDecision undoes the actor's last decision about a request, with its note. It corrects a mistake and ignores the
// transitions (W9). expect is the version after the decision, so that no later change is undone. It fails with 409
// nothing_to_undo if the last change was not a decision of the actor.
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
			return errs.Conflict("nothing_to_undo", "Your decision is no longer the latest change, so there’s nothing to undo.")
		}
		r, err = s.revert(ctx, tx, by, r, last[0].Changes)
		return err
	})
	return r, err
}

// revert sets status and comment to their values before the changes.
func (s *Service) revert(ctx context.Context, tx *db.Tx, by auth.Actor, old LeaveRequest, changes audit.Changes) (LeaveRequest, error) {
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
	if err := s.checkBalance(ctx, tx, old, r); err != nil {
		return r, err
	}
	if err := s.recordAudit(ctx, tx, by, "decision_undone", r, audit.Diff(old, r)); err != nil {
		return r, err
	}
	return r, s.notify(ctx, tx, by, notifications.LeaveDecided, r)
}
