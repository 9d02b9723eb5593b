package leaverequests

import (
	"slices"

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

// checkTransition tells why a request may not go from one status to another; approves is whether the actor may approve the
// employee's leave. Who may not decide hears so whatever the present status is; a status that stands is no move.
func checkTransition(from, to string, approves bool) error {
	switch {
	case from == to:
		return nil
	case !approves && !slices.Contains(ownerTransitions, to):
		return errs.Forbidden("approval_not_allowed", "Only who may approve this leave can decide about it; its owner may cancel it or ask again.")
	case !slices.Contains(transitions[from], to):
		return errs.Conflict("leave_move", "Leave that is "+from+" cannot become "+to+".")
	}
	return nil
}

// claimsTime tells whether a request with this status still claims its time; refused and cancelled ones do not.
func claimsTime(status string) bool { return status == Approved || isOpen(status) }

// isOpen tells whether a request waits for a decision: only then what it asks for can change.
func isOpen(status string) bool { return status == Pending || status == Escalated }
