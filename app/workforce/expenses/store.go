package expenses

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

const selected = `SELECT x.id, x.timesheet_id, x.employee_id, x.bank_code_id, x.day, x.amount, x.description,
	x.is_approved, t.is_approved, x.supervisor_comment, x.version, x.updated_at`

const from = " FROM expenses x JOIN timesheets t ON t.id = x.timesheet_id WHERE "

const query = selected + from

func scan(row db.Row) (e Expense, err error) {
	err = row.Scan(&e.ID, &e.TimesheetID, &e.EmployeeID, &e.BankCodeID, &e.Day, &e.Amount, &e.Description,
		&e.Approved, &e.SheetApproved, &e.Comment, &e.Version, &e.UpdatedAt)
	return e, err
}

func byID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Expense, error) {
	var w db.Where
	w.And("x.id = ? AND x.archived_at IS NULL AND x.aged_at IS NULL", id) // neither deleted nor gone with its period (W11)
	w.Scope("x.employee_id", by.Visible)
	e, err := scan(q.QueryRow(ctx, query+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		return e, errs.NotFound("expense")
	}
	return e, err
}

func list(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, each func(Expense) error) error {
	w := f.Where("x")
	w.Scope("x.employee_id", by.Visible)
	limit := w.Bind(f.Rows)
	return db.Stream(scan, each)(q.Query(ctx, query+w.String()+" ORDER BY x.id LIMIT "+limit, w.Args()...))
}

// category is what a live bank code is for, until the end of the transaction; empty when there is none.
func category(ctx context.Context, tx *db.Tx, id int64) (c bankcodes.Category, err error) {
	err = tx.QueryRow(ctx, "SELECT COALESCE((SELECT categorie FROM bank_codes WHERE id = $1 AND archived_at IS NULL"+tx.Dialect().KeepLocked()+"), '')", id).Scan(&c)
	return c, err
}

func insert(ctx context.Context, tx *db.Tx, employeeID int64, n New, at db.Instant) (Expense, error) {
	e := Expense{TimesheetID: n.TimesheetID, EmployeeID: employeeID, BankCodeID: n.BankCodeID, Day: n.Day, Amount: n.Amount,
		Description: n.Description, Approved: n.Approved, Comment: n.Comment, Version: 1, UpdatedAt: at}
	err := tx.QueryRow(ctx, `INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, is_approved,
		supervisor_comment, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id`,
		e.TimesheetID, e.EmployeeID, e.BankCodeID, e.Day, e.Day.Week(), e.Amount, e.Description, e.Approved, e.Comment, at).Scan(&e.ID)
	return e, err
}

func save(ctx context.Context, tx *db.Tx, old Expense, employeeID int64, n New, at db.Instant) (Expense, error) {
	e := Expense{ID: old.ID, TimesheetID: n.TimesheetID, EmployeeID: employeeID, BankCodeID: n.BankCodeID, Day: n.Day, Amount: n.Amount,
		Description: n.Description, Approved: n.Approved, Comment: n.Comment, SheetApproved: old.SheetApproved, Version: old.Version + 1, UpdatedAt: at}
	_, err := tx.Exec(ctx, `UPDATE expenses SET timesheet_id = $2, employee_id = $3, bank_code_id = $4, day = $5, week = $6, amount = $7,
		description = $8, is_approved = $9, supervisor_comment = $10, updated_at = $11, version = $12 WHERE id = $1`,
		e.ID, e.TimesheetID, e.EmployeeID, e.BankCodeID, e.Day, e.Day.Week(), e.Amount, e.Description, e.Approved, e.Comment, at, e.Version)
	return e, err
}

func archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE expenses SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1 WHERE id = $1", id, at)
	return err
}

func archiveOnSheet(ctx context.Context, tx *db.Tx, sheet int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, `UPDATE expenses SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1
		WHERE timesheet_id = $1 AND archived_at IS NULL RETURNING id`, sheet, at))
}

// anyApproved tells whether a live expense of the sheet is approved by itself.
func anyApproved(ctx context.Context, q db.Queryer, sheet int64) (found bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM expenses WHERE timesheet_id = $1 AND is_approved AND archived_at IS NULL)", sheet).Scan(&found)
	return found, err
}

func moveOnSheet(ctx context.Context, tx *db.Tx, sheet, employeeID int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, `UPDATE expenses SET employee_id = $2, updated_at = $3, version = version + 1
		WHERE timesheet_id = $1 AND archived_at IS NULL RETURNING id`, sheet, employeeID, at))
}

// archivedByID is an expense in the archive, in the actor's scope, with when and why it went there.
func archivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (e Expense, in db.InArchive, err error) {
	var w db.Where
	w.And("x.id = ? AND (x.archived_at IS NOT NULL OR x.aged_at IS NOT NULL)", id)
	w.Scope("x.employee_id", by.Visible)
	e, err = scan(db.Also(q.QueryRow(ctx, selected+", "+db.InArchiveColumns("x")+from+w.String(), w.Args()...), &in.At, &in.Reason))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("expense")
	}
	return e, in, err
}

func setAged(ctx context.Context, tx *db.Tx, sheets []int64, at db.Instant) (int64, error) {
	return tx.Exec(ctx, `UPDATE expenses SET aged_at = $1, updated_at = $1, version = version + 1
		WHERE archived_at IS NULL AND aged_at IS NULL AND timesheet_id IN (`+tx.Dialect().IDs("$2")+`)`, at, db.IDs(sheets))
}
