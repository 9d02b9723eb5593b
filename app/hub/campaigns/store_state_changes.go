package campaigns

import (
	"context"
	"strconv"

	"presence/app/accounts/auth"
	"presence/db"
)

// active returns the condition for which Campaign.Active is true. It is that of the index campaigns_active. alias is the table
// alias in the query, with its dot; "" for none.
func active(alias string) string {
	return alias + "type = '" + TypeEvent + "' AND " + alias + "started_at > 0 AND " + inState(alias, Sending, Paused)
}

// notifyAgain is the assignment that lets staff be notified again of a campaign that had ended or was interrupted.
var notifyAgain = "told = CASE WHEN told = " + strconv.Itoa(notifiedAtRest) + " THEN " + strconv.Itoa(notifiedBegun) + " ELSE told END"

// Transition is a new state of a campaign, with the reason where staff should know it.
type Transition struct {
	To             State
	Reason, Detail string
}

// ChangeState changes a campaign's state if the current one is in from; otherwise it returns false.
func ChangeState(ctx context.Context, tx *db.Tx, id int64, from []State, t Transition, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE campaigns SET status = $2, reason = $3, note = $4, updated_at = $5, version = version + 1, `+notifyAgain+`,
		started_at = CASE WHEN $6 AND started_at = 0 THEN $5 ELSE started_at END,
		finished_at = CASE WHEN $7 THEN $5 WHEN $6 THEN 0 ELSE finished_at END
		WHERE id = $1 AND `+inState("", from...), id, string(t.To), t.Reason, t.Detail, int64(at), t.To == Sending, t.To == Completed ||
		t.To == Cancelled)
	return n > 0, err
}

// setLate saves that a campaign is sent even though its event has begun. ChangeState, which follows, changes the version.
func setLate(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "UPDATE campaigns SET late = TRUE WHERE id = $1", id)
	return err
}

// FinishSending ends a campaign whose pending recipients are all unconfirmed: it is completed when there are none, else
// interrupted so that staff decide. Staff are notified when the transaction has committed.
func FinishSending(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE campaigns SET status = CASE WHEN unconfirmed > 0 THEN `+Interrupted.SQL()+` ELSE `+Completed.SQL()+` END,
		reason = CASE WHEN unconfirmed > 0 THEN '`+UnconfirmedLeft+`' ELSE '' END, note = '',
		finished_at = CASE WHEN unconfirmed > 0 THEN 0 ELSE CAST($2 AS BIGINT) END, updated_at = $2, version = version + 1
		WHERE id = $1 AND pending = unconfirmed AND `+inState("", Sending), id, int64(at))
	if err != nil || n == 0 {
		return false, err
	}
	return true, signalEnd(ctx, tx, id, auth.Actor{}, at)
}

// completeStopped completes a campaign that was interrupted, or paused after it had begun, and has no pending recipient any more. by is
// who has changed the last one.
func completeStopped(ctx context.Context, tx *db.Tx, id int64, by auth.Actor, at db.Instant) error {
	if _, err := tx.Exec(ctx, "UPDATE campaigns SET status = "+Completed.SQL()+
		`, reason = '', note = '', finished_at = $2, updated_at = $2, version = version + 1, `+notifyAgain+` WHERE id = $1`, id, int64(at)); err != nil {
		return err
	}
	return signalEnd(ctx, tx, id, by, at)
}

// signalEnd tells all processes and, when the transaction has committed, staff that a campaign is no longer being sent.
func signalEnd(ctx context.Context, tx *db.Tx, id int64, by auth.Actor, at db.Instant) error {
	NotifyStaff(tx, at, id, by)
	return tx.Signal(ctx, Changed)
}

// InterruptActive interrupts every campaign that is being sent.
func InterruptActive(ctx context.Context, tx *db.Tx, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE campaigns SET status = "+Interrupted.SQL()+", reason = '"+Stopped+
		"', updated_at = $1, version = version + 1 WHERE "+
		inState("", Sending), int64(at))
	return err
}

// HoldUnfinished stops every campaign that is scheduled or has pending recipients, with the reason Restored, and returns their
// number. A paused campaign stays paused, so that it can still be cancelled; a scheduled one becomes paused.
func HoldUnfinished(ctx context.Context, tx *db.Tx, at db.Instant) (int64, error) {
	return tx.Exec(ctx, "UPDATE campaigns SET status = CASE WHEN "+inState("", Scheduled, Paused)+" THEN "+Paused.SQL()+" ELSE "+
		Interrupted.SQL()+" END, reason = '"+Restored+`', note = '', updated_at = $1, version = version + 1, `+notifyAgain+`
		WHERE `+inState("", Scheduled)+" OR pending > unconfirmed AND "+inState("", Sending, Paused, Interrupted), int64(at))
}

// addCounts changes the stored counts of a campaign (see MoveRecipients). done reports whether it was interrupted, or paused after it had
// begun, and has no pending recipient any more.
func addCounts(ctx context.Context, tx *db.Tx, id int64, d CountsChange, at db.Instant) (done bool, err error) {
	err = tx.QueryRow(ctx, `UPDATE campaigns SET pending = pending + $2, sent = sent + $3, failed = failed + $4, excluded = excluded + $5,
		unconfirmed = unconfirmed + $6, opened = opened + $7, clicked = clicked + $8, bounced = bounced + $9, complained = complained + $10,
		updated_at = $11, version = version + 1 WHERE id = $1
		RETURNING pending = 0 AND started_at > 0 AND `+inState("", Interrupted, Paused),
		id, d.Pending, d.Sent, d.Failed, d.Excluded, d.Unconfirmed, d.Opened, d.Clicked, d.Bounced, d.Complained, int64(at)).Scan(&done)
	return done, db.IgnoreNoRows(err)
}

// selectCampaigns reads the campaigns that meet a condition, which is SQL and must not contain user input.
func selectCampaigns(ctx context.Context, q db.Queryer, condition string) ([]Campaign, error) {
	return db.Collect(scanCampaign)(q.Query(ctx, "SELECT "+campaignColumns+" FROM campaigns c WHERE "+condition+" ORDER BY c.id"))
}

// ToSend returns the campaigns that are being sent.
func ToSend(ctx context.Context, q db.Queryer) ([]Campaign, error) {
	return selectCampaigns(ctx, q, inState("c.", Sending))
}

// SentElsewhere reports whether the worker of any process has a channel of that kind, Bulk or Mailbox, other than the outbox.
func SentElsewhere(ctx context.Context, q db.Queryer, kind string) (is bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM campaign_workers WHERE CASE WHEN $1 = '"+Bulk+"' THEN bulk ELSE mailbox END)", kind).Scan(&is)
	return is, err
}

// IDsToSend returns the ids of the campaigns that are being sent.
func IDsToSend(ctx context.Context, q db.Queryer) ([]int64, error) {
	return db.ReadIDs(q.Query(ctx, "SELECT id FROM campaigns WHERE "+inState("", Sending)+" ORDER BY id"))
}
