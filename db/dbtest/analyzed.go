package dbtest

import (
	"testing"

	"presence/db"
)

// Analyzed tells whether the planner knows that a table has rows.
func Analyzed(t testing.TB, d *db.DB, table string) (known bool) {
	t.Helper()
	query := "SELECT EXISTS (SELECT 1 FROM sqlite_stat1 WHERE tbl = $1)"
	if d.Dialect() == db.Postgres {
		query = "SELECT reltuples > 0 FROM pg_class WHERE oid = CAST($1 AS regclass)"
	}
	if err := d.QueryRow(t.Context(), query, table).Scan(&known); err != nil {
		t.Fatal(err)
	}
	return known
}
