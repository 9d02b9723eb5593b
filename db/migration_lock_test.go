package db_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"presence/db"
	"presence/db/dbtest"
)

// migrating begins to migrate an empty database, which waits for a table that another transaction is making, and returns when it waits.
func migrating(t *testing.T, url string, o db.Options) (watching *db.DB, migrated chan error, release func()) {
	t.Helper()
	other, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close(context.Background()) })
	for _, statement := range []string{"BEGIN", "CREATE TABLE employees ()"} {
		if _, err := other.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	d, migrated := openWith(t, url, o), make(chan error, 1)
	go func() { migrated <- d.Migrate(t.Context()) }()
	watching = openWith(t, url, db.Options{Conns: 1})
	dbtest.Until(t, "it waits for the table, or has failed", func() (waits bool) {
		err := watching.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
			AND wait_event_type = 'Lock')`).Scan(&waits)
		return err != nil || waits || len(migrated) > 0
	})
	return watching, migrated, func() {
		if _, err := other.Exec(t.Context(), "ROLLBACK"); err != nil {
			t.Fatal(err)
		}
	}
}

// lockHolders are the connections that hold the migration lock, or ask for it.
const lockHolders = `FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_try_advisory_lock(hashtextextended%'`

func TestMigrationLock(t *testing.T) {
	t.Run("a migration ends when its lock is lost", func(t *testing.T) {
		watching, migrated, release := migrating(t, dbtest.Empty(t, db.Postgres), db.Options{Conns: 2})
		var ended int
		if err := watching.QueryRow(t.Context(), "SELECT COUNT(pg_terminate_backend(pid)) "+lockHolders).Scan(&ended); err != nil || ended != 1 {
			t.Fatal(ended, err)
		}
		late := time.AfterFunc(10*time.Second, release)
		defer late.Stop()
		if err := <-migrated; err == nil || !strings.Contains(err.Error(), "the lock was lost") || !late.Stop() {
			t.Errorf("%v, want the error of a lost lock before the table is there", err)
		}
	})
	t.Run("who waits for it asks on one connection", func(t *testing.T) {
		url := dbtest.Empty(t, db.Postgres)
		watching, migrated, release := migrating(t, url, db.Options{Conns: 2})
		second := make(chan error, 1)
		d := openWith(t, url, db.Options{Conns: 2})
		go func() { second <- d.Migrate(t.Context()) }()
		seen := map[int]bool{}
		asked := map[string]bool{}
		dbtest.Until(t, "it has asked five times", func() bool {
			var pid int
			var at string
			err := watching.QueryRow(t.Context(), "SELECT pid, CAST(query_start AS TEXT) "+lockHolders+" ORDER BY query_start DESC LIMIT 1").Scan(&pid, &at)
			if err != nil {
				t.Fatal(err)
			}
			seen[pid], asked[at] = true, true
			return len(asked) > 5
		})
		if len(seen) > 2 { // the one that holds it, and the one that waits
			t.Errorf("%d connections", len(seen))
		}
		release()
		if a, b := <-migrated, <-second; a != nil || b != nil {
			t.Error(a, b)
		}
	})
}
