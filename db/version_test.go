package db_test

import (
	"context"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func TestDB_Version(t *testing.T) {
	url := dbtest.URL(t, db.SQLite)
	one, two := openAt(t, url), openAt(t, url)
	now := func() int64 {
		t.Helper()
		v, ok := one.Version(t.Context())
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
	for _, d := range []*db.DB{one, two, one} {
		commit(d, "INSERT INTO things VALUES (1)")
		after := now()
		if after == before {
			t.Error("a commit did not change the version")
		}
		before = after
	}
	if n := one.QueryRow(t.Context(), "SELECT COUNT(*) FROM things"); n == nil || now() != before {
		t.Error("reading changes the version")
	}
	t.Run("is not told on PostgreSQL", func(t *testing.T) {
		if _, ok := openAt(t, dbtest.URL(t, db.Postgres)).Version(t.Context()); ok {
			t.Error("told")
		}
	})
	t.Run("is not told when nobody waits for it", func(t *testing.T) {
		over, cancel := context.WithCancel(t.Context())
		cancel()
		if _, ok := one.Version(over); ok {
			t.Error("told")
		}
		if now() != before {
			t.Error("the version is another one afterwards")
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
		d.Version(b.Context())
	}
}
