package campaigns

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"presence/app/hub/audience"
	"presence/app/hub/suppressions"
	"presence/db"
)

// customerHasLeft is the condition that the customer of a row has left, according to the directory now.
const customerHasLeft = "EXISTS (SELECT 1 FROM directory_customers c WHERE c.customer_id = {row}.customer_id AND " + hasLeft +
	")"

// hasLeft is the condition that the version c of a customer belongs to the current generation and has left. The view
// directory_live is not used because SQLite would build a temporary index for it at each query; the unary plus prevents it from reading all
// customers by their generation instead of the few who have left.
const hasLeft = "c.account_status = 'resiliated' AND +c.from_gen <= (SELECT generation FROM directory_state) AND " +
	"+c.to_gen > (SELECT generation FROM directory_state)"

// leftSince is the condition that the version c of a customer is later than the first of the batches {batches}, whose filters read no
// customer that had left: the others need not be looked for on the list.
const leftSince = "+c.from_gen > (SELECT MIN(s.generation) FROM audience_sources s WHERE s.id IN ({batches}))"

// suppressedEntries selects the entries of an event's main list that are left out of a send (R11) as the address is suppressed. They may
// be many, so that those who only count them give one reason for all, which need not be grouped. {why} is a placeholder.
const suppressedEntries = `SELECT a.id, a.language, {why} AS why FROM suppressions s CROSS JOIN audience_live a
	WHERE a.event_id = {event} AND a.email_key = s.email_key`

// leftOut selects the other entries that are left out, and why:
//
//   - the customer has left since a filter for current customers selected them;
//   - the same customer has a later entry on the list that gets the message (a customer has one registration).
//
// {event} and {batches} are placeholders; {batches} are the ids of those filters' batches (audience.BatchesExcludingLeft).
//
// PostgreSQL's statistics may not know a new list yet and then estimate a row or two. So nothing here is joined with a result
// that has no index: each join looks a key up in an index. Customers who may have several entries are found first, by the mark
// of their later ones (audience_entries.repeated), and then counted one by one in the directory, because with EXISTS PostgreSQL
// would read the whole directory.
const leftOut = `WITH repeated AS MATERIALIZED (
		SELECT DISTINCT b.customer_id FROM audience_entries b WHERE b.event_id = {event} AND b.repeated
	), known AS MATERIALIZED (
		SELECT g.customer_id FROM repeated g WHERE (SELECT COUNT(*) FROM directory_live d WHERE d.customer_id = g.customer_id) > 0
	), o AS MATERIALIZED (
		SELECT a.id, a.language, 'resiliated' AS why FROM directory_customers c CROSS JOIN audience_live a
			WHERE {nowLeft} AND ` + leftSince + ` AND a.event_id = {event} AND a.customer_id = c.customer_id
			AND a.source_id IN ({batches}) AND NOT {suppressed}
		UNION ALL SELECT y.id, y.language, 'duplicate' FROM (SELECT a.id, a.language, ROW_NUMBER() OVER (PARTITION BY a.customer_id
		ORDER BY a.id DESC) AS n
			FROM known k CROSS JOIN audience_live a WHERE a.event_id = {event} AND a.customer_id = k.customer_id
			AND NOT {suppressed} AND NOT ({left})) y WHERE y.n > 1
	) `

// invited selects the ids of the entries of an event's main list, with the reason why each is left out of a send; empty: it is
// included. It groups rows instead of joining them, which takes linear time whatever plan the database chooses.
var invited = leftOut + `SELECT m.id, MAX(m.why) AS why FROM (
		SELECT a.id, '' AS why FROM audience_live a WHERE a.event_id = {event} UNION ALL SELECT o.id, o.why FROM o
		UNION ALL SELECT x.id, x.why FROM (` + strings.ReplaceAll(suppressedEntries, "{why}", "s.reason") + `) x
	) m GROUP BY m.id`

// chosenLanguages selects the entries that get the message in another language than that of the list.
const chosenLanguages = `SELECT a.id, p.language, '` + otherLanguage + `' AS why FROM guest_preferences p CROSS JOIN audience_live a
	WHERE a.event_id = {event} AND a.email_key = p.email_key AND (a.language = 'en') <> (p.language = 'en')
	AND a.id NOT IN (SELECT o.id FROM o) AND NOT {suppressed}`

// invitedBy replaces the placeholders of leftOut and invited.
func invitedBy(dialect db.Dialect, text, event, batches string) string {
	return strings.NewReplacer("{event}", dialect.GenericParam(event, "TEXT"), "{suppressed}", suppressedRow("a"),
		"{left}", leftRow(dialect, "a", batches), "{batches}", dialect.IDs(batches), "{nowLeft}", hasLeft).Replace(text)
}

