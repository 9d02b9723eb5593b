package tracking

import (
	"context"

	"presence/app/hub/campaigns"
)

// What the tests see of the package beside its exported names.

const EventsPerTx = eventsPerTx

// HoldWrites takes the place of all events that may be written at the same time, until release is called.
func (s *Service) HoldWrites(ctx context.Context) (release func(), err error) {
	return func() { s.writes.Release(maxConcurrentWrites) }, s.writes.Acquire(ctx, maxConcurrentWrites, 0)
}

// FillUnwritten is HoldWrites for the events that may wait.
func (s *Service) FillUnwritten(ctx context.Context) (release func(), err error) {
	return func() { s.unwritten.Release(maxUnwritten) }, s.unwritten.Acquire(ctx, maxUnwritten, 0)
}

func SaveReported(ctx context.Context, m *campaigns.Moves, id int64, to campaigns.RecipientState) error {
	found, err := reportedRecipients(ctx, m.Tx, []int64{id})
	if err != nil {
		return err
	}
	found[id].now.State, found[id].now.SentAt = to, 1
	return saveReported(ctx, m, found)
}
