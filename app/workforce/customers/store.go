package customers

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

const columns = `id, user_id, first_name, last_name, email, phone_number, COALESCE(residence, ''), COALESCE(invoice_id, 0), version, updated_at`

func scan(row db.Row) (c Customer, err error) {
	err = row.Scan(&c.ID, &c.UserID, &c.FirstName, &c.LastName, &c.Email, &c.PhoneNumber, &c.Residence, &c.InvoiceID, &c.Version, &c.UpdatedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return c, errs.NotFound("customer")
	}
	return c, taken(err)
}

// taken turns a violated unique constraint into the conflict that the person has a record already (W17).
func taken(err error) error {
	if db.IsUnique(err, "customers_user_id") || db.IsUnique(err, "people_pkey") {
		return errs.Conflict("customer_taken", "This user_id already has a customer record.")
	}
	return err
}

func byID(ctx context.Context, q db.Queryer, id int64) (Customer, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM customers WHERE id = $1 AND archived_at IS NULL", id))
}

func list(ctx context.Context, q db.Queryer, f Filter, each func(Customer) error) error {
	var w db.Where
	w.And("archived_at IS NULL AND id > ? AND updated_at >= ?", f.After, f.Since)
	if f.UserID != "" {
		w.And("user_id = ?", f.UserID)
	}
	if f.InvoiceID != 0 {
		w.And("invoice_id = ?", f.InvoiceID)
	}
	if f.Email != "" {
		w.And("email = ?", f.Email)
	}
	limit := w.Bind(f.Rows)
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+" FROM customers WHERE "+w.String()+" ORDER BY id"+db.Limit(limit),
		w.Args()...))
}

func insert(ctx context.Context, tx *db.Tx, n New, at db.Instant) (Customer, error) {
	return scan(tx.QueryRow(ctx,
		`INSERT INTO customers (user_id, first_name, last_name, email, phone_number, residence, invoice_id, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, NULLIF($6, ''), NULLIF($7, CAST(0 AS BIGINT)), $8, $8) RETURNING `+columns,
		n.UserID, n.FirstName, n.LastName, n.Email, n.PhoneNumber, n.Residence, n.InvoiceID, at))
}

func save(ctx context.Context, tx *db.Tx, id int64, n New, at db.Instant) (Customer, error) {
	return scan(tx.QueryRow(ctx, `UPDATE customers SET user_id = $2, first_name = $3, last_name = $4, email = $5, phone_number = $6,
			residence = NULLIF($7, ''), invoice_id = NULLIF($8, CAST(0 AS BIGINT)), updated_at = $9, version = version + 1 WHERE id = $1 RETURNING `+columns,
		id, n.UserID, n.FirstName, n.LastName, n.Email, n.PhoneNumber, n.Residence, n.InvoiceID, at))
}

func archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE customers SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = "+
		"version + 1 WHERE id = $1", id, at)
	return err
}
