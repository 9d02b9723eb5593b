package main

import (
	"fmt"

	"github.com/jackc/pgx/v5"
)

// disruptedSweeps takes the database away while all replicas, just started, move old records to the archive. The next start
// continues: every record that is due is in the archive, exactly once, and no other one is.
func disruptedSweeps(v *server) error {
	middle := 0
	for range v.few(10, 1) {
		s, err := v.age()
		if err != nil {
			return err
		}
		if err := v.restart(v.nodes); err != nil {
			return err
		}
		disruptedAt, err := v.sweeps(s.before + 1 + v.random.IntN((s.due-s.before)*3/4))
		if err != nil {
			return err
		}
		if err := v.disruption.at(v); err != nil {
			return err
		}
		if v.row.drops++; disruptedAt < s.due {
			middle++
		}
		for _, n := range v.nodes {
			if err := n.ready(); err != nil {
				return err
			}
		}
		if err := v.restart(v.nodes[:1]); err != nil {
			return err
		}
		if _, err := v.sweeps(s.due); err != nil {
			return err
		}
		if err := v.sweptOnce(s); err != nil {
			return err
		}
	}
	v.row.note = fmt.Sprintf("%d times in the middle", middle)
	return nil
}

// restart kills replicas and starts them again at once.
func (v *server) restart(nodes []*node) error {
	for _, n := range nodes {
		n.kill()
	}
	for _, n := range nodes {
		if err := n.start(); err != nil {
			return err
		}
	}
	return nil
}

// aged counts the records that the scenario has created. due are those that belong in the archive, in total; before is the
// number that was in the archive before the last ones were created.
type aged struct{ before, due, sheets, lines, leave, people int }

const inArchive = `(SELECT COUNT(*) FROM timesheets WHERE aged_at IS NOT NULL) + (SELECT COUNT(*) FROM leave_requests
	WHERE aged_at IS NOT NULL)
	+ (SELECT COUNT(*) FROM employees WHERE archived_at IS NOT NULL)`

// sweeps waits until n records are in the archive, and returns how many are.
func (v *server) sweeps(n int) (there int, err error) {
	c, err := pgx.Connect(v.ctx, v.url)
	if err != nil {
		return 0, err
	}
	defer c.Close(v.ctx)
	err = v.until(fmt.Sprintf("%d records to be in the archive", n), func() (bool, error) {
		err := c.QueryRow(v.ctx, "SELECT "+inArchive).Scan(&there)
		return there >= n, err
	})
	return there, err
}

// oldRecords are the statements that create records of years ago: $2 sheets, nine in ten approved, with two shifts and an
// expense each; as many leave requests, nine in ten decided; and a person for every ten sheets, some of whom have left. $1 is a
// number that is unique to the call.
var oldRecords = []string{
	`INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at)
		SELECT 'Old ' || c, c, 10000, 'O' || $1::int || $2::int, 0, 0 FROM unnest(ARRAY['shift', 'expense', 'leave']) c`,
	`INSERT INTO people (id, email, role, created_at, updated_at)
	SELECT gen_random_uuid()::text, 'p' || n || '@old' || $1::int || '.example', 'employee', 0, 0 FROM generate_series(1, $2::int / 10) n`,
	`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
		company_code, first_work_day, last_work_day, created_at, updated_at)
		SELECT id, 'Élise', 'Côté', 'cote elise', email, 0, 0, 0, '2000-01-03', CASE WHEN ascii(id) % 2 = 0 THEN '2020-01-03' END, 0, 0 FROM people
			WHERE email LIKE '%@old' || $1::int || '.example' AND $2::int > 0`,
	`INSERT INTO timesheets (employee_id, is_approved, created_at, updated_at)
		SELECT e.id, n % 10 > 0, 0, 0 FROM employees e, generate_series(1, 10) n WHERE e.email LIKE '%@old' || $1::int || '.example' AND $2::int > 0`,
	`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, is_approved, created_at, updated_at)
		SELECT t.id, t.employee_id, (SELECT MIN(id) FROM bank_codes
		WHERE categorie = 'shift'), '2020-01-0' || n, '2019-12-29', n * 86400000, n * 86400000 + 3600000, 60, t.is_approved, 0, 0
		FROM timesheets t JOIN employees e ON e.id = t.employee_id, generate_series(1, 2) n
			WHERE e.email LIKE '%@old' || $1::int || '.example' AND $2::int > 0`,
	`INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, is_approved, created_at, updated_at)
		SELECT t.id, t.employee_id, (SELECT MIN(id) FROM bank_codes
		WHERE categorie = 'expense'), '2020-01-02', '2019-12-29', 100, '', t.is_approved, 0, 0
		FROM timesheets t JOIN employees e ON e.id = t.employee_id WHERE e.email LIKE '%@old' || $1::int || '.example' AND $2::int > 0`,
	`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at)
		SELECT e.id, (SELECT MIN(id) FROM bank_codes WHERE categorie = 'leave'), 'Vacation', n * 86400000, n * 86400000 + 3600000, CASE
		WHEN n % 10 > 0 THEN 'True' ELSE 'Pending' END, 0, 0
		FROM employees e, generate_series(1, 10) n WHERE e.email LIKE '%@old' || $1::int || '.example' AND $2::int > 0`,
}

