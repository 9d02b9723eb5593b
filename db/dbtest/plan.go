package dbtest

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
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
	return planOf(ctx, t, q, explain+statement, args...)
}

// planOf runs a statement that explains another one.
func planOf(ctx context.Context, t testing.TB, q db.Queryer, explaining string, args ...any) string {
	t.Helper()
	rows, err := q.Query(ctx, explaining, args...)
	if err != nil {
		t.Fatalf("%v: %s", err, explaining)
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

var (
	sqliteScan   = regexp.MustCompile(`(?m)^SCAN (\w+)$`)
	postgresScan = regexp.MustCompile(`Seq Scan on (\w+)`)
	placeholder  = regexp.MustCompile(`\$(\d+)`)
)

// Scans returns the tables that a query reads whole, without an index, whatever its arguments are: on SQLite by the names that the
// query gives them. PostgreSQL is kept from reading a table whole because it has few rows.
func Scans(t testing.TB, d *db.DB, query string) (names []string) {
	t.Helper()
	scan := sqliteScan
	if d.Dialect() == db.Postgres {
		scan = postgresScan
	}
	for _, m := range scan.FindAllStringSubmatch(GenericPlan(t, d, query), -1) {
		names = append(names, m[1])
	}
	return names
}

// GenericPlan returns how the database would run a query whatever its arguments are, one step on a line. PostgreSQL is kept from reading a
// table whole because it has few rows.
func GenericPlan(t testing.TB, d *db.DB, query string) (plan string) {
	t.Helper()
	count := 0
	for _, m := range placeholder.FindAllStringSubmatch(query, -1) {
		n, _ := strconv.Atoi(m[1])
		count = max(count, n)
	}
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if d.Dialect() == db.SQLite {
			plan = planOf(ctx, t, tx, "EXPLAIN QUERY PLAN "+query, make([]any, count)...)
			return nil
		}
		for _, s := range []string{"SET LOCAL enable_seqscan = off", "SET LOCAL plan_cache_mode = force_generic_plan",
			"PREPARE explained AS " + query} {
			if _, err := tx.Exec(ctx, s); err != nil {
				return err
			}
		}
		explaining := "EXPLAIN EXECUTE explained"
		if count > 0 {
			explaining += "(" + strings.TrimSuffix(strings.Repeat("NULL,", count), ",") + ")"
		}
		plan = planOf(ctx, t, tx, explaining)
		_, err := tx.Exec(ctx, "DEALLOCATE explained")
		return err
	})
	if err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	return plan
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
