package auth

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/errs"
	"presence/app/i18n"
	"presence/db"
)

// who reads a person together with what their employee record says.
const (
	whoColumns = `p.id, p.email, p.name, p.role, p.language, p.created_at, p.disabled_at IS NOT NULL, p.tokens_after,
		COALESCE(e.id, 0), COALESCE(e.first_name || ' ' || e.last_name, ''), e.archived_at IS NOT NULL,
		EXISTS (SELECT 1 FROM employees r WHERE r.supervisor_id = e.id AND r.archived_at IS NULL)`
	whoJoin = ` LEFT JOIN employees e ON e.user_id = p.id`
)

// whoInto is where a row of whoColumns goes.
func whoInto(p *Person, employeeName *string) []any {
	return []any{&p.ID, &p.Email, &p.Name, &p.Role, &p.Language, &p.CreatedAt, &p.Disabled, &p.TokensAfter,
		&p.EmployeeID, employeeName, &p.Archived, &p.Supervises}
}

// scanPerson reads one row of whoColumns and what follows them.
func scanPerson(row *sql.Row, more ...any) (Person, error) {
	var p Person
	var employeeName string
	err := row.Scan(append(whoInto(&p, &employeeName), more...)...)
	if employeeName != "" {
		p.Name = employeeName
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.Missing("person")
	}
	return p, err
}

func personByID(ctx context.Context, q db.Queryer, id string) (Person, error) {
	return scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+` FROM people p`+whoJoin+` WHERE p.id = $1`, id))
}

// personByEmail also reads the password hash, "" for none.
func personByEmail(ctx context.Context, q db.Queryer, email string) (Person, error) {
	var hash string
	p, err := scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+`, COALESCE(p.password_hash, '') FROM people p`+whoJoin+` WHERE p.email = $1`, email), &hash)
	p.passwordHash = hash
	return p, err
}

// personOfToken is the one query of a request with a bearer token: the person, and whether the sign-in is still open
// (a token without a family has none to end).
func personOfToken(ctx context.Context, q db.Queryer, id, family string) (p Person, open bool, err error) {
	p, err = scanPerson(q.QueryRow(ctx, `SELECT `+whoColumns+`,
		CASE WHEN CAST($1 AS TEXT) = '' THEN TRUE ELSE EXISTS (SELECT 1 FROM refresh_tokens f WHERE f.family = $2) END
		FROM people p`+whoJoin+` WHERE p.id = $3`, family, family, id), &open)
	return p, open, err
}

func insertPerson(ctx context.Context, tx *db.Tx, p Person) error {
	var hash any
	if p.passwordHash != "" {
		hash = p.passwordHash
	}
	_, err := tx.Exec(ctx, `INSERT INTO people (id, email, name, role, language, password_hash, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		p.ID, p.Email, p.Name, p.Role, p.Language, hash, p.CreatedAt, p.CreatedAt)
	return err
}

func updatePassword(ctx context.Context, tx *db.Tx, id, hash string, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET password_hash = $1, tokens_after = $2, updated_at = $3, version = version + 1 WHERE id = $4`, hash, at, at, id)
	return err
}

// voidTokens ends every session and token of a person, those of a provider too.
func voidTokens(ctx context.Context, tx *db.Tx, id string, at db.Instant) error {
	for _, statement := range []string{`DELETE FROM sessions WHERE person_id = $1`, `DELETE FROM refresh_tokens WHERE person_id = $1`} {
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `UPDATE people SET tokens_after = $1, updated_at = $2, version = version + 1 WHERE id = $3`, at, at, id)
	return err
}

// updateDisabled disables a person, or with a nil instant enables one.
func updateDisabled(ctx context.Context, tx *db.Tx, id string, disabled *db.Instant, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET disabled_at = $1, updated_at = $2, version = version + 1 WHERE id = $3`, disabled, at, id)
	return err
}

func updateLanguage(ctx context.Context, tx *db.Tx, id string, lang i18n.Lang, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE people SET language = $1, updated_at = $2, version = version + 1 WHERE id = $3`, lang, at, id)
	return err
}

