package employees

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/db"
)

const columns = `id, user_id, first_name, last_name, email, phone_number, COALESCE(residence, ''), external_payroll_id, company_code,
	first_work_day, last_work_day, COALESCE(supervisor_id, 0), version, updated_at, COALESCE(archived_at, 0), COALESCE(archived_reason, '')`

func scan(row db.Row) (e Employee, err error) {
	err = row.Scan(&e.ID, &e.UserID, &e.FirstName, &e.LastName, &e.Email, &e.PhoneNumber, &e.Residence, &e.ExternalPayrollID, &e.CompanyCode,
		&e.FirstWorkDay, &e.LastWorkDay, &e.SupervisorID, &e.Version, &e.UpdatedAt, &e.ArchivedAt, &e.ArchivedReason)
	if errors.Is(err, sql.ErrNoRows) {
		return e, errs.NotFound("employee")
	}
	return e, taken(err)
}

// taken says that the person has a record, or is getting one at this very moment (W17).
func taken(err error) error {
	if db.IsUnique(err, "employees_user_id") || db.IsUnique(err, "people_pkey") {
		return errs.Conflict("person_taken", "This user_id already has an employee record, live or archived.")
	}
	return err
}

// byID finds a live record in the actor's scope.
func byID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Employee, error) {
	visible, args := by.Visible("id", 2)
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM employees WHERE id = $1 AND archived_at IS NULL AND "+visible,
		append([]any{id}, args...)...))
}

// anyByID finds a record, live or archived, outside of any scope.
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
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+" FROM employees WHERE "+where+" AND "+visible+" ORDER BY id LIMIT $3",
		append(args, more...)...))
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

// orNull is NULL for the zero value of a column that may be empty.
func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// listDepartures lists the live records whose last work day has passed.
func listDepartures(ctx context.Context, q db.Queryer, today db.Day) ([]departure, error) {
	return db.Collect(func(row db.Row) (p departure, err error) {
		err = row.Scan(&p.id, &p.userID)
		return p, err
	})(q.Query(ctx, "SELECT id, user_id FROM employees WHERE archived_at IS NULL AND last_work_day < $1 ORDER BY id", today))
}

func archive(ctx context.Context, tx *db.Tx, list []int64, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE employees SET archived_at = $2, archived_reason = $3, updated_at = $2, version = version + 1
		WHERE id IN (`+tx.Dialect().IDs("$1")+`)`, db.IDs(list), int64(at), Left)
	return err
}

// moveReports makes to (0: none) the supervisor of the reports of from, and returns their ids.
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

// readReportingLine reads the employees and everyone above them.
func readReportingLine(ctx context.Context, q db.Queryer, from []int64) (reportingLine, error) {
	rows, err := q.Query(ctx, `WITH RECURSIVE up (id, supervisor_id, archived_at) AS (
			SELECT id, supervisor_id, archived_at FROM employees WHERE id IN (`+q.Dialect().IDs("$1")+`)
			UNION SELECT e.id, e.supervisor_id, e.archived_at FROM employees e JOIN up ON e.id = up.supervisor_id)
		SELECT id, COALESCE(supervisor_id, 0), archived_at IS NOT NULL FROM up`, db.IDs(from))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	c := reportingLine{}
	for rows.Next() {
		var id int64
		var p lineMember
		if err := rows.Scan(&id, &p.supervisor, &p.archived); err != nil {
			return nil, err
		}
		c[id] = p
	}
	return c, rows.Err()
}

// archivedByID finds a record in the archive, in the actor's scope, with when and why it went there.
func archivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (e Employee, in archival.State, err error) {
	visible, args := by.Visible("id", 2)
	e, err = scan(q.QueryRow(ctx, "SELECT "+columns+" FROM employees WHERE id = $1 AND archived_at IS NOT NULL AND "+visible,
		append([]any{id}, args...)...))
	return e, archival.State{At: e.ArchivedAt, Reason: e.ArchivedReason}, err
}

// scanNames reads who stands on a page: the employee with the name.
func scanNames(rows *sql.Rows) (list []NamedEmployee, err error) {
	defer rows.Close()
	for rows.Next() {
		var n NamedEmployee
		if err := rows.Scan(&n.ID, &n.Name); err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, rows.Err()
}

// inArchive tells on which side of it a page looks.
func inArchive(yes bool) string {
	if yes {
		return "archived_at IS NOT NULL"
	}
	return "archived_at IS NULL"
}

var likeText = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// where is what a search keeps, of those in the actor's scope. The supervisor whose crew cannot report to itself is left
// out with everyone below.
func (s Search) where(by auth.Actor) *db.Where {
	var w db.Where
	w.And(inArchive(s.Archive))
	for _, word := range s.words() {
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			w.And("external_payroll_id = ?", n)
			continue
		}
		w.And(`sort_name LIKE ? ESCAPE '\'`, "%"+likeText.Replace(word)+"%")
	}
	if s.SupervisorID != 0 {
		w.And("supervisor_id = ?", s.SupervisorID)
	}
	if s.CompanyCode != 0 {
		w.And("company_code = ?", s.CompanyCode)
	}
	if s.NotUnder != 0 {
		w.And(`id NOT IN (WITH RECURSIVE below (id) AS (SELECT id FROM employees WHERE id = ?
			UNION SELECT e.id FROM employees e JOIN below ON e.supervisor_id = below.id) SELECT id FROM below)`, s.NotUnder)
	}
	w.Scope("id", by.Visible)
	return &w
}

