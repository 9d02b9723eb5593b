package db_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
	"presence/db/dbtest/pgcluster"
)

func TestPostgresWrite(t *testing.T) {
	t.Run("tries again after a deadlock", func(t *testing.T) {
		d := dbtest.Open(t, db.Postgres)
		var runs atomic.Int64
		if err := errors.Join(crosswise(t, d, &runs, false)...); err != nil {
			t.Fatal(err)
		}
		if runs.Load() < 3 {
			t.Errorf("%d runs: there was no deadlock to get over", runs.Load())
		}
	})
	t.Run("locks rows in one order, so that nobody has to try again", func(t *testing.T) {
		d := dbtest.Open(t, db.Postgres)
		var runs atomic.Int64
		if err := errors.Join(crosswise(t, d, &runs, true)...); err != nil {
			t.Fatal(err)
		}
		if runs.Load() != 2 {
			t.Errorf("%d runs", runs.Load())
		}
	})
	t.Run("takes another connection when the server has ended the one in the pool", func(t *testing.T) {
		d := dbtest.Open(t, db.Postgres)
		write := func() error { return d.Write(t.Context(), func(context.Context, *db.Tx) error { return nil }) }
		read := func() error { return d.Read(t.Context(), func(context.Context, db.Queryer) error { return nil }) }
		var ended int
		err := errors.Join(write(), read(), d.QueryRow(t.Context(), "SELECT COUNT(pg_terminate_backend(pid, 10000)) "+
			"FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()").Scan(&ended))
		if err != nil || ended < 2 {
			t.Fatalf("%d connections were ended: %v", ended, err)
		}
		if err := write(); err != nil {
			t.Errorf("a write: %v", err)
		}
		if err := read(); err != nil {
			t.Errorf("a read: %v", err)
		}
	})
	t.Run("finds a connection when the server has ended all of a large pool", func(t *testing.T) {
		const conns = 12
		d := openWith(t, dbtest.URL(t, db.Postgres), db.Options{Conns: conns})
		for range 2 { // a connection that was not used within a second, or not yet, is tried before it is used
			var writers, begun sync.WaitGroup
			begun.Add(conns)
			for range conns { // at the same time, each on a connection of its own
				writers.Go(func() {
					if err := d.Write(t.Context(), func(context.Context, *db.Tx) error { begun.Done(); begun.Wait(); return nil }); err != nil {
						t.Error(err)
					}
				})
			}
			writers.Wait()
		}
		others := " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
		count := func(what string) (n int) {
			if err := d.QueryRow(t.Context(), "SELECT COUNT("+what+")"+others).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		if n := count("pg_terminate_backend(pid)"); n < conns {
			t.Fatalf("%d connections were ended", n)
		}
		for count("*") >= conns { // until they are gone
		}
		if err := d.Write(t.Context(), func(context.Context, *db.Tx) error { return nil }); err != nil {
			t.Error(err)
		}
	})
	t.Run("gives up a transaction whose function overlooked an error", func(t *testing.T) {
		d := dbtest.Open(t, db.Postgres)
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_ = insert("a")(ctx, tx)
			_ = insert("a")(ctx, tx)
			return nil
		})
		if err == nil || people(t, d) != 0 {
			t.Fatal(err, people(t, d))
		}
	})
}

// Writes that wait for a lock, and lists that are read slowly, hold all connections of their pools: other reads go on.
func TestPostgres_single_rows_wait_for_nobody(t *testing.T) {
	const conns = 2
	d := openWith(t, dbtest.URL(t, db.Postgres), db.Options{Conns: conns})
	var writers, begun sync.WaitGroup
	end := make(chan struct{})
	defer writers.Wait()
	defer close(end)
	begun.Add(conns)
	for range conns {
		rows, err := d.Query(t.Context(), "SELECT generate_series(1, 100000)")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		writers.Go(func() {
			_ = d.Write(t.Context(), func(context.Context, *db.Tx) error { begun.Done(); <-end; return nil })
		})
	}
	begun.Wait()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	var n int
	if err := d.QueryRow(ctx, "SELECT 1").Scan(&n); err != nil {
		t.Errorf("a single row: %v", err)
	}
	if err := d.Ping(ctx); err != nil {
		t.Errorf("a health check: %v", err)
	}
}

