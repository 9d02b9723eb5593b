package campaigns

import (
	"context"

	"presence/db"
)

// deleteAllWorkers takes the right to claim and to mark away from every worker.
func deleteAllWorkers(ctx context.Context, tx *db.Tx) error {
	_, err := tx.Exec(ctx, "DELETE FROM campaign_workers")
	return err
}

// holdRestored stops every campaign that has something left to be sent, and gives how many they are. A paused one stays
// paused, so that it can still be cancelled.
func holdRestored(ctx context.Context, tx *db.Tx, at db.Instant) (int64, error) {
	return tx.Exec(ctx, `UPDATE campaigns SET status = CASE WHEN status = 'paused' THEN 'paused' ELSE 'interrupted' END, reason = 'restored', note = '',
		updated_at = $1, version = version + 1, `+notifyAgain+`
		WHERE pending > unconfirmed AND status IN ('scheduled','sending','paused','interrupted')`, int64(at))
}
