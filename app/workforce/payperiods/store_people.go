package payperiods

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

// readPeople reads everyone who is employed in the period or has a record in it (W5).
func readPeople(ctx context.Context, q db.Queryer, b *snapshot, r readOptions) error {
	var onLeave []int64
	if r.includeOnLeave {
		for _, l := range b.leave {
			onLeave = append(onLeave, l.employee)
		}
	}
	var e Employee
	var added db.Instant
	columns := `e.id, e.first_name || ' ' || e.last_name`
	fields := []any{&e.ID, &e.Name}
	if !r.namesOnly {
		columns += `, e.first_work_day, e.last_work_day, e.archived_at IS NOT NULL, e.created_at`
		fields = append(fields, &e.FirstDay, &e.LastDay, &e.Archived, &added)
	}
	if !r.namesOnly && r.daysFrom.IsZero() { // for payroll
		columns += `, e.company_code, e.external_payroll_id`
		fields = append(fields, &e.CompanyCode, &e.ExternalPayrollID)
	}
	cond, args := r.scope("e.id", 4)
	rows, err := q.Query(ctx, `SELECT `+columns+` FROM employees e WHERE `+cond+` AND (
			(e.archived_at IS NULL AND e.first_work_day <= $2 AND (e.last_work_day IS NULL OR e.last_work_day >= $1))
			OR EXISTS (SELECT 1 FROM shifts s WHERE s.employee_id = e.id AND s.day BETWEEN $1 AND $2 AND s.archived_at IS NULL)
			OR EXISTS (SELECT 1 FROM expenses x WHERE x.employee_id = e.id AND x.day BETWEEN $1 AND $2 AND x.archived_at IS NULL)
			OR e.id IN (`+q.Dialect().IDs("$3")+`))
		ORDER BY e.sort_name, e.id`,
		append([]any{b.period.Start, b.period.End, db.IDs(onLeave)}, args...)...)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		err := rows.Scan(fields...)
		e.AddedAfter = added >= b.ends
		b.people = append(b.people, e)
		return err
	})
}

// supervisors returns the employees with live reports in the scope, sorted by name.
func supervisors(ctx context.Context, q db.Queryer, scope Scope) (list []Supervisor, err error) {
	cond, args := scope("e.id", 1)
	rows, err := q.Query(ctx, `SELECT s.id, s.first_name || ' ' || s.last_name FROM employees s
		WHERE s.archived_at IS NULL AND s.id IN (SELECT e.supervisor_id FROM employees e WHERE e.archived_at IS NULL AND `+cond+`)
		ORDER BY s.sort_name, s.id`, args...)
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		var s Supervisor
		err := rows.Scan(&s.ID, &s.Name)
		list = append(list, s)
		return err
	})
	return list, err
}

// haveReports reports whether any of these employees has live reports.
func haveReports(ctx context.Context, q db.Queryer, people []Employee) (have bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM employees WHERE archived_at IS NULL AND supervisor_id IN (`+q.Dialect().IDs("$1")+`))`,
		db.IDs(idsOf(people))).Scan(&have)
	return have, err
}

// employedOn returns the ids of the employees who are employed on a day, also of those who have left and are archived since.
func employedOn(ctx context.Context, q db.Queryer, day db.Day) ([]int64, error) {
	return db.Collect(func(r db.Row) (id int64, err error) {
		err = r.Scan(&id)
		return id, err
	})(q.Query(ctx, `SELECT id FROM employees WHERE first_work_day <= $1 AND (last_work_day >= $1 OR last_work_day IS NULL AND archived_at IS NULL)
		ORDER BY id`, day))
}

func employeeExists(ctx context.Context, q db.Queryer, id int64) error {
	var one int
	err := q.QueryRow(ctx, `SELECT 1 FROM employees WHERE id = $1`, id).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return errs.NotFound("employee")
	}
	return err
}
