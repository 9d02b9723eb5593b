package dbtest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"presence/db"
)

// Plan returns how the database would run a statement, one step on a line.
func Plan(ctx context.Context, t testing.TB, q db.Queryer, statement string, args ...any) string {
	t.Helper()
	explain := "EXPLAIN "
	if q.Dialect() == db.SQLite {
		explain = "EXPLAIN QUERY PLAN "
	}
	rows, err := q.Query(ctx, explain+statement, args...)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	var plan strings.Builder
	if err := db.ForEachRow(rows, func() error {
		err := rows.Scan(into...)
		fmt.Fprintln(&plan, values[len(values)-1]) // SQLite has numbers before the text
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}

// OnlyIndexes keeps PostgreSQL, within the transaction, from reading a whole table, from sorting, and from using the primary key
// of a table, all of which are cheap for few rows. SQLite uses an index wherever there is one.
func OnlyIndexes(ctx context.Context, t testing.TB, tx *db.Tx, table string) {
	t.Helper()
	if tx.Dialect() == db.SQLite {
		return
	}
	for _, statement := range []string{"SET LOCAL enable_seqscan = off", "SET LOCAL enable_sort = off", "SET LOCAL enable_bitmapscan = off",
		"ALTER TABLE " + table + " DROP CONSTRAINT " + table + "_pkey CASCADE"} {
		if _, err := tx.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
}

// LockNow locks a row on PostgreSQL, and fails if another transaction holds it.
func LockNow(ctx context.Context, tx *db.Tx, table string, id int64) error {
	_, err := tx.Exec(ctx, "SELECT id FROM "+table+" WHERE id = $1 FOR UPDATE NOWAIT", id)
	return err
}

// Stale keeps PostgreSQL from collecting statistics of tables, so that the planner does not know how many rows they have. SQLite
// never collects them by itself.
func Stale(t testing.TB, d *db.DB, tables ...string) {
	t.Helper()
	if d.Dialect() == db.SQLite {
		return
	}
	for _, table := range tables {
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "ALTER TABLE "+table+" SET (autovacuum_enabled = false)")
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}
