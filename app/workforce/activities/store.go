package activities

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

const columns = "id, code, name_fr, name_en, archived_at IS NOT NULL, version, updated_at"

func scan(row db.Row) (a Activity, err error) {
	err = row.Scan(&a.ID, &a.Code, &a.NameFR, &a.NameEN, &a.Archived, &a.Version, &a.UpdatedAt)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("activity")
	}
	return a, err
}

func byID(ctx context.Context, q db.Queryer, id int64) (Activity, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM activities WHERE id = $1 AND archived_at IS NULL", id))
}

// anyByID returns an activity, live or archived.
func anyByID(ctx context.Context, q db.Queryer, id int64) (Activity, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM activities WHERE id = $1", id))
}

func list(ctx context.Context, q db.Queryer, f Filter, each func(Activity) error) error {
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+` FROM activities
		WHERE archived_at IS NULL AND id > $1 AND updated_at >= $2 ORDER BY id LIMIT CAST($3 AS BIGINT)`, f.After, f.Since, f.Rows))
}

// All returns all activities, archived ones included, by code, outside of any service.
func All(ctx context.Context, q db.Queryer) ([]Activity, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM activities ORDER BY code, id"))
}

func insert(ctx context.Context, tx *db.Tx, n New, at db.Instant) (Activity, error) {
	return scan(tx.QueryRow(ctx, `INSERT INTO activities (code, name_fr, name_en, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $4) RETURNING `+columns, n.Code, n.NameFR, n.NameEN, at))
}

func save(ctx context.Context, tx *db.Tx, id int64, n New, at db.Instant) (Activity, error) {
	return scan(tx.QueryRow(ctx, `UPDATE activities SET code = $2, name_fr = $3, name_en = $4, updated_at = $5, version = version + 1
		WHERE id = $1 RETURNING `+columns, id, n.Code, n.NameFR, n.NameEN, at))
}

// hasCode reports whether a live activity other than self has a code, in any case: SQLite knows that of ASCII letters alone.
func hasCode(ctx context.Context, tx *db.Tx, self int64, code string) (bool, error) {
	others, err := db.ReadColumn[string](tx.Query(ctx, "SELECT code FROM activities WHERE id <> $1 AND archived_at IS NULL", self))
	return slices.ContainsFunc(others, func(other string) bool { return strings.EqualFold(other, code) }), err
}

func archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE activities SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = "+
		"version + 1 WHERE id = $1", id, at)
	return err
}

// isLive reports whether a customer or an activity is live, which it stays until the end of the transaction.
func isLive(ctx context.Context, tx *db.Tx, table string, id int64) (live bool, err error) {
	err = tx.QueryRow(ctx, "SELECT COALESCE((SELECT TRUE FROM "+table+" WHERE id = $1 AND archived_at IS NULL"+tx.Dialect().ForKeyShare()+
		"), FALSE)", id).Scan(&live)
	return live, err
}

// codes returns the codes of activities, live or archived, by their ids.
func codes(ctx context.Context, q db.Queryer, ids []int64) (map[int64]string, error) {
	return db.ReadMap[int64, string](q.Query(ctx, "SELECT id, code FROM activities WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}
