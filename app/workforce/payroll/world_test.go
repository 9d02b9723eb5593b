package payroll_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/db"
	"presence/db/dbtest"
)

// office is a crew with the services of payroll, at noon of December 1, 2026: the periods 2026-23 to 2026-25 are over.
type office struct {
	testing.TB
	db      *db.DB
	crew    dbtest.Crew
	zone    *time.Location
	now     func() time.Time
	periods *payperiods.Service
	payroll *payroll.Service
	by      auth.Actor
	files   map[int64][]byte // as they were exported
}

func newOffice(t testing.TB, d *db.DB) *office {
	t.Helper()
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, zone) }
	o := &office{TB: t, db: d, crew: dbtest.NewCrew(t, d), zone: zone, now: now, files: map[int64][]byte{}}
	o.periods = payperiods.NewService(d, now, payperiods.Config{Calendar: calendar, Zone: zone})
	o.payroll = payroll.NewService(d, now, zone, o.periods)
	o.by = auth.Actor{PersonID: o.crew.Payroll.PersonID, EmployeeID: o.crew.Payroll.EmployeeID, Name: "Paye", Role: auth.Payroll,
		Via: "cookie"}
	return o
}

// run executes a statement in a transaction and returns the id that the statement returns, if any.
func (o *office) run(sql string, args ...any) (id int64) {
	o.Helper()
	err := o.db.Write(o.Context(), func(ctx context.Context, tx *db.Tx) error {
		// What is approved was changed and approved again, as the services would have it.
		if err := o.reapprove(ctx, tx); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		for rows.Next() {
			if err := rows.Scan(&id); err != nil {
				return err
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err
		}
		if err := o.reapprove(ctx, tx); err != nil {
			return err
		}
		if !strings.Contains(sql, " shifts ") {
			return nil
		}
		return dbtest.AddUp(ctx, tx)
	})
	if err != nil {
		o.Fatalf("%s: %v", sql, err)
	}
	return id
}

// reapprove ends the approval of each approved sheet, of all that is on it, and approves it anew.
func (o *office) reapprove(ctx context.Context, tx *db.Tx) error {
	for _, lines := range []string{"shifts", "expenses"} {
		_, err := tx.Exec(ctx, `INSERT INTO timesheet_approvals (timesheet_id, approved_at, approved_by, withdrawn_at, content)
			SELECT t.id, 1, $1, $2, '{"v":1,"lines":[{"date":"' || l.day || '"}]}' FROM timesheets t JOIN `+lines+` l ON l.timesheet_id = t.id
			WHERE t.is_approved`, o.crew.Payroll.PersonID, db.InstantOf(o.now()))
		if err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "UPDATE timesheets SET approved_at = $1 WHERE is_approved", db.InstantOf(o.now()))
	if err == nil {
		_, err = tx.Exec(ctx, "UPDATE leave_requests SET updated_at = $1", db.InstantOf(o.now()))
	}
	return err
}

func (o *office) sheet(m dbtest.Member, approved bool) int64 {
	o.Helper()
	return o.run(`INSERT INTO timesheets (employee_id, is_approved, created_at, updated_at) VALUES ($1, $2, 1, 1) RETURNING id`, m.EmployeeID,
		approved)
}

func (o *office) approve(sheet int64, yes bool) {
	o.Helper()
	o.run(`UPDATE timesheets SET is_approved = $2 WHERE id = $1 RETURNING id`, sheet, yes)
}

func (o *office) shift(m dbtest.Member, sheet, code int64, day string, minutes int) int64 {
	o.Helper()
	d := db.MustDay(day)
	return o.run(`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, 1, 2, $6, 1, 1) RETURNING id`, sheet, m.EmployeeID, code, d, d.Week(), minutes)
}

func (o *office) expense(m dbtest.Member, sheet, code int64, day string, cents int) int64 {
	o.Helper()
	d := db.MustDay(day)
	return o.run(`INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'x', 1, 1) RETURNING id`, sheet, m.EmployeeID, code, d, d.Week(), cents)
}

func (o *office) period(number int) payperiods.Period {
	o.Helper()
	p, err := o.periods.PeriodByNumber(2026, number)
	if err != nil {
		o.Fatal(err)
	}
	return p
}

// export exports a period, keeps the file and compares the manifest with it.
func (o *office) export(number int) payroll.Export {
	o.Helper()
	e, err := o.payroll.CreateExport(o.Context(), o.by, o.period(number), payroll.Options{Format: "csv", Partial: true})
	if err != nil {
		o.Fatal(err)
	}
	o.files[e.ID] = o.file(e.ID)
	sum := sha256.Sum256(o.files[e.ID])
	if !bytes.Equal(e.Hash, sum[:]) || int(e.Lines) != len(o.rows(e.ID)) {
		o.Errorf("the manifest says %x and %d lines of a file with %x and %d", e.Hash, e.Lines, sum, len(o.rows(e.ID)))
	}
	return e
}

func (o *office) file(id int64) []byte {
	o.Helper()
	_, file, err := o.payroll.File(o.Context(), o.by, id)
	if err != nil {
		o.Fatal(err)
	}
	return file
}

// rows returns the lines of the file as a payroll system reads them.
func (o *office) rows(id int64) [][]string {
	o.Helper()
	rows, err := csv.NewReader(bytes.NewReader(o.files[id])).ReadAll()
	if err != nil {
		o.Fatal(err)
	}
	return rows[1:]
}

// sums are minutes, cents and 1/100 km by period, person, week and bank code.
type sums map[[5]string][3]int64

func (s sums) add(period, person, week, code, kind string, minutes, cents, distance int64) {
	k := [5]string{period, person, week, code, kind}
	was := s[k]
	s[k] = [3]int64{was[0] + minutes, was[1] + cents, was[2] + distance}
	if s[k] == [3]int64{} {
		delete(s, k)
	}
}

// handedOver returns the totals of those exports, read from their files alone.
func (o *office) handedOver(exports []int64) sums {
	o.Helper()
	s := sums{}
	number := func(text string, unit float64) int64 {
		if text == "" {
			return 0
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			o.Fatal(err)
		}
		return int64(math.Round(f * unit))
	}
	for _, id := range exports {
		for _, r := range o.rows(id) {
			s.add(r[0], r[2], r[4], r[5], r[6], number(r[7], 60), number(r[8], 100), number(r[9], 100))
		}
	}
	return s
}

// truth returns the totals that are approved in those periods now.
func (o *office) truth(numbers ...int) sums {
	o.Helper()
	s := sums{}
	for _, n := range numbers {
		p := o.period(n)
		err := o.periods.Lines(o.Context(), o.by, p, true, func(l payperiods.Line) error {
			s.add(p.Name(), strconv.FormatInt(l.Employee.ExternalPayrollID, 10), l.Week.String(), l.BankCode, l.Type, l.Minutes, l.Cents, l.Distance)
			return nil
		})
		if err != nil {
			o.Fatal(err)
		}
	}
	return s
}

func (o *office) refused(err error, code string) {
	o.Helper()
	if !errs.HasCode(err, code) {
		o.Errorf("got %v, want %s", err, code)
	}
}
