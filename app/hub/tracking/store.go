package tracking

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
	"presence/db"
)

// linkTarget is the recipient to whom the links of a message belong.
type linkTarget struct {
	id, campaign            int64
	eventID, emailKey, lang string
	salt                    []byte
	sentAt                  db.Instant
}

func linkTargetByID(ctx context.Context, q db.Queryer, id int64) (t linkTarget, err error) {
	t.id = id
	err = q.QueryRow(ctx, `SELECT c.id, c.event_id, c.salt, r.email_key, r.language, r.sent_at
		FROM campaign_recipients r JOIN campaigns c ON c.id = r.campaign_id WHERE r.id = $1`, id).
		Scan(&t.campaign, &t.eventID, &t.salt, &t.emailKey, &t.lang, &t.sentAt)
	if errors.Is(err, sql.ErrNoRows) {
		return t, errs.NotFound("link")
	}
	return t, err
}

// column is a column of campaign_recipients with the time of the first event of a kind.
type column string

const (
	openedAt  column = "opened_at"
	clickedAt column = "clicked_at"
	scannedAt column = "scanned_at"
)

// columnOf is the column of each kind of event.
var columnOf = [...]column{kindOpen: openedAt, kindClick: clickedAt, kindBotHit: scannedAt}

// setFirst sets a column of a recipient unless it is set already, and returns the number of rows changed: 1 or 0.
func setFirst(ctx context.Context, tx *db.Tx, id int64, c column, at db.Instant) (int64, error) {
	return tx.Exec(ctx, "UPDATE campaign_recipients SET "+string(c)+" = $2 WHERE id = $1 AND "+string(c)+" = 0", id, int64(at))
}

// isRecorded reports whether another event of that kind would change nothing.
func isRecorded(ctx context.Context, q db.Queryer, id int64, k kind) (known bool, err error) {
	err = q.QueryRow(ctx, "SELECT "+string(columnOf[k])+" > 0 AND NOT ("+campaigns.PendingIn("", campaigns.PhaseUnconfirmed)+
		") FROM campaign_recipients WHERE id = $1", id).Scan(&known)
	return known, err
}

// reportedRecipients returns the recipients with these ids, by id.
func reportedRecipients(ctx context.Context, q db.Queryer, ids []int64) (map[int64]*reportedRecipient, error) {
	rows, err := q.Query(ctx,
		`SELECT r.id, c.id, c.salt, c.started_at, r.email_key, r.status, r.phase, r.opened_at > 0 FROM campaign_recipients r
		JOIN campaigns c ON c.id = r.campaign_id WHERE r.id IN (`+q.Dialect().IDs("$1")+")", db.IDs(ids))
	if err != nil {
		return nil, err
	}
	found := make(map[int64]*reportedRecipient, len(ids))
	return found, db.ForEachRow(rows, func() error {
		r := &reportedRecipient{}
		err := rows.Scan(&r.id, &r.campaign, &r.salt, &r.startedAt, &r.emailKey, &r.state, &r.phase, &r.opened)
		found[r.id] = r
		return err
	})
}

// saveReported saves what the provider reported about a recipient's message. sentAt 0 keeps the stored time of sending. If an
// attempt is in flight, it is counted.
func saveReported(ctx context.Context, tx *db.Tx, id int64, to campaigns.State, reason string, sentAt db.Instant) error {
	attempted := "CASE WHEN " + campaigns.PendingIn("", campaigns.PhaseClaimed, campaigns.PhaseInFlight) + " THEN 1 ELSE 0 END"
	_, err := tx.Exec(ctx, "UPDATE campaign_recipients SET attempts = attempts + "+attempted+", "+
		campaigns.SetState(to, campaigns.PhaseWaiting)+`, reason = $2,
		sent_at = CASE WHEN CAST($3 AS BIGINT) > 0 THEN $3 ELSE sent_at END WHERE id = $1`, id, reason, int64(sentAt))
	return err
}
