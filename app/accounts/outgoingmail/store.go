package outgoingmail

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"presence/app/platform/contact"
	"presence/db"
)

// row is a message for insert.
type row struct {
	Mail
	reference string
	sealed    []byte // nil: it is not sent
}

// insert returns the number of rows that it has inserted.
func insert(ctx context.Context, tx *db.Tx, rows []Prepared, at db.Instant) (total int64, err error) {
	in := db.Insert{
		Into: `INSERT INTO outgoing_mail (reference, person_id, kind, recipient, language, subject, content, next_at, expires_at, created_at,
			recipient_key, mailbox_key, about, once, state, reason, priority)`,
		Row: "?, NULLIF(?, ''), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULLIF(?, ''), ?, ?, ?", Conflict: "ON CONFLICT DO NOTHING",
	}
	for _, r := range rows {
		in.Add(r.reference, r.PersonID, string(r.Kind), r.To.Email, string(r.Lang), r.Subject, r.sealed, at, r.Expires, at,
			r.Key, contact.MailboxKey(r.Key), r.About, r.Once, string(r.state()), r.Mail.Refused, int64(r.Kind.priority()))
	}
	return in.Write(ctx, tx)
}

// state returns the state in which a message is stored.
func (r row) state() State {
	if r.Mail.Refused != "" {
		return Refused
	}
	return Queued
}

// closed sets a final state, and erases the content of the message.
const closed = `content = NULL, lease = 0, state = `

// CancelOf is Cancel for several people.
func CancelOf(ctx context.Context, tx *db.Tx, people []string, kinds ...Kind) error {
	_, err := tx.Exec(ctx, `UPDATE outgoing_mail SET `+closed+`'cancelled' WHERE person_id IN (`+tx.Dialect().Texts("$1")+`)
		AND state = 'queued' AND kind IN (`+tx.Dialect().Texts("$2")+`)`, db.Texts(people), textsOf(kinds))
	return err
}

// CancelAbout cancels the messages of those kinds to the address key about an event that are still queued, as Cancel does.
func CancelAbout(ctx context.Context, tx *db.Tx, key, about string, kinds ...Kind) error {
	_, err := tx.Exec(ctx, `UPDATE outgoing_mail SET `+closed+`'cancelled' WHERE recipient_key = $1 AND recipient_key <> '' AND about = $2
		AND state = 'queued' AND kind IN (`+tx.Dialect().Texts("$3")+`)`, key, about, textsOf(kinds))
	return err
}

// CancelEarlier cancels the messages of a kind to these address keys about an event that are still queued, as Cancel does, except
// those whose Once begins with a text.
func CancelEarlier(ctx context.Context, tx *db.Tx, kind Kind, about string, keys []string, once string) error {
	_, err := tx.Exec(ctx, `UPDATE outgoing_mail SET `+closed+`'cancelled' WHERE recipient_key IN (`+tx.Dialect().Texts("$1")+`)
		AND recipient_key <> '' AND about = $2 AND state = 'queued' AND kind = $3
		AND SUBSTR(COALESCE(once, ''), 1, LENGTH(CAST($4 AS TEXT))) <> CAST($4 AS TEXT)`, db.Texts(keys), about, string(kind), once)
	return err
}

// CancelAllAbout cancels the messages of those kinds about an event that are still queued, as Cancel does, whoever they are to, and those
// of any kind that have a Once which does not begin with a text.
func CancelAllAbout(ctx context.Context, tx *db.Tx, about, once string, kinds ...Kind) error {
	_, err := tx.Exec(ctx, `UPDATE outgoing_mail SET `+closed+`'cancelled' WHERE about = $1 AND about <> '' AND state = 'queued'
		AND (kind IN (`+tx.Dialect().Texts("$2")+`) OR COALESCE(once, '') <> ''
			AND SUBSTR(once, 1, LENGTH(CAST($3 AS TEXT))) <> CAST($3 AS TEXT))`, about, textsOf(kinds), once)
	return err
}

// textsOf returns the parameter of a list of kinds.
func textsOf(kinds []Kind) string {
	list := make([]string, len(kinds))
	for i, k := range kinds {
		list[i] = string(k)
	}
	return db.Texts(list)
}

// LatestOf returns the last message of a kind to each of the people, by id; those without one are left out, as by Latest.
func LatestOf(ctx context.Context, q db.Queryer, people []string, kind Kind) (map[string]*Message, error) {
	found := map[string]*Message{}
	rows, err := q.Query(ctx, `SELECT person_id, state, reason, recipient, created_at, COALESCE(sent_at, 0), expires_at FROM outgoing_mail
		WHERE id IN (SELECT MAX(id) FROM outgoing_mail WHERE person_id IN (`+q.Dialect().Texts("$1")+`) AND kind = $2 GROUP BY person_id)`,
		db.Texts(people), string(kind))
	if err != nil {
		return nil, err
	}
	return found, db.ForEachRow(rows, func() error {
		var id string
		var m Message
		err := rows.Scan(&id, &m.State, &m.Reason, &m.To, &m.CreatedAt, &m.SentAt, &m.ExpiresAt)
		found[id] = &m
		return err
	})
}

