package tracking

import (
	"context"

	"presence/app/hub/campaigns"
	"presence/db"
)

// What the tests see of the package beside its exported names.

const EventsPerTx = eventsPerTx

// RecordOpenInVain records that a message was opened, for a reader who has left, while no other event can be written.
func (s *Service) RecordOpenInVain(ctx context.Context, campaign, recipient int64) error {
	if err := s.writes.Acquire(ctx, maxConcurrentWrites, 0); err != nil {
		return err
	}
	defer s.writes.Release(maxConcurrentWrites)
	gone, leave := context.WithCancel(ctx)
	leave()
	s.record(gone, linkTarget{campaign: campaign, id: recipient}, kindOpen)
	return nil
}

func SaveReported(ctx context.Context, tx *db.Tx, id int64, to campaigns.RecipientState) error {
	found, err := reportedRecipients(ctx, tx, []int64{id})
	if err != nil {
		return err
	}
	found[id].now.state, found[id].now.sentAt = to, 1
	return saveReported(ctx, tx, found)
}
