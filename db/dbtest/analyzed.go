package dbtest

import (
	"testing"

	"presence/db"
)

// Analyzed reports whether the planner has the right statistics of a table: on PostgreSQL that it has rows, on SQLite none,
// since statistics would change its plans.
func Analyzed(t testing.TB, d *db.DB, table string) (known bool) {
	t.Helper()
	query := "SELECT NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1' AND $1 <> '')"
	if d.Dialect() == db.Postgres {
		query = "SELECT reltuples > 0 FROM pg_class WHERE oid = CAST($1 AS regclass)"
	}
	if err := d.QueryRow(t.Context(), query, table).Scan(&known); err != nil {
		t.Fatal(err)
	}
	return known
}
