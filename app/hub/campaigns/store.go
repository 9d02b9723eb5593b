package campaigns

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

const campaignColumns = `c.id, c.event_id, c.type, COALESCE(c.reminder_of, 0), c.status, c.reason, c.note, c.channel, c.sender, c.subject, c.template, c.tracked, c.kept,
	c.total, c.pending, c.sent, c.failed, c.excluded, c.unconfirmed, c.opened, c.clicked,
	c.created_at, c.created_by, c.started_at, c.finished_at, c.version, c.salt, c.first_id, c.last_id, c.told`

func scanCampaign(row interface{ Scan(...any) error }) (c Campaign, err error) {
	n := &c.Counts
	err = row.Scan(&c.ID, &c.EventID, &c.Type, &c.ReminderOf, &c.Status, &c.Reason, &c.ReasonDetail, &c.Channel, &c.From, &c.Subject, &c.Template, &c.Tracked, &c.OutboxOnly,
		&n.Total, &n.Pending, &n.Sent, &n.Failed, &n.Excluded, &n.Unconfirmed, &n.Opened, &n.Clicked,
		&c.CreatedAt, &c.CreatedBy, &c.StartedAt, &c.FinishedAt, &c.Version, &c.Salt, &c.FirstID, &c.LastID, &c.notified)
	return c, err
}

