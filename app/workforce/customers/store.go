package customers

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"presence/app/platform/contact"
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

// countryCode makes eleven digits of the ten of a phone number, which is stored with or without the country code 1.
const countryCode = 10_000_000_000

// taken turns a violated unique constraint into the conflict that the person has a record already (W17).
func taken(err error) error {
	if db.IsUnique(err, "customers_user_id") || db.IsUnique(err, "people_pkey") {
		return errs.Conflict("customer_taken", "This person already has a customer record.")
	}
	return err
}

func byID(ctx context.Context, q db.Queryer, id int64) (Customer, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM customers WHERE id = $1 AND archived_at IS NULL", id))
}

// archivedByID returns an archived record.
func archivedByID(ctx context.Context, q db.Queryer, id int64) (Customer, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM customers WHERE id = $1 AND archived_at IS NOT NULL", id))
}

// mostChanged is how many customers are looked up by when they changed. Among more, a page is found soon in the order of ids.
const mostChanged = 20_000

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
	few, err := fewChanged(ctx, q, f)
	if err != nil {
		return err
	}
	limit, condition := w.Bind(f.Rows), w.String()
	if few { // the sum keeps the engine from reading in the order of ids
		condition = "id IN (SELECT id FROM customers WHERE " + condition + " ORDER BY id + 0" + db.Limit(limit) + ")"
	}
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+" FROM customers WHERE "+condition+" ORDER BY id"+db.Limit(limit),
		w.Args()...))
}

// fewChanged reports whether the filter is by the time of the change alone, since which few customers changed.
func fewChanged(ctx context.Context, q db.Queryer, f Filter) (few bool, err error) {
	if f.Since == 0 || f.UserID != "" || f.InvoiceID != 0 || f.Email != "" {
		return false, nil
	}
	err = q.QueryRow(ctx, "SELECT COUNT(*) < $2 FROM (SELECT 1 FROM customers WHERE archived_at IS NULL AND updated_at >= $1 "+
		"LIMIT CAST($2 AS BIGINT)) x", f.Since, mostChanged).Scan(&few)
	return few, err
}

// where returns the conditions of the search. That the name is not below the empty text, which no name is, makes SQLite count in
// the index of the names, which has all that is compared, and not in the table, which takes ten times as long.
func (s Search) where() *db.Where {
	var w db.Where
	w.And("archived_at IS NULL")
	if s.Text != "" {
		w.And("sort_name >= ''")
	}
	if n, ok := s.number(); ok {
		w.And("(invoice_id = ? OR phone_number IN (?, ?, ?))", n, n, n+countryCode, n-countryCode)
		return &w
	}
	for _, word := range strings.Fields(s.Text) {
		w.And(`(sort_name LIKE ? ESCAPE '\' OR email LIKE ? ESCAPE '\')`, db.Containing(contact.Fold(word)),
			db.Containing(strings.ToLower(word)))
	}
	return &w
}

// search returns one page of the results, sorted by name, and the number of all results.
func search(ctx context.Context, q db.Queryer, s Search) (r SearchResult, err error) {
	w := s.where()
	if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM customers WHERE "+w.String(), w.Args()...).Scan(&r.All); err != nil || r.All == 0 {
		return r, err
	}
	r.List, err = db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM customers WHERE "+w.String()+" ORDER BY sort_name, id"+
		db.Limit(w.Bind(s.Rows))+" OFFSET "+w.Bind(s.Skip), w.Args()...))
	return r, err
}

// accountOf returns the person of a live record.
func accountOf(ctx context.Context, q db.Queryer, id int64) (a Account, err error) {
	err = q.QueryRow(ctx, `SELECT p.id, p.name, p.email FROM customers c JOIN people p ON p.id = c.user_id
		WHERE c.id = $1 AND c.archived_at IS NULL`, id).Scan(&a.ID, &a.Name, &a.Email)
	if errors.Is(err, sql.ErrNoRows) {
		return a, errs.NotFound("customer")
	}
	return a, err
}

func insert(ctx context.Context, tx *db.Tx, n New, at db.Instant) (Customer, error) {
	return scan(tx.QueryRow(ctx,
		`INSERT INTO customers (user_id, first_name, last_name, email, phone_number, residence, invoice_id, created_at, updated_at,
			sort_name)
		VALUES ($1, $2, $3, $4, $5, NULLIF($6, ''), NULLIF($7, CAST(0 AS BIGINT)), $8, $8, $9) RETURNING `+columns,
		n.UserID, n.FirstName, n.LastName, n.Email, n.PhoneNumber, n.Residence, n.InvoiceID, at, sortName(n.FirstName, n.LastName)))
}

func save(ctx context.Context, tx *db.Tx, id int64, n New, at db.Instant) (Customer, error) {
	return scan(tx.QueryRow(ctx, `UPDATE customers SET user_id = $2, first_name = $3, last_name = $4, email = $5, phone_number = $6,
			residence = NULLIF($7, ''), invoice_id = NULLIF($8, CAST(0 AS BIGINT)), updated_at = $9, sort_name = $10,
			version = version + 1 WHERE id = $1 RETURNING `+columns,
		id, n.UserID, n.FirstName, n.LastName, n.Email, n.PhoneNumber, n.Residence, n.InvoiceID, at, sortName(n.FirstName, n.LastName)))
}

func archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE customers SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = "+
		"version + 1 WHERE id = $1", id, at)
	return err
}

func restore(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (Customer, error) {
	return scan(tx.QueryRow(ctx, "UPDATE customers SET archived_at = NULL, archived_reason = NULL, updated_at = $2, version = "+
		"version + 1 WHERE id = $1 RETURNING "+columns, id, at))
}

// names returns the names of customers, live or archived, by their ids.
func names(ctx context.Context, q db.Queryer, ids []int64) (map[int64]string, error) {
	return db.ReadMap[int64, string](q.Query(ctx, "SELECT id, first_name || ' ' || last_name FROM customers WHERE id IN ("+
		q.Dialect().IDs("$1")+")", db.IDs(ids)))
}
