package usualweeks

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// employee returns the name of an employee in the actor's scope, and whether the actor may set their usual week: not if the
// employee is archived.
func employee(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (name string, maySet bool, err error) {
	var w db.Where
	may, args := by.Approvable("id", 1)
	if by.SeesAll() {
		may, args = "TRUE", nil
	}
	for _, x := range args {
		w.Bind(x)
	}
	w.And("id = ?", id)
	w.Scope("id", by.Visible)
	err = q.QueryRow(ctx, "SELECT first_name || ' ' || last_name, archived_at IS NULL AND "+may+" FROM employees WHERE "+w.String(),
		w.Args()...).Scan(&name, &maySet)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("employee")
	}
	return name, maySet, err
}

// Of returns the usual weeks of employees, by their ids, with their shifts by time. The caller has already checked that the actor may see
// the employees.
func Of(ctx context.Context, q db.Queryer, employees []int64) (map[int64]Week, error) {
	found := map[int64]Week{}
	type row struct {
		Week
		shift Shift
	}
	return found, db.Stream(func(r db.Row) (x row, err error) {
		s := &x.shift
		err = r.Scan(&x.EmployeeID, &x.Weeks, &x.First, &x.Version, &s.Week, &s.Weekday, &s.Start, &s.End, &s.BankCodeID, &s.Breaks, &s.ByRule)
		return x, err
	}, func(x row) error {
		w, known := found[x.EmployeeID]
		if !known {
			w = x.Week
		}
		if x.shift.Week != 0 {
			w.Shifts = append(w.Shifts, x.shift)
		}
		found[x.EmployeeID] = w
		return nil
	})(q.Query(ctx, `SELECT w.employee_id, w.weeks, w.first_day, w.version, COALESCE(s.week, 0), COALESCE(s.weekday, 0),
			COALESCE(s.start_minute, 0), COALESCE(s.end_minute, 0), COALESCE(s.bank_code_id, 0), COALESCE(s.breaks, ''), s.breaks IS NULL
		FROM usual_weeks w LEFT JOIN usual_shifts s ON s.employee_id = w.employee_id
		WHERE w.employee_id IN (`+q.Dialect().IDs("$1")+`) ORDER BY w.employee_id, s.week, s.weekday, s.position`, db.IDs(employees)))
}

// save stores a week in place of the one before.
func save(ctx context.Context, tx *db.Tx, w Week, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO usual_weeks (employee_id, weeks, first_day, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
		ON CONFLICT (employee_id) DO UPDATE SET weeks = excluded.weeks, first_day = excluded.first_day, updated_at = excluded.updated_at,
			version = usual_weeks.version + 1`, w.EmployeeID, w.Weeks, w.First, int64(at))
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM usual_shifts WHERE employee_id = $1", w.EmployeeID); err != nil {
		return err
	}
	rows := db.Insert{Into: `INSERT INTO usual_shifts (employee_id, week, weekday, start_minute, end_minute, bank_code_id, breaks, position)`}
	for i, s := range w.Shifts {
		rows.Add(w.EmployeeID, s.Week, int(s.Weekday), s.Start, s.End, s.BankCodeID, sql.NullString{String: s.Breaks, Valid: !s.ByRule}, i)
	}
	_, err = rows.Write(ctx, tx)
	return err
}
