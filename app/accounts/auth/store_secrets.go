package auth

import (
	"context"

	"presence/db"
)

// liveSecret returns the value of a secret that has not expired; nil when there is none.
func liveSecret(ctx context.Context, q db.Queryer, name string, at db.Instant) (value []byte, err error) {
	err = q.QueryRow(ctx, `SELECT value FROM auth_secrets WHERE name = $1 AND expires_at > $2`, name, at).Scan(&value)
	return value, db.IgnoreNoRows(err)
}

func insertSecret(ctx context.Context, tx *db.Tx, name string, value []byte, at, expires db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO auth_secrets (name, value, created_at, expires_at) VALUES ($1, $2, $3, $4)`, name, value, at, expires)
	return err
}

func deleteSecret(ctx context.Context, tx *db.Tx, name string) (existed bool, err error) {
	n, err := tx.Exec(ctx, `DELETE FROM auth_secrets WHERE name = $1`, name)
	return n > 0, err
}

// storedLink is what is stored of a link to choose a password.
type storedLink struct {
	name        string
	hash        []byte
	at, expires db.Instant
}

// saveLinks inserts or replaces links to choose a password.
func saveLinks(ctx context.Context, tx *db.Tx, list ...storedLink) error {
	rows := db.Insert{Into: "INSERT INTO auth_secrets (name, value, created_at, expires_at)", Conflict: `ON CONFLICT (name) DO UPDATE
		SET value = excluded.value, created_at = excluded.created_at, expires_at = excluded.expires_at`}
	for _, l := range list {
		rows.Add(l.name, l.hash, l.at, l.expires)
	}
	_, err := rows.Write(ctx, tx)
	return err
}

// isLink is the condition for a link of a person that has not expired. Its placeholders are the names that the link may have, as an
// invitation and as one asked for on the sign-in page, its hash, and now.
const isLink = `name IN ($1, $2) AND value = $3 AND expires_at > $4`

// hasLink reports whether a person has a link with this hash.
func hasLink(ctx context.Context, q db.Queryer, id string, hash []byte, at db.Instant) (has bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM auth_secrets WHERE `+isLink+`)`,
		passwordLinkName(id), forgottenLinkName(id, hash), hash, at).Scan(&has)
	return has, err
}

// consumeLink deletes a person's link with this hash; it reports whether there was one.
func consumeLink(ctx context.Context, tx *db.Tx, id string, hash []byte, at db.Instant) (existed bool, err error) {
	n, err := tx.Exec(ctx, `DELETE FROM auth_secrets WHERE `+isLink, passwordLinkName(id), forgottenLinkName(id, hash), hash, at)
	return n > 0, err
}

// insertPasswordRequest stores a request for a new password.
func insertPasswordRequest(ctx context.Context, tx *db.Tx, reference string, content []byte, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO password_requests (reference, content, created_at) VALUES ($1, $2, $3)`, reference, content, at)
	return err
}

func anyPasswordRequest(ctx context.Context, q db.Queryer) (waiting bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM password_requests)`).Scan(&waiting)
	return waiting, err
}

// takePasswordRequest deletes the oldest request that no other replica is answering, and returns it; content is nil when there is
// none.
func takePasswordRequest(ctx context.Context, tx *db.Tx) (reference string, content []byte, err error) {
	err = tx.QueryRow(ctx, `DELETE FROM password_requests WHERE id IN (SELECT id FROM password_requests ORDER BY id LIMIT 1`+
		tx.Dialect().SkipLocked()+`) RETURNING reference, content`).Scan(&reference, &content)
	return reference, content, db.IgnoreNoRows(err)
}

func deleteSecretsLike(ctx context.Context, tx *db.Tx, pattern string) error {
	_, err := tx.Exec(ctx, `DELETE FROM auth_secrets WHERE name LIKE $1`, pattern)
	return err
}

func deleteExpired(ctx context.Context, tx *db.Tx, at db.Instant) error {
	for _, statement := range []string{
		`DELETE FROM refresh_tokens WHERE expires_at <= $1`,
		`DELETE FROM api_tokens WHERE expires_at <= $1`,
		`DELETE FROM auth_secrets WHERE expires_at <= $1`,
		`DELETE FROM sign_in_budgets WHERE full_at <= $1`,
	} {
		if _, err := tx.Exec(ctx, statement, at); err != nil {
			return err
		}
	}
	return nil
}
