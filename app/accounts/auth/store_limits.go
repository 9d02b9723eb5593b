package auth

import (
	"context"

	"presence/db"
)

// bucketFullAt returns the stored time of a bucket; 0 when nothing was taken from it recently.
func bucketFullAt(ctx context.Context, q db.Queryer, key []byte) (at db.Instant, err error) {
	err = q.QueryRow(ctx, `SELECT full_at FROM sign_in_budgets WHERE key = $1`, key).Scan(&at)
	return at, db.IgnoreNoRows(err)
}

// lockBucket creates the row if there is none, locks it until the end of the transaction, and returns its time.
func lockBucket(ctx context.Context, tx *db.Tx, key []byte) (at db.Instant, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO sign_in_budgets (key, full_at) VALUES ($1, 0)
		ON CONFLICT (key) DO UPDATE SET full_at = sign_in_budgets.full_at RETURNING full_at`, key).Scan(&at)
	return at, err
}

func updateBucket(ctx context.Context, tx *db.Tx, key []byte, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE sign_in_budgets SET full_at = $1 WHERE key = $2`, at, key)
	return err
}
