package employees

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/db"
)

const columns = `id, user_id, first_name, last_name, email, phone_number, COALESCE(residence, ''), external_payroll_id, company_code,
	first_work_day, last_work_day, COALESCE(supervisor_id, 0), version, updated_at, COALESCE(archived_at, 0), COALESCE(archived_reason, ''),
	default_breaks`

func scan(row db.Row) (e Employee, err error) {
	err = row.Scan(&e.ID, &e.UserID, &e.FirstName, &e.LastName, &e.Email, &e.PhoneNumber, &e.Residence, &e.ExternalPayrollID, &e.CompanyCode,
		&e.FirstWorkDay, &e.LastWorkDay, &e.SupervisorID, &e.Version, &e.UpdatedAt, &e.ArchivedAt, &e.ArchivedReason, &e.DefaultBreaks)
	if errors.Is(err, sql.ErrNoRows) {
		return e, errs.NotFound("employee")
	}
	return e, taken(err)
}

// taken turns a violated unique constraint into the conflict that the person has a record already (W17).
func taken(err error) error {
	if db.IsUnique(err, "employees_user_id") || db.IsUnique(err, "people_pkey") {
		return errs.Conflict("person_taken", "This person already has an employee record.")
	}
	return err
}

// byID returns a live record in the actor's scope.
func byID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Employee, error) {
	visible, args := by.Visible("id", 2)
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM employees WHERE id = $1 AND archived_at IS NULL AND "+visible,
		append([]any{id}, args...)...))
}

// anyByID returns a record, live or archived, outside of any scope.
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
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+" FROM employees WHERE "+where+" AND "+visible+" ORDER BY id"+db.Limit("$3"),
		append(args, more...)...))
}

func insert(ctx context.Context, tx *db.Tx, n New, at db.Instant) (Employee, error) {
	return scan(tx.QueryRow(ctx, `INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, residence,
			external_payroll_id, company_code, first_work_day, last_work_day, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) RETURNING `+columns,
		n.UserID, n.FirstName, n.LastName, sortName(n.FirstName, n.LastName), n.Email, n.PhoneNumber, db.NilIfZero(n.Residence),
		n.ExternalPayrollID, n.CompanyCode, n.FirstWorkDay, n.LastWorkDay, int64(at)))
}

// save updates the record, which the caller has locked.
func save(ctx context.Context, tx *db.Tx, e Employee, at db.Instant) (Employee, error) {
	return scan(tx.QueryRow(ctx, `UPDATE employees SET user_id = $2, first_name = $3, last_name = $4, sort_name = $5, email = $6,
			phone_number = $7, residence = $8, external_payroll_id = $9, company_code = $10, first_work_day = $11, last_work_day = $12,
			supervisor_id = $13, archived_at = $14, archived_reason = $15, updated_at = $16, default_breaks = $17,
			version = version + 1
		WHERE id = $1 RETURNING `+columns,
		e.ID, e.UserID, e.FirstName, e.LastName, sortName(e.FirstName, e.LastName), e.Email, e.PhoneNumber, db.NilIfZero(e.Residence),
		e.ExternalPayrollID, e.CompanyCode, e.FirstWorkDay, e.LastWorkDay, db.NilIfZero(e.SupervisorID),
		db.NilIfZero(int64(e.ArchivedAt)), db.NilIfZero(e.ArchivedReason), int64(at), e.DefaultBreaks))
}

// listDepartures returns the live records whose last work day has passed.
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
	return db.ReadIDs(tx.Query(ctx, `UPDATE employees SET supervisor_id = $2, updated_at = $3, version = version + 1
		WHERE supervisor_id = $1 RETURNING id`, from, db.NilIfZero(to), int64(at)))
}

// supervising returns those of some employees to whom a live employee reports.
func supervising(ctx context.Context, q db.Queryer, ids []int64) ([]int64, error) {
	return db.ReadIDs(q.Query(ctx, "SELECT DISTINCT supervisor_id FROM employees WHERE archived_at IS NULL AND supervisor_id IN ("+
		q.Dialect().IDs("$1")+")", db.IDs(ids)))
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
	c := reportingLine{}
	return c, db.ForEachRow(rows, func() error {
		var id int64
		var p lineMember
		err := rows.Scan(&id, &p.supervisor, &p.archived)
		c[id] = p
		return err
	})
}

