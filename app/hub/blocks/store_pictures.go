package blocks

import (
	"context"

	"presence/app/hub/events"
	"presence/db"
)

// insertPicture stores a picture of an event; one that is stored already counts as new.
func insertPicture(ctx context.Context, tx *db.Tx, event string, p events.ScaledPicture, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO event_block_pictures (event_id, hash, width, height, small, large, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id, hash) DO UPDATE SET created_at = excluded.created_at`,
		event, p.Hash, p.Width, p.Height, p.Small, p.Large, at)
	return err
}

func scanImage(row db.Row) (i Image, err error) {
	err = row.Scan(&i.Hash, &i.Width, &i.Height)
	return i, err
}

// images returns the stored pictures of an event, the earliest ones first.
func images(ctx context.Context, q db.Queryer, event string) ([]Image, error) {
	return db.Collect(scanImage)(q.Query(ctx,
		"SELECT hash, width, height FROM event_block_pictures WHERE event_id = $1 ORDER BY created_at, hash", event))
}

func removePicture(ctx context.Context, tx *db.Tx, event, hash string) error {
	_, err := tx.Exec(ctx, "DELETE FROM event_block_pictures WHERE event_id = $1 AND hash = $2", event, hash)
	return err
}

// copyPictures gives an event pictures of another one.
func copyPictures(ctx context.Context, tx *db.Tx, from, to string, hashes []string, at db.Instant) error {
	for _, hash := range hashes {
		_, err := tx.Exec(ctx, `INSERT INTO event_block_pictures (event_id, hash, width, height, small, large, created_at)
			SELECT $1, hash, width, height, small, large, CAST($2 AS BIGINT) FROM event_block_pictures WHERE event_id = $3 AND hash = $4
			ON CONFLICT (event_id, hash) DO NOTHING`, to, int64(at), from, hash)
		if err != nil {
			return err
		}
	}
	return nil
}
