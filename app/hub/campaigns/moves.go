package campaigns

import (
	"context"
	"maps"
	"slices"

	"presence/app/accounts/auth"
	"presence/db"
)

// Moves is a transaction that changes recipients. The transitions of store_moves.go need one and add to it how they change the counts of
// campaigns, so that no transition can be saved without the counts. Only MoveRecipients makes one.
type Moves struct {
	*db.Tx
	changes map[int64]CountsChange // by campaign
}

// Count adds to the change of a campaign's counts.
func (m *Moves) Count(campaign int64, change CountsChange) {
	if change != (CountsChange{}) {
		m.changes[campaign] = m.changes[campaign].Plus(change)
	}
}

// MoveRecipients calls fn, and then changes the counts of the campaigns whose recipients fn has moved, in the order of their ids. It
// completes those that were stopped and have nothing pending any more, because the outcome of their last recipients came afterwards, or
// staff decided about them. It returns the changes, by campaign. by is who makes them; the zero Actor is the program. The rows of
// campaigns are locked last (see package sender), so fn locks all the others, and everything that reads counts comes after the call.
func MoveRecipients(ctx context.Context, tx *db.Tx, at db.Instant, by auth.Actor, fn func(m *Moves) error) (map[int64]CountsChange, error) {
	m := &Moves{tx, map[int64]CountsChange{}}
	if err := fn(m); err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(m.changes)) {
		done, err := addCounts(ctx, tx, id, m.changes[id], at)
		if err == nil && done {
			err = completeStopped(ctx, tx, id, by, at)
		}
		if err != nil {
			return nil, err
		}
	}
	return m.changes, nil
}
