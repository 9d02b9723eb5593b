package apitokens

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

// list returns a person's valid tokens, the one created or used last first.
func list(ctx context.Context, q db.Queryer, personID string, at db.Instant) ([]Token, error) {
	return db.Collect(func(row db.Row) (k Token, err error) {
		err = row.Scan(&k.ID, &k.Name, &k.CreatedAt, &k.ExpiresAt, &k.UsedAt)
		return k, err
	})(q.Query(ctx, `SELECT k.id, k.name, k.created_at, k.expires_at, k.used_at FROM api_tokens k JOIN people p ON p.id = k.person_id
		WHERE k.person_id = $1 AND k.expires_at > $2 AND k.created_at >= p.tokens_after
		ORDER BY CASE WHEN k.used_at > k.created_at THEN k.used_at ELSE k.created_at END DESC, k.created_at DESC, k.id`, personID, at))
}

// insert inserts a token; if the person already has maxTokens valid tokens it returns false instead.
func insert(ctx context.Context, tx *db.Tx, k Token, personID string) (made bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO api_tokens (id, person_id, name, created_at, expires_at)
		SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM api_tokens WHERE person_id = $6 AND expires_at > $7) < $8`,
		k.ID, personID, k.Name, int64(k.CreatedAt), int64(k.ExpiresAt), personID, int64(k.CreatedAt), maxTokens)
	return n > 0, err
}

// remove deletes one of the person's own tokens and returns its name.
func remove(ctx context.Context, tx *db.Tx, personID, id string) (name string, err error) {
	err = tx.QueryRow(ctx, `DELETE FROM api_tokens WHERE id = $1 AND person_id = $2 RETURNING name`, id, personID).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("token")
	}
	return name, err
}
