package httpx

import (
	"context"
	"database/sql"
	"errors"

	"presence/db"
)

// idempotencyKey identifies a stored response: keys of different callers, and on different paths, are independent.
type idempotencyKey struct{ person, path, key string }

// sealContext returns the place for which the response is sealed: copied to another row, it cannot be opened.
func (s idempotencyKey) sealContext() string {
	return "idempotency_keys\x00" + s.person + "\x00" + s.path + "\x00" + s.key + "\x00answer"
}

// storedResponse is the request that used a key, with its response.
type storedResponse struct {
	fingerprint []byte
	answer      string // sealed JSON of the handler's output, headers and body
}

// keyClaim is the request that claims a key.
type keyClaim struct {
	fingerprint []byte
	at          db.Instant
	expired     db.Instant // keys claimed at or before this time are free again
}

// claimKey claims a key that is free or expired and returns nil; otherwise it returns the stored response. It waits if another
// transaction is claiming the key.
func claimKey(ctx context.Context, tx *db.Tx, s idempotencyKey, claim keyClaim) (*storedResponse, error) {
	n, err := tx.Exec(ctx, `INSERT INTO idempotency_keys (person_id, path, key, fingerprint, answer, created_at)
	VALUES ($1, $2, $3, $4, '', $5)
		ON CONFLICT (person_id, path, key) DO UPDATE SET fingerprint = $4, answer = '', record = '', created_at = $5
			WHERE idempotency_keys.created_at <= $6`,
		s.person, s.path, s.key, claim.fingerprint, claim.at, claim.expired)
	if err != nil || n == 1 {
		return nil, err
	}
	var k storedResponse
	err = tx.QueryRow(ctx, "SELECT fingerprint, answer FROM idempotency_keys WHERE person_id = $1 AND path = $2 AND key = $3", s.person,
		s.path, s.key).Scan(&k.fingerprint, &k.answer)
	if errors.Is(err, sql.ErrNoRows) { // deleted by DeleteExpiredIdempotencyKeys between the two statements: the key is free
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
