package campaigns

import (
	"context"
	"strings"

	"presence/app/audience"
	"presence/db"
)

// hasLeft is the condition that the customer of a row has left, as the directory knows it now.
const hasLeft = "{row}.customer_id IN (SELECT d.customer_id FROM directory_live d WHERE d.account_status = 'resiliated')"

// invited are the entries of an event's main list with why each is left out of a send, ” for nothing (R11): the address
// is not to be written to; the customer has left since filters that leave such customers out chose them; or the same
// customer of the directory is on the list with a later entry that gets the message, since a customer has one
// registration. {event} and {batches} are placeholders: those filters' batches are audience.LeavingOut. What is left out
// is found first: it is little of the list.
const invited = `SELECT a.id, a.email, a.email_key, a.firstname, a.lastname, CASE WHEN a.language = 'en' THEN 'en' ELSE 'fr' END AS language, a.customer_id, COALESCE(o.why, '') AS why
	FROM audience_live a LEFT JOIN (
		SELECT a.id, s.reason AS why FROM audience_live a JOIN suppressions s ON s.email_key = a.email_key WHERE a.event_id = {event}
		UNION ALL SELECT a.id, 'resiliated' FROM audience_live a WHERE a.event_id = {event} AND {left} AND NOT {suppressed}
		UNION ALL SELECT y.id, 'duplicate' FROM (SELECT a.id, ROW_NUMBER() OVER (PARTITION BY a.customer_id ORDER BY a.id DESC) AS n FROM audience_live a
			WHERE a.event_id = {event} AND a.customer_id IN (SELECT g.customer_id FROM
					(SELECT b.customer_id FROM audience_live b WHERE b.event_id = {event} AND b.customer_id <> '' GROUP BY b.customer_id HAVING COUNT(*) > 1) g
					WHERE EXISTS (SELECT 1 FROM directory_live d WHERE d.customer_id = g.customer_id))
				AND NOT {suppressed} AND NOT ({left})) y WHERE y.n > 1
	) o ON o.id = a.id WHERE a.event_id = {event}`

// invitedBy fills in the placeholders.
func invitedBy(dialect db.Dialect, event, batches string) string {
	return strings.NewReplacer("{event}", event, "{suppressed}", "EXISTS (SELECT 1 FROM suppressions s WHERE s.email_key = a.email_key)",
		"{left}", "a.source_id IN ("+dialect.IDs(batches)+") AND "+strings.ReplaceAll(hasLeft, "{row}", "a")).Replace(invited)
}

// insertAudience makes a recipient of every entry of the event's main list, in its order; who is left out is there as
// excluded.
func insertAudience(ctx context.Context, tx *db.Tx, id int64, eventID string) (int64, error) {
	batches, err := audience.LeavingOut(ctx, tx, eventID)
	if err != nil {
		return 0, err
	}
	return tx.Exec(ctx, `INSERT INTO campaign_recipients (campaign_id, status, reason, email, email_key, firstname, lastname, language, customer_id)
		SELECT CAST($1 AS BIGINT), CASE WHEN x.why = '' THEN 0 ELSE 3 END, x.why, x.email, x.email_key, x.firstname, x.lastname, x.language, x.customer_id
		FROM (`+invitedBy(tx.Dialect(), "$2", "$3")+") x ORDER BY x.id", id, eventID, db.IDs(batches))
}

// Audience is whom a send to an event's main list would go to, and who is left out.
type Audience struct{ FR, EN, Suppressed, Resiliated, Duplicates int64 }

// Total is how many would get a message.
func (a Audience) Total() int64 { return a.FR + a.EN }

// Out is how many would get none.
func (a Audience) Out() int64 { return a.Suppressed + a.Resiliated + a.Duplicates }

