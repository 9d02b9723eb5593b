package db_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// migrateOnce is the child: it tells when it begins and when the schema is up to date.
func migrateOnce(url string) {
	d, err := db.Open(context.Background(), url, db.Options{Conns: 2})
	if err == nil {
		fmt.Println("begin")
		err = d.Migrate(context.Background())
	}
	if err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
	fmt.Println("done")
	os.Exit(0)
}

// migrateAndKill starts a child that migrates url, kills it so long after it has begun, and tells how long it took, zero
// when it was killed before its end.
func migrateAndKill(t *testing.T, url string, after time.Duration) time.Duration {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "DB_TEST_CHILD=migrate", "DB_TEST_PATH="+url)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var begun time.Time
	var took time.Duration
	for lines := bufio.NewScanner(out); lines.Scan(); {
		switch lines.Text() {
		case "begin":
			begun = time.Now()
			defer time.AfterFunc(after, func() { _ = cmd.Process.Kill() }).Stop()
		case "done":
			took = time.Since(begun)
		default:
			t.Fatal(lines.Text())
		}
	}
	_ = cmd.Wait()
	return took
}

// applied is how many migrations are recorded; 0 when there is not even the table for it.
func applied(t *testing.T, d *db.DB) (n int) {
	t.Helper()
	if err := d.QueryRow(t.Context(), `SELECT COUNT(*) FROM goose_db_version WHERE version_id > 0`).Scan(&n); err != nil {
		return 0
	}
	return n
}

// columns are those of all tables, in order.
func columns(t *testing.T, d *db.DB) (all string) {
	t.Helper()
	text := `SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1`
	if d.Dialect() == db.Postgres {
		text = `SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`
	}
	rows, err := d.Query(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		all += name + "\n"
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestLong_MigrateKilled kills a process at chance moments of its first start. Each migration is there whole or not at all,
// so that the next start goes on from there and ends with the schema of one that nobody disturbed.
func TestLong_MigrateKilled(t *testing.T) {
	for dialect, rounds := range map[db.Dialect]int{db.SQLite: 10, db.Postgres: 4} {
		t.Run(dialect.String(), func(t *testing.T) {
			whole := dbtest.Empty(t, dialect)
			took := migrateAndKill(t, whole, time.Minute)
			want := openAt(t, whole)
			all, schema := applied(t, want), columns(t, want)
			if took == 0 || all < 2 || schema == "" {
				t.Fatalf("%d migrations undisturbed in %s", all, took)
			}
			between := 0
			for round := 0; round < rounds || between == 0 && round < 20*rounds; round++ {
				url := dbtest.Empty(t, dialect)
				migrateAndKill(t, url, rand.N(took))
				d := openAt(t, url)
				n := applied(t, d)
				if n > 0 && n < all {
					between++
				}
				if err := d.Migrate(t.Context()); err != nil {
					t.Fatalf("killed after %d of %d migrations, the next start fails: %v", n, all, err)
				}
				if got := applied(t, d); got != all || columns(t, d) != schema {
					t.Fatalf("killed after %d of %d migrations, the next start ends with %d and another schema", n, all, got)
				}
			}
			if between == 0 {
				t.Error("it was never killed between two migrations: the test has shown nothing")
			}
		})
	}
}

// TestMigrate_notices_half_a_migration is the control: what a migration that is no transaction would leave behind when
// it is killed makes the next start fail.
func TestMigrate_notices_half_a_migration(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d := openAt(t, dbtest.Empty(t, dialect))
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `CREATE TABLE people (id TEXT PRIMARY KEY)`)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Migrate(t.Context()); err == nil {
				t.Error("half a migration goes unnoticed: the test of killed ones proves nothing")
			}
		})
	}
}
