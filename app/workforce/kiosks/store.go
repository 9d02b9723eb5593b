package kiosks

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

const columns = `id, name, made_by, link_until, COALESCE(enrolled_at, 0), used_at, COALESCE(revoked_at, 0), created_at, updated_at, version`

func scan(row db.Row) (k Kiosk, err error) {
	err = row.Scan(&k.ID, &k.Name, &k.MadeBy, &k.LinkUntil, &k.EnrolledAt, &k.UsedAt, &k.RevokedAt, &k.CreatedAt, &k.UpdatedAt, &k.Version)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound(Kind)
	}
	return k, err
}

func list(ctx context.Context, q db.Queryer, f Filter, each func(Kiosk) error) error {
	var w db.Where
	w.And("id > ?", f.After)
	limit := ""
	if f.Rows != 0 {
		limit = db.Limit(w.Bind(f.Rows))
	}
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+" FROM kiosks WHERE "+w.String()+" ORDER BY id"+limit, w.Args()...))
}

func byID(ctx context.Context, q db.Queryer, id int64) (Kiosk, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM kiosks WHERE id = $1", id))
}

func names(ctx context.Context, q db.Queryer, ids []int64) (map[int64]string, error) {
	return db.ReadMap[int64, string](q.Query(ctx, "SELECT id, name FROM kiosks WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}

func countOpen(ctx context.Context, q db.Queryer) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM kiosks WHERE revoked_at IS NULL").Scan(&n)
	return n, err
}

func insert(ctx context.Context, tx *db.Tx, k Kiosk, link []byte) (id int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO kiosks (name, made_by, link_hash, link_until, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
		RETURNING id`, k.Name, k.MadeBy, link, k.LinkUntil, k.CreatedAt).Scan(&id)
	return id, err
}

// revoke revokes a kiosk that is not revoked, and returns it. Neither its link nor its secret is kept.
func revoke(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (Kiosk, error) {
	return scan(tx.QueryRow(ctx, `UPDATE kiosks SET revoked_at = $2, link_hash = NULL, secret_hash = NULL, updated_at = $2, version = version + 1
		WHERE id = $1 AND revoked_at IS NULL RETURNING `+columns, id, at))
}

// byLink returns the kiosk of a link that was not opened and has not expired.
func byLink(ctx context.Context, q db.Queryer, link []byte, at db.Instant) (Kiosk, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM kiosks WHERE link_hash = $1 AND link_until > $2 AND revoked_at IS NULL", link, at))
}

// enrol gives the kiosk of such a link its secret, and ends the link.
func enrol(ctx context.Context, tx *db.Tx, link, secret []byte, at db.Instant) (Kiosk, error) {
	return scan(tx.QueryRow(ctx, `UPDATE kiosks SET link_hash = NULL, secret_hash = $2, enrolled_at = $3, updated_at = $3, version = version + 1
		WHERE link_hash = $1 AND link_until > $3 AND revoked_at IS NULL RETURNING `+columns, link, secret, at))
}

// bySecret returns the kiosk of a device, unless it is revoked.
func bySecret(ctx context.Context, q db.Queryer, secret []byte) (Kiosk, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM kiosks WHERE secret_hash = $1 AND revoked_at IS NULL", secret))
}

// touch keeps the time of a use, unless another request has kept one since before.
func touch(ctx context.Context, tx *db.Tx, id int64, at, before db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE kiosks SET used_at = $2 WHERE id = $1 AND used_at <= $3", id, at, before)
	return err
}

// lockKiosk locks a kiosk that is not revoked, and returns the time of its limit.
func lockKiosk(ctx context.Context, tx *db.Tx, id int64) (fullAt db.Instant, err error) {
	if err := tx.LockRows(ctx, "kiosks", id); err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, "SELECT full_at FROM kiosks WHERE id = $1 AND revoked_at IS NULL", id).Scan(&fullAt)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound(Kind)
	}
	return fullAt, err
}

func saveLimit(ctx context.Context, tx *db.Tx, id int64, fullAt db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE kiosks SET full_at = $2 WHERE id = $1", id, fullAt)
	return err
}
