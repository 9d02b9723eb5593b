// Package dbtest provides tests with real databases, migrated and empty, on both engines.
package dbtest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"presence/db"
	"presence/db/dbtest/testrun"
)

// Each runs fn as a subtest on each engine, one after the other. Without a PostgreSQL server that subtest is skipped, or fails if
// REQUIRE_POSTGRES=1.
func Each(t *testing.T, fn func(t *testing.T, d *db.DB)) {
	t.Helper()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) { fn(t, Open(t, dialect)) })
	}
}

// Open returns a migrated, empty database that is closed when the test ends.
func Open(t testing.TB, dialect db.Dialect) *db.DB {
	t.Helper()
	return open(t, URL(t, dialect))
}

// InWrite calls fn with the context of a write transaction.
func InWrite(t testing.TB, fn func(ctx context.Context)) {
	t.Helper()
	err := OpenSQLite(t).Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
		fn(ctx)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// URL returns the URL of a migrated, empty database that is dropped when the test ends.
func URL(t testing.TB, dialect db.Dialect) string {
	t.Helper()
	if dialect == db.Postgres {
		s := serverFor(t)
		return s.database(t, s.template)
	}
	content, err := migrated()
	if err != nil {
		t.Fatalf("making a migrated file: %v", err)
	}
	file := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return "sqlite:" + file
}

// migrated is the content of a migrated, empty SQLite database. It is made once per run, because applying all migrations takes longer than
// most tests.
var migrated = sync.OnceValues(func() (content []byte, err error) {
	const file = "empty.db"
	err = testrun.Once("migrated", func(folder string) error {
		return migrate(context.Background(), "sqlite:"+filepath.Join(folder, file)) // closing copies the WAL into the file
	}, func(folder string) error {
		content, err = os.ReadFile(filepath.Join(folder, file))
		return err
	})
	return content, err
})

// Empty returns the URL of a database without any table.
func Empty(t testing.TB, dialect db.Dialect) string {
	t.Helper()
	if dialect == db.Postgres {
		return serverFor(t).database(t, "template0")
	}
	return "sqlite:" + filepath.Join(t.TempDir(), "empty.db")
}

// OpenSQLite is Open for SQLite.
func OpenSQLite(t testing.TB) *db.DB {
	t.Helper()
	return Open(t, db.SQLite)
}

func open(t testing.TB, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Conns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}
