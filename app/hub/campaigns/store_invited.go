package campaigns

import (
	"context"
	"strings"

	"presence/app/hub/audience"
	"presence/db"
)

// customerCancelled is the condition that the customer of a row has left, as the directory knows it now.
const customerCancelled = "EXISTS (SELECT 1 FROM directory_customers c WHERE c.customer_id = {row}.customer_id AND " + currentlyCancelled +
	")"

// currentlyCancelled is the condition that the copy c of a customer is read now and has left. SQLite would read the view directory_live
// from its other end, and make an index for that each time.
const currentlyCancelled = "c.account_status = 'resiliated' AND c.from_gen <= (SELECT generation FROM directory_state) AND " +
	"c.to_gen > (SELECT generation FROM directory_state)"

// leftOut finds which entries of an event's main list are left out of a send, and why (R11): the address is not to be
// written to; the customer has left since filters that leave such customers out chose them; or the same customer of the
// directory is on the list with a later entry that gets the message, since a customer has one registration. {event} and
// {batches} are placeholders: those filters' batches are audience.LeavingOut.
//
// A list may be new to PostgreSQL's statistics, which then take it for a row or two. So nothing here is joined with a
// result that has no index: each join looks a key up in an index. The customers who are there more than once are found
// first and then counted one by one in the directory, where EXISTS would have PostgreSQL read all of it.
const leftOut = `WITH repeated AS MATERIALIZED (
		SELECT b.customer_id FROM audience_entries b WHERE b.event_id = {event} AND b.customer_id > '' GROUP BY b.customer_id HAVING COUNT(*) > 1
	), known AS MATERIALIZED (
		SELECT g.customer_id FROM repeated g WHERE (SELECT COUNT(*) FROM directory_live d WHERE d.customer_id = g.customer_id) > 0
	), o AS MATERIALIZED (
		SELECT a.id, a.language, s.reason AS why FROM suppressions s CROSS JOIN audience_live a WHERE a.event_id = {event}
		AND a.email_key = s.email_key
		UNION ALL SELECT a.id, a.language, 'resiliated' FROM directory_customers c CROSS JOIN audience_live a
			WHERE {nowLeft} AND a.event_id = {event} AND a.customer_id = c.customer_id AND a.source_id IN ({batches}) AND NOT {suppressed}
		UNION ALL SELECT y.id, y.language, 'duplicate' FROM (SELECT a.id, a.language, ROW_NUMBER() OVER (PARTITION BY a.customer_id
		ORDER BY a.id DESC) AS n
			FROM known k CROSS JOIN audience_live a WHERE a.event_id = {event} AND a.customer_id = k.customer_id
			AND NOT {suppressed} AND NOT ({left})) y WHERE y.n > 1
	) `

// invited are the ids of the entries of an event's main list, with why each is left out of a send, ” for nothing. It
// groups where it could join: that is linear whatever the planner believes.
const invited = leftOut + `SELECT m.id, MAX(m.why) AS why FROM (
		SELECT a.id, '' AS why FROM audience_live a WHERE a.event_id = {event} UNION ALL SELECT o.id, o.why FROM o
	) m GROUP BY m.id`

// invitedBy fills in the placeholders of leftOut and invited.
func invitedBy(dialect db.Dialect, text, event, batches string) string {
	return strings.NewReplacer("{event}", dialect.Unknown(event, "TEXT"), "{suppressed}",
		"EXISTS (SELECT 1 FROM suppressions s WHERE s.email_key = a.email_key)",
		"{left}", "a.source_id IN ("+dialect.IDs(batches)+") AND "+strings.ReplaceAll(customerCancelled, "{row}", "a"), "{batches}",
		dialect.IDs(batches), "{nowLeft}", currentlyCancelled).Replace(text)
}

// stateByReason is the state of a new recipient: pending, or excluded when there is a reason for it.
var stateByReason = "CASE WHEN x.why = '' THEN " + Pending.SQL() + " ELSE " + Excluded.SQL() + " END"

// insertAudience makes a recipient of every entry of the event's main list, in its order; who is left out is there as
// excluded.
func insertAudience(ctx context.Context, tx *db.Tx, id int64, eventID string) (int64, error) {
	batches, err := audience.BatchesExcludingChurned(ctx, tx, eventID)
	if err != nil {
		return 0, err
	}
	return tx.Exec(ctx, insertAudienceText(tx.Dialect()), id, eventID, db.IDs(batches))
}

func insertAudienceText(dialect db.Dialect) string {
	return `INSERT INTO campaign_recipients (campaign_id, status, reason, email, email_key, firstname, lastname, language, customer_id)
		SELECT CAST($1 AS BIGINT), ` + stateByReason +
		`, x.why, a.email, a.email_key, a.firstname, a.lastname, CASE WHEN a.language = 'en' THEN 'en' ELSE 'fr' END, a.customer_id
		FROM (` + invitedBy(dialect, invited, "$2", "$3") + ") x JOIN audience_entries a ON a.id = x.id ORDER BY a.id"
}

// Audience is whom a send to an event's main list would go to, and who is left out.
type Audience struct{ FR, EN, Suppressed, CustomersCancelled, Duplicates int64 }

// Total is how many would get a message.
func (a Audience) Total() int64 { return a.FR + a.EN }

