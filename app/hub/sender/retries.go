package sender

import (
	"context"

	"presence/app/hub/campaigns"
	"presence/db"
)

// clampFutureRetries makes recipients due now whose next attempt is further away than any retry delay: it was planned before
// the clock was set back. Of a campaign whose subject is still to be chosen, none is due before that which waits for the choice.
func (w *Worker) clampFutureRetries(ctx context.Context) error {
	ids, err := campaigns.IDsToSend(ctx, w.db)
	if err != nil {
		return err
	}
	for _, id := range ids {
		at := w.now()
		latest := at + db.Instant(lastRetry.Milliseconds())
		last, err := latestRetryAt(ctx, w.db, id)
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
		if err := w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return makeDueAfter(ctx, tx, id, latest, at) }); err != nil {
			return err
		}
	}
	return nil
}
