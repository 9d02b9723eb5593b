package accesstokens

import (
	"context"

	"presence/db"
)

// valueByName returns the value of a row of auth_secrets; nil when there is none.
func valueByName(ctx context.Context, q db.Queryer, name string) (value []byte, err error) {
	err = q.QueryRow(ctx, `SELECT value FROM auth_secrets WHERE name = $1`, name).Scan(&value)
	return value, db.IgnoreNoRows(err)
}

// insertOnce inserts a row; if there is one with that name it does nothing.
func insertOnce(ctx context.Context, tx *db.Tx, name string, value []byte, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO auth_secrets (name, value, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING`, name, value,
		at)
	return err
}

// save inserts or replaces a row.
func save(ctx context.Context, tx *db.Tx, name string, value []byte, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO auth_secrets (name, value, created_at) VALUES ($1, $2, $3)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, created_at = excluded.created_at`, name, value, at)
	return err
}

// createdAt returns when a row was made; 0: there is none.
func createdAt(ctx context.Context, q db.Queryer, name string) (at db.Instant, err error) {
	err = q.QueryRow(ctx, "SELECT created_at FROM auth_secrets WHERE name = $1", name).Scan(&at)
	return at, db.IgnoreNoRows(err)
}
