package auth

import (
	"context"
	"database/sql"
	"errors"

	"presence/db"
)

// bucketFullAt is 0 for a bucket from which nothing was taken lately.
func bucketFullAt(ctx context.Context, q db.Queryer, key []byte) (at db.Instant, err error) {
	err = q.QueryRow(ctx, `SELECT full_at FROM sign_in_budgets WHERE key = $1`, key).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return at, err
}

// lockBucket makes the row if there is none, and keeps others from it until the end of the transaction.
func lockBucket(ctx context.Context, tx *db.Tx, key []byte) (at db.Instant, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO sign_in_budgets (key, full_at) VALUES ($1, 0)
		ON CONFLICT (key) DO UPDATE SET full_at = sign_in_budgets.full_at RETURNING full_at`, key).Scan(&at)
	return at, err
}

func updateBucket(ctx context.Context, tx *db.Tx, key []byte, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE sign_in_budgets SET full_at = $1 WHERE key = $2`, at, key)
	return err
}