// search reads one page of what a search finds, by name, and counts all of it.
func search(ctx context.Context, q db.Queryer, by auth.Actor, s Search) (f SearchResult, err error) {
	w := s.where(by)
	if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM employees WHERE "+w.String(), w.Args()...).Scan(&f.All); err != nil {
		return f, err
	}
	rows, err := q.Query(ctx, "SELECT "+columns+`,
			COALESCE((SELECT b.first_name || ' ' || b.last_name FROM employees b WHERE b.id = employees.supervisor_id), ''),
			(SELECT COUNT(*) FROM employees r WHERE r.supervisor_id = employees.id AND r.archived_at IS NULL)
		FROM employees WHERE `+w.String()+" ORDER BY sort_name, id LIMIT "+w.Bind(s.Rows)+" OFFSET "+w.Bind(s.Skip), w.Args()...)
	if err != nil {
		return f, err
	}
	defer rows.Close()
	for rows.Next() {
		var l Listed
		if l.Employee, err = scan(db.Also(rows, &l.Supervisor, &l.Reports)); err != nil {
			return f, err
		}
		f.List = append(f.List, l)
	}
	return f, rows.Err()
}

// listSupervisors are those in the actor's scope who have live reports, by name.
func listSupervisors(ctx context.Context, q db.Queryer, by auth.Actor) ([]NamedEmployee, error) {
	var w db.Where
	w.And("archived_at IS NULL AND EXISTS (SELECT 1 FROM employees r WHERE r.supervisor_id = employees.id AND r.archived_at IS NULL)")
	w.Scope("id", by.Visible)
	rows, err := q.Query(ctx, "SELECT id, first_name || ' ' || last_name FROM employees WHERE "+w.String()+" ORDER BY sort_name, id",
		w.Args()...)
	if err != nil {
		return nil, err
	}
	return scanNames(rows)
}

// companies are the codes of the live records in the actor's scope.
func companies(ctx context.Context, q db.Queryer, by auth.Actor) ([]int64, error) {
	var w db.Where
	w.And("archived_at IS NULL")
	w.Scope("id", by.Visible)
	rows, err := q.Query(ctx, "SELECT DISTINCT company_code FROM employees WHERE "+w.String()+" ORDER BY company_code", w.Args()...)
	if err != nil {
		return nil, err
	}
	return ids(rows)
}

// listTree reads the live records in the actor's scope with their supervisors, by name.
func listTree(ctx context.Context, q db.Queryer, by auth.Actor) (list []TreeNode, err error) {
	var w db.Where
	w.And("archived_at IS NULL")
	w.Scope("id", by.Visible)
	return db.Collect(func(row db.Row) (p TreeNode, err error) {
		err = row.Scan(&p.ID, &p.Name, &p.SupervisorID)
		return p, err
	})(q.Query(ctx, "SELECT id, first_name || ' ' || last_name, COALESCE(supervisor_id, 0) FROM employees WHERE "+w.String()+
		" ORDER BY sort_name, id", w.Args()...))
}

// liveOrArchivedByID finds a record in the actor's scope, live or archived.
func liveOrArchivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Employee, error) {
	var w db.Where
	w.And("id = ?", id)
	w.Scope("id", by.Visible)
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM employees WHERE "+w.String(), w.Args()...))
}

// listSupervisorsAbove are the supervisors of an employee, the nearest first.
func listSupervisorsAbove(ctx context.Context, q db.Queryer, id int64) ([]NamedEmployee, error) {
	rows, err := q.Query(ctx, `WITH RECURSIVE up (id, name, supervisor_id, far) AS (
			SELECT id, '', supervisor_id, 0 FROM employees WHERE id = $1
			UNION ALL SELECT e.id, e.first_name || ' ' || e.last_name, e.supervisor_id, up.far + 1
				FROM employees e JOIN up ON e.id = up.supervisor_id WHERE up.far < 50)
		SELECT id, name FROM up WHERE far > 0 ORDER BY far`, id)
	if err != nil {
		return nil, err
	}
	return scanNames(rows)
}

// listReports are the first of an employee's live reports, by name.
func listReports(ctx context.Context, q db.Queryer, id, limit int64) ([]NamedEmployee, error) {
	rows, err := q.Query(ctx, `SELECT id, first_name || ' ' || last_name FROM employees
		WHERE supervisor_id = $1 AND archived_at IS NULL ORDER BY sort_name, id LIMIT $2`, id, limit)
	if err != nil {
		return nil, err
	}
	return scanNames(rows)
}

// listNames returns the names of employees, outside of any scope.
func listNames(ctx context.Context, q db.Queryer, list []int64) ([]NamedEmployee, error) {
	rows, err := q.Query(ctx, "SELECT id, first_name || ' ' || last_name FROM employees WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(list))
	if err != nil {
		return nil, err
	}
	return scanNames(rows)
}

// userOf is the person with that e-mail, "" when there is none.
func userOf(ctx context.Context, q db.Queryer, email string) (id string, err error) {
	err = q.QueryRow(ctx, "SELECT id FROM people WHERE email = $1", email).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, err
}
