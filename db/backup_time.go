package db

import (
	"context"
	"database/sql"
	"errors"
)

// RecordBackup saves that a backup was finished at an instant.
func RecordBackup(ctx context.Context, d *DB, at Instant) error {
	return d.Write(ctx, func(ctx context.Context, tx *Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO backups (id, finished_at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET finished_at = $1", at)
		return err
	})
}

// LastBackup returns when the last backup was finished that was recorded; 0: none was.
func LastBackup(ctx context.Context, q Queryer) (at Instant, err error) {
	err = q.QueryRow(ctx, "SELECT finished_at FROM backups WHERE id = 1").Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return at, err
}
