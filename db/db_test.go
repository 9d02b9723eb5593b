package db_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"presence/db"
	"presence/db/dbtest"
	"presence/db/groupcommit"
)

const addPerson = `INSERT INTO people (id, email, role, created_at, updated_at) VALUES ($1, $2, 'admin', 1, 1)`

func add(d *db.DB, id, email string) error {
	ctx := context.Background()
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, addPerson, id, email)
		return err
	})
}

func people(t testing.TB, q db.Queryer) (n int) {
	t.Helper()
	if err := q.QueryRow(t.Context(), "SELECT COUNT(*) FROM people").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWrite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		boom := errors.New("boom")
		t.Run("commits what succeeds and undoes what fails", func(t *testing.T) {
			if err := add(d, "a", "a@x"); err != nil {
				t.Fatal(err)
			}
			err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				if _, err := tx.Exec(ctx, addPerson, "b", "b@x"); err != nil {
					return err
				}
				return boom
			})
			if !errors.Is(err, boom) || people(t, d) != 1 {
				t.Fatalf("got %v with %d people", err, people(t, d))
			}
		})
		t.Run("runs hooks after the commit, and none after a failure", func(t *testing.T) {
			seen := -1
			err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				tx.AfterCommit(func() { seen = people(t, d) })
				_, err := tx.Exec(ctx, addPerson, "h", "h@x")
				return err
			})
			if err != nil || seen != 2 {
				t.Fatalf("hook saw %d people, error %v", seen, err)
			}
			_ = d.Write(ctx, func(_ context.Context, tx *db.Tx) error {
				tx.AfterCommit(func() { t.Error("ran after a failure") })
				return boom
			})
		})
		t.Run("runs hooks after a rollback, and none after the commit", func(t *testing.T) {
			for _, x := range []struct {
				name string
				ends func() error
				want int
			}{
				{"a commit", func() error { return nil }, 0},
				{"a failure", func() error { return boom }, 1},
				{"a panic", func() error { panic("ouch") }, 1},
			} {
				t.Run(x.name, func(t *testing.T) {
					ran := 0
					func() {
						defer func() { _ = recover() }()
						_ = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
							return d.Write(ctx, func(_ context.Context, tx *db.Tx) error {
								tx.AfterRollback(func() { ran++ })
								return x.ends()
							})
						})
					}()
					if ran != x.want {
						t.Errorf("ran %d times, want %d", ran, x.want)
					}
				})
			}
		})
		t.Run("lets a hook write", func(t *testing.T) {
			var inner error
			err := d.Write(ctx, func(_ context.Context, tx *db.Tx) error {
				tx.AfterCommit(func() { inner = add(d, "late", "late@x") })
				return nil
			})
			if err != nil || inner != nil {
				t.Fatal(err, inner)
			}
		})
		t.Run("refuses a Tx that has ended", func(t *testing.T) {
			var kept *db.Tx
			if err := d.Write(ctx, func(_ context.Context, tx *db.Tx) error { kept = tx; return nil }); err != nil {
				t.Fatal(err)
			}
			if _, err := kept.Exec(ctx, addPerson, "z", "z@x"); err == nil {
				t.Fatal("it was let through")
			}
		})
		t.Run("brings a panic to its caller and undoes the change", func(t *testing.T) {
			before := people(t, d)
			func() {
				defer func() {
					v := recover()
					if p, ok := v.(*groupcommit.Panic); ok && len(p.Stack) > 0 { // SQLite
						v = p.Value
					}
					if v != "ouch" {
						t.Errorf("recovered %v", v)
					}
				}()
				_ = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
					_, _ = tx.Exec(ctx, addPerson, "p", "p@x")
					panic("ouch")
				})
			}()
			if people(t, d) != before {
				t.Error("the change stayed")
			}
		})
		t.Run("survives a function that ends its goroutine", func(t *testing.T) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				_ = d.Write(ctx, func(_ context.Context, tx *db.Tx) error {
					new(testing.T).FailNow()
					return nil
				})
				t.Error("Write returned to a goroutine that had to end")
			}()
			<-done
			if err := add(d, "after", "after@x"); err != nil {
				t.Fatal(err)
			}
		})
		t.Run("gives up before its turn when the context has ended", func(t *testing.T) {
			over, cancel := context.WithCancel(ctx)
			cancel()
			err := d.Write(over, func(_ context.Context, tx *db.Tx) error { t.Error("it ran"); return nil })
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		})
	})
}