// archivedByID returns an archived record in the actor's scope, with when and why it was archived.
func archivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (e Employee, in archival.State, err error) {
	visible, args := by.Visible("id", 2)
	e, err = scan(q.QueryRow(ctx, "SELECT "+columns+" FROM employees WHERE id = $1 AND archived_at IS NOT NULL AND "+visible,
		append([]any{id}, args...)...))
	return e, archival.State{At: e.ArchivedAt, Reason: e.ArchivedReason}, err
}

// scanName reads a row of id and name.
func scanName(row db.Row) (n NamedEmployee, err error) {
	err = row.Scan(&n.ID, &n.Name)
	return n, err
}

// inArchive returns the condition for archived records, or for live ones.
func inArchive(archived bool) string {
	if archived {
		return "archived_at IS NOT NULL"
	}
	return "archived_at IS NULL"
}

// where returns the conditions of the search, limited to the actor's scope. NotUnder excludes an employee with everyone below,
// who cannot supervise that employee.
func (s Search) where(by auth.Actor) *db.Where {
	var w db.Where
	w.And(inArchive(s.Archive))
	for _, word := range s.words() {
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			w.And("external_payroll_id = ?", n)
			continue
		}
		w.And(`sort_name LIKE ? ESCAPE '\'`, db.Containing(word))
	}
	if s.SupervisorID != 0 {
		w.And("supervisor_id = ?", s.SupervisorID)
	}
	if s.CompanyCode != 0 {
		w.And("company_code = ?", s.CompanyCode)
	}
	if s.NoWayIn && by.SeesAll() {
		w.And(auth.CannotSignIn("user_id"))
	}
	if s.Leading {
		w.And(hasReports)
	}
	if s.NotUnder != 0 {
		w.And(`id NOT IN (WITH RECURSIVE below (id) AS (SELECT id FROM employees WHERE id = ?
			UNION SELECT e.id FROM employees e JOIN below ON e.supervisor_id = below.id) SELECT id FROM below)`, s.NotUnder)
	}
	w.Scope("id", by.Visible)
	return &w
}

// search returns one page of the results, sorted by name, and the number of all results.
func search(ctx context.Context, q db.Queryer, by auth.Actor, s Search) (f SearchResult, err error) {
	w := s.where(by)
	if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM employees WHERE "+w.String(), w.Args()...).Scan(&f.All); err != nil {
		return f, err
	}
	scanListed := func(row db.Row) (l Listed, err error) {
		l.Employee, err = scan(db.ExtendRow(row, &l.Supervisor, &l.Reports))
		return l, err
	}
	f.List, err = db.Collect(scanListed)(q.Query(ctx, "SELECT "+columns+`,
			COALESCE((SELECT b.first_name || ' ' || b.last_name FROM employees b WHERE b.id = employees.supervisor_id), ''),
			(SELECT COUNT(*) FROM employees r WHERE r.supervisor_id = employees.id AND r.archived_at IS NULL)
		FROM employees WHERE `+w.String()+" ORDER BY "+s.order()+"sort_name, id"+db.Limit(w.Bind(s.Rows))+" OFFSET "+w.Bind(s.Skip), w.Args()...))
	return f, err
}

// order returns the columns to sort a search by before the name, as the beginning of an ORDER BY list; "" for none.
func (s Search) order() string {
	if !s.ByCrew {
		return ""
	}
	return "supervisor_id IS NULL, COALESCE((SELECT b.sort_name FROM employees b WHERE b.id = employees.supervisor_id), ''), COALESCE(supervisor_id, 0), "
}

// freePeople returns those who sign in and have no employee record, and the person with the id current, by e-mail address; at
// most n.
func freePeople(ctx context.Context, q db.Queryer, current string, n int) ([]Person, error) {
	return db.Collect(func(row db.Row) (p Person, err error) {
		err = row.Scan(&p.ID, &p.Name, &p.Email)
		return p, err
	})(q.Query(ctx, `SELECT x.id, x.name, x.email FROM (SELECT p.id, p.name, p.email FROM people p WHERE p.id = $1
			UNION ALL SELECT * FROM (SELECT p.id, p.name, p.email FROM people p WHERE p.id <> $1 AND p.disabled_at IS NULL
				AND NOT EXISTS (SELECT 1 FROM employees e WHERE e.user_id = p.id) ORDER BY p.email`+db.Limit("$2")+`) free) x
		ORDER BY x.id <> $1, x.email`+db.Limit("$2"), current, n))
}

// hasReports is the condition that an employee has live reports.
const hasReports = "EXISTS (SELECT 1 FROM employees r WHERE r.supervisor_id = employees.id AND r.archived_at IS NULL)"

