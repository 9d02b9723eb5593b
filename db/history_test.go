package db_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// released is the schema of the last release. testdata/released.sql has rows of it.
const released = 17

func TestMigrations_are_frozen(t *testing.T) {
	text, err := os.ReadFile("migrations/HASHES")
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		sums[name] = sum
	}
	files, err := filepath.Glob("migrations/0*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		switch sum, known := sums[name]; {
		case !known:
			t.Errorf("%s has no line in migrations/HASHES: run make freeze", name)
		case sum != fmt.Sprintf("%x", sha256.Sum256(text)):
			t.Errorf("%s was edited after it was frozen: put it back, and write a new migration", name)
		}
		delete(sums, name)
	}
	for name := range sums {
		t.Errorf("%s is frozen and gone: put it back", name)
	}
}

// execAll runs statements in one transaction, with foreign keys looked at last or never.
func execAll(t *testing.T, d *db.DB, statements ...string) {
	t.Helper()
	late := "PRAGMA defer_foreign_keys = ON"
	if d.Dialect() == db.Postgres {
		late = "SET LOCAL session_replication_role = replica"
	}
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, s := range append([]string{late}, statements...) {
			if _, err := tx.Exec(ctx, s); err != nil {
				return fmt.Errorf("%s: %w", s, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMigrate_refuses_another_history(t *testing.T) {
	files, err := filepath.Glob("migrations/0*.sql")
	if err != nil {
		t.Fatal(err)
	}
	last := strings.TrimLeft(strings.SplitN(filepath.Base(files[len(files)-1]), "_", 2)[0], "0")
	for name, c := range map[string]struct {
		done []string
		want string
	}{
		"a migration of another text": {[]string{"UPDATE schema_migrations SET sha256 = 'x' WHERE version = 14"},
			"its migration 00014_campaigns.sql was another one"},
		"a migration that is missing among others": {[]string{"DELETE FROM goose_db_version WHERE version_id = 15"},
			"it has migration " + last + " and lacks 00015_templates.sql"},
		"a table that is missing, from before hashes": {[]string{"DROP TABLE sign_in_budgets", "DELETE FROM schema_migrations"},
			"at schema " + last + " there should be sign_in_budgets."},
		"a column that is missing, from before hashes": {[]string{"ALTER TABLE campaigns DROP COLUMN told", "DELETE FROM schema_migrations"},
			"at schema " + last + " there should be campaigns.told"},
		"a column that is missing, where no table has them": {[]string{"ALTER TABLE campaigns DROP COLUMN told", "DROP TABLE schema_migrations",
			"DELETE FROM goose_db_version WHERE version_id >= 21"}, "at schema 20 there should be campaigns.told"},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				execAll(t, d, c.done...)
				err := d.Migrate(t.Context())
				if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "restore a backup") {
					t.Errorf("got %v, want %q and what to do", err, c.want)
				}
			})
		})
	}
}

var blob = regexp.MustCompile(`x'([0-9a-f]*)'`)

// TestReleased carries a database of the last release, with rows in it, to the schema of this program.
func TestReleased(t *testing.T) {
	rows, err := os.ReadFile("testdata/released.sql")
	if err != nil {
		t.Fatal(err)
	}
	newest, err := db.Columns(t.Context(), dbtest.OpenSQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("migrations/schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			var log bytes.Buffer
			d, err := db.Open(t.Context(), dbtest.Empty(t, dialect), db.Options{Conns: 3, Log: slog.New(slog.NewTextHandler(&log, nil))})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { d.Close() })
			if err := db.MigrateTo(t.Context(), d, released); err != nil {
				t.Fatal(err)
			}
			var statements []string
			for line := range strings.Lines(string(rows)) {
				if s, ok := strings.CutSuffix(strings.TrimSpace(line), ";"); ok {
					if dialect == db.Postgres {
						s = blob.ReplaceAllString(s, `'\x$1'`)
					}
					statements = append(statements, s+" ON CONFLICT DO NOTHING")
				}
			}
			execAll(t, d, statements...)
			before := rowsOf(t, d)
			if before["people"] == 0 || before["campaign_recipients"] == 0 {
				t.Fatalf("there is nothing to carry: %v", before)
			}
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := d.Migrate(t.Context()); err != nil { // there is nothing left to do, and nothing to log
				t.Fatal(err)
			}
			if n := strings.Count(log.String(), "the database was migrated"); n != 1 {
				t.Errorf("%d lines say that it was migrated: %s", n, log.String())
			}
			columns, err := db.Columns(t.Context(), d)
			if err != nil || !slices.Equal(sorted(columns), sorted(newest)) {
				t.Errorf("the columns are not those of a new database: %v", err)
			}
			after := rowsOf(t, d)
			for table, n := range before {
				if is, there := after[table]; there && is != n && table != "shift_weeks" && table != "goose_db_version" {
					t.Errorf("%s had %d rows and has %d", table, n, is)
				}
			}
			var hashes int
			if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM schema_migrations").Scan(&hashes); err != nil || hashes < released {
				t.Errorf("%d hashes are kept: %v", hashes, err)
			}
			if dialect == db.SQLite {
				schema, err := db.SchemaOf(t.Context(), d)
				if err != nil || !strings.HasSuffix(string(golden), schema) {
					t.Errorf("the schema is not migrations/schema.sql: %v", err)
				}
			}
		})
	}
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.DeleteFunc(list, func(s string) bool { return strings.HasPrefix(s, "goose_db_version.") })
}

// rowsOf counts the rows of each table.
func rowsOf(t *testing.T, d *db.DB) map[string]int {
	t.Helper()
	columns, err := db.Columns(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, c := range columns {
		table, _, _ := strings.Cut(c, ".")
		if _, done := counts[table]; done {
			continue
		}
		var n int
		if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM "+table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		counts[table] = n
	}
	return counts
}

// A database that cannot be read is not one with an earlier schema: presence move would tell its reader to run presence migrate.
func TestUpToDate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("the schema of the program is up to date", func(t *testing.T) {
			if done, err := d.UpToDate(t.Context()); !done || err != nil {
				t.Errorf("%v, %v", done, err)
			}
		})
		t.Run("a database that cannot be read is an error", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if done, err := d.UpToDate(ctx); done || !errors.Is(err, context.Canceled) {
				t.Errorf("%v, %v", done, err)
			}
		})
	})
}