// suppressedRow is the condition that the address of a row is suppressed.
func suppressedRow(row string) string {
	return "EXISTS (SELECT 1 FROM suppressions s WHERE s.email_key = " + row + ".email_key)"
}

// leftRow is the condition that the customer of an entry of one of these batches has left.
func leftRow(dialect db.Dialect, row, batches string) string {
	return row + ".source_id IN (" + dialect.IDs(batches) + ") AND " + strings.ReplaceAll(customerHasLeft, "{row}", row)
}

// stateByReason is the state of a new recipient in SQL: pending, or excluded when x.why is not empty.
var stateByReason = "CASE WHEN x.why = '' THEN " + Pending.SQL() + " ELSE " + Excluded.SQL() + " END"

// insertAudience inserts a recipient for every entry of the event's main list, in the order of the list. Entries that are left
// out become excluded recipients.
func insertAudience(ctx context.Context, tx *db.Tx, id int64, eventID string) (int64, error) {
	batches, err := audience.BatchesExcludingLeft(ctx, tx, eventID)
	if err != nil {
		return 0, err
	}
	return tx.Exec(ctx, insertAudienceText(tx.Dialect()), id, eventID, db.IDs(batches))
}

func insertAudienceText(dialect db.Dialect) string {
	return `INSERT INTO campaign_recipients (campaign_id, status, reason, email, email_key, firstname, lastname, language, customer_id)
		SELECT CAST($1 AS BIGINT), ` + stateByReason +
		`, x.why, a.email, a.email_key, a.firstname, a.lastname, ` + suppressions.LanguageOf("a") + `, a.customer_id
		FROM (` + invitedBy(dialect, invited, "$2", "$3") + ") x JOIN audience_entries a ON a.id = x.id ORDER BY a.id"
}

// Audience counts the recipients that a send to an event's main list would have, by language, and those it would leave out, by
// reason.
type Audience struct{ FR, EN, Suppressed, CustomersCancelled, Duplicates, NoReminders int64 }

// Total returns how many would get a message.
func (a Audience) Total() int64 { return a.FR + a.EN }

// Out returns how many are left out.
func (a Audience) Out() int64 {
	return a.Suppressed + a.CustomersCancelled + a.Duplicates + a.NoReminders
}

// reminded selects the recipients of a send that a reminder goes to: they got the message and have not answered (R13). why says
// why one of them is left out. A customer who has left is left out, except when staff added that entry to the main list
// deliberately.
const reminded = `SELECT r.id, r.email, r.email_key, r.firstname, r.lastname, {language} AS language, r.customer_id,
		CASE WHEN s.email_key IS NOT NULL THEN s.reason WHEN {no reminders} THEN '` + NoReminders + `'
		WHEN {left} AND EXISTS (SELECT 1 FROM audience_live a
			WHERE a.event_id = {event} AND a.email_key = r.email_key AND a.source_id IN ({batches})) THEN 'resiliated' ELSE '' END AS why
	FROM (SELECT * FROM campaign_recipients WHERE email_key <> '#' || id) r LEFT JOIN suppressions s ON s.email_key = r.email_key
	WHERE {recipients} AND {sent} AND {waiting}`

func remindedBy(dialect db.Dialect, source, event, batches string) string {
	source, event = dialect.GenericParam(source, "BIGINT"), dialect.GenericParam(event, "TEXT")
	return strings.NewReplacer("{language}", suppressions.LanguageOf("r"), "{no reminders}", suppressions.WantsNoReminders("r"),
		"{left}", strings.ReplaceAll(customerHasLeft, "{row}", "r"), "{recipients}", ofCampaign(source), "{sent}",
		RecipientInState("r.", Sent), "{event}", event, "{batches}", dialect.IDs(batches), "{waiting}", notAnswered(source)).Replace(reminded)
}

