package campaigns

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/errs"
	"presence/app/platform/mail"
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

	ByStaff bool // staff added it; set for the suppressions of a guest

	Cause      mail.Cause // of a bounce
	Diagnostic string     // the words of the mail server
}

func listSuppressions(ctx context.Context, q db.Queryer, text, after string, limit int64) ([]Suppression, error) {
	var w db.Where
	w.And("s.email_key > ?", after)
	if text != "" {
		w.And(`s.email_key LIKE ? ESCAPE '\'`, "%"+likeText.Replace(text)+"%")
	}
	n := w.Bind(limit)
	return db.Collect(func(row db.Row) (s Suppression, err error) {
		err = row.Scan(&s.Email, &s.Reason, &s.Since, &s.Event, &s.Cause, &s.Diagnostic)
		return s, err
	})(q.Query(ctx, `SELECT s.email_key, s.reason, s.since, COALESCE(c.event_id, ''), s.cause, s.diagnostic FROM suppressions s
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

// Suppressing is an address to suppress, with the message that led to it.
type Suppressing struct {
	EmailKey   string
	Reason     string // Unsubscribed, Bounced or Complained
	Recipient  int64
	At         db.Instant
	Cause      mail.Cause // of a bounce
	Diagnostic string
}

// strength orders the reasons: an address that is suppressed already keeps its reason, unless the new one is stronger. Staff who lift a
// bounce must not write to a person who has unsubscribed.
var strength = map[string]int{Bounced: 1, Unsubscribed: 2, Complained: 3}

// strengthOf returns the strength of the reason in a column, in SQL.
func strengthOf(column string) string {
	text := "CASE " + column
	for _, reason := range slices.Sorted(maps.Keys(strength)) {
		text += " WHEN '" + reason + "' THEN " + strconv.Itoa(strength[reason])
	}
	return text + " END"
}

// SuppressAddresses suppresses addresses, with one statement for all of them.
func SuppressAddresses(ctx context.Context, tx *db.Tx, list []Suppressing) error {
	if len(list) == 0 {
		return nil
	}
	strongest := map[string]Suppressing{}
	for _, x := range list {
		if strength[x.Reason] > strength[strongest[x.EmailKey].Reason] {
			strongest[x.EmailKey] = x
		}
	}
	keys := slices.Sorted(maps.Keys(strongest))
	rows := make([][]any, len(keys))
	for i, key := range keys {
		x := strongest[key]
		rows[i] = []any{key, x.Reason, int64(x.At), x.Recipient, string(x.Cause), x.Diagnostic}
	}
	_, err := tx.Exec(ctx, "WITH v (email_key, reason, since, recipient_id, cause, diagnostic) AS ("+
		tx.Dialect().Rows("$1", "TEXT", "TEXT", "BIGINT", "BIGINT", "TEXT", "TEXT")+`)
		INSERT INTO suppressions (email_key, reason, since, recipient_id, cause, diagnostic)
		SELECT email_key, reason, since, recipient_id, cause, diagnostic FROM v WHERE TRUE
		ON CONFLICT (email_key) DO UPDATE SET reason = excluded.reason, since = excluded.since, recipient_id = excluded.recipient_id,
			cause = excluded.cause, diagnostic = excluded.diagnostic
		WHERE `+strengthOf("excluded.reason")+" > "+strengthOf("suppressions.reason"), db.RowList(rows))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "DELETE FROM soft_bounces WHERE email_key IN ("+tx.Dialect().Texts("$1")+")", db.Texts(keys))
	return err
}
