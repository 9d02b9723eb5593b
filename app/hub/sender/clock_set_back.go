package sender

import (
	"context"

	"presence/app/hub/campaigns"
	"presence/db"
)

// clampFutureRetries makes recipients due now if their next attempt lies further ahead than the longest retry delay: it was
// planned before the clock was set back. In a campaign that is testing two subjects, the recipients of the rest wait until
// ChooseAt, so there only attempts later than ChooseAt are made due.
func (w *Worker) clampFutureRetries(ctx context.Context) error {
	ids, err := campaigns.IDsToSend(ctx, w.db)
	if err != nil {
		return err
	}
	for _, id := range ids {
		at := w.now()
		latest := at.Add(lastRetry)
		last, err := campaigns.LatestDue(ctx, w.db, id)
		if err != nil {
			return err
		}
		if last <= latest {
			continue
		}
		c, err := campaigns.ByID(ctx, w.db, id)
		if err != nil {
			return err
		}
		if c.HoldsRest() {
			latest = max(latest, c.ChooseAt)
		}
		err = w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return campaigns.MakeDueAfter(ctx, tx, id, latest, at) })
		if err != nil {
			return err
		}
	}
	return nil
}
