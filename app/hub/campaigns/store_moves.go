package campaigns

import (
	"context"
	"slices"

	"presence/db"
)

// Step is how far a recipient has come: its state and, while it is pending, its phase.
type Step struct {
	State RecipientState
	Phase Phase
}

// Attempting reports whether an attempt to send the message is being made, which is not counted among the attempts yet.
func (s Step) Attempting() bool {
	return s.State == Pending && (s.Phase == PhaseClaimed || s.Phase == PhaseInFlight)
}

// count returns how n recipients at the step are counted.
func (s Step) count(n int64) CountsChange {
	switch {
	case s.State == Sent:
		return CountsChange{Sent: n}
	case s.State == Failed:
		return CountsChange{Failed: n}
	case s.State == Excluded:
		return CountsChange{Excluded: n}
	case s.unconfirmed():
		return CountsChange{Pending: n, Unconfirmed: n}
	}
	return CountsChange{Pending: n}
}

// Moved returns the change of a campaign's counts when n of its recipients go from one step to another.
func Moved(n int64, from, to Step) CountsChange {
	change := from.count(-n).Plus(to.count(n))
	if from.unconfirmed() && !to.unconfirmed() {
		change.Resolved = n
	}
	return change
}

func (s Step) unconfirmed() bool { return s.State == Pending && s.Phase == PhaseUnconfirmed }

// Move moves pending recipients to another step. It returns their number and the change of the campaign's counts. from are the
// phases from which it moves them; unconfirmed recipients are counted otherwise, so that PhaseUnconfirmed must be the only one.
// set (further assignments, each with a comma before it) and where (a condition) are SQL with placeholders for args.
func Move(ctx context.Context, tx *db.Tx, from []Phase, to Step, set, where string, args ...any) (n int64, change CountsChange, err error) {
	n, err = tx.Exec(ctx, "UPDATE campaign_recipients SET "+setStep(to)+set+" WHERE "+PendingIn("", from...)+" AND "+where, args...)
	counted := PhaseWaiting
	if slices.Contains(from, PhaseUnconfirmed) {
		counted = PhaseUnconfirmed
	}
	return n, Moved(n, Step{Pending, counted}, to), err
}

// moveToSent is Move for recipients whose message has arrived, or was accepted. sentAt is SQL for the time at which it was
// sent. An attempt that is being made is counted; that of an unconfirmed recipient is counted already.
func moveToSent(ctx context.Context, tx *db.Tx, from []Phase, sentAt, where string, args ...any) (n int64, change CountsChange, err error) {
	return Move(ctx, tx, from, Step{State: Sent}, ", reason = '', sent_at = "+sentAt+", attempts = attempts + CASE WHEN phase IN ("+
		PhaseClaimed.SQL()+", "+PhaseInFlight.SQL()+") THEN 1 ELSE 0 END", where, args...)
}

// MarkSent saves that the relay or provider has accepted messages, whichever worker leases the recipients now. It returns the
// change of the campaign's counts.
func MarkSent(ctx context.Context, tx *db.Tx, ids []int64, at db.Instant) (CountsChange, error) {
	if len(ids) == 0 {
		return CountsChange{}, nil
	}
	where := "id IN (" + tx.Dialect().IDs("$1") + ")"
	n, change, err := moveToSent(ctx, tx, []Phase{PhaseWaiting, PhaseClaimed, PhaseInFlight}, "$2", where, db.IDs(ids), int64(at))
	if err != nil || n == int64(len(ids)) {
		return change, err
	}
	_, confirmed, err := moveToSent(ctx, tx, []Phase{PhaseUnconfirmed}, "$2", where, db.IDs(ids), int64(at))
	return change.Plus(confirmed), err
}
