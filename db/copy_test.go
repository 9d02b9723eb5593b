package db_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// copied copies a database, and returns how many rows of which tables it had.
func copied(t *testing.T, from, to *db.DB) (map[string]int64, error) {
	t.Helper()
	rows := map[string]int64{}
	return rows, db.Copy(t.Context(), from, to, func(c db.CopiedTable) { rows[c.Name] = c.Rows })
}

// insertSupervised inserts employees, each of whom is supervised by the next one, so that no order of the rows has all of them first.
func insertSupervised(t *testing.T, d *db.DB, n int) {
	t.Helper()
	must(t, d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, "WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < $1) "+
			"INSERT INTO people (id, email, role, name, created_at, updated_at) SELECT CAST(i AS TEXT), i || '@x', 'employee', 'Zoé', i, i FROM s", n); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
			company_code, first_work_day, created_at, updated_at)
			SELECT id, 'Zoé', 'Roy', 'roy zoe', email, 0, created_at, 0, '2020-01-01', 0, 0 FROM people`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE employees SET supervisor_id = (SELECT e.id FROM employees e WHERE e.id > employees.id ORDER BY e.id LIMIT 1)")
		return err
	}))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eachPair runs fn as a subtest for each pair of engines.
func eachPair(t *testing.T, fn func(t *testing.T, from, to *db.DB)) {
	t.Helper()
	for _, source := range []db.Dialect{db.SQLite, db.Postgres} {
		for _, target := range []db.Dialect{db.SQLite, db.Postgres} {
			t.Run(source.String()+" to "+target.String(), func(t *testing.T) {
				fn(t, dbtest.Open(t, source), dbtest.Open(t, target))
			})
		}
	}
}

func TestCopy(t *testing.T) {
	eachPair(t, func(t *testing.T, from, to *db.DB) {
		insertSupervised(t, from, 450) // more than a statement has rows
		must(t, from.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if _, err := tx.Exec(ctx, "UPDATE employees SET supervisor_id = NULL WHERE supervisor_id = 450"); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, "DELETE FROM employees WHERE id = 450"); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "INSERT INTO auth_secrets (name, value, created_at) VALUES ('signing', $1, 1)", []byte{0, 1, 255})
			return err
		}))
		rows, err := copied(t, from, to)
		must(t, err)
		if rows["people"] != 450 || rows["employees"] != 449 || rows["auth_secrets"] != 1 {
			t.Errorf("copied %v", rows)
		}
		var secret []byte
		var supervised int
		must(t, to.QueryRow(t.Context(), "SELECT value FROM auth_secrets").Scan(&secret))
		must(t, to.QueryRow(t.Context(), "SELECT COUNT(*) FROM employees e JOIN employees s ON s.id = e.supervisor_id").Scan(&supervised))
		if string(secret) != "\x00\x01\xff" || supervised != 448 {
			t.Errorf("the bytes are %x, %d employees have a supervisor", secret, supervised)
		}
		t.Run("an id of a deleted row is not used again", func(t *testing.T) {
			var id int64
			must(t, to.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return tx.QueryRow(ctx, `INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
					company_code, first_work_day, created_at, updated_at) SELECT id, 'A', 'B', 'b a', email, 0, 9999, 0, '2020-01-01', 0, 0 FROM people
					WHERE id NOT IN (SELECT user_id FROM employees) RETURNING id`).Scan(&id)
			}))
			if id <= 450 {
				t.Errorf("the new employee has the id %d", id)
			}
		})
		t.Run("references are checked again afterwards", func(t *testing.T) {
			err := to.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE employees SET supervisor_id = 100000 WHERE id = 1")
				return err
			})
			if _, ok := errors.AsType[*db.ConstraintError](err); !ok {
				t.Errorf("a supervisor who does not exist: %v", err)
			}
		})
		t.Run("a database with records is refused", func(t *testing.T) {
			if _, err := copied(t, from, to); !errors.Is(err, db.ErrNotEmpty) {
				t.Errorf("answers %v", err)
			}
		})
	})
}

// What is written is read again: a target that stores something else is found out, and left empty.
func TestCopy_compares(t *testing.T) {
	eachPair(t, func(t *testing.T, from, to *db.DB) {
		must(t, add(from, "a", "a@x"))
		trigger := []string{"CREATE TRIGGER spoils AFTER INSERT ON people BEGIN UPDATE people SET email = 'b@x' WHERE id = NEW.id; END"}
		if to.Dialect() == db.Postgres {
			trigger = []string{"CREATE FUNCTION spoil() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN NEW.email = 'b@x'; RETURN NEW; END $$",
				"CREATE TRIGGER spoils BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION spoil()"}
		}
		must(t, to.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
			for _, statement := range trigger {
				if err == nil {
					_, err = tx.Exec(ctx, statement)
				}
			}
			return err
		}))
		if _, err := copied(t, from, to); err == nil || !strings.Contains(err.Error(), "the table people has 1 rows that are not the 1 that were read") {
			t.Errorf("answers %v", err)
		}
		if n := people(t, to); n != 0 {
			t.Errorf("%d people are there", n)
		}
	})
}

// Values of several megabytes are not in memory by the thousand, and a target whose server ends idle transactions waits while the source
// is read.
func TestCopy_of_large_values(t *testing.T) {
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			from := dbtest.Open(t, db.SQLite)
			const rows, size = 20, 300 << 10
			must(t, from.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				in := db.Insert{Into: "INSERT INTO auth_secrets (name, value, created_at)"}
				for i := range rows {
					in.Add(fmt.Sprint(i), make([]byte, size), 1)
				}
				_, err := in.Write(ctx, tx)
				return err
			}))
			most, written := 0, 0 // rows of a statement, and of all
			follow := func(ctx context.Context, _, statement string) (context.Context, func(error)) {
				if strings.HasPrefix(statement, "INSERT INTO auth_secrets") {
					n := strings.Count(statement, "($")
					most, written = max(most, n), written+n
				}
				return ctx, nil
			}
			to, err := db.Open(t.Context(), dbtest.URL(t, engine), db.Options{Conns: 2, Trace: follow})
			must(t, err)
			defer to.Close()
			if engine == db.Postgres {
				must(t, to.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					for _, statement := range []string{`CREATE FUNCTION check_idle() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
							IF current_setting('idle_in_transaction_session_timeout') <> '0' THEN RAISE EXCEPTION 'ends when idle'; END IF;
							RETURN NEW; END $$`,
						"CREATE TRIGGER checks BEFORE INSERT ON auth_secrets FOR EACH ROW EXECUTE FUNCTION check_idle()"} {
						if _, err := tx.Exec(ctx, statement); err != nil {
							return err
						}
					}
					return nil
				}))
			}
			copiedRows, err := copied(t, from, to)
			must(t, err)
			if copiedRows["auth_secrets"] != rows || written != rows || most*size > 2<<20 {
				t.Errorf("%d rows, at most %d in a statement", written, most)
			}
		})
	}
}
