package campaigns

import (
	"context"

	"presence/db"
)

// WithUnconfirmed returns the campaigns that have unconfirmed recipients.
func WithUnconfirmed(ctx context.Context, q db.Queryer) ([]Campaign, error) {
	return selectCampaigns(ctx, q, "c.unconfirmed > 0")
}

// countUnconfirmedResponded counts the unconfirmed recipients of a campaign whose guests have answered.
func countUnconfirmedResponded(ctx context.Context, q db.Queryer, campaign int64) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM campaign_recipients r WHERE r.campaign_id = $1 AND "+PendingIn("r.", PhaseUnconfirmed)+`
		AND EXISTS (SELECT 1 FROM rsvps v WHERE v.recipient_id = r.id)`, campaign).Scan(&n)
	return n, err
}
