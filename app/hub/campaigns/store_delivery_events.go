package campaigns

import (
	"context"

	"presence/db"
)

// reportedRows are the recipients with these ids, by id.
func reportedRows(ctx context.Context, q db.Queryer, ids []int64) (map[int64]*reportedRecipient, error) {
	rows, err := q.Query(ctx, `SELECT r.id, c.id, c.salt, c.started_at, r.email_key, r.status, r.phase, r.opened_at > 0 FROM campaign_recipients r
		JOIN campaigns c ON c.id = r.campaign_id WHERE r.id IN (`+q.Dialect().IDs("$1")+")", db.IDs(ids))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[int64]*reportedRecipient, len(ids))
	for rows.Next() {
		r := &reportedRecipient{}
		if err := rows.Scan(&r.id, &r.campaign, &r.salt, &r.began, &r.emailKey, &r.state, &r.phase, &r.opened); err != nil {
			return nil, err
		}
		found[r.id] = r
	}
	return found, rows.Err()
}

// saveReported notes what a provider said of a message; 0 leaves the time of its sending as it is. One that a session
// has in hand counts that attempt.
func saveReported(ctx context.Context, tx *db.Tx, id int64, to State, reason string, sentAt db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE campaign_recipients SET status = $2, attempts = attempts + CASE WHEN phase IN (1, 2) THEN 1 ELSE 0 END, phase = 0, lease = 0, reason = $3,
		sent_at = CASE WHEN CAST($4 AS BIGINT) > 0 THEN $4 ELSE sent_at END WHERE id = $1`, id, int64(to), reason, int64(sentAt))
	return err
}
