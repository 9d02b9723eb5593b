package home

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// namesAway lists those in the actor's scope, without the actor, whose approved leave lies between two instants, by name.
func namesAway(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Instant) ([]string, error) {
	var w db.Where
	w.And(leaverequests.ApprovedCondition("l")+" AND l.start_at < ? AND l.end_at > ? AND l.employee_id <> ? AND e.archived_at IS NULL", to, from,
		by.EmployeeID)
	w.Scope("l.employee_id", by.Visible)
	return db.Collect(func(row db.Row) (name string, err error) {
		var sort string
		var id int64
		err = row.Scan(&name, &sort, &id)
		return name, err
	})(q.Query(ctx, `SELECT DISTINCT e.first_name || ' ' || e.last_name, e.sort_name, e.id
		FROM leave_requests l JOIN employees e ON e.id = l.employee_id WHERE `+w.String()+" ORDER BY e.sort_name, e.id", w.Args()...))
}

// plannedLeave returns the first leave of an employee that ends after an instant and is approved or not decided; nil if there is none.
func plannedLeave(ctx context.Context, q db.Queryer, employeeID int64, from db.Instant) (*PlannedLeave, error) {
	var x PlannedLeave
	err := q.QueryRow(ctx, `SELECT leave_type, start_at, end_at, `+leaverequests.IsApproved("l")+` FROM leave_requests l
		WHERE employee_id = $1 AND end_at > $2 AND `+leaverequests.LiveCondition("l")+" ORDER BY start_at, id LIMIT 1", employeeID, from).
		Scan(&x.Type, &x.Start, &x.End, &x.Approved)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &x, err
}

// supervisorsOf returns the supervisor of each employee who has one.
func supervisorsOf(ctx context.Context, q db.Queryer) (map[int64]payperiods.Supervisor, error) {
	rows, err := q.Query(ctx, `SELECT e.id, s.id, s.first_name || ' ' || s.last_name
		FROM employees e JOIN employees s ON s.id = e.supervisor_id WHERE e.archived_at IS NULL`)
	if err != nil {
		return nil, err
	}
	found := map[int64]payperiods.Supervisor{}
	return found, db.ForEachRow(rows, func() error {
		var id int64
		var s payperiods.Supervisor
		err := rows.Scan(&id, &s.ID, &s.Name)
		found[id] = s
		return err
	})
}

// readSetup reads which records of an installation exist.
func readSetup(ctx context.Context, q db.Queryer, x *Setup) error {
	var uploaded bool // a directory that was published from a file needs no source
	err := q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM employees WHERE archived_at IS NULL),
		EXISTS (SELECT 1 FROM bank_codes WHERE archived_at IS NULL), EXISTS (SELECT 1 FROM events),
		EXISTS (SELECT 1 FROM employees WHERE supervisor_id > 0 AND archived_at IS NULL), EXISTS (SELECT 1 FROM timesheet_approvals),
		EXISTS (SELECT 1 FROM directory_state WHERE generation > 0)`).Scan(&x.People, &x.Codes, &x.Event, &x.Supervisors, &x.Period, &uploaded)
	x.Directory = x.Directory || uploaded
	return err
}

// saveProbe writes the single row of the table for test writes.
func saveProbe(ctx context.Context, tx *db.Tx, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO storage_probe (id, written_at) VALUES (1, $1) ON CONFLICT (id)
	DO UPDATE SET written_at = excluded.written_at`, at)
	return err
}