func byID(ctx context.Context, q db.Queryer, id int64) (Campaign, error) {
	c, err := scanCampaign(q.QueryRow(ctx, "SELECT "+campaignColumns+" FROM campaigns c WHERE c.id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return c, errs.NotFound("campaign")
	}
	return c, err
}

func list(ctx context.Context, q db.Queryer, f Filter) ([]Campaign, error) {
	var w db.Where
	w.And("c.id > ?", f.After)
	if f.EventID != "" {
		w.And("c.event_id = ?", f.EventID)
	}
	if f.Since != 0 {
		w.And("c.updated_at >= ?", int64(f.Since))
	}
	if f.Status != "" {
		w.And("c.status = ?", string(f.Status))
	}
	limit := w.Bind(f.Rows)
	rows, err := q.Query(ctx, "SELECT "+campaignColumns+" FROM campaigns c WHERE "+w.String()+" ORDER BY c.id LIMIT "+limit, w.Args()...)
	return scanAll(rows, err)
}

func scanAll(rows *sql.Rows, err error) (all []Campaign, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		c, err := scanCampaign(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, rows.Err()
}

// activeOf is the id of the campaign that keeps others of its event from starting; 0 for none.
func activeOf(ctx context.Context, q db.Queryer, eventID string) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT id FROM campaigns WHERE event_id = $1 AND status IN ('scheduled','sending','paused')", eventID).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

func insert(ctx context.Context, tx *db.Tx, c Campaign, at db.Instant) (id int64, err error) {
	var source any
	if c.ReminderOf != 0 {
		source = c.ReminderOf
	}
	err = tx.QueryRow(ctx, `INSERT INTO campaigns (event_id, type, reminder_of, status, channel, sender, subject, template, tracked, salt, created_at, created_by, updated_at, kept)
		VALUES ($1, 'event', $2, 'scheduled', $3, $4, $5, $6, $10, $7, $8, $9, $8, $11) RETURNING id`,
		c.EventID, source, c.Channel, c.From, c.Subject, c.Template, c.Salt, int64(at), c.CreatedBy, c.Tracked, c.OutboxOnly).Scan(&id)
	return id, err
}

// respondedCondition is the condition that the guest of the recipient r has answered the event of the placeholder: by a personal
// link of this or of the earlier send, by the same address, or as the same customer: a question for each, so that each is
// looked up in an index.
func respondedCondition(r, event string) string {
	return strings.NewReplacer("{r}", r, "{answer}", "EXISTS (SELECT 1 FROM rsvps v WHERE v.event_id = "+event+" AND ").
		Replace("({answer} v.recipient_id = {r}.id) OR {answer} v.recipient_id = {r}.source_id) OR {answer} v.email_key = {r}.email_key) OR {answer} v.customer_id = {r}.customer_id AND v.customer_id <> ''))")
}

// countIn begins the figures of a campaign whose recipients have just been written.
func countIn(ctx context.Context, tx *db.Tx, id, total int64) error {
	_, err := tx.Exec(ctx, `UPDATE campaigns SET total = $2, excluded = x.n, pending = $2 - x.n,
		first_id = x.low, last_id = x.high
		FROM (SELECT (SELECT COUNT(*) FROM campaign_recipients WHERE campaign_id = $1 AND status >= 2) AS n,
			COALESCE(MIN(id), 0) AS low, COALESCE(MAX(id), 0) AS high FROM campaign_recipients WHERE campaign_id = $1) x
		WHERE campaigns.id = $1`, id, total)
	return err
}

// Reminder is whom a reminder of a send would go to.
type Reminder struct {
	Source                                            int64
	NotOpened, OpenedNotClicked, ClickedNotRegistered int64
	Sample                                            []Recipient
}

func reminderCandidates(ctx context.Context, q db.Queryer, source int64, eventID string) (p Reminder, err error) {
	p.Source = source
	err = q.QueryRow(ctx, `SELECT COALESCE(CAST(SUM(CASE WHEN r.clicked_at = 0 AND r.opened_at = 0 THEN 1 ELSE 0 END) AS BIGINT), 0),
			COALESCE(CAST(SUM(CASE WHEN r.clicked_at = 0 AND r.opened_at > 0 THEN 1 ELSE 0 END) AS BIGINT), 0),
			COALESCE(CAST(SUM(CASE WHEN r.clicked_at > 0 THEN 1 ELSE 0 END) AS BIGINT), 0)
		FROM campaign_recipients r WHERE r.campaign_id = $1 AND r.status = 1 AND NOT `+respondedCondition("r", q.Dialect().Unknown("$2", "TEXT")), source, eventID).
		Scan(&p.NotOpened, &p.OpenedNotClicked, &p.ClickedNotRegistered)
	if err != nil {
		return p, err
	}
	err = eachRecipient(ctx, q, "r.campaign_id = $1 AND r.status = 1 AND NOT "+respondedCondition("r", q.Dialect().Unknown("$2", "TEXT")), []any{source, eventID}, sampleSize,
		func(r Recipient) error { p.Sample = append(p.Sample, r); return nil })
	return p, err
}

const recipientColumns = `r.id, r.status, r.phase, r.reason, r.email, r.firstname, r.lastname, r.language, r.customer_id, r.attempts,
	r.sent_at, r.opened_at, r.clicked_at, r.scanned_at`

// eachRecipient reads recipients in the order of their ids. cond is the program's text.
func eachRecipient(ctx context.Context, q db.Queryer, cond string, args []any, limit int64, each func(Recipient) error) error {
	w := slices.Concat(args, []any{limit})
	rows, err := q.Query(ctx, "SELECT "+recipientColumns+` FROM campaign_recipients r WHERE `+cond+" ORDER BY r.id LIMIT "+"$"+strconv.Itoa(len(w)), w...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var r Recipient
		var phase int64
		if err := rows.Scan(&r.ID, &r.State, &phase, &r.Reason, &r.Email, &r.FirstName, &r.LastName, &r.Language, &r.CustomerID, &r.Attempts,
			&r.SentAt, &r.OpenedAt, &r.ClickedAt, &r.ScannedAt); err != nil {
			return err
		}
		r.Unconfirmed = r.State == Pending && phase == phaseUnconfirmed
		if err := each(r); err != nil {
			return err
		}
	}
	return rows.Err()
}

// respondedRows finds which recipients of a campaign answered, and when. It goes out from the answers, of which there are
// far fewer than recipients.
const respondedRows = `SELECT r.id AS id, v.responded_at AS at FROM rsvps v JOIN campaign_recipients s ON s.id = v.recipient_id
		JOIN campaign_recipients r ON r.campaign_id = {campaign} AND r.email_key = s.email_key WHERE v.event_id = {event}
	UNION ALL SELECT r.id, v.responded_at FROM rsvps v JOIN campaign_recipients r ON r.campaign_id = {campaign} AND r.email_key = v.email_key
		WHERE v.event_id = {event} AND v.email_key <> ''
	UNION ALL SELECT r.id, v.responded_at FROM rsvps v JOIN campaign_recipients r ON r.campaign_id = {campaign} AND r.customer_id = v.customer_id AND r.customer_id <> ''
		WHERE v.event_id = {event} AND v.customer_id <> ''`

// respondedRowsText fills in the placeholders: $1 is the campaign, $2 the event.
func respondedRowsText(dialect db.Dialect) string {
	return strings.NewReplacer("{campaign}", dialect.Unknown("$1", "BIGINT"), "{event}", dialect.Unknown("$2", "TEXT")).Replace(respondedRows)
}

func countRegistered(ctx context.Context, q db.Queryer, id int64, eventID string) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(DISTINCT id) FROM ("+respondedRowsText(q.Dialect())+") x", id, eventID).Scan(&n)
	return n, err
}

// registeredAt is when each of the recipients in a range of ids answered.
func registeredAt(ctx context.Context, q db.Queryer, c Campaign, from, to int64) (map[int64]db.Instant, error) {
	rows, err := q.Query(ctx, "SELECT id, MIN(at) FROM ("+respondedRowsText(q.Dialect())+") x WHERE id BETWEEN $3 AND $4 GROUP BY id", c.ID, c.EventID, from, to)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	at := map[int64]db.Instant{}
	for rows.Next() {
		var id int64
		var when db.Instant
		if err := rows.Scan(&id, &when); err != nil {
			return nil, err
		}
		at[id] = when
	}
	return at, rows.Err()
}

// notifyAgain opens a campaign that had come to rest for staff to be told of once more.
const notifyAgain = "told = CASE WHEN told = 100 THEN 1 ELSE told END"

// changeStatus changes a campaign's status, if it is in one of those that from lists ('sending','paused').
func changeStatus(ctx context.Context, tx *db.Tx, id int64, from string, to Status, reason, note string, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE campaigns SET status = $2, reason = $3, note = $4, updated_at = $5, version = version + 1, `+notifyAgain+`,
		started_at = CASE WHEN $6 AND started_at = 0 THEN $5 ELSE started_at END,
		finished_at = CASE WHEN $7 THEN $5 WHEN $6 THEN 0 ELSE finished_at END
		WHERE id = $1 AND status IN (`+from+")", id, string(to), reason, note, int64(at), to == Sending, to == Completed || to == Cancelled)
	return n > 0, err
}

// finishSending ends a campaign whose every row is settled: completed, or waiting for staff because of the unconfirmed.
func finishSending(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE campaigns SET status = CASE WHEN unconfirmed > 0 THEN 'interrupted' ELSE 'completed' END,
		reason = CASE WHEN unconfirmed > 0 THEN 'unconfirmed' ELSE '' END, note = '', finished_at = CASE WHEN unconfirmed > 0 THEN 0 ELSE CAST($2 AS BIGINT) END,
		updated_at = $2, version = version + 1 WHERE id = $1 AND status = 'sending' AND pending = unconfirmed`, id, int64(at))
	return n > 0, err
}

// countsChange is how the figures of a campaign change.
type countsChange struct{ Pending, Sent, Failed, Excluded, Unconfirmed, Opened, Clicked int64 }

func addCounts(ctx context.Context, tx *db.Tx, id int64, d countsChange, at db.Instant) error {
	if d == (countsChange{}) {
		return nil
	}
	_, err := tx.Exec(ctx, `UPDATE campaigns SET pending = pending + $2, sent = sent + $3, failed = failed + $4, excluded = excluded + $5,
		unconfirmed = unconfirmed + $6, opened = opened + $7, clicked = clicked + $8, updated_at = $9, version = version + 1 WHERE id = $1`,
		id, d.Pending, d.Sent, d.Failed, d.Excluded, d.Unconfirmed, d.Opened, d.Clicked, int64(at))
	return err
}

// claimedRow is a claimed recipient: what its message needs.
type claimedRow struct {
	id, attempts                           int64
	email, first, last, language, customer string
}

// claimRecipients takes up to n rows whose turn it is, for the worker. (SQLite plans a statement anew for each bare LIMIT that is
// bound to it, which costs more than to run it: hence the CAST.) Whoever asked meanwhile not to be written to, or answered
// before a reminder, is settled as excluded at once: the row is checked again by the very statement that claims it. A
// worker that has lost its membership gets none.
func claimRecipients(ctx context.Context, tx *db.Tx, c Campaign, worker int64, at db.Instant, n int64, d *countsChange) ([]claimedRow, error) {
	why := "COALESCE((SELECT s.reason FROM suppressions s WHERE s.email_key = campaign_recipients.email_key), '')"
	args := []any{worker, c.ID, int64(at), n}
	if c.ReminderOf != 0 {
		why = "CASE WHEN " + respondedCondition("campaign_recipients", tx.Dialect().Unknown("$5", "TEXT")) + " THEN 'registered' ELSE " + why + " END"
		args = append(args, c.EventID)
	}
	rows, err := tx.Query(ctx, `WITH turn AS MATERIALIZED (SELECT id FROM campaign_recipients WHERE campaign_id = $2 AND status = 0 AND phase = 0 AND next_at <= $3
			AND EXISTS (SELECT 1 FROM campaigns WHERE id = $2 AND status = 'sending') AND `+workerExists("$1")+` ORDER BY next_at, id LIMIT CAST($4 AS BIGINT)`+tx.Dialect().SkipLocked()+`)
		UPDATE campaign_recipients SET phase = `+phaseTaken+`, lease = $1 WHERE id IN (SELECT id FROM turn)
		RETURNING id, attempts, email, firstname, lastname, language, customer_id, `+why, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []claimedRow
	out := map[int64]string{}
	for rows.Next() {
		var r claimedRow
		var reason string
		if err := rows.Scan(&r.id, &r.attempts, &r.email, &r.first, &r.last, &r.language, &r.customer, &reason); err != nil {
			return nil, err
		}
		if reason != "" {
			out[r.id] = reason
			continue
		}
		list = append(list, r)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	rows.Close()
	for id, reason := range out {
		if _, err := tx.Exec(ctx, "UPDATE campaign_recipients SET status = 3, phase = 0, lease = 0, reason = $2 WHERE id = $1", id, reason); err != nil {
			return nil, err
		}
		d.Pending--
		d.Excluded++
	}
	return list, nil
}

// setInFlight notes that the rows are about to be handed over, and says which of them are still the worker's to send (R11). A
// claimedRow that it marked before and certainly did not hand over may be marked again.
func setInFlight(ctx context.Context, tx *db.Tx, campaign, worker int64, ids []int64) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, `UPDATE campaign_recipients SET phase = `+phaseGiven+` WHERE id IN (`+tx.Dialect().IDs("$1")+`)
		AND status = 0 AND `+markable+` AND lease = $2 AND EXISTS (SELECT 1 FROM campaigns WHERE id = $3 AND status = 'sending') AND `+workerExists("$2")+` RETURNING id`,
		db.IDs(ids), worker, campaign))
}