// insertReminder inserts a recipient for each row of reminded. Those that are left out become excluded recipients.
func insertReminder(ctx context.Context, tx *db.Tx, id, source int64, eventID string) (int64, error) {
	batches, err := audience.BatchesExcludingLeft(ctx, tx, eventID)
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

// leaveOut adds n entries that are left out for the reason why.
func (a *Audience) leaveOut(why string, n int64) {
	switch why {
	case "resiliated":
		a.CustomersCancelled += n
	case "duplicate":
		a.Duplicates += n
	case NoReminders:
		a.NoReminders += n
	default:
		a.Suppressed += n
	}
}

// mixed is a number in SQL that differs between two sets of ids with the same sum.
const mixed = "CAST(COALESCE(SUM(x.id * (x.id % 9973)), 0) AS BIGINT)"

// leftOutByReason are the columns of audienceOf for the rows x that have one reason (why): their number, how many of them get the
// message in English, and two numbers that tell which rows they are.
const leftOutByReason = "x.why, CAST(COUNT(*) AS BIGINT), CAST(SUM(CASE WHEN x.language = 'en' THEN 1 ELSE 0 END) AS BIGINT), " +
	"CAST(SUM(x.id) AS BIGINT), " + mixed

// batch is the reason of the rows of audienceOf that count the entries of one batch of the main list, left out or not.
const batch = "+"

// suppressed is the reason of the row of audienceOf that counts those whose address is suppressed, for whatever reason.
const suppressed = "suppressed"

// otherLanguage is the reason of the row of audienceOf that counts the entries whose owners chose another language than that of the list,
// and get the message. Its English ones are those who chose English.
const otherLanguage = "language"

// audienceOf counts the recipients that insertAudience would insert or, if source is not 0, those that insertReminder would
// insert for the reminder of the campaign source. seen is a hash of the set of recipients: it changes whenever the set does, even
// if its size does not.
func audienceOf(ctx context.Context, q db.Queryer, eventID string, source int64) (a Audience, seen string, err error) {
	batches, err := audience.BatchesExcludingLeft(ctx, q, eventID)
	if err != nil {
		return a, "", err
	}
	text, args := audienceOfText(q.Dialect()), []any{eventID, db.IDs(batches)}
	if source != 0 {
		text, args = remindedOfText(q.Dialect()), append([]any{source}, args...)
	}
	return countAudience(ctx, q, true, text, args...)
}

// audienceFor counts the recipients that a campaign would have if it began now. seen is as that of audienceOf.
func audienceFor(ctx context.Context, q db.Queryer, c Campaign) (a Audience, seen string, err error) {
	if c.Follows == 0 {
		return audienceOf(ctx, q, c.EventID, c.ReminderOf)
	}
	batches, err := audience.BatchesExcludingLeft(ctx, q, c.EventID)
	if err != nil {
		return a, "", err
	}
	last, err := lastEntry(ctx, q, c.Follows, c.ID)
	if err != nil {
		return a, "", err
	}
	return countAudience(ctx, q, false, addedOfText(q.Dialect(), last), c.EventID, db.IDs(batches), c.Follows, c.ID)
}

// addedOfText selects the counts of added, by reason.
func addedOfText(dialect db.Dialect, last int64) string {
	return "SELECT " + leftOutByReason + " FROM (" + addedBy(dialect, "$1", "$2", "$3", "$4", last) + ") x GROUP BY x.why ORDER BY x.why"
}

// added selects the entries of an event's main list that have no recipient in the invitation {root} or a follow-up of it, neither with
// that address nor of that customer, with why each is left out of a send, by the rules of leftOut. {self} is the follow-up that is to go to
// them. Entries up to {last} are not looked at: each had a recipient when those of the last of these campaigns were read (lastEntry). The
// others are few, so that each is looked up. {last} is in the text: without the number, PostgreSQL would expect a third of the list, and
// read all recipients. The unary plus prevents SQLite from reading all later entries for each.
const added = `SELECT a.id, CASE WHEN {suppressed} THEN (SELECT s.reason FROM suppressions s WHERE s.email_key = a.email_key)
		WHEN {left} THEN 'resiliated'
		WHEN a.customer_id <> '' AND EXISTS (SELECT 1 FROM audience_live b WHERE b.event_id = {event} AND b.customer_id = a.customer_id
			AND +b.id > a.id AND NOT {b suppressed} AND NOT ({b left}))
			AND (SELECT COUNT(*) FROM directory_live d WHERE d.customer_id = a.customer_id) > 0 THEN 'duplicate' ELSE '' END AS why,
		a.email, a.email_key, a.firstname, a.lastname, {language} AS language, a.customer_id
	FROM audience_live a WHERE a.event_id = {event} AND a.id > {last}
		AND NOT EXISTS ({sent} AND r.email_key = a.email_key)
		AND NOT EXISTS ({sent} AND r.customer_id = a.customer_id AND r.customer_id <> '')`

// addedBy replaces the placeholders of added.
func addedBy(dialect db.Dialect, event, batches, root, self string, last int64) string {
	text := strings.NewReplacer("{sent}", "SELECT 1 FROM campaign_recipients r WHERE r.campaign_id IN (SELECT k.id FROM campaigns k WHERE "+
		inInvitation+")", "{language}", suppressions.LanguageOf("a"), "{last}", number(last),
		"{b suppressed}", suppressedRow("b"), "{b left}", leftRow(dialect, "b", batches)).Replace(added)
	text = strings.NewReplacer("{root}", dialect.GenericParam(root, "BIGINT"), "{self}", dialect.GenericParam(self, "BIGINT")).Replace(text)
	return invitedBy(dialect, text, event, batches)
}

// inInvitation is the condition that a campaign k is the invitation {root} or a follow-up of it, but not {self}.
const inInvitation = "(k.id = {root} OR k.follows = {root}) AND k.id <> {self}"

// lastEntry returns the last entry of the main list when the recipients of an invitation and of its follow-ups were read, but for the
// follow-up self. Lists are added to by one at a time, so that whatever is added later has a larger id.
func lastEntry(ctx context.Context, q db.Queryer, root, self int64) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MAX(k.last_entry), 0) FROM campaigns k WHERE "+
		strings.NewReplacer("{root}", "$1", "{self}", "$2").Replace(inInvitation), root, self).Scan(&id)
	return id, err
}

