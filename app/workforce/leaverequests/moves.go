package leaverequests

import (
	"slices"

	"presence/app/platform/errs"
)

// moves are the statuses to which a request may go from each (W9). Cancelled is final.
var moves = map[string][]string{
	Pending:   {Approved, Refused, Denied, Cancelled, Escalated},
	Escalated: {Approved, Refused, Denied, Cancelled},
	Approved:  {Cancelled},
	Refused:   {Pending, Approved},
	Denied:    {Pending, Approved},
}

// ownMoves are those that an employee may make with the own request: to ask again and to cancel (C11).
var ownMoves = []string{Pending, Cancelled}

// checkMove tells why a request may not go from one status to another; approves is whether the actor may approve the
// employee's leave. Who may not decide hears so whatever the present status is; a status that stands is no move.
func checkMove(from, to string, approves bool) error {
	switch {
	case from == to:
		return nil
	case !approves && !slices.Contains(ownMoves, to):
		return errs.Forbidden("approval_not_allowed", "Only who may approve this leave can decide about it; its owner may cancel it or ask again.")
	case !slices.Contains(moves[from], to):
		return errs.Conflict("leave_move", "Leave that is "+from+" cannot become "+to+".")
	}
	return nil
}

// live tells whether a request with this status still claims its time; refused and cancelled ones do not.
func live(status string) bool { return status == Approved || open(status) }

// open tells whether a request waits for a decision: only then what it asks for can change.
func open(status string) bool { return status == Pending || status == Escalated }
