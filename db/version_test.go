package db_test

import (
	"os"
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
		if err := d.Write(t.Context(), func(tx *db.Tx) error { _, err := tx.Exec(t.Context(), sql); return err }); err != nil {
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