func TestErrors(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		if err := add(d, "a", "a@x"); err != nil {
			t.Fatal(err)
		}
		write := func(query string, args ...any) error {
			return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { _, err := tx.Exec(ctx, query, args...); return err })
		}
		t.Run("name a unique index", func(t *testing.T) {
			if err := add(d, "b", "a@x"); !db.IsUnique(err, "people_email") {
				t.Fatal(err)
			}
		})
		t.Run("name a unique index over several columns with a condition", func(t *testing.T) {
			employee(t, d, 7, "a")
			const q = `INSERT INTO timesheets (employee_id, period_start, created_at, updated_at) VALUES ($1, $2, 1, 1)`
			if err := write(q, 7, db.MustDay("2026-01-04")); err != nil {
				t.Fatal(err)
			}
			if err := write(q, 7, db.MustDay("2026-01-04")); !db.IsUnique(err, "timesheets_employee_id_period_start") {
				t.Fatal(err)
			}
		})
		t.Run("name a primary key", func(t *testing.T) {
			if err := add(d, "a", "other@x"); !db.IsUnique(err, "people_pkey") {
				t.Fatal(err)
			}
			if err := write(`INSERT INTO bank_codes (id, type, categorie, modifier, bank_code, created_at, updated_at)
				VALUES (1, 'x', 'shift', 1, 'x', 1, 1), (1, 'x', 'shift', 1, 'x', 1, 1)`); !db.IsUnique(err, "bank_codes_pkey") {
				t.Fatal(err)
			}
		})
		t.Run("tell a foreign key, a check and a missing value", func(t *testing.T) {
			if err := write(`INSERT INTO timesheets (employee_id, created_at, updated_at) VALUES (999, 1, 1)`); !db.IsForeignKey(err) {
				t.Error(err)
			}
			err := write(`UPDATE people SET role = 'king'`)
			if c, ok := errors.AsType[*db.ConstraintError](err); !ok || c.Kind != db.Check {
				t.Error(err)
			}
			err = write(`INSERT INTO people (id, role, created_at, updated_at) VALUES ('n', 'admin', 1, 1)`)
			if c, ok := errors.AsType[*db.ConstraintError](err); !ok || c.Kind != db.NotNull || c.Name != "people.email" {
				t.Error(err)
			}
		})
		t.Run("leave no row as it is", func(t *testing.T) {
			var id string
			if err := d.QueryRow(ctx, `SELECT id FROM people WHERE id = 'nobody'`).Scan(&id); err != sql.ErrNoRows {
				t.Fatal(err)
			}
		})
		t.Run("leave a fault of the program internal", func(t *testing.T) {
			if err := write(`INSERT INTO nowhere VALUES (1)`); err == nil || db.IsUnavailable(err) {
				t.Fatal(err)
			}
		})
	})
}

func employee(t *testing.T, d *db.DB, id int64, person string) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO employees (id, user_id, first_name, last_name, sort_name, email, phone_number,
			external_payroll_id, company_code, first_work_day, created_at, updated_at)
			VALUES ($1, $2, 'A', 'B', 'b a', 'a@x', 1, 1, 1, '2026-01-01', 1, 1)`, id, person)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestQueryer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		t.Run("gives back the same Go values on both engines", func(t *testing.T) {
			var n int64
			var yes, no bool
			var day, none db.Day
			var at *db.Instant
			var blob []byte
			err := d.QueryRow(ctx, `SELECT CAST(SUM(x) AS BIGINT), TRUE, FALSE, CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS `+
				bytesType(d)+`)
				FROM (SELECT 1 AS x UNION ALL SELECT 2) AS t`, db.MustDay("2026-03-08"), db.Day{}, (*db.Instant)(nil), []byte{0, 255}).
				Scan(&n, &yes, &no, &day, &none, &at, &blob)
			if err != nil || n != 3 || !yes || no || day != db.MustDay("2026-03-08") || !none.IsZero() || at != nil || string(blob) != "\x00\xff" {
				t.Fatal(err, n, yes, no, day, none, at, blob)
			}
		})
		t.Run("reads a list of ids with one statement", func(t *testing.T) {
			for _, ids := range [][]int64{nil, {5}, {1, 2, 1 << 60}} {
				var n, sum sql.NullInt64
				q := `SELECT COUNT(*), CAST(SUM(CASE WHEN x.v IN (` + d.Dialect().IDs("$1") + `) THEN 1 ELSE 0 END) AS BIGINT)
					FROM (SELECT 1 AS v UNION ALL SELECT 2 UNION ALL SELECT 5 UNION ALL SELECT 1152921504606846976) AS x`
				if err := d.QueryRow(ctx, q, db.IDs(ids)).Scan(&n, &sum); err != nil || int(sum.Int64) != len(ids) {
					t.Fatal(err, ids, sum)
				}
			}
		})
		t.Run("reads the same statement inside itself", func(t *testing.T) {
			const q = `SELECT x.v FROM (SELECT 1 AS v UNION ALL SELECT 2) AS x`
			outer, err := d.Query(ctx, q)
			if err != nil {
				t.Fatal(err)
			}
			defer outer.Close()
			n := 0
			for outer.Next() {
				inner, err := d.Query(ctx, q)
				if err != nil {
					t.Fatal(err)
				}
				for inner.Next() {
					n++
				}
				inner.Close()
			}
			if n != 4 {
				t.Fatal(n)
			}
		})
		t.Run("sees one moment inside Read", func(t *testing.T) {
			err := d.Read(ctx, func(_ context.Context, q db.Queryer) error {
				before := people(t, q)
				if err := add(d, "read", "read@x"); err != nil {
					return err
				}
				if people(t, q) != before || people(t, d) != before+1 {
					t.Error("the snapshot moved")
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		})
		t.Run("cannot change anything", func(t *testing.T) {
			err := d.Read(ctx, func(ctx context.Context, q db.Queryer) error {
				rows, err := q.Query(ctx, `DELETE FROM people RETURNING id`)
				if err != nil {
					return err
				}
				defer rows.Close()
				rows.Next()
				return rows.Err()
			})
			if err == nil || people(t, d) == 0 {
				t.Fatal("a reader deleted", err)
			}
		})
	})
}

func bytesType(d *db.DB) string {
	if d.Dialect() == db.Postgres {
		return "BYTEA"
	}
	return "BLOB"
}