// Out is how many would get none.
func (a Audience) Out() int64 { return a.Suppressed + a.CustomersCancelled + a.Duplicates }

// counted are the columns of an Audience, of rows x that say why guests are left out (” for none), how many those are
// (n), and by how many they change how many get a message in either language (fr, en).
const counted = `CAST(COALESCE(SUM(x.fr), 0) AS BIGINT), CAST(COALESCE(SUM(x.en), 0) AS BIGINT),
	CAST(COALESCE(SUM(CASE WHEN x.why NOT IN ('', 'resiliated', 'duplicate') THEN x.n ELSE 0 END), 0) AS BIGINT),
	CAST(COALESCE(SUM(CASE WHEN x.why = 'resiliated' THEN x.n ELSE 0 END), 0) AS BIGINT),
	CAST(COALESCE(SUM(CASE WHEN x.why = 'duplicate' THEN x.n ELSE 0 END), 0) AS BIGINT)`

func readAudience(row db.Row) (a Audience, err error) {
	err = row.Scan(&a.FR, &a.EN, &a.Suppressed, &a.CustomersCancelled, &a.Duplicates)
	return a, err
}

// audienceOf counts an event's main list as insertAudience would write it.
func audienceOf(ctx context.Context, q db.Queryer, eventID string) (a Audience, err error) {
	batches, err := audience.BatchesExcludingChurned(ctx, q, eventID)
	if err != nil {
		return a, err
	}
	return readAudience(q.QueryRow(ctx, audienceOfText(q.Dialect()), eventID, db.IDs(batches)))
}

// audienceOfText takes those left out from all, and all is what the batches of the list count: no row of a large list is
// read to be counted.
func audienceOfText(dialect db.Dialect) string {
	return invitedBy(dialect, leftOut+"SELECT "+counted+` FROM (
		SELECT '' AS why, s.entries AS n, s.entries - s.english AS fr, s.english AS en FROM audience_sources s
		WHERE s.event_id = {event} AND s.state = 'live'
		UNION ALL SELECT o.why, 1, CASE WHEN o.language = 'en' THEN 0 ELSE -1 END, CASE WHEN o.language = 'en' THEN -1 ELSE 0 END FROM o) x`, "$1", "$2")
}

// reminded are the recipients of a send whom a reminder goes to: whom it reached and who have not answered (rule 7 of the
// seed), with why each is left out. A customer who has left is, unless the entry on the main list was meant.
const reminded = `SELECT r.id, r.email, r.email_key, r.firstname, r.lastname, r.language, r.customer_id,
		CASE WHEN s.email_key IS NOT NULL THEN s.reason WHEN {left} AND EXISTS (SELECT 1 FROM audience_live a
			WHERE a.event_id = {event} AND a.email_key = r.email_key AND a.source_id IN ({batches})) THEN 'resiliated' ELSE '' END AS why
	FROM campaign_recipients r LEFT JOIN suppressions s ON s.email_key = r.email_key
	WHERE r.campaign_id = {source} AND {sent} AND NOT `

func remindedBy(dialect db.Dialect, source, event, batches string) string {
	source, event = dialect.Unknown(source, "BIGINT"), dialect.Unknown(event, "TEXT")
	return strings.NewReplacer("{left}", strings.ReplaceAll(customerCancelled, "{row}", "r"), "{source}", source, "{sent}",
		InState("r.", Sent), "{event}", event, "{batches}", dialect.IDs(batches)).Replace(reminded) + RespondedCondition("r", event)
}

// insertReminder makes a recipient of each of them; who is left out is there as excluded.
func insertReminder(ctx context.Context, tx *db.Tx, id, source int64, eventID string) (int64, error) {
	batches, err := audience.BatchesExcludingChurned(ctx, tx, eventID)
	if err != nil {
		return 0, err
	}
	return tx.Exec(ctx, insertReminderText(tx.Dialect()), id, source, eventID, db.IDs(batches))
}

func insertReminderText(dialect db.Dialect) string {
	return `INSERT INTO campaign_recipients (campaign_id, status, reason, email, email_key, firstname, lastname, language, customer_id, source_id)
		SELECT CAST($1 AS BIGINT), ` + stateByReason + `, x.why, x.email, x.email_key, x.firstname, x.lastname, x.language, x.customer_id, x.id
		FROM (` + remindedBy(dialect, "$2", "$3", "$4") + ") x ORDER BY x.id"
}

// remindedOf counts whom a reminder of a send would go to, as insertReminder would write it.
func remindedOf(ctx context.Context, q db.Queryer, source int64, eventID string) (a Audience, err error) {
	batches, err := audience.BatchesExcludingChurned(ctx, q, eventID)
	if err != nil {
		return a, err
	}
	return readAudience(q.QueryRow(ctx, remindedOfText(q.Dialect()), source, eventID, db.IDs(batches)))
}

func remindedOfText(dialect db.Dialect) string {
	return "SELECT " + counted +
		` FROM (SELECT y.why, 1 AS n, CASE WHEN y.why = '' AND y.language <> 'en' THEN 1 ELSE 0 END AS fr, CASE
		WHEN y.why = '' AND y.language = 'en' THEN 1 ELSE 0 END AS en
		FROM (` + remindedBy(dialect, "$1", "$2", "$3") + ") y) x"
}