// saveSent notes that the rows were delivered, whoever leases them now: the relay said so.
func saveSent(ctx context.Context, tx *db.Tx, ids []int64, at db.Instant, d *countsChange) error {
	in := "id IN (" + tx.Dialect().IDs("$1") + ")"
	const set = "UPDATE campaign_recipients SET status = 1, phase = 0, lease = 0, attempts = attempts + 1, sent_at = $2, reason = '' WHERE status = 0 AND "
	n, err := tx.Exec(ctx, set+"phase <> 3 AND "+in, db.IDs(ids), int64(at))
	if err != nil {
		return err
	}
	d.Pending, d.Sent = d.Pending-n, d.Sent+n
	if n == int64(len(ids)) {
		return nil
	}
	n, err = tx.Exec(ctx, strings.Replace(set, "attempts = attempts + 1, ", "", 1)+"phase = 3 AND "+in, db.IDs(ids), int64(at))
	d.Pending, d.Sent, d.Unconfirmed = d.Pending-n, d.Sent+n, d.Unconfirmed-n
	return err
}

// saveOutcome notes any other outcome, as long as the row is still the worker's.
func saveOutcome(ctx context.Context, tx *db.Tx, worker int64, o outcome, at db.Instant, d *countsChange) error {
	const mine = " WHERE id = $1 AND status = 0 AND phase IN (1, 2) AND lease = $2"
	var n int64
	var err error
	switch o.kind {
	case outcomeRefused:
		n, err = tx.Exec(ctx, "UPDATE campaign_recipients SET status = 2, phase = 0, lease = 0, attempts = $3, reason = $4"+mine, o.id, worker, o.attempt, o.text)
		d.Pending, d.Failed = d.Pending-n, d.Failed+n
		if err == nil && n > 0 && o.noSuchAddress {
			err = suppressGone(ctx, tx, o.id, at)
		}
	case outcomeDeferred:
		again := at + db.Instant(max(retryDelay(o.attempt), o.retryAfter).Milliseconds())
		_, err = tx.Exec(ctx, "UPDATE campaign_recipients SET phase = 0, lease = 0, attempts = $3, reason = $4, next_at = $5"+mine, o.id, worker, o.attempt, o.text, int64(again))
	case outcomeUnknown:
		n, err = tx.Exec(ctx, "UPDATE campaign_recipients SET phase = 3, lease = 0, attempts = $3, reason = $4"+mine, o.id, worker, o.attempt, o.text)
		d.Unconfirmed += n
	case outcomeNotTried:
		_, err = tx.Exec(ctx, "UPDATE campaign_recipients SET phase = 0, lease = 0"+mine, o.id, worker)
	}
	return err
}

