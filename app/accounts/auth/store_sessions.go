package auth

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

// sessionByHash returns a session with its person, and whom they stand in for today. It is the only query that authenticating a session
// cookie needs.
func sessionByHash(ctx context.Context, q db.Queryer, hash []byte, today Today) (o sessionRecord, err error) {
	var supervisors string
	o.Person, err = scanPerson(q.QueryRow(ctx, `SELECT `+personColumns+`, s.data, s.created_at, s.seen_at, s.expires_at, `+standsInFor(2)+`
		FROM sessions s JOIN people p ON p.id = s.person_id`+employeeJoin+
		` WHERE s.id_hash = $1`, append([]any{hash}, today.Args()...)...), &o.data, &o.createdAt, &o.seenAt, &o.expiresAt, &supervisors)
	o.standsInFor = supervisors
	return o, err
}

// visitorByHash returns the session of a visitor who is not signed in; pending sign-ins are not such sessions.
func visitorByHash(ctx context.Context, q db.Queryer, hash []byte) (o sessionRecord, err error) {
	err = q.QueryRow(ctx, `SELECT data, created_at, seen_at, expires_at FROM sessions WHERE id_hash = $1
	AND person_id IS NULL AND browser_hash IS NULL`, hash).
		Scan(&o.data, &o.createdAt, &o.seenAt, &o.expiresAt)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("session")
	}
	return o, err
}

// sessionRow is a session for insertSession.
type sessionRow struct {
	hash                 []byte // of the id
	personID             string // "": a visitor who is not signed in
	data                 []byte // JSON of values
	createdAt, expiresAt db.Instant
	ip, agent            string
}

func insertSession(ctx context.Context, tx *db.Tx, r sessionRow) error {
	_, err := tx.Exec(ctx, `INSERT INTO sessions (id_hash, person_id, data, created_at, seen_at, expires_at, ip, user_agent)
	VALUES ($1, NULLIF($2, ''), $3, $4, $4, $5, $6, $7)`,
		r.hash, r.personID, r.data, r.createdAt, r.expiresAt, r.ip, r.agent)
	return err
}

// endOldestSessions deletes a person's sessions, except the one with that hash and the most recently used ones, keep in total.
func endOldestSessions(ctx context.Context, tx *db.Tx, personID string, hash []byte, keep int) error {
	_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE id_hash IN (SELECT id_hash FROM sessions WHERE person_id = $1 AND id_hash <> $2
		ORDER BY seen_at DESC, created_at DESC LIMIT 1000 OFFSET $3)`, personID, hash, keep-1)
	return err
}

// lockSession locks a session until the end of the transaction and returns its data. It fails with errs.NotFound when the
// session has been ended.
func lockSession(ctx context.Context, tx *db.Tx, hash []byte) (data []byte, err error) {
	err = tx.QueryRow(ctx, `SELECT data FROM sessions WHERE id_hash = $1 AND browser_hash IS NULL`+tx.Dialect().ForUpdate(), hash).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("session")
	}
	return data, err
}

func updateSession(ctx context.Context, tx *db.Tx, hash, data []byte) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET data = $1 WHERE id_hash = $2`, data, hash)
	return err
}

// touchSession updates seen_at and the expiry, unless another request has done so in the meantime.
func touchSession(ctx context.Context, tx *db.Tx, hash []byte, wasSeen, at, expires db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET seen_at = $1, expires_at = $2 WHERE id_hash = $3 AND seen_at = $4`, at, expires, hash, wasSeen)
	return err
}

// deleteSession deletes a session and returns its data; nil when there was none.
func deleteSession(ctx context.Context, tx *db.Tx, hash []byte) (data []byte, err error) {
	err = tx.QueryRow(ctx, `DELETE FROM sessions WHERE id_hash = $1 AND browser_hash IS NULL RETURNING data`, hash).Scan(&data)
	return data, db.IgnoreNoRows(err)
}

// openSessions returns a person's open sessions, the one used last first.
func openSessions(ctx context.Context, q db.Queryer, personID string, at db.Instant) ([]Session, error) {
	return db.Collect(func(row db.Row) (s Session, err error) {
		var hash []byte
		err = row.Scan(&hash, &s.CreatedAt, &s.SeenAt, &s.IP, &s.Agent)
		s.Key = sessionKey(hash)
		return s, err
	})(q.Query(ctx,
		`SELECT s.id_hash, s.created_at, s.seen_at, s.ip, s.user_agent FROM sessions s JOIN people p ON p.id = s.person_id
		WHERE s.person_id = $1 AND s.expires_at > $2 AND s.created_at >= p.tokens_after ORDER BY s.seen_at DESC, s.created_at DESC`,
		personID, at))
}

// deleteOwnSession deletes one of the person's own sessions.
func deleteOwnSession(ctx context.Context, tx *db.Tx, personID string, hash []byte) error {
	n, err := tx.Exec(ctx, `DELETE FROM sessions WHERE id_hash = $1 AND person_id = $2`, hash, personID)
	if err == nil && n == 0 {
		err = errs.NotFound("session")
	}
	if err != nil {
		return err
	}
	return deleteDevicesOf(ctx, tx, hash)
}

// moveDevices has devices on which a person receives notices follow their browser to its new session.
func moveDevices(ctx context.Context, tx *db.Tx, old, hash []byte) error {
	_, err := tx.Exec(ctx, `UPDATE push_subscriptions SET session_hash = $1 WHERE session_hash = $2`, hash, old)
	return err
}

// deleteDevicesOf removes the device of a session on which its person receives notices.
func deleteDevicesOf(ctx context.Context, tx *db.Tx, hash []byte) error {
	_, err := tx.Exec(ctx, `DELETE FROM push_subscriptions WHERE session_hash = $1`, hash)
	return err
}

// deleteDevicesOfOthers removes the device of a session on which other people than the one who signs in have received notices.
func deleteDevicesOfOthers(ctx context.Context, tx *db.Tx, hash []byte, personID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM push_subscriptions WHERE session_hash = $1 AND person_id <> $2`, hash, personID)
	return err
}

// deleteOtherSessions ends a person's sessions except one, and all sign-ins of programs with a password. It removes the devices on which
// they receive notices, except that of the session.
func deleteOtherSessions(ctx context.Context, tx *db.Tx, personID string, keep []byte) (int64, error) {
	n, err := tx.Exec(ctx, `DELETE FROM sessions WHERE person_id = $1 AND id_hash <> $2`, personID, keep)
	if err != nil {
		return 0, err
	}
	if _, err = tx.Exec(ctx, `DELETE FROM refresh_tokens WHERE person_id = $1`, personID); err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, `DELETE FROM push_subscriptions WHERE person_id = $1 AND (session_hash IS NULL OR session_hash <> $2)`, personID, keep)
	return n, err
}

// deleteOldSessions deletes expired sessions. A session of a person who was signed in is kept until the browser's cookie
// expires: it no longer signs the person in, but contains the theme of the sign-in page.
func deleteOldSessions(ctx context.Context, tx *db.Tx, at, begunBefore db.Instant) error {
	_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE expires_at <= $1 AND (person_id IS NULL OR created_at <= $2)`, at, begunBefore)
	return err
}
