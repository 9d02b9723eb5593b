package expenses

import (
	"context"

	"presence/app/platform/dayblocks"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// table describes the table of expenses.
var table = timesheets.LineTable[Expense]{
	Name: "expenses", Kind: "expense",
	Columns: `l.id, l.timesheet_id, l.employee_id, l.bank_code_id, l.day, l.amount, l.gst, l.qst, l.description,
		COALESCE(l.customer_id, 0), COALESCE(l.activity_id, 0), l.is_approved, t.is_approved,
		l.supervisor_comment, (SELECT COUNT(*) FROM expense_receipts r WHERE r.expense_id = l.id), l.version, l.updated_at`,
	Scan: scan, ErrApproved: errApproved,
}

func scan(row db.Row) (e Expense, err error) {
	err = row.Scan(&e.ID, &e.TimesheetID, &e.EmployeeID, &e.BankCodeID, &e.Day, &e.Amount, &e.Taxes.GST, &e.Taxes.QST, &e.Description,
		&e.Job.CustomerID, &e.Job.ActivityID, &e.Approved, &e.SheetApproved, &e.Comment, &e.Receipts, &e.Version, &e.UpdatedAt)
	return e, err
}

// category returns the category of a live bank code, which stays live until the end of the transaction. It returns an
// empty category when there is no such code.
func category(ctx context.Context, tx *db.Tx, id int64) (c bankcodes.Category, err error) {
	err = tx.QueryRow(ctx, "SELECT COALESCE((SELECT categorie FROM bank_codes WHERE id = $1 AND archived_at IS NULL"+tx.Dialect().ForKeyShare()+
		"), '')", id).Scan(&c)
	return c, err
}

func insert(ctx context.Context, tx *db.Tx, employeeID int64, n New, at db.Instant) (Expense, error) {
	e := Expense{TimesheetID: n.TimesheetID, EmployeeID: employeeID, BankCodeID: n.BankCodeID, Day: n.Day, Amount: n.Amount,
		Taxes: n.Taxes, Description: n.Description, Job: n.Job, Approved: n.Approved, Comment: n.Comment, Version: 1, UpdatedAt: at}
	err := tx.QueryRow(ctx, `INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, is_approved,
		supervisor_comment, created_at, updated_at, customer_id, activity_id, gst, qst) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10,
		NULLIF(CAST($11 AS BIGINT), 0), NULLIF(CAST($12 AS BIGINT), 0), $13, $14) RETURNING id`,
		e.TimesheetID, e.EmployeeID, e.BankCodeID, e.Day, e.Day.Week(), e.Amount, e.Description, e.Approved, e.Comment, at,
		e.Job.CustomerID, e.Job.ActivityID, e.Taxes.GST, e.Taxes.QST).Scan(&e.ID)
	if err != nil {
		return e, err
	}
	return e, keep(ctx, tx, e)
}

// keep keeps what lists find an expense by: its day, and whether it is open.
func keep(ctx context.Context, tx *db.Tx, e Expense) error {
	if err := dayblocks.Widen(ctx, tx, dayblocks.Line(table.Name, e.ID, e.TimesheetID, e.Day, e.UpdatedAt)...); err != nil {
		return err
	}
	return timesheets.KeepOpen(ctx, tx, table.Name, "l.id = $2", e.ID)
}

// save stores the new state of an expense.
func save(ctx context.Context, tx *db.Tx, e Expense, at db.Instant) (Expense, error) {
	e.Version, e.UpdatedAt = e.Version+1, at
	_, err := tx.Exec(ctx, `UPDATE expenses SET timesheet_id = $2, employee_id = $3, bank_code_id = $4, day = $5, week = $6, amount = $7,
		description = $8, is_approved = $9, supervisor_comment = $10, updated_at = $11, version = $12,
		customer_id = NULLIF(CAST($13 AS BIGINT), 0), activity_id = NULLIF(CAST($14 AS BIGINT), 0),
		gst = $15, qst = $16 WHERE id = $1`,
		e.ID, e.TimesheetID, e.EmployeeID, e.BankCodeID, e.Day, e.Day.Week(), e.Amount, e.Description, e.Approved, e.Comment, at, e.Version,
		e.Job.CustomerID, e.Job.ActivityID, e.Taxes.GST, e.Taxes.QST)
	if err != nil {
		return e, err
	}
	return e, keep(ctx, tx, e)
}

// OfEmployee reads the expenses of an employee in these days, by id, outside of any scope (timesheets.LineTable).
func OfEmployee(ctx context.Context, q db.Queryer, employeeID int64, from, to db.Day) ([]Expense, error) {
	return table.OfEmployee(ctx, q, employeeID, from, to, "l.id")
}
