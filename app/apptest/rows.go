package apptest

import (
	"database/sql"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"testing"

	"presence/db"
)

// Rows is what every table holds: how many rows, and a sum over all their columns.
type Rows map[string]string

// Rows reads every table but two: storage_probe, which is written to learn whether storage takes writes, and rsvp_attempts,
// which counts what is refused too (R17).
// On SQLite it does so only when somebody has written since it did so last.
func (a *App) Rows() Rows {
	a.t.Helper()
	version := a.version() // before the rows: what is written meanwhile is found the next time
	if version != 0 && version == a.read.version {
		return maps.Clone(a.read.rows)
	}
	rows := Rows{}
	for _, table := range a.tables() {
		rows[table] = a.contents(table)
	}
	a.read.version, a.read.rows = version, rows
	return maps.Clone(rows)
}

// version changes with every commit of another connection to the SQLite file; 0 on PostgreSQL. It is asked on one
// connection of its own, which writes nothing.
func (a *App) version() (n int64) {
	a.t.Helper()
	if a.DB.Dialect() != db.SQLite {
		return 0
	}
	if a.read.pool == nil {
		pool, err := sql.Open("sqlite", "file:"+a.file+"?mode=ro")
		if err != nil {
			a.t.Fatal(err)
		}
		pool.SetMaxOpenConns(1)
		a.read.pool = pool
		a.t.Cleanup(func() { pool.Close() })
	}
	if err := a.read.pool.QueryRow("PRAGMA data_version").Scan(&n); err != nil {
		a.t.Fatal(err)
	}
	return n
}

// Unchanged fails when a table is not as it was.
func (a *App) Unchanged(t testing.TB, before Rows, asked string) {
	t.Helper()
	after := a.Rows()
	for _, table := range slices.Sorted(maps.Keys(after)) {
		if before[table] != after[table] {
			t.Errorf("%s: nothing may be written, but %s was %s and is %s", asked, table, before[table], after[table])
		}
	}
}

func (a *App) tables() []string {
	query := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
	if a.DB.Dialect() == db.Postgres {
		query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
	}
	var names []string
	a.query(query, func(cells []any) {
		if name := fmt.Sprint(cells[0]); name != "storage_probe" && name != "rsvp_attempts" {
			names = append(names, name)
		}
	})
	slices.Sort(names)
	return names
}

// contents adds up the hashes of the rows, so that their order does not matter. What a browser's session holds for the
// next page, such as the reason of a refusal, is no change.
func (a *App) contents(table string) string {
	var n, sum uint64
	columns := "*"
	if table == "sessions" {
		columns = "id_hash, person_id, created_at, expires_at"
	}
	a.query("SELECT "+columns+" FROM "+table, func(cells []any) {
		h := fnv.New64a()
		for _, c := range cells {
			fmt.Fprintf(h, "%v\x00", c)
		}
		n, sum = n+1, sum+h.Sum64()
	})
	return fmt.Sprintf("%d rows (%x)", n, sum)
}

// Count is how many rows of a table fulfil a condition.
func (a *App) Count(table, condition string, args ...any) (n int) {
	a.t.Helper()
	if err := a.DB.QueryRow(a.t.Context(), "SELECT COUNT(*) FROM "+table+" WHERE "+condition, args...).Scan(&n); err != nil {
		a.t.Fatal(err)
	}
	return n
}

func (a *App) query(statement string, each func(cells []any)) {
	a.t.Helper()
	rows, err := a.DB.Query(a.t.Context(), statement)
	if err != nil {
		a.t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		a.t.Fatal(err)
	}
	cells, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			a.t.Fatal(err)
		}
		each(cells)
	}
	if err := rows.Err(); err != nil {
		a.t.Fatal(err)
	}
}
