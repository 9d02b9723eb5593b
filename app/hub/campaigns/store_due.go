package campaigns

import (
	"context"

	"presence/db"
)

// NextDue returns when the next waiting recipient is due; waiting is false when there is none.
func NextDue(ctx context.Context, q db.Queryer, campaign int64) (at db.Instant, waiting bool, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MIN(next_at), -1) FROM campaign_recipients WHERE campaign_id = $1 AND "+
		PendingIn("", PhaseWaiting), campaign).Scan(&at)
	return at, at >= 0, err
}

// LatestDue returns the latest time at which a waiting recipient of a campaign is due; 0 when there is none.
func LatestDue(ctx context.Context, q db.Queryer, campaign int64) (at db.Instant, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MAX(next_at), 0) FROM campaign_recipients WHERE campaign_id = $1 AND "+
		PendingIn("", PhaseWaiting), campaign).Scan(&at)
	return at, err
}

// MakeDueAfter sets the next attempt of waiting recipients to at, if that lies after latest.
func MakeDueAfter(ctx context.Context, tx *db.Tx, campaign int64, latest, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE campaign_recipients SET next_at = $3 WHERE campaign_id = $1 AND next_at > $2 AND "+
		PendingIn("", PhaseWaiting), campaign, int64(latest), int64(at))
	return err
}
