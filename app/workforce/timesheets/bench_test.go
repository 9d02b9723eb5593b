package timesheets_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// crowded fills a database with sheets of ten shifts each, one employee a sheet.
func crowded(b *testing.B, w *world, sheets int) (ids []int64) {
	b.Helper()
	ctx := context.Background()
	w.OK(w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i := range sheets {
			var employee, sheet int64
			person := fmt.Sprintf("10000000-0000-4000-8000-%012d", i)
			if _, err := tx.Exec(ctx, "INSERT INTO people (id, email, role, created_at, updated_at) VALUES ($1, $2, 'employee', 1, 1)", person,
				person); err != nil {
				return err
			}
			if err := tx.QueryRow(ctx,
				`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code,
				first_work_day, created_at, updated_at) VALUES ($1, 'a', 'b', 'b', 'c', 1, 1, 1, '2020-01-01', 1, 1) RETURNING id`,
				person).Scan(&employee); err != nil {
				return err
			}
			if err := tx.QueryRow(ctx, "INSERT INTO timesheets (employee_id, created_at, updated_at) VALUES ($1, 1, 1) RETURNING id",
				employee).Scan(&sheet); err != nil {
				return err
			}
			var values strings.Builder
			for day := range 10 {
				start := int64(day) * 86_400_000
				fmt.Fprintf(&values, ",(%d,%d,%d,'2026-11-%d','2026-11-15',%d,%d,480,1,1)", sheet, employee, w.Crew.Regular, 15+day, start,
					start+28_800_000)
			}
			if _, err := tx.Exec(ctx,
				"INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at) VALUES "+
					values.String()[1:]); err != nil {
				return err
			}
			ids = append(ids, sheet)
		}
		return nil
	}))
	return ids
}

// 5,000 sheets with 50,000 shifts must take well under a second.
func BenchmarkApproveAll(b *testing.B) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(dialect.String(), func(b *testing.B) {
			w := newWorld(b, dbtest.Open(b, dialect))
			ids := crowded(b, w, 5000)
			run := func(what func(context.Context, *db.Tx) ([]int64, error)) {
				w.OK(w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					got, err := what(ctx, tx)
					if err == nil && len(got) != len(ids) {
						b.Fatalf("%d of %d", len(got), len(ids))
					}
					return err
				}))
			}
			for b.Loop() {
				run(func(ctx context.Context, tx *db.Tx) ([]int64, error) {
					return timesheets.ApproveAll(ctx, tx, w.Admin, 1, ids)
				})
				b.StopTimer()
				run(func(ctx context.Context, tx *db.Tx) ([]int64, error) {
					return timesheets.WithdrawAll(ctx, tx, w.Admin, 1, ids)
				})
				b.StartTimer()
			}
		})
	}
}

// The whole writing function behind a POST /shifts, commits shared by nobody.
func BenchmarkCreateShift(b *testing.B) {
	w := newWorld(b, dbtest.OpenSQLite(b))
	ids := crowded(b, w, 500)
	by := w.Admin
	ctx := context.Background()
	b.Run("in one transaction", func(b *testing.B) {
		n := w.EightHours(ids[0], 20)
		w.OK(w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for b.Loop() {
				if _, err := w.Shifts.CreateIn(ctx, tx, by, n); err != nil {
					return err
				}
				n.Start, n.End = n.Start+28_800_000, n.End+28_800_000
			}
			return nil
		}))
	})
	b.Run("by the owner", func(b *testing.B) {
		s := w.Sheet(w.Ann)
		n := w.EightHours(s.ID, 20)
		w.OK(w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for b.Loop() {
				if _, err := w.Shifts.CreateIn(ctx, tx, w.Ann, n); err != nil {
					return err
				}
				n.Start, n.End = n.Start+28_800_000, n.End+28_800_000
			}
			return nil
		}))
	})
}
