package expenses

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/dayblocks"
	"presence/app/platform/errs"
	"presence/app/platform/personal"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

const receiptColumns = "r.id, r.expense_id, r.hash, r.name, r.media_type, r.size, r.width, r.height, r.uploaded_by, r.created_at"

func scanReceipt(row db.Row) (r Receipt, err error) {
	err = row.Scan(&r.ID, &r.ExpenseID, &r.Hash, &r.Name, &r.MediaType, &r.Size, &r.Width, &r.Height, &r.By, &r.At)
	return r, err
}

// receiptsOf lists the receipts of an expense, outside of any scope, in the order in which they were added.
func receiptsOf(ctx context.Context, q db.Queryer, expense int64) ([]Receipt, error) {
	return db.Collect(scanReceipt)(q.Query(ctx, "SELECT "+receiptColumns+
		" FROM expense_receipts r WHERE r.expense_id = $1 ORDER BY r.id", expense))
}

// ReceiptsByExpense lists the receipts of expenses, outside of any scope, by the id of the expense.
func ReceiptsByExpense(ctx context.Context, q db.Queryer, expenses []int64) (map[int64][]Receipt, error) {
	found := map[int64][]Receipt{}
	if len(expenses) == 0 {
		return found, nil
	}
	return found, db.Stream(scanReceipt, func(r Receipt) error {
		found[r.ExpenseID] = append(found[r.ExpenseID], r)
		return nil
	})(q.Query(ctx, "SELECT "+receiptColumns+" FROM expense_receipts r WHERE r.expense_id IN ("+q.Dialect().IDs("$1")+") ORDER BY r.id",
		db.IDs(expenses)))
}

func receiptByID(ctx context.Context, q db.Queryer, expense, id int64) (Receipt, error) {
	r, err := scanReceipt(q.QueryRow(ctx, "SELECT "+receiptColumns+" FROM expense_receipts r WHERE r.expense_id = $1 AND r.id = $2",
		expense, id))
	if errors.Is(err, sql.ErrNoRows) {
		return r, errs.NotFound("receipt")
	}
	return r, err
}

// receiptData returns the bytes of a receipt, or those of its small picture.
func receiptData(ctx context.Context, q db.Queryer, id int64, small bool) (data []byte, err error) {
	column := "content"
	if small {
		column = "small"
	}
	err = q.QueryRow(ctx, "SELECT "+column+" FROM expense_receipts WHERE id = $1", id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errs.NotFound("receipt")
	}
	return data, err
}

// receiptBytes returns the size of the receipts that an employee's expenses were given since an instant.
func receiptBytes(ctx context.Context, q db.Queryer, employee int64, since db.Instant) (n int64, err error) {
	err = q.QueryRow(ctx, `SELECT COALESCE(SUM(r.size), 0) FROM expense_receipts r JOIN expenses l ON l.id = r.expense_id
		WHERE r.created_at > $2 AND l.employee_id = $1`, employee, since).Scan(&n)
	return n, err
}

func insertReceipt(ctx context.Context, tx *db.Tx, s stored) error {
	var small any // NULL for a PDF
	if s.small != nil {
		small = s.small
	}
	_, err := tx.Exec(ctx, `INSERT INTO expense_receipts (expense_id, hash, name, media_type, size, width, height, uploaded_by, created_at,
		small, content) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		s.ExpenseID, s.Hash, s.Name, s.MediaType, s.Size, s.Width, s.Height, s.By, s.At, small, s.content)
	return err
}

func deleteReceipt(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM expense_receipts WHERE id = $1", id)
	return err
}

// touch gives an expense a new version.
func touch(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	if err := dayblocks.Widen(ctx, tx, dayblocks.Changed(table.Name, at, id)...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE expenses SET version = version + 1, updated_at = $2 WHERE id = $1", id, at)
	return err
}

// isVisible reports whether an expense is in the actor's scope and not deleted. It may be archived with its period.
func isVisible(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (visible bool, err error) {
	var w db.Where
	w.And("l.id = ? AND l.archived_at IS NULL", id)
	w.Scope("l.employee_id", by.Visible)
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM expenses l WHERE "+w.String()+")", w.Args()...).Scan(&visible)
	return visible, err
}

// withoutReceipt lists expenses of a sheet above an amount in cents that have no receipt, without distances.
func withoutReceipt(ctx context.Context, q db.Queryer, sheet, above int64, rows int) ([]Expense, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+table.Columns+` FROM expenses l JOIN timesheets t ON t.id = l.timesheet_id
		JOIN bank_codes c ON c.id = l.bank_code_id
		WHERE l.timesheet_id = $1 AND l.archived_at IS NULL AND l.amount > $2 AND `+bankcodes.FoldSQL("c.type")+` <> '`+bankcodes.Mileage+`'
			AND NOT EXISTS (SELECT 1 FROM expense_receipts r WHERE r.expense_id = l.id)
		ORDER BY l.day, l.id`+db.Limit("$3"), sheet, above, rows))
}

// dollars formats cents for an error of the API.
func dollars(cents int64) string { return "$" + strconv.FormatFloat(float64(cents)/100, 'f', 2, 64) }

// ReceiptRules say which receipts have been kept long enough: by when they were uploaded, which is not before the expense was made.
func ReceiptRules() []personal.Rule {
	return []personal.Rule{{Table: personal.Table{Name: "expense_receipts", Of: "created_at < {before}"}, Group: "expense_id"}}
}
