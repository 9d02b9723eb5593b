package deputies

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/workforce/leaverequests"
	"presence/db"
)

// selected is the beginning of a query whose rows scan reads; the placeholders of its day (auth.Today) have the numbers 1 to 3.
var selected = `SELECT d.id, d.supervisor_id, b.first_name || ' ' || b.last_name, d.deputy_id, e.first_name || ' ' || e.last_name, d.from_day,
	d.until_day, COALESCE(` + auth.ActiveDeputy(1) + `, FALSE), d.version, d.updated_at
	FROM deputies d JOIN employees b ON b.id = d.supervisor_id JOIN employees e ON e.id = d.deputy_id WHERE d.archived_at IS NULL AND `

func scan(row db.Row) (d Deputy, err error) {
	err = row.Scan(&d.ID, &d.SupervisorID, &d.SupervisorName, &d.DeputyID, &d.DeputyName, &d.From, &d.Until, &d.Active, &d.Version,
		&d.UpdatedAt)
	return d, err
}

// mine adds the condition for those that the actor may read: all, or those who stand in for them or for whom they stand in.
func mine(w *db.Where, by auth.Actor) {
	if !by.SeesAll() {
		w.And("(d.supervisor_id = ? OR d.deputy_id = ?)", by.EmployeeID, by.EmployeeID)
	}
}

// of returns the condition that begins with the values of the day.
func of(today auth.Today) *db.Where {
	var w db.Where
	for _, v := range today.Args() {
		w.Bind(v)
	}
	return &w
}

func byID(ctx context.Context, q db.Queryer, by auth.Actor, today auth.Today, id int64) (Deputy, error) {
	w := of(today)
	w.And("d.id = ?", id)
	mine(w, by)
	d, err := scan(q.QueryRow(ctx, selected+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("deputy")
	}
	return d, err
}

func list(ctx context.Context, q db.Queryer, by auth.Actor, today auth.Today, f Filter, each func(Deputy) error) error {
	w := of(today)
	w.And("d.id > ?", f.After)
	w.And("d.updated_at >= ?", f.Since)
	if f.SupervisorID != 0 {
		w.And("d.supervisor_id = ?", f.SupervisorID)
	}
	mine(w, by)
	limit := db.Limit(w.Bind(f.Rows))
	return db.Stream(scan, each)(q.Query(ctx, selected+w.String()+" ORDER BY d.id"+limit, w.Args()...))
}

// listOf calls each for all deputies of a supervisor.
func listOf(ctx context.Context, q db.Queryer, today auth.Today, supervisor int64, each func(Deputy) error) error {
	w := of(today)
	w.And("d.supervisor_id = ?", supervisor)
	return db.Stream(scan, each)(q.Query(ctx, selected+w.String()+" ORDER BY d.id", w.Args()...))
}

func insert(ctx context.Context, tx *db.Tx, n New, at db.Instant) (id int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO deputies (supervisor_id, deputy_id, from_day, until_day, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $5) RETURNING id`, n.SupervisorID, n.DeputyID, n.From, n.Until, int64(at)).Scan(&id)
	return id, err
}

func save(ctx context.Context, tx *db.Tx, d Deputy, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE deputies SET from_day = $2, until_day = $3, updated_at = $4, version = version + 1 WHERE id = $1", d.ID,
		d.From, d.Until, int64(at))
	return err
}

func archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE deputies SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1 "+
		"WHERE id = $1", id, int64(at))
	return err
}

// leads reports whether an employee is live and has a live report.
func leads(ctx context.Context, q db.Queryer, employee int64) (yes bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM employees e JOIN employees r ON r.supervisor_id = e.id AND r.archived_at IS NULL
		WHERE e.id = $1 AND e.archived_at IS NULL)`, employee).Scan(&yes)
	return yes, err
}

// personOf returns the person of a live employee; "" if there is no such employee.
func personOf(ctx context.Context, q db.Queryer, employee int64) (id string, err error) {
	err = q.QueryRow(ctx, "SELECT user_id FROM employees WHERE id = $1 AND archived_at IS NULL", employee).Scan(&id)
	return id, db.IgnoreNoRows(err)
}

// Named is an employee who can be chosen.
type Named struct {
	ID   int64
	Name string
}

func scanNamed(row db.Row) (n Named, err error) {
	err = row.Scan(&n.ID, &n.Name)
	return n, err
}

// supervisors returns the live employees with a live report, by name.
func supervisors(ctx context.Context, q db.Queryer) ([]Named, error) {
	return db.Collect(scanNamed)(q.Query(ctx, `SELECT e.id, e.first_name || ' ' || e.last_name FROM employees e WHERE e.archived_at IS NULL
		AND EXISTS (SELECT 1 FROM employees r WHERE r.supervisor_id = e.id AND r.archived_at IS NULL) ORDER BY e.sort_name, e.id`))
}

// find returns the live employees who can sign in and whose names contain the words, by name, and how many there are.
func find(ctx context.Context, q db.Queryer, text string, except int64, rows int) (list []Named, all int64, err error) {
	var w db.Where
	w.And("e.archived_at IS NULL AND e.id <> ?", except)
	w.And(auth.CanSignIn("e.user_id"))
	for word := range strings.FieldsSeq(contact.Fold(text)) {
		w.And(`e.sort_name LIKE ? ESCAPE '\'`, db.Containing(word))
	}
	if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM employees e WHERE "+w.String(), w.Args()...).Scan(&all); err != nil {
		return nil, 0, err
	}
	where := w.String()
	limit := db.Limit(w.Bind(rows))
	list, err = db.Collect(scanNamed)(q.Query(ctx, "SELECT e.id, e.first_name || ' ' || e.last_name FROM employees e WHERE "+where+
		" ORDER BY e.sort_name, e.id"+limit, w.Args()...))
	return list, all, err
}

// nameOf returns the name of a live employee; "" if there is none.
func nameOf(ctx context.Context, q db.Queryer, id int64) (name string, err error) {
	err = q.QueryRow(ctx, "SELECT first_name || ' ' || last_name FROM employees WHERE id = $1 AND archived_at IS NULL", id).Scan(&name)
	return name, db.IgnoreNoRows(err)
}

// leaveEnd is a supervisor with the end of the approved leave that covers a day; 0: a deputy's days have the end.
type leaveEnd struct {
	id    int64 // of the supervisor
	name  string
	until db.Day
	end   db.Instant
}

// standIns returns the supervisors whom an employee stands in for on a day, by name.
func standIns(ctx context.Context, q db.Queryer, employee int64, today auth.Today) ([]leaveEnd, error) {
	return db.Collect(func(row db.Row) (x leaveEnd, err error) {
		err = row.Scan(&x.id, &x.name, &x.until, &x.end)
		return x, err
	})(q.Query(ctx, `SELECT b.id, b.first_name || ' ' || b.last_name, d.until_day, CASE WHEN d.until_day IS NOT NULL THEN 0 ELSE
			COALESCE((SELECT MAX(l.end_at) FROM leave_requests l WHERE l.employee_id = d.supervisor_id
				AND `+leaverequests.ApprovedCondition("l")+` AND l.start_at < $3 AND l.end_at > $2), 0) END
		FROM deputies d JOIN employees b ON b.id = d.supervisor_id WHERE d.deputy_id = $4 AND `+auth.ActiveDeputy(1)+`
		ORDER BY b.sort_name, b.id, d.id`, append(today.Args(), employee)...))
}