func isCommitUnknown(err error) bool {
	e, ok := errors.AsType[*db.UnavailableError](err)
	return ok && e.CommitUnknown
}

// A server that ends the connection at the very commit leaves the writer not knowing what became of it.
func TestPostgresWrite_lost_while_it_commits(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	for _, text := range []string{
		`CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`,
		`CREATE CONSTRAINT TRIGGER leave AFTER INSERT ON people DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION leave()`,
	} {
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { _, err := tx.Exec(ctx, text); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if err := add(d, "a", "a"); !isCommitUnknown(err) {
		t.Errorf("a commit that is not answered gave %v", err)
	}
	if n := people(t, d); n != 0 {
		t.Errorf("%d people", n)
	}
}

// crosswise has two writes change the same two rows in opposite orders. Without locks each waits, the first time, until
// the other has changed its first row.
func crosswise(t *testing.T, d *db.DB, runs *atomic.Int64, lock bool) []error {
	t.Helper()
	ctx := t.Context()
	if err := add(d, "a", "a"); err != nil {
		t.Fatal(err)
	}
	if err := add(d, "b", "b"); err != nil {
		t.Fatal(err)
	}
	employee(t, d, 1, "a")
	employee(t, d, 2, "b")
	var met sync.WaitGroup
	met.Add(2)
	out := make([]error, 2)
	var undone atomic.Int64
	var all sync.WaitGroup
	for n, order := range [][]int64{{1, 2}, {2, 1}} {
		var once sync.Once
		all.Go(func() {
			out[n] = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				runs.Add(1)
				tx.AfterRollback(func() { undone.Add(1) })
				if lock {
					if err := tx.LockRows(ctx, "employees", order...); err != nil {
						return err
					}
				}
				for _, id := range order {
					if _, err := tx.Exec(ctx, `UPDATE employees SET version = version + 1 WHERE id = $1`, id); err != nil {
						return err
					}
					if !lock {
						once.Do(func() { met.Done(); met.Wait() })
					}
				}
				return nil
			})
		})
	}
	all.Wait()
	if undone.Load() != runs.Load()-2 {
		t.Errorf("%d runs, and the hooks of %d rollbacks", runs.Load(), undone.Load())
	}
	var versions int
	if err := d.QueryRow(ctx, `SELECT CAST(SUM(version) AS BIGINT) FROM employees`).Scan(&versions); err != nil || versions != 6 {
		t.Error("an update was lost or done twice:", err, versions)
	}
	return out
}

func TestPostgresGone(t *testing.T) {
	c, err := pgcluster.Start()
	if errors.Is(err, pgcluster.ErrMissing) && os.Getenv("REQUIRE_POSTGRES") != "1" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.Stop()
	d, err := db.Open(t.Context(), c.URL, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := insert("a")(ctx, tx); err != nil {
			t.Error(err)
		}
		c.Stop()
		return insert("b")(ctx, tx)
	})
	if !db.IsUnavailable(err) {
		t.Error("a write that loses its server gave", err)
	}
	var n int
	for name, err := range map[string]error{
		"a later write": add(d, "c", "c"),
		"Ping":          d.Ping(t.Context()),
		"QueryRow":      d.QueryRow(t.Context(), `SELECT 1`).Scan(&n),
		"Read":          d.Read(t.Context(), func(ctx context.Context, q db.Queryer) error { return q.QueryRow(ctx, `SELECT 1`).Scan(&n) }),
	} {
		if !db.IsUnavailable(err) {
			t.Error(name, "gave", err)
		}
	}
	if _, err := db.Open(t.Context(), c.URL, db.Options{}); !db.IsUnavailable(err) {
		t.Error("Open gave", err)
	}
}

func TestPostgres_EndsTransactionsThatStandStill(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	var after string
	if err := d.QueryRow(t.Context(), "SHOW idle_in_transaction_session_timeout").Scan(&after); err != nil || after != "15s" {
		t.Errorf("a process that stands still keeps its locks for %q: %v", after, err)
	}
}
