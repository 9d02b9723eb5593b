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

// LineReader reads the lines of one table together with their sheets. In its columns the line is called l and its sheet t.
type LineReader[L any] struct {
	Table   string // "shifts"
	Noun    string // what is not found: "shift"
	Columns string // the select list, which Scan reads
	Scan    func(db.Row) (L, error)
}

func (r LineReader[L]) query(more string, w *db.Where) string {
	return "SELECT " + r.Columns + more + " FROM " + r.Table + " l JOIN timesheets t ON t.id = l.timesheet_id WHERE " + w.String()
}

// ByID reads a line in the actor's scope that is not archived, neither deleted nor aged (W11).
func (r LineReader[L]) ByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (L, error) {
	var w db.Where
	w.And("l.id = ? AND l.archived_at IS NULL AND l.aged_at IS NULL", id)
	w.Scope("l.employee_id", by.Visible)
	line, err := r.Scan(q.QueryRow(ctx, r.query("", &w), w.Args()...))
	return line, r.orNotFound(err)
}

// List reads the lines in the actor's scope that the filter keeps, by id.
func (r LineReader[L]) List(ctx context.Context, q db.Queryer, by auth.Actor, f LineFilter, each func(L) error) error {
	w := f.where()
	w.Scope("l.employee_id", by.Visible)
	limit := w.Bind(f.Rows)
	return db.Stream(r.Scan, each)(q.Query(ctx, r.query("", w)+" ORDER BY l.id LIMIT "+limit, w.Args()...))
}

// ArchivedByID reads an archived line in the actor's scope, with when and why it was archived.
func (r LineReader[L]) ArchivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (line L, in archival.State, err error) {
	var w db.Where
	w.And("l.id = ? AND (l.archived_at IS NOT NULL OR l.aged_at IS NOT NULL)", id)
	w.Scope("l.employee_id", by.Visible)
	line, err = r.Scan(db.Also(q.QueryRow(ctx, r.query(", "+archival.Columns("l"), &w), w.Args()...), &in.At, &in.Reason))
	return line, in, r.orNotFound(err)
}

func (r LineReader[L]) orNotFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errs.NotFound(r.Noun)
	}
	return err
}

// where is the condition of the lines l, on sheets t, that the filter keeps.
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

// Archive moves one line to the archive.
func (l LineTable) Archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE "+l.Name+
		" SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1 WHERE id = $1", id, at)
	return err
}

func (l LineTable) archiveOnSheet(ctx context.Context, tx *db.Tx, sheet int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx,
		"UPDATE "+l.Name+` SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1
		WHERE timesheet_id = $1 AND archived_at IS NULL RETURNING id`, sheet, at))
}

func (l LineTable) moveOnSheet(ctx context.Context, tx *db.Tx, sheet, employeeID int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, "UPDATE "+l.Name+` SET employee_id = $2, updated_at = $3, version = version + 1
		WHERE timesheet_id = $1 AND archived_at IS NULL RETURNING id`, sheet, employeeID, at))
}

// anyApproved reports whether a live line of the sheet is approved by itself.
func (l LineTable) anyApproved(ctx context.Context, q db.Queryer, sheet int64) (found bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM "+l.Name+" WHERE timesheet_id = $1 AND is_approved AND archived_at IS NULL)",
		sheet).Scan(&found)
	return found, err
}

func (l LineTable) setAged(ctx context.Context, tx *db.Tx, sheets []int64, at db.Instant) (int64, error) {
	return tx.Exec(ctx, "UPDATE "+l.Name+` SET aged_at = $1, updated_at = $1, version = version + 1
		WHERE archived_at IS NULL AND aged_at IS NULL AND timesheet_id IN (`+tx.Dialect().IDs("$2")+`)`, at, db.IDs(sheets))
}
