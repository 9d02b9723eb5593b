package employees

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"presence/app/auth"
	"presence/app/errs"
	"presence/db"
)

const columns = `id, user_id, first_name, last_name, email, phone_number, COALESCE(residence, ''), external_payroll_id, company_code,
	first_work_day, last_work_day, COALESCE(supervisor_id, 0), version, updated_at, COALESCE(archived_at, 0), COALESCE(archived_reason, '')`

func scan(row interface{ Scan(...any) error }) (e Employee, err error) {
	err = row.Scan(&e.ID, &e.UserID, &e.FirstName, &e.LastName, &e.Email, &e.PhoneNumber, &e.Residence, &e.ExternalPayrollID, &e.CompanyCode,
		&e.FirstWorkDay, &e.LastWorkDay, &e.SupervisorID, &e.Version, &e.UpdatedAt, &e.ArchivedAt, &e.ArchivedReason)
	if errors.Is(err, sql.ErrNoRows) {
		return e, errs.Missing("employee")
	}
	return e, taken(err)
}

// taken says that the person has a record, or is getting one at this very moment (W17).
func taken(err error) error {
	if db.IsUnique(err, "employees_user_id") || db.IsUnique(err, "people_pkey") {
		return errs.Conflicting("person_taken", "This user_id already has an employee record, live or archived.")
	}
	return err
}

// byID finds a live record in the actor's scope.
func byID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Employee, error) {
	visible, args := by.Visible("id", 2)
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM employees WHERE id = $1 AND archived_at IS NULL AND "+visible, append([]any{id}, args...)...))
}

// anyByID finds a record, live or archived, whoever asks.
func anyByID(ctx context.Context, q db.Queryer, id int64) (Employee, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM employees WHERE id = $1", id))
}

func list(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, each func(Employee) error) error {
	args := []any{f.After, int64(f.Since), f.Rows}
	where := "archived_at IS NULL AND id > $1 AND updated_at >= $2"
	narrow := func(column string, wanted bool, value any) {
		if wanted {
			args = append(args, value)
			where += fmt.Sprintf(" AND %s = $%d", column, len(args))
		}
	}
	narrow("supervisor_id", f.SupervisorID != 0, f.SupervisorID)
	narrow("company_code", f.CompanyCode != 0, f.CompanyCode)
	narrow("user_id", f.UserID != "", f.UserID)
	narrow("email", f.Email != "", f.Email)
	visible, more := by.Visible("id", len(args)+1)
	rows, err := q.Query(ctx, "SELECT "+columns+" FROM employees WHERE "+where+" AND "+visible+" ORDER BY id LIMIT $3", append(args, more...)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		e, err := scan(rows)
		if err == nil {
			err = each(e)
		}
		if err != nil {
			return err
		}
	}
	return rows.Err()
}

func insert(ctx context.Context, tx *db.Tx, n New, at db.Instant) (Employee, error) {
	return scan(tx.QueryRow(ctx, `INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, residence,
			external_payroll_id, company_code, first_work_day, last_work_day, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) RETURNING `+columns,
		n.UserID, n.FirstName, n.LastName, sortName(n.FirstName, n.LastName), n.Email, n.PhoneNumber, orNull(n.Residence),
		n.ExternalPayrollID, n.CompanyCode, n.FirstWorkDay, n.LastWorkDay, int64(at)))
}

// save writes e over the record of its id, which the caller has locked and read.
func save(ctx context.Context, tx *db.Tx, e Employee, at db.Instant) (Employee, error) {
	return scan(tx.QueryRow(ctx, `UPDATE employees SET user_id = $2, first_name = $3, last_name = $4, sort_name = $5, email = $6,
			phone_number = $7, residence = $8, external_payroll_id = $9, company_code = $10, first_work_day = $11, last_work_day = $12,
			supervisor_id = $13, archived_at = $14, archived_reason = $15, updated_at = $16, version = version + 1
		WHERE id = $1 RETURNING `+columns,
		e.ID, e.UserID, e.FirstName, e.LastName, sortName(e.FirstName, e.LastName), e.Email, e.PhoneNumber, orNull(e.Residence),
		e.ExternalPayrollID, e.CompanyCode, e.FirstWorkDay, e.LastWorkDay, orNull(e.SupervisorID),
		orNull(int64(e.ArchivedAt)), orNull(e.ArchivedReason), int64(at)))
}

func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// due lists the live records whose last work day has passed.
func due(ctx context.Context, q db.Queryer, today db.Day) ([]int64, error) {
	rows, err := q.Query(ctx, "SELECT id FROM employees WHERE archived_at IS NULL AND last_work_day < $1 ORDER BY id", today)
	if err != nil {
		return nil, err
	}
	return ids(rows)
}

func archive(ctx context.Context, tx *db.Tx, list []int64, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE employees SET archived_at = $2, archived_reason = $3, updated_at = $2, version = version + 1
		WHERE id IN (`+tx.Dialect().IDs("$1")+`)`, db.IDs(list), int64(at), Left)
	return err
}

// moveReports gives everyone whom from supervises to to (0: nobody) and tells whom.
func moveReports(ctx context.Context, tx *db.Tx, from, to int64, at db.Instant) ([]int64, error) {
	rows, err := tx.Query(ctx, `UPDATE employees SET supervisor_id = $2, updated_at = $3, version = version + 1
		WHERE supervisor_id = $1 RETURNING id`, from, orNull(to), int64(at))
	if err != nil {
		return nil, err
	}
	return ids(rows)
}

func ids(rows *sql.Rows) (list []int64, err error) {
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		list = append(list, id)
	}
	return list, rows.Err()
}

// upward reads the employees and everyone above them.
func upward(ctx context.Context, q db.Queryer, from []int64) (chain, error) {
	rows, err := q.Query(ctx, `WITH RECURSIVE up (id, supervisor_id, archived_at) AS (
			SELECT id, supervisor_id, archived_at FROM employees WHERE id IN (`+q.Dialect().IDs("$1")+`)
			UNION SELECT e.id, e.supervisor_id, e.archived_at FROM employees e JOIN up ON e.id = up.supervisor_id)
		SELECT id, COALESCE(supervisor_id, 0), archived_at IS NOT NULL FROM up`, db.IDs(from))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	c := chain{}
	for rows.Next() {
		var id int64
		var p place
		if err := rows.Scan(&id, &p.supervisor, &p.archived); err != nil {
			return nil, err
		}
		c[id] = p
	}
	return c, rows.Err()
}

// archivedByID finds a record in the archive, in the actor's scope, with when and why it went there.
func archivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (e Employee, in db.InArchive, err error) {
	visible, args := by.Visible("id", 2)
	e, err = scan(q.QueryRow(ctx, "SELECT "+columns+" FROM employees WHERE id = $1 AND archived_at IS NOT NULL AND "+visible, append([]any{id}, args...)...))
	return e, db.InArchive{At: e.ArchivedAt, Reason: e.ArchivedReason}, err
}
