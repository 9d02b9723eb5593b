package campaigns

import (
	"context"

	"presence/db"
)

// sentNow is the assignment that makes a recipient sent. It does not count the attempt: that of an unconfirmed recipient is
// counted already.
var sentNow = SetRecipientState(Sent, PhaseWaiting) + ", reason = ''"

// WithUnconfirmed returns the campaigns that have unconfirmed recipients.
func WithUnconfirmed(ctx context.Context, q db.Queryer) ([]Campaign, error) {
	return selectCampaigns(ctx, q, "c.unconfirmed > 0")
}

// ConfirmSent makes an unconfirmed recipient sent, since its message is known to have arrived (R11). It returns the change of
// the campaign's counts, which is zero when the recipient is not unconfirmed.
func ConfirmSent(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (CountsChange, error) {
	n, err := tx.Exec(ctx, "UPDATE campaign_recipients SET "+sentNow+", sent_at = $2 WHERE id = $1 AND "+PendingIn("", PhaseUnconfirmed), id,
		int64(at))
	return confirmed(n), err
}

// confirmed returns the change of the counts when n unconfirmed recipients become sent.
func confirmed(n int64) CountsChange { return CountsChange{Pending: -n, Sent: n, Unconfirmed: -n} }

// confirmResponded makes the unconfirmed recipients sent whose guests have answered, since they must have received the message
// (R11). It returns their number.
func confirmResponded(ctx context.Context, tx *db.Tx, c Campaign) (int64, error) {
	return tx.Exec(ctx, "UPDATE campaign_recipients SET "+sentNow+`, sent_at = CASE WHEN sent_at = 0 THEN $2 ELSE sent_at END
		WHERE campaign_id = $1 AND `+PendingIn("", PhaseUnconfirmed)+`
			AND EXISTS (SELECT 1 FROM rsvps v WHERE v.recipient_id = campaign_recipients.id)`, c.ID, int64(c.StartedAt))
}

// countUnconfirmedResponded counts the unconfirmed recipients of a campaign whose guests have answered.
func countUnconfirmedResponded(ctx context.Context, q db.Queryer, campaign int64) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM campaign_recipients r WHERE r.campaign_id = $1 AND "+PendingIn("r.", PhaseUnconfirmed)+`
		AND EXISTS (SELECT 1 FROM rsvps v WHERE v.recipient_id = r.id)`, campaign).Scan(&n)
	return n, err
}

// resolveUnconfirmed makes unconfirmed recipients sent, or pending again when sent is false, as staff decided. No ids means all
// of the campaign. It returns the number of recipients changed.
func resolveUnconfirmed(ctx context.Context, tx *db.Tx, campaign int64, ids []int64, sent bool, at db.Instant) (int64, error) {
	set := SetRecipientState(Pending, PhaseWaiting) + ", next_at = $2"
	if sent {
		set = sentNow + ", sent_at = $2"
	}
	text, args := "UPDATE campaign_recipients SET "+set+" WHERE campaign_id = $1 AND "+
		PendingIn("", PhaseUnconfirmed), []any{campaign, int64(at)}
	if len(ids) > 0 {
		text += " AND id IN (" + tx.Dialect().IDs("$3") + ")"
		args = append(args, db.IDs(ids))
	}
	return tx.Exec(ctx, text, args...)
}
