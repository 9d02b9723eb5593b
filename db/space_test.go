package db_test

import (
	"context"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func TestDB_ReleaseSpace(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		exec := func(statement string, args ...any) {
			t.Helper()
			if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, statement, args...)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		exec("INSERT INTO auth_secrets (name, value, created_at) VALUES ('large', $1, 1)", make([]byte, 4<<20))
		exec("DELETE FROM auth_secrets WHERE name = 'large'")
		if err := d.ReleaseSpace(t.Context()); err != nil {
			t.Fatal(err)
		}
		if d.Dialect() == db.Postgres {
			return
		}
		var pages, free int64
		if err := d.QueryRow(t.Context(), "PRAGMA page_count").Scan(&pages); err != nil {
			t.Fatal(err)
		}
		if err := d.QueryRow(t.Context(), "PRAGMA freelist_count").Scan(&free); err != nil {
			t.Fatal(err)
		}
		if free != 0 || pages > 900 {
			t.Errorf("%d pages, %d of them free", pages, free)
		}
	})
}
