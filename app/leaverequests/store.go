package leaverequests

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"presence/app/auth"
	"presence/app/errs"
	"presence/db"
)

const columns = `id, employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status,
	created_at, updated_at, version`

func scan(row interface{ Scan(...any) error }) (r LeaveRequest, err error) {
	err = row.Scan(&r.ID, &r.EmployeeID, &r.BankCodeID, &r.LeaveType, &r.Start, &r.End, &r.Comment, &r.ApprovalStatus,
		&r.CreatedAt, &r.UpdatedAt, &r.Version)
	return r, err
}

func byID(ctx context.Context, q db.Queryer, actor auth.Actor, id int64) (LeaveRequest, error) {
	cond, args := actor.Visible("employee_id", 2)
	r, err := scan(q.QueryRow(ctx, `SELECT `+columns+` FROM leave_requests
		WHERE id = $1 AND archived_at IS NULL AND `+cond, append([]any{id}, args...)...))
	if errors.Is(err, sql.ErrNoRows) {
		return r, errs.Missing("leave request")
	}
	return r, err
}

func each(ctx context.Context, q db.Queryer, actor auth.Actor, f Filter, fn func(LeaveRequest) error) error {
	cond, args := actor.Visible("employee_id", 1)
	where := `archived_at IS NULL AND ` + cond
	narrow := func(condition string, value any) {
		args = append(args, value)
		where += fmt.Sprintf(" AND "+condition, len(args))
	}
	if f.EmployeeID != 0 {
		narrow("employee_id = $%d", f.EmployeeID)
	}
	if f.From != 0 {
		narrow("end_at > $%d", f.From)
	}
	if f.To != 0 {
		narrow("start_at < $%d", f.To)
	}
	rows, err := q.Query(ctx, `SELECT `+columns+` FROM leave_requests WHERE `+where+` ORDER BY id`, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scan(rows)
		if err == nil {
			err = fn(r)
		}
		if err != nil {
			return err
		}
	}
	return rows.Err()
}

// facts are what a new request is checked against.
type facts struct{ employee, approvable, bankCode, overlaps bool }

func known(ctx context.Context, q db.Queryer, actor auth.Actor, n New) (k facts, err error) {
	visible, args := actor.Visible("e.id", 2)
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM employees e WHERE e.id = $1 AND e.archived_at IS NULL AND `+visible+`)`,
		append([]any{n.EmployeeID}, args...)...).Scan(&k.employee)
	if err != nil {
		return k, err
	}
	approvable, args := actor.Approvable("e.id", 2)
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM employees e WHERE e.id = $1 AND `+approvable+`)`,
		append([]any{n.EmployeeID}, args...)...).Scan(&k.approvable)
	if err != nil {
		return k, err
	}
	err = q.QueryRow(ctx, `SELECT
		EXISTS (SELECT 1 FROM bank_codes WHERE id = $1 AND categorie = 'leave' AND archived_at IS NULL),
		EXISTS (SELECT 1 FROM leave_requests WHERE employee_id = $2 AND archived_at IS NULL
			AND approval_status IN ('True','Pending','Escalated') AND start_at < $3 AND end_at > $4)`,
		n.BankCodeID, n.EmployeeID, n.End, n.Start).Scan(&k.bankCode, &k.overlaps)
	return k, err
}

func insert(ctx context.Context, tx *db.Tx, n New, now db.Instant) (LeaveRequest, error) {
	return scan(tx.QueryRow(ctx, `INSERT INTO leave_requests
		(employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status, created_at, updated_at)
		VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9) RETURNING `+columns,
		n.EmployeeID, n.BankCodeID, n.LeaveType, n.Start, n.End, n.Comment, n.ApprovalStatus, now, now))
}

// Scope is a condition on the column that holds an employee's id, such as auth.Actor.Visible gives it: its
// placeholder is numbered n, the arguments go with it.
type Scope func(column string, n int) (cond string, args []any)

// Spell is one stretch of approved leave, as the hours of a period need it.
type Spell struct {
	EmployeeID int64
	BankCodeID int64
	Start, End db.Instant
}

// EachApproved gives the approved leave that touches the time from start to end, of the employees in scope, by
// employee and start.
func EachApproved(ctx context.Context, q db.Queryer, start, end db.Instant, scope Scope, fn func(Spell)) error {
	cond, args := scope("employee_id", 3)
	rows, err := q.Query(ctx, `SELECT employee_id, bank_code_id, start_at, end_at FROM leave_requests
		WHERE start_at < $1 AND end_at > $2 AND approval_status = 'True' AND archived_at IS NULL AND `+cond+`
		ORDER BY employee_id, start_at, id`, append([]any{end, start}, args...)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var s Spell
		if err := rows.Scan(&s.EmployeeID, &s.BankCodeID, &s.Start, &s.End); err != nil {
			return err
		}
		fn(s)
	}
	return rows.Err()
}
