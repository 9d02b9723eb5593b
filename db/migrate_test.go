package db_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

var update = flag.Bool("update", false, "write the golden files")

func TestMigrate(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String()+" by four handles at once is applied once", func(t *testing.T) {
			url := dbtest.Empty(t, dialect)
			var handles []*db.DB
			for range 4 {
				d, err := db.Open(t.Context(), url, db.Options{Conns: 3})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { d.Close() })
				handles = append(handles, d)
			}
			var all sync.WaitGroup
			for _, d := range handles {
				all.Go(func() {
					if err := d.Migrate(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			var n, distinct int
			err := handles[0].QueryRow(t.Context(), `SELECT COUNT(*), COUNT(DISTINCT version_id) FROM goose_db_version`).Scan(&n, &distinct)
			if err != nil || n != distinct || n < 2 {
				t.Error(err, n, distinct)
			}
			if err := add(handles[3], "a", "a"); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("sqlite waits while another process migrates", func(t *testing.T) {
		d, err := db.Open(t.Context(), dbtest.Empty(t, db.SQLite), db.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		held, ok, err := d.TryLock(t.Context(), "migration")
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		short, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		if err := d.Migrate(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it does not wait for the other one: %v", err)
		}
		if n := applied(t, d); n > 0 {
			t.Errorf("it has applied %d migrations beside the other one", n)
		}
		held.Release()
		if err := d.Migrate(t.Context()); err != nil || applied(t, d) == 0 {
			t.Errorf("the other one is done: %v", err)
		}
	})
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("refuses a schema of a newer program", func(t *testing.T) {
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)`)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "newer") {
				t.Error(err)
			}
		})
	})
}

func TestSchema(t *testing.T) {
	const golden = "migrations/schema.sql"
	got, err := db.SchemaOf(t.Context(), dbtest.OpenSQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	got = "-- What the migrations add up to on SQLite. Written by: go test ./db -run TestSchema -update\n\n" + got
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || string(want) != got {
		t.Errorf("%s is not what the migrations add up to (%v); look at the difference, then run with -update", golden, err)
	}
}