// age adds old records, and returns how many of all records must be in the archive in the end.
func (v *server) age() (s aged, err error) {
	c, err := pgx.Connect(v.ctx, v.url)
	if err != nil {
		return s, err
	}
	defer c.Close(v.ctx)
	sheets := v.few(4_000, 1_000)
	v.row.guests += sheets
	number := v.numbers.Add(1)
	err = pgx.BeginFunc(v.ctx, c, func(tx pgx.Tx) error { // a sweep must not find sheets whose lines are still to come
		for _, sql := range oldRecords {
			if _, err := tx.Exec(v.ctx, sql, number, sheets); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	if _, err := c.Exec(v.ctx, "ANALYZE"); err != nil { // what is years old was analyzed long ago
		return s, err
	}
	err = c.QueryRow(v.ctx, "SELECT "+inArchive+
		`, (SELECT COUNT(*) FROM timesheets WHERE is_approved), (SELECT COUNT(*) FROM shifts
		WHERE is_approved) + (SELECT COUNT(*) FROM expenses WHERE is_approved),
		(SELECT COUNT(*) FROM leave_requests WHERE approval_status = 'True'), (SELECT COUNT(*) FROM employees WHERE last_work_day IS NOT NULL)`).
		Scan(&s.before, &s.sheets, &s.lines, &s.leave, &s.people)
	s.due = s.sheets + s.leave + s.people
	return s, err
}

// sweptOnce checks that each due record was archived exactly once: the version of a record counts how often it was written, the
// audit log how often it was moved.
func (v *server) sweptOnce(s aged) error {
	const trail = "SELECT COALESCE(SUM(json_array_length(changes::json -> kind -> 1)), 0) FROM audit_log WHERE action = 'aged' AND kind = "
	for _, x := range []struct {
		what string
		sql  string
		want int
	}{
		{"sheets in the archive", "SELECT COUNT(*) FROM timesheets WHERE is_approved AND aged_at IS NOT NULL AND version = 2", s.sheets},
		{"shifts and expenses in the archive",
			"SELECT (SELECT COUNT(*) FROM shifts WHERE is_approved AND aged_at IS NOT NULL AND version = 2) + (SELECT COUNT(*) FROM " +
				"expenses WHERE is_approved AND aged_at IS NOT NULL AND version = 2)", s.lines},
		{"leave in the archive", "SELECT COUNT(*) FROM leave_requests WHERE approval_status = 'True' AND aged_at IS NOT NULL AND version = 2",
			s.leave},
		{"people who have left in the archive",
			"SELECT COUNT(*) FROM employees WHERE last_work_day IS NOT NULL AND archived_at IS NOT NULL AND version = 2", s.people},
		{"records in the archive", "SELECT " + inArchive, s.due},
		{"sheets in the audit log", trail + "'timesheets'", s.sheets},
		{"leave in the audit log", trail + "'leave_requests'", s.leave},
		{"people in the audit log", "SELECT COUNT(*) FROM audit_log WHERE action = 'archived' AND kind = 'employee'", s.people},
	} {
		n, err := v.count(x.sql)
		if err != nil {
			return err
		}
		if n != x.want {
			v.row.failf("%d %s, %d were due once each", n, x.what, x.want)
		}
	}
	return nil
}
