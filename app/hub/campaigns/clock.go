package campaigns

import (
	"context"

	"presence/db"
)

// hasten lets the rows of campaigns under way try again now whose turn is further away than any wait can be: their time
// was noted before somebody set the clock back.
func (s *Service) hasten(ctx context.Context) error {
	list, err := toSend(ctx, s.db)
	if err != nil {
		return err
	}
	for _, id := range list {
		at := s.at()
		furthest := at + db.Instant(lastRetry.Milliseconds())
		last, err := lastTurn(ctx, s.db, id)
		if err != nil {
			return err
		}
		if last <= furthest {
			continue
		}
		if err := s.db.Write(ctx, func(tx *db.Tx) error { return hasten(ctx, tx, id, furthest, at) }); err != nil {
			return err
		}
	}
	return nil
}
