package leaverequests

import (
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
)

// transitions are the statuses to which a request may go from each (W9). Cancelled is final.
var transitions = map[string][]string{
	Pending:   {Approved, Refused, Denied, Cancelled, Escalated},
	Escalated: {Approved, Refused, Denied, Cancelled},
	Approved:  {Cancelled},
	Refused:   {Pending, Approved},
	Denied:    {Pending, Approved},
}

// ownerTransitions are those that an employee may make with the own request: to ask again and to cancel (C11).
var ownerTransitions = []string{Pending, Cancelled}

// The transitions of a request: each returns the request as it is afterwards, or the reason why it stays as it is. They read
// and write no database.

// Change returns the request with the changes. A status changes as the transitions say (W9); what is asked for changes only
// while the request is open, or as it is asked for again. Nobody decides about the own leave, unless admin, nor about leave
// that is to become the own (C11).
func (r LeaveRequest) Change(by auth.Actor, c Changes) (LeaveRequest, error) {
	n, stands := r.withChanges(c), r.withChanges(Changes{})
	if err := n.Validate().Err(); err != nil {
		return r, err
	}
	if err := checkTransition(r.ApprovalStatus, n.ApprovalStatus, mayApprove(by, r.EmployeeID) && mayApprove(by, n.EmployeeID)); err != nil {
		return r, err
	}
	if n.approvedContent() != stands.approvedContent() && !isOpen(r.ApprovalStatus) && !isOpen(n.ApprovalStatus) {
		return r, errs.Conflict("leave_decided", "The leave is decided: what it asks for can change no more.")
	}
	if n == stands {
		return r, nil
	}
	return r.revised(n), nil
}

// revised is the request with every field of n.
func (r LeaveRequest) revised(n New) LeaveRequest {
	r.EmployeeID, r.BankCodeID, r.LeaveType, r.Start, r.End = n.EmployeeID, n.BankCodeID, n.LeaveType, n.Start, n.End
	r.Comment, r.ApprovalStatus = n.Comment, n.ApprovalStatus
	return r
}

// CheckArchive refuses to archive approved leave: it counts toward its weeks until it is cancelled.
func (r LeaveRequest) CheckArchive() error {
	if r.ApprovalStatus == Approved {
		return errs.Conflict("leave_approved", "The leave is approved: it must be cancelled first.")
	}
	return nil
}

// checkTransition reports why a request may not go from one status to another; approves is whether the actor may decide about
// the employee's leave. An actor who may not decide is refused whatever the present status; a status that stays is allowed.
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
	return errs.Forbidden("approval_not_allowed", "Only who may approve this leave can decide about it; its owner may cancel it or ask again.")
}

// mayApprove reports whether by may decide about the leave of an employee whose records are in by's scope: nobody about the
// own, unless admin (C11).
func mayApprove(by auth.Actor, employeeID int64) bool {
	return by.Role == auth.Admin || by.EmployeeID != employeeID
}

// claimsTime reports whether a request with this status keeps other leave out of its time; refused and cancelled ones do not.
func claimsTime(status string) bool { return status == Approved || isOpen(status) }

// isOpen reports whether a request awaits a decision: only then what it asks for can change.
func isOpen(status string) bool { return status == Pending || status == Escalated }
