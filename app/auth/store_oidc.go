package auth

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/errs"
	"presence/db"
)

// personByIdentity is the person linked to a provider's subject.
func personByIdentity(ctx context.Context, q db.Queryer, issuer, subject string) (Person, error) {
	return scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+` FROM identities i JOIN people p ON p.id = i.person_id`+whoJoin+`
		WHERE i.issuer = $1 AND i.subject = $2`, issuer, subject))
}

// insertIdentity does nothing when the subject, or the person, is linked already.
func insertIdentity(ctx context.Context, tx *db.Tx, issuer, subject, personID string, at db.Instant) (linked bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		issuer, subject, personID, at)
	return n > 0, err
}

func deleteIdentities(ctx context.Context, tx *db.Tx, personID string) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM identities WHERE person_id = $1`, personID)
}

func insertSignIn(ctx context.Context, tx *db.Tx, b signInBegun) error {
	_, err := tx.Exec(ctx, `INSERT INTO oidc_sign_ins (state_hash, browser_hash, nonce_hash, verifier, program, next, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, b.stateHash, b.browserHash, b.nonceHash, b.verifier, b.program, b.next, b.at, b.expires)
	return err
}

// deleteSignIn takes a live sign-in out of the table; of two at once only one gets it.
func deleteSignIn(ctx context.Context, tx *db.Tx, stateHash []byte, at db.Instant) (signInBegun, error) {
	b := signInBegun{stateHash: stateHash}
	err := tx.QueryRow(ctx, `DELETE FROM oidc_sign_ins WHERE state_hash = $1 AND expires_at > $2
		RETURNING browser_hash, nonce_hash, verifier, program, next, created_at, expires_at`, stateHash, at).
		Scan(&b.browserHash, &b.nonceHash, &b.verifier, &b.program, &b.next, &b.at, &b.expires)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.Missing("sign-in under way")
	}
	return b, err
}
