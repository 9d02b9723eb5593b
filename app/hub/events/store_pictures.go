package events

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

// insertPicture stores the bytes of a picture, and deletes those of the earliest ones.
func insertPicture(ctx context.Context, tx *db.Tx, event string, p ScaledPicture, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO event_pictures (event_id, hash, small, large, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (event_id, hash) DO UPDATE SET created_at = excluded.created_at`, event, p.Hash, p.Small, p.Large, int64(at))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM event_pictures WHERE event_id = $1 AND hash <> $2 AND hash NOT IN (
		SELECT hash FROM event_pictures WHERE event_id = $3 AND hash <> $4 ORDER BY created_at DESC, hash`+db.Limit("$5")+")",
		event, p.Hash, event, p.Hash, keptPictures-1)
	return err
}

// copyPicture copies the bytes of the picture of e from another event.
func copyPicture(ctx context.Context, tx *db.Tx, from string, e Event, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO event_pictures (event_id, hash, small, large, created_at)
		SELECT $1, hash, small, large, CAST($2 AS BIGINT) FROM event_pictures WHERE event_id = $3 AND hash = $4`, e.ID, int64(at), from, e.Picture.Hash)
	return err
}

// removePictures deletes the bytes of all pictures of an event.
func removePictures(ctx context.Context, tx *db.Tx, event string) error {
	_, err := tx.Exec(ctx, "DELETE FROM event_pictures WHERE event_id = $1", event)
	return err
}

// pictureData returns a picture of any event, its cover picture or one of its blocks. Copies of an event have the same one.
func pictureData(ctx context.Context, q db.Queryer, hash string, size PictureSize) (data []byte, err error) {
	column := "large"
	if size == SmallPicture {
		column = "small"
	}
	err = q.QueryRow(ctx, "SELECT "+column+" FROM event_pictures WHERE hash = $1 UNION ALL SELECT "+column+
		" FROM event_block_pictures WHERE hash = $2 LIMIT 1", hash, hash).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errs.NotFound("picture")
	}
	return data, err
}
