package timesheets

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/db"
)

func (l LineTable[L]) query(more string, w *db.Where) string {
	return "SELECT " + l.Columns + more + " FROM " + l.Name + " l JOIN timesheets t ON t.id = l.timesheet_id WHERE " + w.String()
}

// ByID returns a line in the actor's scope that is neither deleted nor aged (W11).
func (l LineTable[L]) ByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (L, error) {
	var w db.Where
	w.And("l.id = ? AND l.archived_at IS NULL AND l.aged_at IS NULL", id)
	w.Scope("l.employee_id", by.Visible)
	line, err := l.Scan(q.QueryRow(ctx, l.query("", &w), w.Args()...))
	return line, l.orNotFound(err)
}

// List calls each for the lines in the actor's scope that match the filter, sorted by id.
func (l LineTable[L]) List(ctx context.Context, q db.Queryer, by auth.Actor, f LineFilter, each func(L) error) error {
	w := f.where()
	w.Scope("l.employee_id", by.Visible)
	limit := w.Bind(f.Rows)
	return db.Stream(l.Scan, each)(q.Query(ctx, l.query("", w)+" ORDER BY l.id"+db.Limit(limit), w.Args()...))
}

// OfEmployee returns the lines of an employee that are dated in these days, both included, without checking any scope. It
// includes those that were archived with their period (W11).
func (l LineTable[L]) OfEmployee(ctx context.Context, q db.Queryer, employeeID int64, from, to db.Day, order string) ([]L, error) {
	var w db.Where
	w.And("l.employee_id = ? AND l.archived_at IS NULL AND l.day BETWEEN ? AND ?", employeeID, from, to)
	return db.Collect(l.Scan)(q.Query(ctx, l.query("", &w)+" ORDER BY "+order, w.Args()...))
}

// ArchivedByID returns an archived line in the actor's scope, with when and why it was archived.
func (l LineTable[L]) ArchivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (line L, in archival.State, err error) {
	var w db.Where
	w.And("l.id = ? AND (l.archived_at IS NOT NULL OR l.aged_at IS NOT NULL)", id)
	w.Scope("l.employee_id", by.Visible)
	line, err = l.Scan(db.ExtendRow(q.QueryRow(ctx, l.query(", "+archival.Columns("l"), &w), w.Args()...), &in.At, &in.Reason))
	return line, in, l.orNotFound(err)
}

func (l LineTable[L]) orNotFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errs.NotFound(l.Kind)
	}
	return err
}

// where returns the conditions of the filter on lines l of sheets t.
func (f LineFilter) where() *db.Where {
	w := &db.Where{}
	w.And("l.archived_at IS NULL")
	narrow := func(wanted bool, condition string, values ...any) {
		if wanted {
			w.And(condition, values...)
		}
	}
	narrow(!f.Aged, "l.aged_at IS NULL")
	narrow(f.After != 0, "l.id > ?", f.After)
	narrow(f.Since != 0, "(l.updated_at >= ? OR t.updated_at >= ?)", f.Since, f.Since)
	narrow(f.EmployeeID != 0, "l.employee_id = ?", f.EmployeeID)
	narrow(f.TimesheetID != 0, "l.timesheet_id = ?", f.TimesheetID)
	narrow(f.BankCodeID != 0, "l.bank_code_id = ?", f.BankCodeID)
	if f.Approved != nil {
		w.And("(l.is_approved OR t.is_approved) = ?", *f.Approved)
	}
	narrow(!f.From.IsZero(), "l.day >= ?", f.From)
	narrow(!f.To.IsZero(), "l.day <= ?", f.To)
	return w
}

// Archive archives one line.
func (l LineTable[L]) Archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE "+l.Name+
		" SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1 WHERE id = $1", id, at)
	return err
}

func (l LineTable[L]) archiveOnSheet(ctx context.Context, tx *db.Tx, sheet int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx,
		"UPDATE "+l.Name+` SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1
		WHERE timesheet_id = $1 AND archived_at IS NULL RETURNING id`, sheet, at))
}

// Restore restores one line, which belongs to the employee of its sheet.
func (l LineTable[L]) Restore(ctx context.Context, tx *db.Tx, id, employeeID int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE "+l.Name+` SET employee_id = $2, archived_at = NULL, archived_reason = NULL, updated_at = $3,
		version = version + 1 WHERE id = $1`, id, employeeID, at)
	return err
}

func (l LineTable[L]) restoreOnSheet(ctx context.Context, tx *db.Tx, sheet int64, archived, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, "UPDATE "+l.Name+` SET archived_at = NULL, archived_reason = NULL, updated_at = $3, version = version + 1
		WHERE timesheet_id = $1 AND archived_at = $2 RETURNING id`, sheet, archived, at))
}

func (l LineTable[L]) moveOnSheet(ctx context.Context, tx *db.Tx, sheet, employeeID int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, "UPDATE "+l.Name+` SET employee_id = $2, updated_at = $3, version = version + 1
		WHERE timesheet_id = $1 AND archived_at IS NULL RETURNING id`, sheet, employeeID, at))
}

// anyApproved reports whether a live line of the sheet is approved by itself.
func (l LineTable[L]) anyApproved(ctx context.Context, q db.Queryer, sheet int64) (found bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM "+l.Name+" WHERE timesheet_id = $1 AND is_approved AND archived_at IS NULL)",
		sheet).Scan(&found)
	return found, err
}

func (l LineTable[L]) setAged(ctx context.Context, tx *db.Tx, sheets []int64, at db.Instant) (int64, error) {
	return tx.Exec(ctx, "UPDATE "+l.Name+` SET aged_at = $1, updated_at = $1, version = version + 1
		WHERE archived_at IS NULL AND aged_at IS NULL AND timesheet_id IN (`+tx.Dialect().IDs("$2")+`)`, at, db.IDs(sheets))
}

// Named returns the names of lines in the actor's scope, live or archived.
func (l LineTable[L]) Named(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64) ([]Named, error) {
	return queryNamed(ctx, q, by, l.Name, "day", ids)
}
