package campaigns

import (
	"context"

	"presence/db"
)

// latestRetryAt is when the last of a campaign's waiting rows is to be tried again; 0 when none waits.
func latestRetryAt(ctx context.Context, q db.Queryer, campaign int64) (at db.Instant, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MAX(next_at), 0) FROM campaign_recipients WHERE campaign_id = $1 AND status = 0 AND phase = 0", campaign).Scan(&at)
	return at, err
}

// resetRetriesAfter lets the waiting rows whose turn comes after furthest be tried at once.
func resetRetriesAfter(ctx context.Context, tx *db.Tx, campaign int64, furthest, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE campaign_recipients SET next_at = $3 WHERE campaign_id = $1 AND status = 0 AND phase = 0 AND next_at > $2", campaign, int64(furthest), int64(at))
	return err
}
