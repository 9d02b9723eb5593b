package sqldriver_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"modernc.org/sqlite"

	"presence/db/sqldriver"
)

// typed is an error that was translated.
type typed struct{ error }

func translate(_ driver.Conn, err error) error { return typed{err} }

func isTyped(err error) bool {
	_, ok := errors.AsType[typed](err)
	return ok
}

// counting counts the statements that its connections prepare and do not close.
type counting struct {
	driver.Connector
	prepared, kept *int
}

type countingConn struct {
	sqliteConn
	prepared, kept *int
}

// statement counts down when it is closed.
type statement struct {
	sqliteStatement
	kept *int
}

type sqliteStatement interface {
	driver.Stmt
	driver.StmtQueryContext
	driver.StmtExecContext
}

func (s statement) Close() error {
	*s.kept--
	return s.sqliteStatement.Close()
}

type sqliteConn interface {
	driver.Conn
	driver.QueryerContext
	driver.ExecerContext
	driver.ConnBeginTx
}

func (c counting) Connect(ctx context.Context) (driver.Conn, error) {
	inner, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return countingConn{inner.(sqliteConn), c.prepared, c.kept}, nil
}

func (c countingConn) Prepare(query string) (driver.Stmt, error) {
	inner, err := c.sqliteConn.Prepare(query)
	if err != nil {
		return nil, err
	}
	*c.prepared++
	*c.kept++
	return statement{inner.(sqliteStatement), c.kept}, nil
}

// broken is a connection of which the driver says so itself: as the error of a statement, of a ping, and between two uses.
type broken struct{ sqliteConn }

func (broken) ExecContext(_ context.Context, query string, _ []driver.NamedValue) (driver.Result, error) {
	if query == "skip" {
		return nil, driver.ErrSkip
	}
	return nil, driver.ErrBadConn
}
func (broken) Ping(context.Context) error         { return errors.New("no answer") }
func (broken) ResetSession(context.Context) error { return driver.ErrBadConn }
func (broken) IsValid() bool                      { return false }
func (broken) Close() error                       { return nil }

// healthy is a connection of which the driver says that it is good.
type healthy struct{ broken }

func (healthy) IsValid() bool { return true }

// given is a connector that gives one connection.
type given struct {
	driver.Connector
	conn driver.Conn
}

func (g given) Connect(context.Context) (driver.Conn, error) { return g.conn, nil }

// open returns one connection to a SQLite file with a table t (id) of the rows 1, 2 and 3, and counts the statements that it
// prepares.
func open(t *testing.T, o sqldriver.Options) (conn *sql.Conn, raw *sqldriver.Conn, prepared *int) {
	t.Helper()
	prepared = new(int)
	inner, err := sqlite.NewConnector("file:" + filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	o.Translate = translate
	kept := new(int)
	pool := sql.OpenDB(sqldriver.Wrap(counting{inner, prepared, kept}, o))
	if conn, err = pool.Conn(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(conn.Close(), pool.Close()); err != nil {
			t.Error(err)
		}
		if *kept != 0 {
			t.Errorf("%d statements of the closed connection are still open", *kept)
		}
	})
	if err := conn.Raw(func(c any) error { raw = c.(*sqldriver.Conn); return nil }); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"CREATE TABLE t (id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (1), (2), (3)"} {
		if err := raw.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	*prepared = 0
	return conn, raw, prepared
}