// nextDueAt tells when the next waiting row's turn comes; 0 when none waits.
func nextDueAt(ctx context.Context, q db.Queryer, campaign int64) (at db.Instant, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MIN(next_at), -1) + 1 FROM campaign_recipients WHERE campaign_id = $1 AND status = 0 AND phase = 0", campaign).Scan(&at)
	return at, err
}

// releaseLeased takes what a worker left behind that is gone: what it had only claimed waits again, what it had marked is
// Unconfirmed for ever, until staff or the guest resolve it (R11).
func releaseLeased(ctx context.Context, tx *db.Tx, c Campaign, worker int64) (d countsChange, err error) {
	const theirs = " WHERE id BETWEEN $1 AND $2 AND +campaign_id = $3 AND status = 0 AND lease = $4 AND phase = "
	args := []any{c.FirstID, c.LastID, c.ID, worker}
	if _, err := tx.Exec(ctx, "UPDATE campaign_recipients SET phase = 0, lease = 0"+theirs+"1", args...); err != nil {
		return d, err
	}
	n, err := tx.Exec(ctx, "UPDATE campaign_recipients SET "+leftGiven+", attempts = attempts + 1, reason = 'the sender ended before the answer came'"+theirs+"2", args...)
	return abandonedCounts(n), err
}

