package configuration

import (
	"context"
	"database/sql"

	"presence/db"
)

// row is a stored setting; both values are NULL if it was taken back.
type row struct {
	name    string
	value   sql.NullString
	sealed  []byte
	version int64
}

func rows(ctx context.Context, q db.Queryer) ([]row, error) {
	return db.Collect(func(r db.Row) (x row, err error) {
		err = r.Scan(&x.name, &x.value, &x.sealed, &x.version)
		return x, err
	})(q.Query(ctx, `SELECT name, value, sealed, version FROM settings ORDER BY name`))
}

// storedState returns the state of the stored settings; zero before the first.
func storedState(ctx context.Context, q db.Queryer) (x State, err error) {
	err = q.QueryRow(ctx, `SELECT COALESCE(MAX(version), 0), COALESCE(MAX(updated_at), 0) FROM settings`).Scan(&x.Version, &x.At)
	return x, err
}

func changedSince(ctx context.Context, q db.Queryer, version int64) ([]string, error) {
	return db.ReadTexts(q.Query(ctx, `SELECT name FROM settings WHERE version > $1 ORDER BY name`, version))
}

func save(ctx context.Context, tx *db.Tx, x row, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO settings (name, value, sealed, version, updated_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, sealed = excluded.sealed, version = excluded.version,
		updated_at = excluded.updated_at`, x.name, x.value, x.sealed, x.version, at)
	return err
}
