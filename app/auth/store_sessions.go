package auth

import (
	"context"

	"presence/app/errs"
	"presence/db"
)

// sessionByHash is the one query of a request with a session cookie.
func sessionByHash(ctx context.Context, q db.Queryer, hash []byte) (o openSession, err error) {
	o.Person, err = scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+`, s.created_at, s.seen_at, s.expires_at
		FROM sessions s JOIN people p ON p.id = s.person_id`+whoJoin+` WHERE s.id_hash = $1`, hash), &o.createdAt, &o.seenAt, &o.expiresAt)
	return o, err
}

func insertSession(ctx context.Context, tx *db.Tx, hash []byte, personID string, data []byte, at, expires db.Instant, ip, agent string) error {
	_, err := tx.Exec(ctx, `INSERT INTO sessions (id_hash, person_id, data, created_at, seen_at, expires_at, ip, user_agent) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		hash, personID, data, at, at, expires, ip, agent)
	return err
}

// touchSession does nothing when another request has touched it meanwhile.
func touchSession(ctx context.Context, tx *db.Tx, hash []byte, wasSeen, at, expires db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET seen_at = $1, expires_at = $2 WHERE id_hash = $3 AND seen_at = $4`, at, expires, hash, wasSeen)
	return err
}

func deleteSession(ctx context.Context, tx *db.Tx, hash []byte) error {
	_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE id_hash = $1`, hash)
	return err
}

// openSessions are a person's good ones, the one used last first.
func openSessions(ctx context.Context, q db.Queryer, personID string, at db.Instant) (list []Session, err error) {
	rows, err := q.Query(ctx, `SELECT s.id_hash, s.created_at, s.seen_at, s.ip, s.user_agent FROM sessions s JOIN people p ON p.id = s.person_id
		WHERE s.person_id = $1 AND s.expires_at > $2 AND s.created_at >= p.tokens_after ORDER BY s.seen_at DESC, s.created_at DESC`, personID, at)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s Session
		var hash []byte
		if err := rows.Scan(&hash, &s.CreatedAt, &s.SeenAt, &s.IP, &s.Agent); err != nil {
			return nil, err
		}
		s.Key = keyOf(hash)
		list = append(list, s)
	}
	return list, rows.Err()
}

// deleteOwnSession ends one of the person's own.
func deleteOwnSession(ctx context.Context, tx *db.Tx, personID string, hash []byte) error {
	n, err := tx.Exec(ctx, `DELETE FROM sessions WHERE id_hash = $1 AND person_id = $2`, hash, personID)
	if err == nil && n == 0 {
		err = errs.Missing("session")
	}
	return err
}

// deleteOtherSessions ends a person's sessions but one, and every sign-in of a program with a password.
func deleteOtherSessions(ctx context.Context, tx *db.Tx, personID string, keep []byte) (int64, error) {
	n, err := tx.Exec(ctx, `DELETE FROM sessions WHERE person_id = $1 AND id_hash <> $2`, personID, keep)
	if err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, `DELETE FROM refresh_tokens WHERE person_id = $1`, personID)
	return n, err
}