func ofGuest(ctx context.Context, q db.Queryer, keys []string) ([]GuestMail, error) {
	return db.Collect(func(row db.Row) (m GuestMail, err error) {
		err = row.Scan((*string)(&m.Kind), &m.About, &m.SentAt)
		return m, err
	})(q.Query(ctx, `SELECT kind, about, sent_at FROM outgoing_mail WHERE recipient_key IN (`+q.Dialect().Texts("$1")+`)
		AND recipient_key <> '' AND state = 'sent' ORDER BY sent_at DESC, id DESC LIMIT 100`, db.Texts(keys)))
}

func anyDue(ctx context.Context, q db.Queryer, at db.Instant) (due bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM outgoing_mail WHERE state = 'queued' AND next_at <= $1)`, at).Scan(&due)
	return due, err
}

// closeOverdue closes the due messages that are not sent any more: those that have expired, and those that were handed over
// maxUnanswered times without an answer.
func closeOverdue(ctx context.Context, tx *db.Tx, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE outgoing_mail SET `+closed+`CASE WHEN unanswered > 0 THEN 'unconfirmed' ELSE 'expired' END
		WHERE state = 'queued' AND next_at <= $1 AND (expires_at <= $1 OR unanswered >= $2)`, at, maxUnanswered)
	return err
}

// claimed is a message that is leased to a worker.
type claimed struct {
	id, lease, attempts  int64
	reference, recipient string
	language, subject    string
	sealed               []byte
	createdAt, expiresAt db.Instant
}

// claimNext leases the message that is due first, of the first priority that has one, until an instant; nil when there is none that no
// other worker is about to lease.
func claimNext(ctx context.Context, tx *db.Tx, lease int64, at, until db.Instant) (m *claimed, err error) {
	for i := 0; i < len(priorities) && m == nil && err == nil; i++ { // one statement each, so that the index is in the order
		m, err = claimOf(ctx, tx, priorities[i], lease, at, until)
	}
	return m, err
}

// nextOf selects the message of priority $1 that is due first at $2.
const nextOf = `SELECT id FROM outgoing_mail WHERE state = 'queued' AND priority = $1 AND next_at <= $2 ORDER BY next_at, id LIMIT 1`

// claimOf leases the message of a priority that is due first.
func claimOf(ctx context.Context, tx *db.Tx, p priority, lease int64, at, until db.Instant) (*claimed, error) {
	m := claimed{lease: lease}
	err := tx.QueryRow(ctx, `WITH due AS MATERIALIZED (`+nextOf+tx.Dialect().SkipLocked()+`)
		UPDATE outgoing_mail SET lease = $3, next_at = $4 WHERE id IN (SELECT id FROM due)
		RETURNING id, attempts, reference, recipient, language, subject, content, created_at, expires_at`, int64(p), at, lease, until).
		Scan(&m.id, &m.attempts, &m.reference, &m.recipient, &m.language, &m.subject, &m.sealed, &m.createdAt, &m.expiresAt)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &m, err
}

// setUnanswered records that a message may be handed over, if it is still leased to the worker.
func setUnanswered(ctx context.Context, tx *db.Tx, id, lease int64, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE outgoing_mail SET unanswered = unanswered + 1
		WHERE id = $1 AND lease = $2 AND state = 'queued' AND next_at > $3`, id, lease, at)
	return n == 1, err
}

// saveSent records that the mail server has accepted a message, whichever worker leases it now.
func saveSent(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE outgoing_mail SET `+closed+`'sent', reason = '', attempts = attempts + 1, sent_at = $2
		WHERE id = $1 AND state IN ('queued', 'cancelled')`, id, at)
	return err
}

// ofWorker is the condition that a message is still leased to the worker: its placeholders are the id and the lease.
const ofWorker = ` WHERE id = $1 AND lease = $2 AND state = 'queued'`

func saveRefused(ctx context.Context, tx *db.Tx, m claimed, reason string) error {
	_, err := tx.Exec(ctx, `UPDATE outgoing_mail SET `+closed+`'refused', reason = $3, attempts = attempts + 1`+ofWorker,
		m.id, m.lease, reason)
	return err
}