// counted are the columns of an Audience, of rows x with a language and why they are left out.
const counted = `CAST(COALESCE(SUM(CASE WHEN x.why = '' AND x.language <> 'en' THEN 1 ELSE 0 END), 0) AS BIGINT),
	CAST(COALESCE(SUM(CASE WHEN x.why = '' AND x.language = 'en' THEN 1 ELSE 0 END), 0) AS BIGINT),
	CAST(COALESCE(SUM(CASE WHEN x.why NOT IN ('', 'resiliated', 'duplicate') THEN 1 ELSE 0 END), 0) AS BIGINT),
	CAST(COALESCE(SUM(CASE WHEN x.why = 'resiliated' THEN 1 ELSE 0 END), 0) AS BIGINT),
	CAST(COALESCE(SUM(CASE WHEN x.why = 'duplicate' THEN 1 ELSE 0 END), 0) AS BIGINT)`

func readAudience(row db.Row) (a Audience, err error) {
	err = row.Scan(&a.FR, &a.EN, &a.Suppressed, &a.Resiliated, &a.Duplicates)
	return a, err
}

// audienceOf counts an event's main list as insertAudience would write it.
func audienceOf(ctx context.Context, q db.Queryer, eventID string) (a Audience, err error) {
	batches, err := audience.LeavingOut(ctx, q, eventID)
	if err != nil {
		return a, err
	}
	return readAudience(q.QueryRow(ctx, "SELECT "+counted+" FROM ("+invitedBy(q.Dialect(), "$1", "$2")+") x", eventID, db.IDs(batches)))
}

// reminded are the recipients of a send whom a reminder goes to: whom it reached and who have not answered (rule 7 of the
// seed), with why each is left out. A customer who has left is, unless the entry on the main list was meant.
const reminded = `SELECT r.id, r.email, r.email_key, r.firstname, r.lastname, r.language, r.customer_id,
		CASE WHEN s.email_key IS NOT NULL THEN s.reason WHEN {left} AND EXISTS (SELECT 1 FROM audience_live a
			WHERE a.event_id = {event} AND a.email_key = r.email_key AND a.source_id IN ({batches})) THEN 'resiliated' ELSE '' END AS why
	FROM campaign_recipients r LEFT JOIN suppressions s ON s.email_key = r.email_key
	WHERE r.campaign_id = {source} AND r.status = 1 AND NOT `

func remindedBy(dialect db.Dialect, source, event, batches string) string {
	return strings.NewReplacer("{left}", strings.ReplaceAll(hasLeft, "{row}", "r"), "{source}", source, "{event}", event, "{batches}", dialect.IDs(batches)).Replace(reminded) + registered("r", event)
}

// insertReminder makes a recipient of each of them; who is left out is there as excluded.
func insertReminder(ctx context.Context, tx *db.Tx, id, source int64, eventID string) (int64, error) {
	batches, err := audience.LeavingOut(ctx, tx, eventID)
	if err != nil {
		return 0, err
	}
	return tx.Exec(ctx, `INSERT INTO campaign_recipients (campaign_id, status, reason, email, email_key, firstname, lastname, language, customer_id, source_id)
		SELECT CAST($1 AS BIGINT), CASE WHEN x.why = '' THEN 0 ELSE 3 END, x.why, x.email, x.email_key, x.firstname, x.lastname, x.language, x.customer_id, x.id
		FROM (`+remindedBy(tx.Dialect(), "$2", "$3", "$4")+") x ORDER BY x.id", id, source, eventID, db.IDs(batches))
}

// remindedOf counts whom a reminder of a send would go to, as insertReminder would write it.
func remindedOf(ctx context.Context, q db.Queryer, source int64, eventID string) (a Audience, err error) {
	batches, err := audience.LeavingOut(ctx, q, eventID)
	if err != nil {
		return a, err
	}
	return readAudience(q.QueryRow(ctx, "SELECT "+counted+" FROM ("+remindedBy(q.Dialect(), "$1", "$2", "$3")+") x", source, eventID, db.IDs(batches)))
}
