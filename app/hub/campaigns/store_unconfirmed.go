package campaigns

import (
	"context"

	"presence/db"
)

// unconfirmed is where recipients come from that are resolved.
var unconfirmed = []Phase{PhaseUnconfirmed}

// WithUnconfirmed returns the campaigns that have unconfirmed recipients.
func WithUnconfirmed(ctx context.Context, q db.Queryer) ([]Campaign, error) {
	return selectCampaigns(ctx, q, "c.unconfirmed > 0")
}

// ConfirmSent makes an unconfirmed recipient sent, since its message is known to have arrived (R11). It returns the change of
// the campaign's counts, which is zero when the recipient is not unconfirmed.
func ConfirmSent(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (CountsChange, error) {
	_, change, err := moveToSent(ctx, tx, unconfirmed, "$2", "id = $1", id, int64(at))
	return change, err
}

// confirmResponded makes the unconfirmed recipients sent whose guests have answered, since they must have received the message
// (R11). It returns the change of the campaign's counts.
func confirmResponded(ctx context.Context, tx *db.Tx, c Campaign) (CountsChange, error) {
	_, change, err := moveToSent(ctx, tx, unconfirmed, "CASE WHEN sent_at = 0 THEN $2 ELSE sent_at END",
		"campaign_id = $1 AND EXISTS (SELECT 1 FROM rsvps v WHERE v.recipient_id = campaign_recipients.id)", c.ID, int64(c.StartedAt))
	return change, err
}

// countUnconfirmedResponded counts the unconfirmed recipients of a campaign whose guests have answered.
func countUnconfirmedResponded(ctx context.Context, q db.Queryer, campaign int64) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM campaign_recipients r WHERE r.campaign_id = $1 AND "+PendingIn("r.", PhaseUnconfirmed)+`
		AND EXISTS (SELECT 1 FROM rsvps v WHERE v.recipient_id = r.id)`, campaign).Scan(&n)
	return n, err
}

// resolveUnconfirmed makes unconfirmed recipients sent, or pending again when sent is false, as staff decided. No ids means all
// of the campaign. It returns the number of recipients changed, and the change of the campaign's counts.
func resolveUnconfirmed(ctx context.Context, tx *db.Tx, campaign int64, ids []int64, sent bool,
	at db.Instant) (n int64, change CountsChange, err error) {
	where, args := "campaign_id = $1", []any{campaign, int64(at)}
	if len(ids) > 0 {
		where += " AND id IN (" + tx.Dialect().IDs("$3") + ")"
		args = append(args, db.IDs(ids))
	}
	if sent {
		return moveToSent(ctx, tx, unconfirmed, "$2", where, args...)
	}
	return Move(ctx, tx, unconfirmed, Step{Pending, PhaseWaiting}, ", next_at = $2", where, args...)
}