// listSupervisors returns those in the actor's scope who have live reports, sorted by name.
func listSupervisors(ctx context.Context, q db.Queryer, by auth.Actor) ([]NamedEmployee, error) {
	var w db.Where
	w.And("archived_at IS NULL AND " + hasReports)
	w.Scope("id", by.Visible)
	return db.Collect(scanName)(q.Query(ctx,
		"SELECT id, first_name || ' ' || last_name FROM employees WHERE "+w.String()+" ORDER BY sort_name, id", w.Args()...))
}

// companies returns the company codes of the live records in the actor's scope.
func companies(ctx context.Context, q db.Queryer, by auth.Actor) ([]int64, error) {
	var w db.Where
	w.And("archived_at IS NULL")
	w.Scope("id", by.Visible)
	return db.ReadIDs(q.Query(ctx, "SELECT DISTINCT company_code FROM employees WHERE "+w.String()+" ORDER BY company_code", w.Args()...))
}

// lastNumbers returns the highest payroll number of all records, and the company of the record that was created last; 0 if there is none.
func lastNumbers(ctx context.Context, q db.Queryer) (payroll, company int64, err error) {
	err = q.QueryRow(ctx, `SELECT COALESCE((SELECT MAX(external_payroll_id) FROM employees), 0),
		COALESCE((SELECT company_code FROM employees ORDER BY id DESC LIMIT 1), 0)`).Scan(&payroll, &company)
	return payroll, company, err
}

// listTree returns the live records in the actor's scope with their supervisors, sorted by name.
func listTree(ctx context.Context, q db.Queryer, by auth.Actor) (list []TreeNode, err error) {
	var w db.Where
	w.And("e.archived_at IS NULL")
	w.Scope("e.id", by.Visible)
	return db.Collect(func(row db.Row) (p TreeNode, err error) {
		err = row.Scan(&p.ID, &p.Name, &p.SupervisorID, &p.Payroll, &p.Residence, &p.Role)
		return p, err
	})(q.Query(ctx, `SELECT e.id, e.first_name || ' ' || e.last_name, COALESCE(e.supervisor_id, 0), e.external_payroll_id,
			COALESCE(e.residence, ''), COALESCE(p.role, '') FROM employees e LEFT JOIN people p ON p.id = e.user_id WHERE `+w.String()+
		" ORDER BY e.sort_name, e.id", w.Args()...))
}

// liveOrArchivedByID returns a record in the actor's scope, live or archived.
func liveOrArchivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Employee, error) {
	var w db.Where
	w.And("id = ?", id)
	w.Scope("id", by.Visible)
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM employees WHERE "+w.String(), w.Args()...))
}

// listSupervisorsAbove returns the supervisors above an employee, the nearest first.
func listSupervisorsAbove(ctx context.Context, q db.Queryer, id int64) ([]NamedEmployee, error) {
	return db.Collect(scanName)(q.Query(ctx, `WITH RECURSIVE up (id, name, supervisor_id, far) AS (
			SELECT id, '', supervisor_id, 0 FROM employees WHERE id = $1
			UNION ALL SELECT e.id, e.first_name || ' ' || e.last_name, e.supervisor_id, up.far + 1
				FROM employees e JOIN up ON e.id = up.supervisor_id WHERE up.far < 50)
		SELECT id, name FROM up WHERE far > 0 ORDER BY far`, id))
}

// listReports returns the first limit live reports of an employee, sorted by name.
func listReports(ctx context.Context, q db.Queryer, id, limit int64) ([]NamedEmployee, error) {
	return db.Collect(scanName)(q.Query(ctx, `SELECT id, first_name || ' ' || last_name FROM employees
		WHERE supervisor_id = $1 AND archived_at IS NULL ORDER BY sort_name, id LIMIT CAST($2 AS BIGINT)`, id, limit))
}

// listNames returns the names of employees, outside of any scope.
func listNames(ctx context.Context, q db.Queryer, list []int64) ([]NamedEmployee, error) {
	return db.Collect(scanName)(q.Query(ctx,
		"SELECT id, first_name || ' ' || last_name FROM employees WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(list)))
}

// names returns the names of employees in the actor's scope, live or archived, by their ids.
func names(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64) (map[int64]string, error) {
	var w db.Where
	w.Scope("id", by.Visible)
	list := w.Bind(db.IDs(ids))
	return db.ReadMap[int64, string](q.Query(ctx, "SELECT id, first_name || ' ' || last_name FROM employees WHERE "+w.String()+
		" AND id IN ("+q.Dialect().IDs(list)+")", w.Args()...))
}
