package sender

import (
	"context"

	"presence/app/hub/campaigns"
	"presence/db"
)

// clampFutureRetries makes recipients due now whose next attempt is further away than any retry delay: it was planned before
// the clock was set back.
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
		if err := w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return makeDueAfter(ctx, tx, id, latest, at) }); err != nil {
			return err
		}
	}
	return nil
}
