package auth

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

// personByIdentity returns the person linked to a provider's subject, and whom they stand in for today.
func personByIdentity(ctx context.Context, q db.Queryer, issuer, subject string, today Today) (Person, error) {
	var supervisors string
	p, err := scanPerson(q.QueryRow(ctx, `SELECT `+personColumns+`, `+standsInFor(3)+` FROM identities i JOIN people p ON p.id = i.person_id`+
		employeeJoin+` WHERE i.issuer = $1 AND i.subject = $2`, append([]any{issuer, subject}, today.Args()...)...), &supervisors)
	p.standsInFor = supervisors
	return p, err
}

// insertIdentity links a subject to a person; it does nothing if either is linked already.
func insertIdentity(ctx context.Context, tx *db.Tx, issuer, subject, personID string, at db.Instant) (linked bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		issuer, subject, personID, at)
	return n > 0, err
}

func deleteIdentities(ctx context.Context, tx *db.Tx, personID string) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM identities WHERE person_id = $1`, personID)
}

// signInRow is a pending sign-in with the provider: a row of sessions without a person, found by its state.
type signInRow struct {
	stateHash            []byte
	browserHash          []byte // hash of the id in the cookie of the browser that started it
	sealed               []byte // the pendingSignIn
	createdAt, expiresAt db.Instant
}

func insertSignIn(ctx context.Context, tx *db.Tx, r signInRow) error {
	_, err := tx.Exec(ctx, `INSERT INTO sessions (id_hash, browser_hash, data, created_at, seen_at, expires_at)
	VALUES ($1, $2, $3, $4, $4, $5)`,
		r.stateHash, r.browserHash, r.sealed, r.createdAt, r.expiresAt)
	return err
}

// deleteSignIn deletes and returns a sign-in that has not expired; of two concurrent callers only one gets it.
func deleteSignIn(ctx context.Context, tx *db.Tx, hash []byte, at db.Instant) (browserHash, sealed []byte, err error) {
	err = tx.QueryRow(ctx, `DELETE FROM sessions WHERE id_hash = $1 AND browser_hash IS NOT NULL AND expires_at > $2
	RETURNING browser_hash, data`, hash, at).
		Scan(&browserHash, &sealed)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("sign-in under way")
	}
	return browserHash, sealed, err
}

// hasSignIns reports whether the browser with that id has a pending sign-in.
func hasSignIns(ctx context.Context, tx *db.Tx, browserHash []byte, at db.Instant) (found bool, err error) {
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM sessions WHERE browser_hash = $1 AND expires_at > $2)`, browserHash, at).Scan(&found)
	return found, err
}

// moveSignIns moves pending sign-ins to the new id of their browser.
func moveSignIns(ctx context.Context, tx *db.Tx, from, to []byte) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET browser_hash = $1 WHERE browser_hash = $2`, to, from)
	return err
}
