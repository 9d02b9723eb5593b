package door

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

const linkColumns = "id, event_id, name, created_at, COALESCE(revoked_at, 0)"

func scanLink(row db.Row) (l Link, err error) {
	err = row.Scan(&l.ID, &l.EventID, &l.Name, &l.CreatedAt, &l.RevokedAt)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("check-in link")
	}
	return l, err
}

// openLinks returns the links of an event that are not revoked.
func openLinks(ctx context.Context, q db.Queryer, eventID string) ([]Link, error) {
	return db.Collect(scanLink)(q.Query(ctx, "SELECT "+linkColumns+
		" FROM door_links WHERE event_id = $1 AND revoked_at IS NULL ORDER BY id", eventID))
}

func countLinks(ctx context.Context, q db.Queryer, eventID string) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM door_links WHERE event_id = $1 AND revoked_at IS NULL", eventID).Scan(&n)
	return n, err
}

// linkByHash returns the link with the hash of a token, unless it is revoked.
func linkByHash(ctx context.Context, q db.Queryer, hash []byte) (Link, error) {
	return scanLink(q.QueryRow(ctx, "SELECT "+linkColumns+" FROM door_links WHERE token_hash = $1 AND revoked_at IS NULL", hash))
}

// linkNames returns the names of links by their ids.
func linkNames(ctx context.Context, q db.Queryer, ids []int64) (map[int64]string, error) {
	list, err := db.Collect(scanLink)(q.Query(ctx, "SELECT "+linkColumns+" FROM door_links WHERE id IN ("+
		q.Dialect().IDs("$1")+")", db.IDs(ids)))
	names := make(map[int64]string, len(list))
	for _, l := range list {
		names[l.ID] = l.Name
	}
	return names, err
}

func insertLink(ctx context.Context, tx *db.Tx, l Link, hash []byte) (id int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO door_links (event_id, name, token_hash, created_at) VALUES ($1, $2, $3, $4)
		RETURNING id`, l.EventID, l.Name, hash, l.CreatedAt).Scan(&id)
	return id, err
}

// revokeLink revokes a link that is not revoked, and returns it.
func revokeLink(ctx context.Context, tx *db.Tx, eventID string, id int64, at db.Instant) (Link, error) {
	return scanLink(tx.QueryRow(ctx, `UPDATE door_links SET revoked_at = $1 WHERE id = $2 AND event_id = $3 AND revoked_at IS NULL
		RETURNING `+linkColumns, at, id, eventID))
}

func deleteLinks(ctx context.Context, tx *db.Tx, eventID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM door_links WHERE event_id = $1", eventID)
	return err
}
