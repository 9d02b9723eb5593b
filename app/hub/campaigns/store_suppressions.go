package campaigns

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

// likeText escapes the wildcards of LIKE.
var likeText = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// Suppression is an address that nothing is sent to.
type Suppression struct {
	Email  string // the normalized form by which addresses are compared
	Reason string // Unsubscribed, Bounced or Complained
	Since  db.Instant
	Event  string // the event whose message caused it; empty: staff added it
}

func suppressions(ctx context.Context, q db.Queryer, text, after string, limit int64) ([]Suppression, error) {
	var w db.Where
	w.And("s.email_key > ?", after)
	if text != "" {
		w.And(`s.email_key LIKE ? ESCAPE '\'`, "%"+likeText.Replace(text)+"%")
	}
	n := w.Bind(limit)
	return db.Collect(func(row db.Row) (s Suppression, err error) {
		err = row.Scan(&s.Email, &s.Reason, &s.Since, &s.Event)
		return s, err
	})(q.Query(ctx, `SELECT s.email_key, s.reason, s.since, COALESCE(c.event_id, '') FROM suppressions s
		LEFT JOIN campaign_recipients r ON r.id = s.recipient_id LEFT JOIN campaigns c ON c.id = r.campaign_id
		WHERE `+w.String()+" ORDER BY s.email_key"+db.Limit(n), w.Args()...))
}

func countSuppressions(ctx context.Context, q db.Queryer) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM suppressions").Scan(&n)
	return n, err
}

// suppressByHand suppresses an address on behalf of staff; it returns false when the address is suppressed already.
func suppressByHand(ctx context.Context, tx *db.Tx, emailKey string, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, "INSERT INTO suppressions (email_key, reason, since) VALUES ($1, $3, $2) ON CONFLICT (email_key) DO NOTHING",
		emailKey, int64(at), Unsubscribed)
	return n > 0, err
}

func unsuppress(ctx context.Context, tx *db.Tx, emailKey string) (reason string, err error) {
	err = tx.QueryRow(ctx, "DELETE FROM suppressions WHERE email_key = $1 RETURNING reason", emailKey).Scan(&reason)
	if errors.Is(err, sql.ErrNoRows) {
		return "", errs.NotFound("suppression")
	}
	return reason, err
}

// SuppressRecipient suppresses the address of a recipient. If it is suppressed already, the earlier reason stays.
func SuppressRecipient(ctx context.Context, tx *db.Tx, recipient int64, reason string, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO suppressions (email_key, reason, since, recipient_id)
		SELECT email_key, $3, CAST($2 AS BIGINT), id FROM campaign_recipients WHERE id = $1 ON CONFLICT (email_key) DO NOTHING`,
		recipient, int64(at), reason)
	return err
}
