package campaigns

import (
	"context"

	"presence/db"
)

// clampFutureRetries lets the rows of campaigns under way try again now whose turn is further away than any wait can be: their time
// was noted before somebody set the clock back.
func (s *Service) clampFutureRetries(ctx context.Context) error {
	list, err := idsToSend(ctx, s.db)
	if err != nil {
		return err
	}
	for _, id := range list {
		at := s.at()
		furthest := at + db.Instant(lastRetry.Milliseconds())
		last, err := latestRetryAt(ctx, s.db, id)
		if err != nil {
			return err
		}
		if last <= furthest {
			continue
		}
		if err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return resetRetriesAfter(ctx, tx, id, furthest, at) }); err != nil {
			return err
		}
	}
	return nil
}
