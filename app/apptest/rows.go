package apptest

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"testing"

	"presence/db"
)

// Rows is what every table holds: how many rows, and a sum over all their columns.
type Rows map[string]string

// Rows reads every table but two: storage_probe, which is written to learn whether storage takes writes, and rsvp_attempts,
// which counts what is refused too (R17).
// On SQLite it does so only when there were writes since it did so last.
func (a *App) Rows() Rows {
	a.t.Helper()
	version := a.version() // before the rows: what is written meanwhile is found the next time
	if version != 0 && version == a.read.version {
		return maps.Clone(a.read.rows)
	}
	rows := Rows{}
	for _, table := range a.Tables() {
		if table != "storage_probe" && table != "rsvp_attempts" {
			rows[table] = a.contents(table)
		}
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

// Tables returns the names of all tables.
func (a *App) Tables() []string {
	query := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
	if a.DB.Dialect() == db.Postgres {
		query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
	}
	var names []string
	a.query(query, func(cells []any) {
		names = append(names, fmt.Sprint(cells[0]))
	})
	slices.Sort(names)
	return names
}

// notAllColumns are the tables of which Rows does not see every column. What a browser's session holds for the next page, such as
// the reason of a refusal, is no change, nor is the heartbeat of a worker or a server.
var notAllColumns = map[string]string{
	"sessions":         "id_hash, person_id, created_at, expires_at",
	"campaign_workers": "id, name, started_at",
	"replicas":         "id, version, schema",
}

// contents adds up the hashes of the rows, so that their order does not matter.
func (a *App) contents(table string) string {
	var n, sum uint64
	a.query("SELECT "+cmp.Or(notAllColumns[table], "*")+" FROM "+table, func(cells []any) {
		h := fnv.New64a()
		for _, c := range cells {
			if text, ok := c.([]byte); ok { // Fprint would write each byte as a number
				h.Write(text)
			} else {
				fmt.Fprint(h, c)
			}
			h.Write([]byte{0})
		}
		n, sum = n+1, sum+h.Sum64()
	})
	return fmt.Sprintf("%d rows (%x)", n, sum)
}

// Snapshot is every row of every table of a SQLite database.
type Snapshot struct {
	tables []table
	rows   Rows
}

type table struct {
	name    string
	parents []string // the tables that it refers to
	columns []string
	rows    [][]any
}

// Snapshot reads what Restore brings back.
func (a *App) Snapshot() Snapshot {
	a.t.Helper()
	s := Snapshot{rows: a.Rows()}
	for _, name := range a.Tables() {
		t := table{name: name}
		a.query("SELECT \"table\" FROM pragma_foreign_key_list('"+name+"')",
			func(cells []any) { t.parents = append(t.parents, fmt.Sprint(cells[0])) })
		t.columns = a.query("SELECT * FROM "+name, func(cells []any) { t.rows = append(t.rows, slices.Clone(cells)) })
		s.tables = append(s.tables, t)
	}
	return s
}

// changed returns the tables that Restore has to fill again: those that are not as they were, those of which Rows does not see every
// change, and those that refer to another one of these, whose rows may be deleted with it.
func (a *App) changed(s Snapshot) (tables []table) {
	a.t.Helper()
	now, changed := a.Rows(), map[string]bool{}
	for _, t := range s.tables {
		seen := now[t.name] != "" && notAllColumns[t.name] == ""
		changed[t.name] = !seen || now[t.name] != s.rows[t.name]
	}
	for found := true; found; {
		found = false
		for _, t := range s.tables {
			if !changed[t.name] && slices.ContainsFunc(t.parents, func(parent string) bool { return changed[parent] }) {
				changed[t.name], found = true, true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(s.tables), func(t table) bool { return !changed[t.name] })
}

// Restore makes the tables hold what they held, which takes a fraction of the time of a new app.
func (a *App) Restore(t testing.TB, s Snapshot) {
	t.Helper()
	changed := a.changed(s)
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		statements := []string{"PRAGMA defer_foreign_keys = ON"}
		for _, table := range changed {
			statements = append(statements, "DELETE FROM "+table.name)
		}
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		for _, table := range changed {
			insert := "INSERT INTO " + table.name + " VALUES (?" + strings.Repeat(", ?", len(table.columns)-1) + ")"
			for _, row := range table.rows {
				if _, err := tx.Exec(ctx, insert, row...); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatalf("putting the rows back: %v", err)
	}
}

// Count returns the number of rows of a table that meet a condition.
func (a *App) Count(table, condition string, args ...any) (n int) {
	a.t.Helper()
	if err := a.DB.QueryRow(a.t.Context(), "SELECT COUNT(*) FROM "+table+" WHERE "+condition, args...).Scan(&n); err != nil {
		a.t.Fatal(err)
	}
	return n
}

// query calls each with the cells of every row, which it may keep for no longer, and gives the names of the columns.
func (a *App) query(statement string, each func(cells []any)) (columns []string) {
	a.t.Helper()
	rows, err := a.DB.Query(a.t.Context(), statement)
	if err != nil {
		a.t.Fatal(err)
	}
	defer rows.Close()
	if columns, err = rows.Columns(); err != nil {
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
	return columns
}

// WithoutPassword takes the passwords of people of the World away: they cannot sign in yet.
func (a *App) WithoutPassword(t testing.TB, parts ...string) {
	t.Helper()
	ids := make([]string, len(parts))
	for i, part := range parts {
		ids[i] = a.World.People[part].UserID
	}
	if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE people SET password_hash = NULL WHERE id IN ("+tx.Dialect().Texts("$1")+")", db.Texts(ids))
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
