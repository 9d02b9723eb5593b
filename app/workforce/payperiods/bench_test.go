package payperiods

import (
	"context"
	"encoding/json"
	"io"
	"testing"

	"presence/app/accounts/auth"
	"presence/db"
	"presence/db/dbtest"
)

// company is a database with a past: every employee has a sheet a period, and a shift a day in each.
type company struct{ employees, periods, shiftsPerPeriod int }

// build fills SQLite by itself, statement by statement, since a million rows one by one would take longer than the
// benchmark.
func (c company) build(b *testing.B) (*Service, Period) {
	w := newWorld(b, dbtest.OpenSQLite(b))
	f := w.codes()
	for _, sql := range []string{
		`INSERT INTO people (id, email, role, created_at, updated_at)
			SELECT printf('%08x-0000-4000-8000-000000000001', n), n || '@example.org', 'employee', 1, 1 FROM numbers WHERE n < $1`,
		`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code,
			first_work_day, supervisor_id, created_at, updated_at)
			SELECT printf('%08x-0000-4000-8000-000000000001', n), 'Marie-Ève', 'Tremblay ' || n, 'tremblay ' || n, 'x', 5145550123, n, 271583, '2010-01-01',
				CASE WHEN n = 0 THEN NULL ELSE n / 10 + 1 END, 1, 1 FROM numbers WHERE n < $1`,
		`INSERT INTO timesheets (employee_id, period_start, created_at, updated_at)
			SELECT e.id, date('2026-11-15', (-14 * p.n) || ' days'), 1, 1 FROM numbers p CROSS JOIN employees e WHERE p.n < $2`,
		`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
			SELECT t.id, t.employee_id, CASE WHEN d.n % 7 = 3 THEN $4
			ELSE $3 END, date(t.period_start, d.n || ' days'), date(t.period_start, (d.n / 7 * 7) || ' days'),
				unixepoch(t.period_start) * 1000 + d.n * 86400000, unixepoch(t.period_start) * 1000 + d.n * 86400000 + 27000000, 450, 1, 1
			FROM timesheets t CROSS JOIN numbers d WHERE d.n < $5`,
		`INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, created_at, updated_at)
			SELECT id, employee_id, $6, period_start, period_start, 1500 + id % 100, 'Taxi', 1, 1 FROM timesheets`,
	} {
		w.exec(`WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 6000) `+sql,
			c.employees, c.periods, f.shifts[0], f.shifts[1], c.shiftsPerPeriod, f.meal)
	}
	w.exec(`ANALYZE`)
	s := w.service("2026-11-20")
	return s, s.Current()
}

// Approving withdraws first, since a period can be approved once: the time measured is that of the approval alone.
func BenchmarkService_Approve5000Sheets(b *testing.B) {
	c := company{5000, 1, 10}
	s, p := c.build(b)
	w := &world{b, s.db, s.config.Zone, 9000}
	admin := w.actor(auth.Admin, 0)
	for b.Loop() {
		a, err := s.Approve(b.Context(), admin, p)
		if err != nil || len(a.Approved) != c.employees {
			b.Fatal(len(a.Approved), err)
		}
		b.StopTimer()
		if _, err := s.WithdrawSelected(b.Context(), admin, p, sheetIDs(a.Approved)); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

func BenchmarkService(b *testing.B) {
	for name, c := range map[string]company{
		"400_employees_1M_shifts":             {400, 179, 14},
		"5000_employees_50k_shifts_in_period": {5000, 1, 10},
	} {
		b.Run(name, func(b *testing.B) {
			s, p := c.build(b)
			ctx, admin := context.Background(), auth.Actor{PersonID: "x", Role: auth.Admin}
			run := func(name string, fn func() (int, error)) {
				b.Run(name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						if n, err := fn(); err != nil || n < c.employees/20 {
							b.Fatal(n, err)
						}
					}
				})
			}
			run("overview", func() (int, error) {
				o, err := s.Overview(ctx, admin, p)
				return len(o.Rows), err
			})
			run("overview_json", func() (int, error) {
				o, err := s.Overview(ctx, admin, p)
				if err != nil {
					return 0, err
				}
				return len(o.Rows), json.NewEncoder(io.Discard).Encode(toOverviewJSON(o).Body)
			})
			run("board", func() (int, error) {
				x, err := s.Review(ctx, admin, p, CrewFilter{})
				return len(x.Rows), err
			})
			run("overview_of_a_tenth", func() (int, error) {
				o, err := s.Overview(ctx, auth.Actor{PersonID: "x", EmployeeID: 3, Role: auth.Employee}, p)
				return len(o.Rows), err
			})
			run("lines", func() (n int, err error) {
				err = s.Lines(ctx, admin, p, false, func(Line) error { n++; return nil })
				return n, err
			})
			run("floor_raw_group_by", func() (n int, err error) {
				rows, err := s.db.Query(ctx, `SELECT week, employee_id, SUM(minutes) FROM shifts
					WHERE archived_at IS NULL AND week BETWEEN $1 AND $2 GROUP BY week, employee_id`, p.Start, p.Start.Add(7))
				if err != nil {
					return 0, err
				}
				err = db.ForEachRow(rows, func() error {
					n++
					var week string
					var e, m int64
					return rows.Scan(&week, &e, &m)
				})
				return n, err
			})
		})
	}
}

// The report reads the totals of the weeks by their primary key: 100,800 shifts are 28,800 rows of them.
func BenchmarkService_HoursOverTime_100k_shifts(b *testing.B) {
	s, p := company{400, 18, 14}.build(b)
	admin, f := auth.Actor{PersonID: "x", Role: auth.Admin}, HoursFilter{From: p.Start.Add(-17 * 14), To: p.End}
	for b.Loop() {
		if r, err := s.HoursOverTime(b.Context(), admin, f); err != nil || len(r.People) != 400 || len(r.Codes) < 2 {
			b.Fatal(len(r.People), len(r.Codes), err)
		}
	}
}