func hasAdmin(ctx context.Context, q db.Queryer) (exists bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM people WHERE role = 'admin' AND disabled_at IS NULL)`).Scan(&exists)
	return exists, err
}

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

// refreshToken is a row of refresh_tokens.
type refreshToken struct {
	hash                 []byte
	family, personID     string
	createdAt, expiresAt db.Instant
}

func insertRefresh(ctx context.Context, tx *db.Tx, r refreshToken) error {
	_, err := tx.Exec(ctx, `INSERT INTO refresh_tokens (id_hash, family, person_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		r.hash, r.family, r.personID, r.createdAt, r.expiresAt)
	return err
}

// spendRefresh marks an unspent, live token as spent; of two at once only one succeeds.
func spendRefresh(ctx context.Context, tx *db.Tx, hash []byte, at db.Instant) (refreshToken, error) {
	return scanRefresh(hash, tx.QueryRow(ctx, `UPDATE refresh_tokens SET spent_at = $1 WHERE id_hash = $2 AND spent_at IS NULL AND expires_at > $3
		RETURNING family, person_id, created_at, expires_at`, at, hash, at))
}

func refreshByHash(ctx context.Context, q db.Queryer, hash []byte) (refreshToken, error) {
	return scanRefresh(hash, q.QueryRow(ctx, `SELECT family, person_id, created_at, expires_at FROM refresh_tokens WHERE id_hash = $1`, hash))
}

func scanRefresh(hash []byte, row *sql.Row) (refreshToken, error) {
	r := refreshToken{hash: hash}
	err := row.Scan(&r.family, &r.personID, &r.createdAt, &r.expiresAt)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.Missing("refresh token")
	}
	return r, err
}

func deleteFamily(ctx context.Context, tx *db.Tx, family string) error {
	_, err := tx.Exec(ctx, `DELETE FROM refresh_tokens WHERE family = $1`, family)
	return err
}

// secretByName is nil when there is none.
func secretByName(ctx context.Context, q db.Queryer, name string) (value []byte, err error) {
	err = q.QueryRow(ctx, `SELECT value FROM auth_secrets WHERE name = $1`, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, err
}

func secretIsLive(ctx context.Context, q db.Queryer, name string, at db.Instant) (live bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM auth_secrets WHERE name = $1 AND expires_at > $2)`, name, at).Scan(&live)
	return live, err
}

func insertSecret(ctx context.Context, tx *db.Tx, name string, value []byte, at, expires db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO auth_secrets (name, value, created_at, expires_at) VALUES ($1, $2, $3, $4)`, name, value, at, expires)
	return err
}

// insertSecretOnce leaves a value that is there already.
func insertSecretOnce(ctx context.Context, tx *db.Tx, name string, value []byte, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO auth_secrets (name, value, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING`, name, value, at)
	return err
}

func deleteSecret(ctx context.Context, tx *db.Tx, name string) (existed bool, err error) {
	n, err := tx.Exec(ctx, `DELETE FROM auth_secrets WHERE name = $1`, name)
	return n > 0, err
}

func deleteSecretsLike(ctx context.Context, tx *db.Tx, pattern string) error {
	_, err := tx.Exec(ctx, `DELETE FROM auth_secrets WHERE name LIKE $1`, pattern)
	return err
}

func deleteExpired(ctx context.Context, tx *db.Tx, at db.Instant) error {
	for _, statement := range []string{
		`DELETE FROM sessions WHERE expires_at <= $1`,
		`DELETE FROM refresh_tokens WHERE expires_at <= $1`,
		`DELETE FROM auth_secrets WHERE expires_at <= $1`,
		`DELETE FROM oidc_sign_ins WHERE expires_at <= $1`,
	} {
		if _, err := tx.Exec(ctx, statement, at); err != nil {
			return err
		}
	}
	return nil
}

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
