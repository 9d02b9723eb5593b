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

// claimKey takes a slot that is free or expired, or gives what is in it. While another transaction has it, claim waits.
func claimKey(ctx context.Context, tx *db.Tx, s idempotencyKey, fingerprint []byte, at, expired db.Instant) (*storedResponse, error) {
	n, err := tx.Exec(ctx, `INSERT INTO idempotency_keys (person_id, path, key, fingerprint, answer, created_at)
	VALUES ($1, $2, $3, $4, '', $5)
		ON CONFLICT (person_id, path, key) DO UPDATE SET fingerprint = $4, answer = '', record = '', created_at = $5 WHERE idempotency_keys.created_at <= $6`,
		s.person, s.path, s.key, fingerprint, at, expired)
	if err != nil || n == 1 {
		return nil, err
	}
	var k storedResponse
	err = tx.QueryRow(ctx, "SELECT fingerprint, answer FROM idempotency_keys WHERE person_id = $1 AND path = $2 AND key = $3", s.person,
		s.path, s.key).Scan(&k.fingerprint, &k.answer)
	if errors.Is(err, sql.ErrNoRows) { // swept away between the two statements: as good as free
		return claimKey(ctx, tx, s, fingerprint, at, expired)
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
