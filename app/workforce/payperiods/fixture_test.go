package payperiods

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/workforce/labourstandards"
	"presence/db"
	"presence/db/dbtest"
)

// world puts records into a database as other packages would, so that a test reads as what happened.
type world struct {
	testing.TB
	db   *db.DB
	zone *time.Location
	n    int // people made
}

func newWorld(t testing.TB, d *db.DB) *world {
	t.Helper()
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	return &world{t, d, zone, 0}
}

// service has the clock at noon of the day.
func (w *world) service(today string) *Service { return w.serviceWith(today, nil) }

// serviceWith is service with limits of overtime; nil: Quebec's.
func (w *world) serviceWith(today string, overtime *labourstandards.Limits) *Service {
	w.Helper()
	c, err := NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		w.Fatal(err)
	}
	noon := db.MustDay(today).In(w.zone).Add(12 * time.Hour)
	return NewService(w.db, func() time.Time { return noon }, Config{Calendar: c, Zone: w.zone, Overtime: overtime})
}

func (w *world) insert(sql string, args ...any) (id int64) {
	w.Helper()
	err := w.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		if err := tx.QueryRow(ctx, sql+" RETURNING id", args...).Scan(&id); err != nil {
			return err
		}
		return addUp(tx, sql)
	})
	if err != nil {
		w.Fatalf("%s: %v", sql, err)
	}
	return id
}

func (w *world) exec(sql string, args ...any) {
	w.Helper()
	err := w.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, sql, args...); err != nil {
			return err
		}
		return addUp(tx, sql)
	})
	if err != nil {
		w.Fatalf("%s: %v", sql, err)
	}
}

// addUp keeps the sums of the weeks true after a statement about shifts.
func addUp(tx *db.Tx, sql string) error {
	if !strings.Contains(sql, " shifts ") {
		return nil
	}
	return dbtest.AddUp(context.Background(), tx)
}

func (w *world) person(role string) string {
	w.n++
	id := fmt.Sprintf("00000000-0000-4000-8000-%012d", w.n)
	w.exec(`INSERT INTO people (id, email, role, password_hash, created_at, updated_at) VALUES ($1, $2, $3, 'x', 1, 1)`, id, fmt.Sprintf("p%d@example.org", w.n),
		role)
	return id
}

// employee inserts a live employee who began in 2020; supervisor 0: without a supervisor.
func (w *world) employee(first, last string, supervisor int64) int64 {
	w.Helper()
	var boss any
	if supervisor != 0 {
		boss = supervisor
	}
	return w.insert(`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
		company_code, first_work_day, supervisor_id, created_at, updated_at)
		VALUES ($1, $2, $3, $4, 'x@example.org', 5145550123, $5, 271583, '2020-01-06', $6, 1, 1)`,
		w.person("employee"), first, last, last+" "+first, 1000+w.n, boss)
}

func (w *world) code(kind, categorie string, modifier int64, name string) int64 {
	w.Helper()
	return w.insert(`INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at)
		VALUES ($1, $2, $3, $4, 1, 1)`, kind, categorie, modifier, name)
}

func (w *world) sheet(employee int64) int64 {
	w.Helper()
	return w.insert(`INSERT INTO timesheets (employee_id, created_at, updated_at) VALUES ($1, 1, 1)`, employee)
}

func (w *world) approved(sheets ...int64) {
	w.exec(`UPDATE timesheets SET is_approved = TRUE WHERE id IN (`+w.db.Dialect().IDs("$1")+`)`, db.IDs(sheets))
}

// shift is dated day and lasts so many minutes from the hour.
func (w *world) shift(employee, sheet, code int64, day string, hour int, minutes int64) int64 {
	w.Helper()
	d := db.MustDay(day)
	start := db.InstantOf(d.In(w.zone).Add(time.Duration(hour) * time.Hour))
	return w.insert(`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, 1)`, sheet, employee, code, d, d.Week(), start, start+db.Instant(minutes*60_000), minutes)
}

func (w *world) expense(employee, sheet, code int64, day string, cents int64) int64 {
	w.Helper()
	d := db.MustDay(day)
	return w.insert(`INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'Taxi', 1, 1)`, sheet, employee, code, d, d.Week(), cents)
}

// leave lasts from the hour on the first day to the hour on the last.
func (w *world) leave(employee, code int64, from string, fromHour int, to string, toHour int, status string) int64 {
	w.Helper()
	at := func(day string, hour int) db.Instant {
		return db.InstantOf(db.MustDay(day).In(w.zone).Add(time.Duration(hour) * time.Hour))
	}
	return w.insert(`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at)
		VALUES ($1, $2, 'Vacation', $3, $4, $5, 1, 1)`, employee, code, at(from, fromHour), at(to, toHour), status)
}

func (w *world) actor(role auth.Role, employee int64) auth.Actor {
	a := auth.Actor{PersonID: w.person(string(role)), EmployeeID: employee, Role: role, Via: "bearer"}
	var reports int
	err := w.db.QueryRow(context.Background(), `SELECT COUNT(*) FROM employees WHERE supervisor_id = $1`, employee).Scan(&reports)
	if err != nil {
		w.Fatal(err)
	}
	a.Supervises = reports > 0
	return a
}

func hours(h float64) int64 { return int64(h * 60) }