func TestTranslate(t *testing.T) {
	conn, raw, _ := open(t, sqldriver.Options{})
	ctx := t.Context()
	var n int
	rows, err := conn.QueryContext(ctx, "SELECT abs(iif(id = 2, -9223372036854775807 - 1, id)) FROM t ORDER BY id") // overflows at 2
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		n++
	}
	if n != 1 || !isTyped(rows.Err()) {
		t.Errorf("Next: %d rows, %v", n, rows.Err())
	}
	_, exec := conn.ExecContext(ctx, "INSERT INTO t VALUES (1)")
	_, query := conn.QueryContext(ctx, "SELECT nothing")
	for name, err := range map[string]error{
		"Exec": exec, "Query": query, "Scan": conn.QueryRowContext(ctx, "SELECT nothing").Scan(&n), "Exec of the driver": raw.Exec("nothing"),
	} {
		t.Run(name+" gives a translated error", func(t *testing.T) {
			if !isTyped(err) {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("opening gives a translated error", func(t *testing.T) {
		inner, err := sqlite.NewConnector("file:" + filepath.Join(t.TempDir(), "missing", "test.db"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sqldriver.Wrap(inner, sqldriver.Options{Translate: translate}).Connect(t.Context()); !isTyped(err) {
			t.Error(err)
		}
	})
}

func TestKeepStatements(t *testing.T) {
	conn, _, prepared := open(t, sqldriver.Options{KeepStatements: true})
	t.Run("prepares a text once", func(t *testing.T) {
		for i := range 10 {
			var n int
			if err := conn.QueryRowContext(t.Context(), "SELECT id FROM t WHERE id = $1", i%3+1).Scan(&n); err != nil || n != i%3+1 {
				t.Fatal(n, err)
			}
		}
		if *prepared != 1 {
			t.Error(*prepared, "times")
		}
	})
	t.Run("runs a text beside itself", func(t *testing.T) {
		const query = "SELECT id FROM t ORDER BY id"
		outer, err := conn.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		defer outer.Close()
		seen := 0
		for outer.Next() {
			inner, err := conn.QueryContext(t.Context(), query)
			if err != nil {
				t.Fatal(err)
			}
			for inner.Next() {
				seen++
			}
			if err := inner.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := outer.Err(); err != nil || seen != 9 {
			t.Error(seen, "rows", err)
		}
	})
	for texts, again := range map[int]int{512: 0, 513: 1} {
		t.Run(fmt.Sprintf("prepares the first of %d texts %d times more", texts, again), func(t *testing.T) {
			conn, _, prepared := open(t, sqldriver.Options{KeepStatements: true})
			for i := 2; i < texts; i++ { // beside two that open has run
				var n int
				if err := conn.QueryRowContext(t.Context(), fmt.Sprint("SELECT ", i)).Scan(&n); err != nil || n != i {
					t.Fatal(n, err)
				}
			}
			before := *prepared
			if _, err := conn.ExecContext(t.Context(), "SELECT 2"); err != nil || *prepared != before+again {
				t.Errorf("prepared %d times more, %v", *prepared-before, err)
			}
		})
	}
}

func TestConn_of_a_driver_that_says_that_it_is_broken(t *testing.T) {
	connect := func(conn driver.Conn) *sqldriver.Conn {
		c, err := sqldriver.Wrap(given{conn: conn}, sqldriver.Options{Translate: translate}).Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return c.(*sqldriver.Conn)
	}
	bad := connect(broken{})
	t.Run("what database/sql looks for is not translated", func(t *testing.T) {
		if err := bad.Exec("anything"); !errors.Is(err, driver.ErrBadConn) || isTyped(err) {
			t.Errorf("Exec: %v", err)
		}
		if err := bad.Exec("skip"); !errors.Is(err, driver.ErrSkip) || isTyped(err) {
			t.Errorf("Exec: %v", err)
		}
		if err := bad.ResetSession(t.Context()); !errors.Is(err, driver.ErrBadConn) || isTyped(err) {
			t.Errorf("ResetSession: %v", err)
		}
		if bad.IsValid() {
			t.Error("it is valid")
		}
	})
	t.Run("a connection that the driver calls good is good", func(t *testing.T) {
		if !connect(healthy{}).IsValid() {
			t.Error("it is not")
		}
	})
	t.Run("the error of a ping is translated", func(t *testing.T) {
		if err := bad.Ping(t.Context()); !isTyped(err) {
			t.Errorf("%v", err)
		}
	})
	t.Run("a driver that says nothing of it has good connections", func(t *testing.T) {
		good := connect(countingConn{})
		if err := errors.Join(good.Ping(t.Context()), good.ResetSession(t.Context())); err != nil || !good.IsValid() {
			t.Errorf("%v, valid %v", err, good.IsValid())
		}
	})
}

func TestGuard(t *testing.T) {
	conn, raw, _ := open(t, sqldriver.Options{KeepStatements: true, IsFailure: isTyped})
	ctx := t.Context()
	if err := raw.Exec("BEGIN"); err != nil {
		t.Fatal(err)
	}
	if err := raw.Exec("DELETE FROM t"); err != nil {
		t.Fatal(err)
	}
	first := raw.Exec("INSERT INTO t VALUES (4), (4)")
	t.Run("a failure refuses all that follows", func(t *testing.T) {
		if _, err := conn.ExecContext(ctx, "INSERT INTO t VALUES (5)"); !errors.Is(err, first) || !errors.Is(raw.Failure(), first) {
			t.Error(err)
		}
		var n int
		if err := conn.QueryRowContext(ctx, "SELECT COUNT(*) FROM t").Scan(&n); !errors.Is(err, first) {
			t.Error(err)
		}
	})
	t.Run("Rollback makes it good again", func(t *testing.T) {
		raw.Rollback()
		var n int
		if err := conn.QueryRowContext(ctx, "SELECT COUNT(*) FROM t").Scan(&n); err != nil || n != 3 || raw.Failure() != nil {
			t.Error(n, err)
		}
	})
	t.Run("Rollback closes what is open", func(t *testing.T) {
		rows, err := conn.QueryContext(ctx, "SELECT id FROM t")
		if err != nil || !rows.Next() {
			t.Fatal(err)
		}
		defer rows.Close()
		if raw.Rollback(); rows.Next() || raw.CloseRows() {
			t.Error("the rows stayed open")
		}
	})
	t.Run("an error that is no failure of the storage refuses nothing", func(t *testing.T) {
		conn, raw, _ := open(t, sqldriver.Options{IsFailure: func(err error) bool { return !isTyped(err) }})
		if err := raw.Exec("INSERT INTO t VALUES (1)"); !isTyped(err) || raw.Failure() != nil {
			t.Errorf("%v, %v", err, raw.Failure())
		}
		if _, err := conn.ExecContext(ctx, "INSERT INTO t VALUES (5)"); err != nil {
			t.Error(err)
		}
	})
	t.Run("CloseRows closes what is open", func(t *testing.T) {
		if raw.CloseRows() {
			t.Error("rows were open")
		}
		rows, err := conn.QueryContext(ctx, "SELECT id FROM t")
		if err != nil || !rows.Next() {
			t.Fatal(err)
		}
		defer rows.Close()
		if !raw.CloseRows() || rows.Next() {
			t.Error("the rows stayed open")
		}
	})
}
