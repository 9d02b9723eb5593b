package campaigns

import (
	"context"

	"presence/db"
)

// withPendingNotification returns the campaigns that may have a pending notification.
func withPendingNotification(ctx context.Context, q db.Queryer) ([]Campaign, error) {
	return selectCampaigns(ctx, q, "c.told < 100 AND c.status <> 'scheduled'")
}

// setNotified saves the progress that staff were notified of (see notifiedNothing), in the column told. It returns false when another
// process has just done so, or the campaign has changed.
func setNotified(ctx context.Context, tx *db.Tx, c Campaign, progress int64) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE campaigns SET told = $2 WHERE id = $1 AND told = $3 AND status = $4", c.ID, progress, c.notified,
		string(c.State))
	return n > 0, err
}
