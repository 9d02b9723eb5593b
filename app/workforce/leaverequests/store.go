package leaverequests

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/db"
)

const columns = `id, employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status,
	created_at, updated_at, version`

func scan(row db.Row) (r LeaveRequest, err error) {
	err = row.Scan(&r.ID, &r.EmployeeID, &r.BankCodeID, &r.LeaveType, &r.Start, &r.End, &r.Comment, &r.ApprovalStatus,
		&r.CreatedAt, &r.UpdatedAt, &r.Version)
	return r, err
}

// notArchived keeps what has not gone to the archive, neither deleted nor with its period (W11).
const notArchived = "archived_at IS NULL AND aged_at IS NULL"

func byID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (LeaveRequest, error) {
	var w db.Where
	w.And("id = ? AND "+notArchived, id)
	w.Scope("employee_id", by.Visible)
	r, err := scan(q.QueryRow(ctx, "SELECT "+columns+" FROM leave_requests WHERE "+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		return r, errs.NotFound("leave request")
	}
	return r, err
}

func list(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, each func(LeaveRequest) error) error {
	w := f.where()
	w.Scope("employee_id", by.Visible)
	limit := ""
	if f.Rows > 0 {
		limit = " LIMIT " + w.Bind(f.Rows)
	}
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+" FROM leave_requests WHERE "+w.String()+" ORDER BY id"+limit, w.Args()...))
}

func (f Filter) where() *db.Where {
	w := &db.Where{}
	w.And(notArchived)
	narrow := func(wanted bool, cond string, value any) {
		if wanted {
			w.And(cond, value)
		}
	}
	narrow(f.After != 0, "id > ?", f.After)
	narrow(f.Since != 0, "updated_at >= ?", f.Since)
	narrow(f.EmployeeID != 0, "employee_id = ?", f.EmployeeID)
	narrow(f.BankCodeID != 0, "bank_code_id = ?", f.BankCodeID)
	narrow(f.ApprovalStatus != "", "approval_status = ?", f.ApprovalStatus)
	narrow(f.LeaveType != "", "leave_type = ?", f.LeaveType)
	narrow(f.From != 0, "end_at > ?", f.From)
	narrow(f.To != 0, "start_at < ?", f.To)
	return w
}

// facts are what a request is checked against.
type facts struct {
	employee bool   // is live and in the actor's scope
	category string // of the bank code; empty when there is none
	overlaps bool   // other leave of the employee, approved or waiting, deleted ones aside
}

