package leaverequests

import (
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
)

// transitions are the statuses that a request may change to, by its current status (W9). Cancelled is final.
var transitions = map[string][]string{
	Pending:   {Approved, Refused, Denied, Cancelled, Escalated},
	Escalated: {Approved, Refused, Denied, Cancelled},
	Approved:  {Cancelled},
	Refused:   {Pending, Approved},
	Denied:    {Pending, Approved},
}

// ownerTransitions are the statuses to which the owner may change a request: ask again, and cancel (C11).
var ownerTransitions = []string{Pending, Cancelled}

// The transitions of a request are pure functions: each returns the changed request, or the error why it cannot change.

// Change returns the request with the changes. A status changes according to transitions (W9); the other fields change only
// while the request is open, or together with a change back to Pending. Nobody but an administrator decides about their own
// leave, or about leave that they assign to themselves (C11).
func (r LeaveRequest) Change(by auth.Actor, c Changes) (LeaveRequest, error) {
	n, old := r.withChanges(c), r.withChanges(Changes{})
	if err := n.Validate().Err(); err != nil {
		return r, err
	}
	if err := checkTransition(r.ApprovalStatus, n.ApprovalStatus, mayApprove(by, r.EmployeeID) && mayApprove(by, n.EmployeeID)); err != nil {
		return r, err
	}
	if n.approvedContent() != old.approvedContent() && !isOpen(r.ApprovalStatus) && !isOpen(n.ApprovalStatus) {
		return r, errs.Conflict("leave_decided", "A decision has been made. The request can no longer be changed.")
	}
	if n == old {
		return r, nil
	}
	return r.revised(n), nil
}

// revised returns the request with every field of n.
func (r LeaveRequest) revised(n New) LeaveRequest {
	r.EmployeeID, r.BankCodeID, r.LeaveType, r.Start, r.End = n.EmployeeID, n.BankCodeID, n.LeaveType, n.Start, n.End
	r.Comment, r.ApprovalStatus = n.Comment, n.ApprovalStatus
	return r
}

// CheckArchive fails for approved leave, which counts in the hours of its weeks until it is cancelled.
func (r LeaveRequest) CheckArchive() error {
	if r.ApprovalStatus == Approved {
		return errs.Conflict("leave_approved", "This leave is approved. Cancel it first.")
	}
	return nil
}

// checkTransition returns the error if a request may not change from one status to another. approves: the actor may decide
// about the employee's leave. An actor who may not is refused whatever the current status; keeping the status is always
// allowed.
func checkTransition(from, to string, approves bool) error {
	switch {
	case from == to:
		return nil
	case !approves && !slices.Contains(ownerTransitions, to):
		return errNotApprover()
	case !slices.Contains(transitions[from], to):
		return errs.Conflict("leave_move", "Leave that is "+from+" cannot become "+to+".")
	}
	return nil
}

func errNotApprover() error {
	return errs.Forbidden("approval_not_allowed", "Only those who may approve this leave can decide about it; its owner can cancel it or request it again.")
}

// mayApprove reports whether by may decide about the leave of an employee in their scope: nobody but an administrator decides
// about their own (C11).
func mayApprove(by auth.Actor, employeeID int64) bool {
	return by.Role == auth.Admin || by.EmployeeID != employeeID
}

// claimsTime reports whether a request with this status prevents other leave at the same time; refused and cancelled ones do
// not.
func claimsTime(status string) bool { return status == Approved || isOpen(status) }

// isOpen reports whether a request awaits a decision.
func isOpen(status string) bool { return status == Pending || status == Escalated }
