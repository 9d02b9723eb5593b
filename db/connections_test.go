package db_test

import (
	"database/sql"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// openWith opens a database with options.
func openWith(t *testing.T, url string, o db.Options) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// TestConnections compares what the server allows with what the servers that run may open.
func TestConnections(t *testing.T) {
	d := openWith(t, dbtest.URL(t, db.Postgres), db.Options{Conns: 7})
	alone, limited, err := d.Connections(t.Context())
	if err != nil || !limited || alone.Each != 23 || alone.Replicas != 0 || alone.Allowed < 23 || alone.Short() {
		t.Errorf("%+v %t %v", alone, limited, err)
	}
	var most, reserved int
	if err := d.QueryRow(t.Context(), `SELECT CAST(current_setting('max_connections') AS INTEGER),
		CAST(current_setting('superuser_reserved_connections') AS INTEGER)`).Scan(&most, &reserved); err != nil {
		t.Fatal(err)
	}
	if alone.Allowed > most-reserved {
		t.Errorf("%d are allowed, of %d of which %d are reserved", alone.Allowed, most, reserved)
	}
	if _, err := d.Register(t.Context(), "v1"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Register(t.Context(), "v1"); err != nil {
		t.Fatal(err)
	}
	if two, _, err := d.Connections(t.Context()); err != nil || two.Replicas != 2 {
		t.Errorf("%+v %v, want two servers", two, err)
	}
	t.Run("two servers that fit one by one do not fit together", func(t *testing.T) {
		c := db.Connections{Allowed: 45, Each: 23, Replicas: 2}
		if one := (db.Connections{Allowed: 45, Each: 23}); !c.Short() || one.Short() {
			t.Errorf("%+v %t, alone %t", c, c.Short(), one.Short())
		}
	})
	t.Run("SQLite has no limit", func(t *testing.T) {
		if c, limited, err := dbtest.OpenSQLite(t).Connections(t.Context()); limited || err != nil {
			t.Errorf("%+v %v", c, err)
		}
	})
}

// TestOptions_StatementTimeout ends a statement that takes too long, and lets a migration take as long as it needs.
func TestOptions_StatementTimeout(t *testing.T) {
	d := openWith(t, dbtest.Empty(t, db.Postgres), db.Options{Conns: 2, StatementTimeout: 20 * time.Millisecond})
	for name, q := range map[string]func(query string) error{
		"a list":       func(query string) error { rows, err := d.Query(t.Context(), query); return firstError(rows, err) },
		"a single row": func(query string) error { return d.QueryRow(t.Context(), query).Scan(new(string)) },
	} {
		t.Run(name, func(t *testing.T) {
			if err := q("SELECT CAST(pg_sleep(30) AS TEXT)"); !db.IsUnavailable(err) {
				t.Errorf("%v, want an UnavailableError", err)
			}
		})
	}
	t.Run("a migration that waits for a table", func(t *testing.T) {
		// The limit holds for what is read before the migration.
		watching, migrated, release := migrating(t, dbtest.Empty(t, db.Postgres), db.Options{Conns: 2, StatementTimeout: time.Second})
		dbtest.Until(t, "it has waited longer than the limit, or has failed", func() (waited bool) {
			err := watching.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
				AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > INTERVAL '1200 milliseconds')`).Scan(&waited)
			return err != nil || waited || len(migrated) > 0
		})
		release()
		if err := <-migrated; err != nil {
			t.Error(err)
		}
	})
}

// firstError reads rows to their end.
func firstError(rows *sql.Rows, err error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		continue
	}
	return rows.Err()
}