// selectCampaigns reads campaigns; cond is the program's text.
func selectCampaigns(ctx context.Context, q db.Queryer, cond string) ([]Campaign, error) {
	return scanAll(q.Query(ctx, "SELECT "+campaignColumns+" FROM campaigns c WHERE "+cond+" ORDER BY c.id"))
}

// idsToSend are the campaigns that want a worker.
func idsToSend(ctx context.Context, q db.Queryer) ([]int64, error) {
	return db.ReadIDs(q.Query(ctx, "SELECT id FROM campaigns WHERE status IN ('scheduled','sending') ORDER BY id"))
}

func interruptActive(ctx context.Context, tx *db.Tx, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE campaigns SET status = 'interrupted', reason = 'stopped', updated_at = $1, version = version + 1 WHERE status IN ('scheduled','sending')", int64(at))
	return err
}

// requeueUnconfirmed lets the unconfirmed rows of a campaign be sent again: staff said so.
func requeueUnconfirmed(ctx context.Context, tx *db.Tx, campaign int64, at db.Instant) (int64, error) {
	return tx.Exec(ctx, "UPDATE campaign_recipients SET phase = 0, lease = 0, next_at = $2 WHERE campaign_id = $1 AND phase = 3 AND status = 0", campaign, int64(at))
}

