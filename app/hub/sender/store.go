package sender

import (
	"context"

	"presence/db"
)

// lockBucket returns the sender's token bucket and locks it until the end of the transaction. A new bucket is full.
func lockBucket(ctx context.Context, tx *db.Tx, sender string, full int64, at db.Instant) (tokens int64, filled db.Instant, err error) {
	_, err = tx.Exec(ctx, "INSERT INTO send_limits (sender, tokens, filled_at) VALUES ($1, $2, $3) ON CONFLICT (sender) DO NOTHING",
		sender, full, int64(at))
	if err != nil {
		return 0, 0, err
	}
	err = tx.QueryRow(ctx, "UPDATE send_limits SET tokens = tokens WHERE sender = $1 RETURNING tokens, filled_at",
		sender).Scan(&tokens, &filled)
	return tokens, filled, err
}

func saveBucket(ctx context.Context, tx *db.Tx, sender string, tokens int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE send_limits SET tokens = $2, filled_at = $3 WHERE sender = $1", sender, tokens, int64(at))
	return err
}
