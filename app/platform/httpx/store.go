package httpx

import (
	"context"
	"database/sql"
	"errors"

	"presence/db"
)

// idempotencyKey is where an answer is kept: keys of one caller say nothing to another, nor on another path.
type idempotencyKey struct{ person, path, key string }

// sealContext binds the sealed answer to its row and column: copied to another row, it cannot be opened.
func (s idempotencyKey) sealContext() string {
	return "idempotency_keys\x00" + s.person + "\x00" + s.path + "\x00" + s.key + "\x00answer"
}

// storedResponse is what a key was used for.
type storedResponse struct {
	fingerprint []byte
	answer      string // sealed: JSON of the handler's output, headers and body
}

// keyClaim is what a key is claimed for.
type keyClaim struct {
	fingerprint []byte
	at          db.Instant
	expired     db.Instant // what was claimed then or earlier is free again
}

// claimKey claims a key that is free or expired and returns nil, or returns what the key was used for. While another
// transaction claims the key, claimKey waits for its end.
func claimKey(ctx context.Context, tx *db.Tx, s idempotencyKey, claim keyClaim) (*storedResponse, error) {
	n, err := tx.Exec(ctx, `INSERT INTO idempotency_keys (person_id, path, key, fingerprint, answer, created_at)
	VALUES ($1, $2, $3, $4, '', $5)
		ON CONFLICT (person_id, path, key) DO UPDATE SET fingerprint = $4, answer = '', record = '', created_at = $5 WHERE idempotency_keys.created_at <= $6`,
		s.person, s.path, s.key, claim.fingerprint, claim.at, claim.expired)
	if err != nil || n == 1 {
		return nil, err
	}
	var k storedResponse
	err = tx.QueryRow(ctx, "SELECT fingerprint, answer FROM idempotency_keys WHERE person_id = $1 AND path = $2 AND key = $3", s.person,
		s.path, s.key).Scan(&k.fingerprint, &k.answer)
	if errors.Is(err, sql.ErrNoRows) { // swept away between the two statements: as good as free
		return claimKey(ctx, tx, s, claim)
	}
	return &k, err
}

func saveStoredResponse(ctx context.Context, tx *db.Tx, s idempotencyKey, answer, record string) error {
	_, err := tx.Exec(ctx, "UPDATE idempotency_keys SET answer = $4, record = $5 WHERE person_id = $1 AND path = $2 AND key = $3", s.person,
		s.path, s.key, answer, record)
	return err
}

func deleteStoredResponses(ctx context.Context, tx *db.Tx, record string) error {
	_, err := tx.Exec(ctx, "DELETE FROM idempotency_keys WHERE record = $1 AND record <> ''", record)
	return err
}

func deleteExpiredKeys(ctx context.Context, tx *db.Tx, expired db.Instant) error {
	_, err := tx.Exec(ctx, "DELETE FROM idempotency_keys WHERE created_at <= $1", expired)
	return err
}