// insertAdded inserts a recipient for each row of added. Entries that are left out become excluded recipients.
func insertAdded(ctx context.Context, tx *db.Tx, id, root int64, eventID string) (int64, error) {
	batches, err := audience.BatchesExcludingLeft(ctx, tx, eventID)
	if err != nil {
		return 0, err
	}
	last, err := lastEntry(ctx, tx, root, id)
	if err != nil {
		return 0, err
	}
	return tx.Exec(ctx, `INSERT INTO campaign_recipients (campaign_id, status, reason, email, email_key, firstname, lastname, language, customer_id)
		SELECT CAST($1 AS BIGINT), `+stateByReason+`, x.why, x.email, x.email_key, x.firstname, x.lastname, x.language, x.customer_id
		FROM (`+addedBy(tx.Dialect(), "$2", "$3", "$4", "$1", last)+") x ORDER BY x.id", id, eventID, db.IDs(batches), root)
}

// countAudience adds up the rows of a query. Each row has a reason (batch for a whole batch), the number of entries, how many of
// them are in English, and two numbers that identify the set of entries. batched: entries that are left out are also counted in
// their batch.
func countAudience(ctx context.Context, q db.Queryer, batched bool, text string, args ...any) (a Audience, seen string, err error) {
	rows, err := q.Query(ctx, text, args...)
	if err != nil {
		return a, "", err
	}
	h := sha256.New()
	err = db.ForEachRow(rows, func() error {
		var why string
		var n, english, ids, mixed int64
		err := rows.Scan(&why, &n, &english, &ids, &mixed)
		fmt.Fprintln(h, why, n, english, ids, mixed)
		if why == batch || why == "" {
			a.FR, a.EN = a.FR+n-english, a.EN+english
			return err
		}
		if why == otherLanguage {
			a.FR, a.EN = a.FR+n-2*english, a.EN-n+2*english
			return err
		}
		if batched { // the count of their batch includes them
			a.FR, a.EN = a.FR-(n-english), a.EN-english
		}
		if why != erased {
			a.leaveOut(why, n)
		}
		return err
	})
	return a, hex.EncodeToString(h.Sum(nil)[:16]), err
}

// audienceOfText selects the counts that are stored with the batches of the main list, and what is left out of them by reason.
// Entries are added only with a new batch, so these counts tell the entries of a large list without reading them.
func audienceOfText(dialect db.Dialect) string {
	return invitedBy(dialect, leftOut+"SELECT '"+batch+`' AS why, s.entries AS n, s.english AS english, s.id AS ids, 0 AS mixed
			FROM audience_sources s WHERE s.event_id = {event} AND s.state = 'live'
		UNION ALL SELECT `+leftOutByReason+" FROM ("+strings.ReplaceAll(suppressedEntries, "{why}", "'"+suppressed+"'")+
		") x GROUP BY x.why UNION ALL SELECT "+leftOutByReason+" FROM o x GROUP BY x.why UNION ALL SELECT "+leftOutByReason+" FROM ("+
		chosenLanguages+") x GROUP BY x.why ORDER BY why, ids", "$1", "$2")
}

