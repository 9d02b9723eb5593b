package suppressions

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strconv"

	"presence/db"
)

// countSoftBounces counts messages that came back. The count of an address begins anew when a message of a campaign in between was sent
// and did not come back: status 1, campaigns.Sent.
func countSoftBounces(ctx context.Context, tx *db.Tx, list []BouncedAddress) error {
	if len(list) == 0 {
		return nil
	}
	last, count := map[string]BouncedAddress{}, map[string]int64{}
	for _, a := range list {
		count[a.EmailKey]++
		if a.Recipient > last[a.EmailKey].Recipient {
			last[a.EmailKey] = a
		}
	}
	var rows [][]any
	for _, key := range slices.Sorted(maps.Keys(last)) {
		a := last[key]
		rows = append(rows, []any{key, count[key], a.Campaign, a.Recipient, string(a.Cause), a.Diagnostic, int64(a.At)})
	}
	_, err := tx.Exec(ctx, "WITH v (email_key, n, campaign_id, recipient_id, cause, diagnostic, at) AS ("+
		tx.Dialect().Rows("$1", "TEXT", "BIGINT", "BIGINT", "BIGINT", "TEXT", "TEXT", "BIGINT")+`)
		INSERT INTO soft_bounces (email_key, in_a_row, campaign_id, recipient_id, cause, diagnostic, last_at)
		SELECT v.email_key, v.n + COALESCE((SELECT b.in_a_row FROM soft_bounces b WHERE b.email_key = v.email_key AND NOT EXISTS (
				SELECT 1 FROM campaigns c JOIN campaign_recipients r ON r.campaign_id = c.id AND r.email_key = b.email_key
				WHERE c.id > b.campaign_id AND c.id < v.campaign_id AND r.status = 1)), 0),
			v.campaign_id, v.recipient_id, v.cause, v.diagnostic, v.at FROM v WHERE TRUE
		ON CONFLICT (email_key) DO UPDATE SET in_a_row = excluded.in_a_row, campaign_id = excluded.campaign_id,
			recipient_id = excluded.recipient_id, cause = excluded.cause, diagnostic = excluded.diagnostic, last_at = excluded.last_at,
			asked_at = CASE WHEN excluded.in_a_row < `+strconv.Itoa(askAfter)+` THEN 0 ELSE soft_bounces.asked_at END`, db.RowList(rows))
	return err
}

// undecided is the condition of the rows that staff are to decide about. It repeats that of the partial index.
var undecided = "b.in_a_row >= " + strconv.Itoa(askAfter)

func countToDecide(ctx context.Context, q db.Queryer) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM soft_bounces b WHERE "+undecided).Scan(&n)
	return n, err
}

func countNotAsked(ctx context.Context, q db.Queryer) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM soft_bounces b WHERE "+undecided+" AND b.asked_at = 0").Scan(&n)
	return n, err
}

// setAsked saves that staff were asked about all undecided addresses, and returns about how many for the first time.
func setAsked(ctx context.Context, tx *db.Tx, at db.Instant) (int64, error) {
	return tx.Exec(ctx, "UPDATE soft_bounces AS b SET asked_at = $1 WHERE "+undecided+" AND b.asked_at = 0", int64(at))
}

func toDecide(ctx context.Context, q db.Queryer, after string, limit int64) ([]SoftBounced, error) {
	return db.Collect(func(row db.Row) (b SoftBounced, err error) {
		err = row.Scan(&b.Email, &b.InARow, &b.Cause, &b.Diagnostic, &b.LastAt, &b.Event)
		return b, err
	})(q.Query(ctx, `SELECT b.email_key, b.in_a_row, b.cause, b.diagnostic, b.last_at, COALESCE(c.event_id, '') FROM soft_bounces b
		LEFT JOIN campaigns c ON c.id = b.campaign_id WHERE `+undecided+" AND b.email_key > $1 ORDER BY b.email_key"+db.Limit("$2"), after, limit))
}

// takeSoftBounce deletes the count of an address that staff are asked about, and returns its last bounce.
func takeSoftBounce(ctx context.Context, tx *db.Tx, email string) (a BouncedAddress, err error) {
	a.EmailKey = email
	err = tx.QueryRow(ctx, "DELETE FROM soft_bounces AS b WHERE b.email_key = $1 AND "+undecided+
		" RETURNING recipient_id, cause, diagnostic", email).Scan(&a.Recipient, &a.Cause, &a.Diagnostic)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNotAsked()
	}
	return a, err
}