// confirmResponded marks unconfirmed rows as sent whose guests answered: they must have the message (R11).
func confirmResponded(ctx context.Context, tx *db.Tx, c Campaign) (int64, error) {
	return tx.Exec(ctx, `UPDATE campaign_recipients SET status = 1, phase = 0, lease = 0, reason = '', sent_at = CASE WHEN sent_at = 0 THEN $2 ELSE sent_at END
		WHERE campaign_id = $1 AND phase = 3 AND status = 0 AND EXISTS (SELECT 1 FROM rsvps v WHERE v.recipient_id = campaign_recipients.id)`, c.ID, int64(c.StartedAt))
}

// resolveUnconfirmed settles unconfirmed rows as staff say: sent, or to be sent again. No ids means all.
func resolveUnconfirmed(ctx context.Context, tx *db.Tx, campaign int64, ids []int64, sent bool, at db.Instant) (int64, error) {
	text, args := "UPDATE campaign_recipients SET phase = 0, lease = 0, next_at = $2 WHERE", []any{campaign, int64(at)}
	if sent {
		text = "UPDATE campaign_recipients SET status = 1, phase = 0, lease = 0, reason = '', sent_at = $2 WHERE"
	}
	text += " campaign_id = $1 AND phase = 3 AND status = 0"
	if len(ids) > 0 {
		text += " AND id IN (" + tx.Dialect().IDs("$3") + ")"
		args = append(args, db.IDs(ids))
	}
	return tx.Exec(ctx, text, args...)
}

// withUnconfirmed are the campaigns with unconfirmed rows.
func withUnconfirmed(ctx context.Context, q db.Queryer) ([]Campaign, error) {
	return selectCampaigns(ctx, q, "c.unconfirmed > 0")
}

// countUnconfirmedResponded counts the unconfirmed rows of a campaign whose guests answered.
func countUnconfirmedResponded(ctx context.Context, q db.Queryer, campaign int64) (n int64, err error) {
	err = q.QueryRow(ctx, `SELECT COUNT(*) FROM campaign_recipients r WHERE r.campaign_id = $1 AND r.phase = 3 AND r.status = 0
		AND EXISTS (SELECT 1 FROM rsvps v WHERE v.recipient_id = r.id)`, campaign).Scan(&n)
	return n, err
}

