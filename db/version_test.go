package db_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func TestDB_Version(t *testing.T) {
	url := dbtest.URL(t, db.SQLite)
	one, two := openAt(t, url), openAt(t, url)
	now := func() uint64 {
		t.Helper()
		v, ok := one.Version()
		if !ok {
			t.Fatal("no version")
		}
		return v
	}
	commit := func(d *db.DB, sql string) {
		t.Helper()
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { _, err := tx.Exec(ctx, sql); return err }); err != nil {
			t.Fatal(err)
		}
	}
	commit(one, "CREATE TABLE things (n BIGINT)")
	before := now()
	if now() != before {
		t.Error("the version changes by itself")
	}
	seen := map[uint64]bool{before: true}
	for i := range 1200 { // more than a WAL holds before it begins anew
		d := one
		if i%10 == 1 {
			d = two
		}
		commit(d, "INSERT INTO things VALUES (1)")
		if before = now(); seen[before] {
			t.Fatalf("commit %d made a version that was there before", i)
		}
		seen[before] = true
	}
	var n int
	if err := one.QueryRow(t.Context(), "SELECT COUNT(*) FROM things").Scan(&n); err != nil || now() != before {
		t.Errorf("reading changes the version, or fails: %v", err)
	}
	t.Run("is not told on PostgreSQL", func(t *testing.T) {
		if _, ok := openAt(t, dbtest.URL(t, db.Postgres)).Version(); ok {
			t.Error("told")
		}
	})
	t.Run("is told across processes' links to the file", func(t *testing.T) {
		link := t.TempDir() + "/link.db"
		if err := os.Symlink(strings.TrimPrefix(url, "sqlite:"), link); err != nil {
			t.Fatal(err)
		}
		three := openAt(t, "sqlite:"+link)
		was, ok := three.Version()
		commit(one, "INSERT INTO things VALUES (1)")
		if is, still := three.Version(); !ok || !still || is == was {
			t.Errorf("%d, %v, then %d, %v", was, ok, is, still)
		}
	})
	t.Run("is not told once it is closed", func(t *testing.T) {
		if err := two.Close(); err != nil {
			t.Fatal(err)
		}
		if _, ok := two.Version(); ok {
			t.Error("told")
		}
	})
}

// visit is the child: another process that opens the database, commits once and goes.
func visit(url string) {
	d, err := db.Open(context.Background(), url, db.Options{})
	if err == nil {
		err = d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO things VALUES (1)")
			return err
		})
		err = errors.Join(err, d.Close())
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Looking at the index must leave SQLite's locks on it as they are, or a second process takes itself for the only one.
func TestDB_Version_OtherProcesses(t *testing.T) {
	url := dbtest.URL(t, db.SQLite)
	d := openAt(t, url)
	insert := func(sql string) error {
		return d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { _, err := tx.Exec(ctx, sql); return err })
	}
	if err := insert("CREATE TABLE things (n BIGINT)"); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		before, _ := d.Version()
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), "DB_TEST_CHILD=visit", "DB_TEST_PATH="+url)
		gone := make(chan struct{})
		var out []byte
		var failed error
		go func() {
			out, failed = cmd.CombinedOutput()
			close(gone)
		}()
		for here := true; here; {
			select {
			case <-gone:
				here = false
			default:
				var n int
				if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM things").Scan(&n); err != nil {
					t.Fatalf("reading during a visit: %v", err)
				}
			}
		}
		if failed != nil {
			t.Fatalf("%v: %s", failed, out)
		}
		if after, ok := d.Version(); !ok || after == before {
			t.Error("the commit of another process did not change the version")
		}
		var n int
		if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM things").Scan(&n); err != nil || n != 2*i+1 {
			t.Errorf("%d rows after %d visits: %v", n, i+1, err)
		}
		if err := insert("INSERT INTO things VALUES (2)"); err != nil {
			t.Errorf("writing after a visit: %v", err)
		}
	}
}

func BenchmarkDB_Version(b *testing.B) {
	d, err := db.Open(b.Context(), "sqlite:"+b.TempDir()+"/v.db", db.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	for b.Loop() {
		d.Version()
	}
}
