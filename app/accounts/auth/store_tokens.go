package auth

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"presence/app/accounts/accesstokens"
	"presence/app/platform/errs"
	"presence/db"
)

// personOfToken is the only query that authenticating a bearer token needs. It returns the person if they are active, if the
// token was issued after their tokens were last voided, and if the sign-in or the API token that it belongs to still exists;
// for an API token also its last recorded use. A token of the command line belongs to neither.
func personOfToken(ctx context.Context, q db.Queryer, c *accesstokens.Claims, today Today) (p Person, used db.Instant, err error) {
	args := append([]any{c.Subject, db.InstantOf(c.IssuedAt.Time)}, today.Args()...)
	row, usedAt, signIn := "", "0", ""
	if c.APITokenID != "" {
		args = append(args, c.APITokenID)
		row, usedAt = ` JOIN api_tokens k ON k.person_id = p.id AND k.id = $6`, "k.used_at"
	}
	if c.Family != "" {
		args = append(args, c.Family)
		signIn = ` AND EXISTS (SELECT 1 FROM refresh_tokens f WHERE f.family = $` + strconv.Itoa(len(args)) + `)`
	}
	p.ID = c.Subject
	err = q.QueryRow(ctx, `SELECT p.tokens_after, p.email, COALESCE(e.first_name || ' ' || e.last_name, p.name), p.role,
		p.language, COALESCE(e.id, 0), `+supervises+`, `+usedAt+`, `+standsInFor(3)+`
		FROM people p`+employeeJoin+row+` WHERE p.id = $1 AND p.tokens_after <= $2 AND p.disabled_at IS NULL AND e.archived_at IS NULL`+
		signIn, args...).
		Scan(&p.TokensAfter, &p.Email, &p.Name, (*string)(&p.Role), (*string)(&p.Language), &p.EmployeeID, &p.Supervises, &used, &p.standsInFor)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("person")
	}
	return p, used, err
}

// refreshToken is a row of refresh_tokens.
type refreshToken struct {
	hash                 []byte
	family, personID     string
	createdAt, expiresAt db.Instant
	spentAt              db.Instant // 0: it has not been used
}

const refreshColumns = "family, person_id, created_at, expires_at, COALESCE(spent_at, 0)"

func insertRefresh(ctx context.Context, tx *db.Tx, r refreshToken) error {
	_, err := tx.Exec(ctx, `INSERT INTO refresh_tokens (id_hash, family, person_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		r.hash, r.family, r.personID, r.createdAt, r.expiresAt)
	return err
}

// consumeRefreshToken marks a valid, unspent token as spent; of two concurrent calls only one succeeds.
func consumeRefreshToken(ctx context.Context, tx *db.Tx, hash []byte, at db.Instant) (refreshToken, error) {
	return scanRefresh(hash, tx.QueryRow(ctx,
		`UPDATE refresh_tokens SET spent_at = $1 WHERE id_hash = $2 AND spent_at IS NULL AND expires_at > $3
		RETURNING `+refreshColumns, at, hash, at))
}

// lockOwner is lockPerson for the person of a refresh token; for an unknown token it does nothing.
func lockOwner(ctx context.Context, tx *db.Tx, hash []byte) error {
	return tx.LockSelected(ctx, `SELECT id FROM people WHERE id = (SELECT person_id FROM refresh_tokens WHERE id_hash = $1)`, hash)
}

func refreshByHash(ctx context.Context, q db.Queryer, hash []byte) (refreshToken, error) {
	return scanRefresh(hash, q.QueryRow(ctx, `SELECT `+refreshColumns+` FROM refresh_tokens WHERE id_hash = $1`, hash))
}

func scanRefresh(hash []byte, row *sql.Row) (refreshToken, error) {
	r := refreshToken{hash: hash}
	err := row.Scan(&r.family, &r.personID, &r.createdAt, &r.expiresAt, &r.spentAt)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("refresh token")
	}
	return r, err
}

func deleteFamily(ctx context.Context, tx *db.Tx, family string) error {
	_, err := tx.Exec(ctx, `DELETE FROM refresh_tokens WHERE family = $1`, family)
	return err
}

// touchAPIToken records a use, unless another request has done so in the meantime.
func touchAPIToken(ctx context.Context, tx *db.Tx, id string, wasUsed, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE api_tokens SET used_at = $1 WHERE id = $2 AND used_at = $3`, at, id, wasUsed)
	return err
}
