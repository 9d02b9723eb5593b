package bankcodes

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

const columns = "id, type, categorie, modifier, bank_code, version, updated_at"

func scan(row db.Row) (b BankCode, err error) {
	err = row.Scan(&b.ID, &b.Type, &b.Category, &b.Modifier, &b.Code, &b.Version, &b.UpdatedAt)
	return b, err
}

func byID(ctx context.Context, q db.Queryer, id int64) (BankCode, error) {
	b, err := scan(q.QueryRow(ctx, "SELECT "+columns+" FROM bank_codes WHERE id = $1 AND archived_at IS NULL", id))
	if errors.Is(err, sql.ErrNoRows) {
		return b, errs.NotFound("bank code")
	}
	return b, err
}

func list(ctx context.Context, q db.Queryer, f Filter, each func(BankCode) error) error {
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+` FROM bank_codes
		WHERE archived_at IS NULL AND id > $1 AND updated_at >= $2 AND ($3 = '' OR categorie = $3)
		ORDER BY id LIMIT CAST($4 AS BIGINT)`, f.After, f.Since, string(f.Category), f.Rows))
}

// Live returns the live codes, outside of any service: files name many of them. In a transaction of PostgreSQL they stay live until its
// end.
func Live(ctx context.Context, q db.Queryer) ([]BankCode, error) {
	lock := ""
	if _, writes := q.(*db.Tx); writes {
		lock = q.Dialect().ForKeyShare()
	}
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM bank_codes WHERE archived_at IS NULL ORDER BY id"+lock))
}

func insert(ctx context.Context, tx *db.Tx, n New, at db.Instant) (BankCode, error) {
	return scan(tx.QueryRow(ctx, `INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $5) RETURNING `+columns, n.Type, string(n.Category), int64(n.Modifier), n.Code, int64(at)))
}

func save(ctx context.Context, tx *db.Tx, id int64, n New, at db.Instant) (BankCode, error) {
	return scan(tx.QueryRow(ctx,
		`UPDATE bank_codes SET type = $2, categorie = $3, modifier = $4, bank_code = $5, updated_at = $6, version = version + 1
		WHERE id = $1 RETURNING `+columns, id, n.Type, string(n.Category), int64(n.Modifier), n.Code, int64(at)))
}

func archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE bank_codes SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = "+
		"version + 1 WHERE id = $1", id, int64(at))
	return err
}

// inUse reports whether there are shifts, usual, planned or published shifts, expenses or leave under the code, live or archived.
func inUse(ctx context.Context, q db.Queryer, id int64) (used bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM shifts WHERE bank_code_id = $1)
		OR EXISTS (SELECT 1 FROM expenses WHERE bank_code_id = $1)
		OR EXISTS (SELECT 1 FROM usual_shifts WHERE bank_code_id = $1)
		OR EXISTS (SELECT 1 FROM planned_shifts WHERE bank_code_id = $1)
		OR EXISTS (SELECT 1 FROM published_shifts WHERE bank_code_id = $1)
		OR EXISTS (SELECT 1 FROM leave_requests WHERE bank_code_id = $1)`, id).Scan(&used)
	return used, err
}

// codes returns the texts of bank codes (the column bank_code, such as "REG"), live or archived, by their ids.
func codes(ctx context.Context, q db.Queryer, ids []int64) (map[int64]string, error) {
	return db.ReadMap[int64, string](q.Query(ctx, "SELECT id, bank_code FROM bank_codes WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}