// completeInterrupted ends an interrupted campaign that has nothing pending any more.
func completeInterrupted(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE campaigns SET status = 'completed', reason = '', finished_at = $2, updated_at = $2, version = version + 1, `+notifyAgain+`
		WHERE id = $1 AND status = 'interrupted' AND pending = 0`, id, int64(at))
	return n > 0, err
}

// lockBucket is the sender's row of the rate limit, locked for this transaction; a new one is full.
func lockBucket(ctx context.Context, tx *db.Tx, sender string, full int64, at db.Instant) (tokens int64, filled db.Instant, err error) {
	if _, err = tx.Exec(ctx, "INSERT INTO send_limits (sender, tokens, filled_at) VALUES ($1, $2, $3) ON CONFLICT (sender) DO NOTHING", sender, full, int64(at)); err != nil {
		return 0, 0, err
	}
	err = tx.QueryRow(ctx, "UPDATE send_limits SET tokens = tokens WHERE sender = $1 RETURNING tokens, filled_at", sender).Scan(&tokens, &filled)
	return tokens, filled, err
}

func saveBucket(ctx context.Context, tx *db.Tx, sender string, tokens int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE send_limits SET tokens = $2, filled_at = $3 WHERE sender = $1", sender, tokens, int64(at))
	return err
}

// suppressGone keeps the address of a recipient from being written to again, because nobody has it.
func suppressGone(ctx context.Context, tx *db.Tx, recipient int64, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO suppressions (email_key, reason, since, recipient_id)
		SELECT email_key, 'bounced', CAST($2 AS BIGINT), id FROM campaign_recipients WHERE id = $1 ON CONFLICT (email_key) DO NOTHING`, recipient, int64(at))
	return err
}

// suppress keeps an address from being written to again. The first reason stands.
func suppress(ctx context.Context, tx *db.Tx, emailKey, reason string, recipient int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "INSERT INTO suppressions (email_key, reason, since, recipient_id) VALUES ($1, $2, $3, $4) ON CONFLICT (email_key) DO NOTHING",
		emailKey, reason, int64(at), recipient)
	return err
}

// linkTarget is what the links of a message lead to.
type linkTarget struct {
	campaign, id            int64
	eventID, emailKey, lang string
	salt                    []byte
	sentAt                  db.Instant
}

func linkTargetByID(ctx context.Context, q db.Queryer, id int64) (v linkTarget, err error) {
	v.id = id
	err = q.QueryRow(ctx, `SELECT c.id, c.event_id, c.salt, r.email_key, r.language, r.sent_at FROM campaign_recipients r JOIN campaigns c ON c.id = r.campaign_id
		WHERE r.id = $1`, id).Scan(&v.campaign, &v.eventID, &v.salt, &v.emailKey, &v.lang, &v.sentAt)
	if errors.Is(err, sql.ErrNoRows) {
		return v, errs.NotFound("link")
	}
	return v, err
}

// setFirstSeen notes the first time of a kind of look at a message. column is one of ours.
func setFirstSeen(ctx context.Context, tx *db.Tx, id int64, column string, at db.Instant) (first bool, err error) {
	n, err := tx.Exec(ctx, "UPDATE campaign_recipients SET "+column+" = $2 WHERE id = $1 AND "+column+" = 0", id, int64(at))
	return n > 0, err
}

// confirmSent settles an unconfirmed row whose message somebody or something looked at: it has arrived (R11).
func confirmSent(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE campaign_recipients SET status = 1, phase = 0, lease = 0, reason = '', sent_at = $2 WHERE id = $1 AND status = 0 AND phase = 3", id, int64(at))
	return n > 0, err
}

// recordedEvents tells which kinds of look (opened, clicked, scanned) are known of each recipient, and last whether it is unconfirmed.
func recordedEvents(ctx context.Context, q db.Queryer, ids []int64) (map[int64][4]bool, error) {
	rows, err := q.Query(ctx, `SELECT id, opened_at > 0, clicked_at > 0, scanned_at > 0, status = 0 AND phase = 3 FROM campaign_recipients
		WHERE id IN (`+q.Dialect().IDs("$1")+")", db.IDs(ids))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	known := make(map[int64][4]bool, len(ids))
	for rows.Next() {
		var id int64
		var k [4]bool
		if err := rows.Scan(&id, &k[trackOpen], &k[trackClick], &k[trackBotHit], &k[3]); err != nil {
			return nil, err
		}
		known[id] = k
	}
	return known, rows.Err()
}
