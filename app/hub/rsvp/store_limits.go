package rsvp

import (
	"context"

	"presence/db"
)

// attempts returns the number of submissions from the network in this minute.
func attempts(ctx context.Context, q db.Queryer, a attempt) (total int64, err error) {
	err = q.QueryRow(ctx, "SELECT total FROM rsvp_attempts WHERE ip = $1 AND minute = $2", a.network, a.minute()).Scan(&total)
	return total, db.IgnoreNoRows(err)
}

// addAttempt counts a submission in this minute and returns the new total. Nothing reads the column linkless. It is still
// written, because it has no default, and not dropped, because earlier versions, which may still run beside this one during an
// upgrade, write it.
func addAttempt(ctx context.Context, tx *db.Tx, a attempt) (total int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO rsvp_attempts (ip, minute, total, linkless) VALUES ($1, $2, 1, 0)
		ON CONFLICT (ip, minute) DO UPDATE SET total = rsvp_attempts.total + 1 RETURNING total`, a.network, a.minute()).Scan(&total)
	return total, err
}

// lockLookups serializes the lookups of a network until the end of the transaction, with a row that has an empty account.
func lockLookups(ctx context.Context, tx *db.Tx, network string, at db.Instant) error {
	_, err := tx.Exec(ctx, "INSERT INTO rsvp_asked (ip, account, at) VALUES ($1, '', $2) ON CONFLICT (ip, account) DO UPDATE SET at = $2",
		network, at)
	return err
}

// insertLookups stores lookups of a network, at most maxLookups, with one statement whose text is always the same.
func insertLookups(ctx context.Context, tx *db.Tx, network string, what []string, at db.Instant) error {
	args := []any{network, at}
	for i := range maxLookups {
		if i < len(what) {
			args = append(args, what[i])
		} else {
			args = append(args, "") // equals the row of lockLookups, so that nothing is added
		}
	}
	_, err := tx.Exec(ctx, `INSERT INTO rsvp_asked (ip, account, at)
		SELECT CAST($1 AS TEXT), account, CAST($2 AS BIGINT) FROM (SELECT CAST($3 AS TEXT) AS account UNION SELECT $4
		UNION SELECT $5 UNION SELECT $6
			UNION SELECT $7 UNION SELECT $8 UNION SELECT $9 UNION SELECT $10) a WHERE TRUE
		ON CONFLICT (ip, account) DO UPDATE SET at = excluded.at`, args...)
	return err
}

// maxLookups is the maximum number of lookups of one answer: maxAccounts accounts, an e-mail address, a phone and a number.
const maxLookups = maxAccounts + 3

// lookupsSince returns the lookups of the network since an instant. The column account holds their hashes (see lookups).
func lookupsSince(ctx context.Context, q db.Queryer, network string, since db.Instant) ([]string, error) {
	return db.ReadTexts(q.Query(ctx, "SELECT account FROM rsvp_asked WHERE ip = $1 AND at > $2 AND account <> ''", network, since))
}

// insertAsked stores a lookup, a message or a request to join of a network, see accountLookup.
func insertAsked(ctx context.Context, tx *db.Tx, network, what string, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO rsvp_asked (ip, account, at) VALUES ($1, $2, $3)
		ON CONFLICT (ip, account) DO UPDATE SET at = excluded.at`, network, what, at)
	return err
}

// deleteLookups deletes the lookups until an instant, and the messages that networks caused until mailed.
func deleteLookups(ctx context.Context, tx *db.Tx, until, mailed db.Instant) error {
	_, err := tx.Exec(ctx, `DELETE FROM rsvp_asked WHERE at <= $1 AND account NOT LIKE '`+joined+`%'
		AND (at <= $2 OR account NOT LIKE '`+mailedTo+`%')`, until, mailed)
	return err
}

// deleteJoins deletes the requests to join until an instant, except those of parties that are on the list of an event that is not over at
// at.
func deleteJoins(ctx context.Context, tx *db.Tx, until, at db.Instant) error {
	_, err := tx.Exec(ctx, `DELETE FROM rsvp_asked WHERE account LIKE '`+joined+`%' AND at <= $1 AND account NOT IN (
			SELECT '`+joined+`' || CAST(p.id AS TEXT) FROM waiting_parties p JOIN events e ON e.id = p.event_id
			WHERE p.state IN ('waiting', 'offered') AND e.ends_at > $2)`, until, at)
	return err
}

func deleteAttempts(ctx context.Context, tx *db.Tx, before int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM rsvp_attempts WHERE minute < $1", before)
	return err
}