// away selects the recipients of the campaign {source} to whom a reminder is not sent: those who did not get the message, and those
// who have answered. A reminder goes to all others, so that its counts, and the numbers that identify the set of its recipients,
// follow from these rows and the kept counts of the campaign.
const away = `away AS MATERIALIZED (
		SELECT r.id, r.language, r.opened_at, r.clicked_at FROM campaign_recipients r WHERE r.campaign_id = {source} AND {pending}
		UNION ALL SELECT r.id, r.language, r.opened_at, r.clicked_at FROM campaign_recipients r WHERE r.campaign_id = {source} AND {unsent}
		UNION ALL SELECT r.id, r.language, r.opened_at, r.clicked_at FROM campaign_answers w CROSS JOIN campaign_recipients r
			WHERE w.campaign_id = {source} AND r.id = w.recipient_id AND {sent}
	)`

// remindedOf selects the number of recipients to whom a reminder can be sent, as one batch, and of those who are left out of it: those
// whose address is suppressed, and the others by the reasons of reminded.
const remindedOf = "WITH " + away + `, o AS MATERIALIZED (
		SELECT r.id, r.language, '` + NoReminders + `' AS why FROM guest_preferences p CROSS JOIN campaign_recipients r
			WHERE p.reminders = FALSE AND r.campaign_id = {source} AND r.email_key = p.email_key AND {waiting} AND NOT {suppressed}
		UNION ALL SELECT r.id, r.language, 'resiliated' FROM directory_customers c CROSS JOIN campaign_recipients r
			WHERE {nowLeft} AND ` + leftSince + ` AND r.campaign_id = {source} AND r.customer_id = c.customer_id AND r.customer_id <> '' AND {waiting}
			AND NOT {suppressed} AND NOT {no reminders} AND EXISTS (SELECT 1 FROM audience_live a
				WHERE a.event_id = {event} AND a.email_key = r.email_key AND a.source_id IN ({batches}))
		UNION ALL SELECT r.id, r.language, '` + erased + `' FROM campaign_recipients r
			WHERE r.campaign_id = {source} AND SUBSTR(r.email_key, 1, 1) = '#' AND r.email_key = '#' || r.id AND {waiting}
	) SELECT '` + batch + `' AS why, k.total - x.n AS n, (SELECT COUNT(*) FROM campaign_recipients r
			WHERE r.campaign_id = {source} AND r.language = 'en') - x.english AS english, x.ids AS ids, x.mixed AS mixed
		FROM campaigns k CROSS JOIN (SELECT COUNT(*) AS n, COUNT(CASE WHEN x.language = 'en' THEN 1 END) AS english,
			CAST(COALESCE(SUM(x.id), 0) AS BIGINT) AS ids, ` + mixed + ` AS mixed FROM away x) x WHERE k.id = {source}
	UNION ALL SELECT ` + leftOutByReason + ` FROM (SELECT r.id, r.language, '` + suppressed + `' AS why
		FROM suppressions s CROSS JOIN campaign_recipients r
		WHERE r.campaign_id = {source} AND r.email_key = s.email_key AND {waiting}) x GROUP BY x.why
	UNION ALL SELECT ` + leftOutByReason + ` FROM o x GROUP BY x.why
	UNION ALL SELECT ` + leftOutByReason + ` FROM (SELECT r.id, p.language, '` + otherLanguage + `' AS why
		FROM guest_preferences p CROSS JOIN campaign_recipients r WHERE r.campaign_id = {source} AND r.email_key = p.email_key AND {waiting}
		AND (r.language = 'en') <> (p.language = 'en') AND r.id NOT IN (SELECT o.id FROM o) AND NOT {suppressed}) x GROUP BY x.why
	ORDER BY why, ids`

// erased is the reason of the rows of remindedOf with the recipients whose data was erased on request. They are not shown.
const erased = "#"

// remindedOfText replaces the placeholders of remindedOf.
func remindedOfText(dialect db.Dialect) string {
	source := dialect.GenericParam("$1", "BIGINT")
	return strings.NewReplacer("{event}", dialect.GenericParam("$2", "TEXT"), "{batches}", dialect.IDs("$3"), "{nowLeft}", hasLeft,
		"{suppressed}", suppressedRow("r"), "{no reminders}",
		suppressions.WantsNoReminders("r"), "{waiting}", RecipientInState("r.", Sent)+" AND "+notAnswered(source)).
		Replace(awayBy(source, remindedOf))
}

// awayBy replaces the placeholders of away in a text.
func awayBy(source, text string) string {
	return strings.NewReplacer("{source}", source, "{pending}", RecipientInState("r.", Pending), "{unsent}",
		"r.status >= "+Failed.SQL(), "{sent}", RecipientInState("r.", Sent)).Replace(text)
}