// release makes a message due again that was certainly not handed over.
func release(ctx context.Context, tx *db.Tx, m claimed, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE outgoing_mail SET lease = 0, next_at = $3`+ofWorker, m.id, m.lease, at)
	return err
}

// deferral is an attempt that will be repeated.
type deferral struct {
	reason   string
	next     time.Duration
	answered bool // the mail server has answered a message that was handed over: it has not accepted it
}

// saveDeferred saves when a message is tried again, at the latest when it expires.
func saveDeferred(ctx context.Context, tx *db.Tx, m claimed, d deferral, at db.Instant) error {
	next, answered := min(at.Add(d.next), m.expiresAt), 0
	if d.answered {
		answered = 1
	}
	_, err := tx.Exec(ctx, `UPDATE outgoing_mail SET lease = 0, attempts = attempts + 1, reason = $3, next_at = $4,
		unanswered = unanswered - $5`+
		ofWorker, m.id, m.lease, d.reason, next, answered)
	return err
}

// deleteOld deletes the records of messages that were closed long ago.
func deleteOld(ctx context.Context, tx *db.Tx, before db.Instant) error {
	_, err := tx.Exec(ctx, `DELETE FROM outgoing_mail WHERE state <> 'queued' AND created_at < $1`, before)
	return err
}

// CountTo returns how many messages that strangers can cause were queued to the mailbox of an address key since an instant, in any state
// now: confirmations, and messages about waiting lists, of all events. Addresses that differ only in a tag have one mailbox.
func CountTo(ctx context.Context, q db.Queryer, key string, since db.Instant) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT "+countToMailbox("$1", "$2"), contact.MailboxKey(key), since).Scan(&n)
	return n, err
}

// CountToSQL returns CountTo as an SQL expression, for statements about many addresses. key and since are SQL expressions too.
func CountToSQL(d db.Dialect, key, since string) string {
	return countToMailbox(mailboxSQL(d, key), since)
}

func countToMailbox(mailbox, since string) string {
	return `(SELECT COUNT(*) FROM outgoing_mail m WHERE m.mailbox_key = ` + mailbox + ` AND m.mailbox_key <> ''
		AND m.created_at > ` + since + ` AND m.kind IN ('confirmation', 'waiting_list', 'offer'))`
}

// QueuedSQL returns the SQL condition that a message with that Once was queued, in any state now. once is an SQL expression.
func QueuedSQL(once string) string {
	return "EXISTS (SELECT 1 FROM outgoing_mail m WHERE m.once = " + once + ")"
}

// RefusedSQL returns the SQL condition that the mail server has refused a message of a kind about something, queued to an address key at
// an instant or later. about, key and since are SQL expressions.
func RefusedSQL(kind Kind, about, key, since string) string {
	return `EXISTS (SELECT 1 FROM outgoing_mail m WHERE m.recipient_key = ` + key + ` AND m.recipient_key <> ''
		AND m.created_at >= ` + since + ` AND m.kind = '` + string(kind) + `'
		AND m.about = ` + about + ` AND m.state = 'refused' AND m.attempts > 0)`
}

// mailboxSQL returns contact.MailboxKey as an SQL expression.
func mailboxSQL(d db.Dialect, key string) string {
	plus, at := d.Position(key, "'+'"), d.Position(key, "'@'")
	end := "CASE WHEN " + plus + " > 1 AND " + plus + " < " + at + " THEN " + plus + " ELSE " + at + " END"
	local, domain := "SUBSTR("+key+", 1, "+end+" - 1)", "SUBSTR("+key+", "+at+")"
	return "CASE WHEN " + at + " = 0 THEN " + key + " WHEN " + domain + " IN ('@gmail.com', '@googlemail.com') THEN REPLACE(" + local +
		", '.', '') || '@gmail.com' ELSE " + local + " || " + domain + " END"
}

// Queue says how many messages are still to be sent.
type Queue struct {
	Length int64
	Oldest db.Instant // when the oldest of them was queued; 0: there is none
}

// ReadQueue reads how many messages wait, and since when the oldest does.
func ReadQueue(ctx context.Context, q db.Queryer) (u Queue, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*), COALESCE(MIN(created_at), 0) FROM outgoing_mail WHERE state = 'queued'").Scan(&u.Length, &u.Oldest)
	return u, err
}

// ReadKindQueue reads the length of the queue of one kind of messages.
func ReadKindQueue(ctx context.Context, q db.Queryer, kind Kind) (u Queue, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*), COALESCE(MIN(created_at), 0) FROM outgoing_mail WHERE state = 'queued' AND kind = $1", string(kind)).
		Scan(&u.Length, &u.Oldest)
	return u, err
}

// CountFailed returns how many messages that were queued since an instant were refused, ran out or have no answer.
func CountFailed(ctx context.Context, q db.Queryer, since db.Instant) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM outgoing_mail WHERE state IN ('refused', 'expired', 'unconfirmed') AND created_at >= $1",
		since).Scan(&n)
	return n, err
}

// sealedTexts returns the sealed contents of the hundred messages that are to be sent next, by their places.
func sealedTexts(ctx context.Context, q db.Queryer) (map[string][]byte, error) {
	contents, err := db.ReadMap[string, []byte](q.Query(ctx,
		"SELECT reference, content FROM outgoing_mail WHERE state = 'queued' ORDER BY next_at, id LIMIT 100"))
	texts := map[string][]byte{}
	for reference, content := range contents {
		texts[place(reference)] = content
	}
	return texts, err
}
