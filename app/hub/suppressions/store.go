package suppressions

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strconv"

	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
)

// practical is the condition of the suppressions s that also apply to practical messages: those about the reply of a guest, and
// those about an event to the people who come. An address that unsubscribed from invitations still gets them, unless it has bounced too.
const practical = " AND (s.reason <> '" + Unsubscribed + "' OR s.cause <> '')"

// practicalReason is the reason of such a suppression s.
const practicalReason = "CASE WHEN s.reason = '" + Unsubscribed + "' THEN '" + Bounced + "' ELSE s.reason END"

// Reason returns an expression: why an address gets no message; empty: it gets one. key is the column of the address. isPractical:
// it is a practical message.
func Reason(key string, isPractical bool) string {
	reason, and := "s.reason", ""
	if isPractical {
		reason, and = practicalReason, practical
	}
	return "COALESCE((SELECT " + reason + " FROM suppressions s WHERE s.email_key = " + key + and + "), '')"
}

// TakesPracticalMail returns the condition that an address gets practical messages; invitations need Reason. key is the column of the
// address.
func TakesPracticalMail(key string) string {
	return "NOT EXISTS (SELECT 1 FROM suppressions s WHERE s.email_key = " + key + practical + ")"
}

// ReasonOf returns why an address gets no practical message; empty: it gets one.
func ReasonOf(ctx context.Context, q db.Queryer, emailKey string) (reason string, err error) {
	err = q.QueryRow(ctx, "SELECT "+practicalReason+" FROM suppressions s WHERE email_key = $1"+practical, emailKey).Scan(&reason)
	return reason, db.IgnoreNoRows(err)
}

// Of returns which of these normalized addresses are suppressed.
func Of(ctx context.Context, q db.Queryer, keys []string) ([]Suppression, error) {
	return db.Collect(func(row db.Row) (s Suppression, err error) {
		err = row.Scan(&s.Email, &s.Reason, &s.Since, &s.Cause, &s.Diagnostic, &s.ByStaff)
		return s, err
	})(q.Query(ctx, "SELECT email_key, reason, since, cause, diagnostic, recipient_id IS NULL FROM suppressions WHERE email_key IN ("+
		q.Dialect().Texts("$1")+")", db.Texts(keys)))
}

func list(ctx context.Context, q db.Queryer, text, after string, limit int64) ([]Suppression, error) {
	var w db.Where
	w.And("s.email_key > ?", after)
	if text != "" {
		w.And(`s.email_key LIKE ? ESCAPE '\'`, db.Containing(text))
	}
	n := w.Bind(limit)
	return db.Collect(func(row db.Row) (s Suppression, err error) {
		err = row.Scan(&s.Email, &s.Reason, &s.Since, &s.Event, &s.Cause, &s.Diagnostic)
		return s, err
	})(q.Query(ctx, `SELECT s.email_key, s.reason, s.since, COALESCE(c.event_id, ''), s.cause, s.diagnostic FROM suppressions s
		LEFT JOIN campaign_recipients r ON r.id = s.recipient_id LEFT JOIN campaigns c ON c.id = r.campaign_id
		WHERE `+w.String()+" ORDER BY s.email_key"+db.Limit(n), w.Args()...))
}

func count(ctx context.Context, q db.Queryer) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM suppressions").Scan(&n)
	return n, err
}

// suppressByHand suppresses an address on behalf of staff; it returns false when the address is suppressed already.
func suppressByHand(ctx context.Context, tx *db.Tx, x Suppressing) (bool, error) {
	n, err := tx.Exec(ctx, `INSERT INTO suppressions (email_key, reason, since, recipient_id, cause, diagnostic)
		VALUES ($1, $2, $3, NULLIF($4, CAST(0 AS BIGINT)), $5, $6) ON CONFLICT (email_key) DO NOTHING`,
		x.EmailKey, x.Reason, int64(x.At), x.Recipient, string(x.Cause), x.Diagnostic)
	return n > 0, err
}

// unsuppress removes an address, and returns its suppression as it was. It fails with NotFound.
func unsuppress(ctx context.Context, tx *db.Tx, emailKey string) (x Suppressing, err error) {
	x.EmailKey = emailKey
	err = tx.QueryRow(ctx, `DELETE FROM suppressions WHERE email_key = $1
		RETURNING reason, since, COALESCE(recipient_id, 0), cause, diagnostic`, emailKey).Scan(&x.Reason, &x.At, &x.Recipient, &x.Cause, &x.Diagnostic)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("suppression")
	}
	return x, err
}

// strength orders the reasons: an address that is suppressed already keeps its reason, unless the new one is stronger. Staff who lift a
// bounce must not write to a person who has unsubscribed. Of an address that unsubscribed, the cause of a bounce is kept beside the
// reason: it gets no practical messages either, and coming back does not lift the bounce.
var strength = map[string]int{Bounced: 1, Unsubscribed: 2, Complained: 3}

// strengthOf returns the strength of the reason in a column, in SQL.
func strengthOf(column string) string {
	text := "CASE " + column
	for _, reason := range slices.Sorted(maps.Keys(strength)) {
		text += " WHEN '" + reason + "' THEN " + strconv.Itoa(strength[reason])
	}
	return text + " END"
}

// isStronger is the condition that the new reason of an address is stronger than the one that it has.
var isStronger = strengthOf("excluded.reason") + " > " + strengthOf("suppressions.reason")

// stronger returns the value of a column that belongs to the stronger reason.
func stronger(column string) string {
	return "CASE WHEN " + isStronger + " THEN excluded." + column + " ELSE suppressions." + column + " END"
}

// bothReasons is the condition that an address gets one reason and has another.
func bothReasons(gets, has string) string {
	return "excluded.reason = '" + gets + "' AND suppressions.reason = '" + has + "'"
}

// Add suppresses addresses, with one statement for all of them.
func Add(ctx context.Context, tx *db.Tx, all []Suppressing) error {
	if len(all) == 0 {
		return nil
	}
	strongest := map[string]Suppressing{}
	for _, x := range all {
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
		ON CONFLICT (email_key) DO UPDATE SET
			reason = `+stronger("reason")+", since = "+stronger("since")+", recipient_id = "+stronger("recipient_id")+`,
			cause = CASE WHEN `+bothReasons(Unsubscribed, Bounced)+" THEN COALESCE(NULLIF(suppressions.cause, ''), '"+string(mail.OtherCause)+`')
				WHEN `+bothReasons(Bounced, Unsubscribed)+" THEN COALESCE(NULLIF(excluded.cause, ''), '"+string(mail.OtherCause)+`')
				ELSE excluded.cause END,
			diagnostic = CASE WHEN `+bothReasons(Unsubscribed, Bounced)+` THEN suppressions.diagnostic ELSE excluded.diagnostic END
		WHERE `+isStronger+" OR "+bothReasons(Bounced, Unsubscribed), db.RowList(rows))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "DELETE FROM soft_bounces WHERE email_key IN ("+tx.Dialect().Texts("$1")+")", db.Texts(keys))
	return err
}