// loadFacts reads the facts. The bank code stands until the end of the transaction.
func loadFacts(ctx context.Context, tx *db.Tx, by auth.Actor, n New, self int64) (k facts, err error) {
	visible, args := by.Visible("e.id", 6)
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM employees e WHERE e.id = $1 AND e.archived_at IS NULL AND `+visible+`),
		COALESCE((SELECT categorie FROM bank_codes WHERE id = $2 AND archived_at IS NULL`+tx.Dialect().KeepLocked()+`), ''),
		EXISTS (SELECT 1 FROM leave_requests WHERE employee_id = $1 AND archived_at IS NULL
			AND approval_status IN ('True','Pending','Escalated') AND start_at < $3 AND end_at > $4 AND id <> $5)`,
		append([]any{n.EmployeeID, n.BankCodeID, n.End, n.Start, self}, args...)...).Scan(&k.employee, &k.category, &k.overlaps)
	return k, err
}

func insert(ctx context.Context, tx *db.Tx, n New, at db.Instant) (LeaveRequest, error) {
	return scan(tx.QueryRow(ctx, `INSERT INTO leave_requests
		(employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status, created_at, updated_at)
		VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$8) RETURNING `+columns,
		n.EmployeeID, n.BankCodeID, n.LeaveType, n.Start, n.End, n.Comment, n.ApprovalStatus, at))
}

// save stores a request as a transition left it.
func save(ctx context.Context, tx *db.Tx, r LeaveRequest, at db.Instant) (LeaveRequest, error) {
	return scan(tx.QueryRow(ctx, `UPDATE leave_requests SET employee_id = $2, bank_code_id = $3, leave_type = $4, start_at = $5, end_at = $6,
		comment = $7, approval_status = $8, updated_at = $9, version = version + 1 WHERE id = $1 RETURNING `+columns,
		r.ID, r.EmployeeID, r.BankCodeID, r.LeaveType, r.Start, r.End, r.Comment, r.ApprovalStatus, at))
}

func archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE leave_requests SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = "+
		"version + 1 WHERE id = $1", id, at)
	return err
}

// archivedByID is a request in the archive, in the actor's scope, with when and why it went there.
func archivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (r LeaveRequest, in archival.State, err error) {
	var w db.Where
	w.And("id = ? AND (archived_at IS NOT NULL OR aged_at IS NOT NULL)", id)
	w.Scope("employee_id", by.Visible)
	row := q.QueryRow(ctx, "SELECT "+columns+", "+archival.Columns("leave_requests")+" FROM leave_requests WHERE "+w.String(), w.Args()...)
	r, err = scan(db.Also(row, &in.At, &in.Reason))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("leave request")
	}
	return r, in, err
}

// setAged moves decided leave that ended before a moment to the archive, at most so many requests, and gives their ids.
func setAged(ctx context.Context, tx *db.Tx, before db.Instant, rows int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, `UPDATE leave_requests SET aged_at = $1, updated_at = $1, version = version + 1
		WHERE id IN (SELECT id FROM leave_requests WHERE archived_at IS NULL AND aged_at IS NULL AND end_at <= $2
			AND approval_status NOT IN ('Pending', 'Escalated') ORDER BY id LIMIT $3`+tx.Dialect().SkipLocked()+`) RETURNING id`, at, before, rows))
}

// Scope is a condition on the column that holds an employee's id, such as auth.Actor.Visible gives it: its
// placeholder is numbered n, the arguments go with it.
type Scope func(column string, n int) (cond string, args []any)

// LeaveSpan is one stretch of approved leave, as the hours of a period need it.
type LeaveSpan struct {
	EmployeeID int64
	BankCodeID int64
	Start, End db.Instant
}

// EachApproved gives the approved leave that touches the time from start to end, of the employees in scope, by
// employee and start.
func EachApproved(ctx context.Context, q db.Queryer, start, end db.Instant, scope Scope, fn func(LeaveSpan)) error {
	cond, args := scope("employee_id", 3)
	rows, err := q.Query(ctx, `SELECT employee_id, bank_code_id, start_at, end_at FROM leave_requests
		WHERE start_at < $1 AND end_at > $2 AND approval_status = 'True' AND archived_at IS NULL AND `+cond+`
		ORDER BY employee_id, start_at, id`, append([]any{end, start}, args...)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var s LeaveSpan
		if err := rows.Scan(&s.EmployeeID, &s.BankCodeID, &s.Start, &s.End); err != nil {
			return err
		}
		fn(s)
	}
	return rows.Err()
}

// listCalendar is the leave that touches the time between two moments and is approved or waits, of whom the actor sees, by
// person and start.
func listCalendar(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Instant, rows int) (list []NamedRequest, err error) {
	var w db.Where
	w.And("l.start_at < ? AND l.end_at > ? AND l.approval_status IN ('True', 'Pending', 'Escalated') AND l.archived_at IS NULL", to, from)
	w.Scope("l.employee_id", by.Visible)
	limit := w.Bind(rows)
	found, err := q.Query(ctx, `SELECT `+prefixed+`, e.first_name || ' ' || e.last_name
		FROM leave_requests l JOIN employees e ON e.id = l.employee_id WHERE `+w.String()+` ORDER BY e.sort_name, e.id, l.start_at, l.id LIMIT `+
		limit, w.Args()...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var e NamedRequest
		if e.LeaveRequest, err = scan(db.Also(found, &e.Name)); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, found.Err()
}

// prefixed are the columns of leave_requests l.
var prefixed = "l." + strings.Join(strings.Fields(columns), " l.")

// listByEmployee is what one person asked for, the latest first.
func listByEmployee(ctx context.Context, q db.Queryer, employeeID int64, rows int) (requests []LeaveRequest, err error) {
	found, err := q.Query(ctx, "SELECT "+columns+" FROM leave_requests WHERE employee_id = $1 AND "+notArchived+
		" ORDER BY start_at DESC, id DESC LIMIT $2", employeeID, rows)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		r, err := scan(found)
		if err != nil {
			return nil, err
		}
		requests = append(requests, r)
	}
	return requests, found.Err()
}

func leaveCodes(ctx context.Context, q db.Queryer) (codes []Code, err error) {
	found, err := q.Query(ctx,
		"SELECT id, LOWER(type), bank_code FROM bank_codes WHERE categorie = 'leave' AND archived_at IS NULL ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var c Code
		if err := found.Scan(&c.ID, &c.Type, &c.Name); err != nil {
			return nil, err
		}
		codes = append(codes, c)
	}
	return codes, found.Err()
}
