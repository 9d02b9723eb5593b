package db

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"presence/db/sqldriver"
)

// Connect makes a connection as those are that hold a name.
func Connect(ctx context.Context, d *DB) (*pgx.Conn, error) {
	return d.engine.(*postgresDB).connect(ctx)
}

// Commits counts the commits of a SQLite database so far.
func Commits(d *DB) int64 { return d.engine.(*sqliteDB).writer.Commits() }

// LimitWait sets for how long a Write waits for its turn.
func LimitWait(d *DB, most time.Duration) {
	switch e := d.engine.(type) {
	case *sqliteDB:
		e.wait = most
	case *postgresDB:
		e.wait = most
	}
}

// WaitLimit is for how long a Write waits for its turn.
func WaitLimit(d *DB) time.Duration {
	if e, ok := d.engine.(*sqliteDB); ok {
		return e.wait
	}
	return d.engine.(*postgresDB).wait
}

// Queued counts the functions that wait for their turn.
func Queued(d *DB) int { return d.engine.(*sqliteDB).writer.Queued() }

// Pragma sets a pragma of the writer's connection between two writes.
func Pragma(d *DB, text string) {
	if err := d.engine.(*sqliteDB).conn.Exec("PRAGMA " + text); err != nil {
		panic(err)
	}
}

// Readable is the check of large files.
func Readable(ctx context.Context, d *DB) error { return checkTableEnds(ctx, d.engine.(*sqliteDB)) }

// SchemaOf is the schema of a migrated SQLite database as SQL text, in the order it was made.
func SchemaOf(ctx context.Context, d *DB) (text string, err error) {
	rows, err := d.Query(ctx,
		`SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND tbl_name <> 'goose_db_version' ORDER BY rowid`)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	for rows.Next() {
		var s sql.NullString
		if err := rows.Scan(&s); err != nil {
			return "", err
		}
		text += fmt.Sprintln(quoted.ReplaceAllString(s.String, "$1 $2") + ";")
	}
	return text, rows.Err()
}

// quoted finds the names that SQLite quotes when a table is renamed.
var quoted = regexp.MustCompile(`(TABLE|REFERENCES) "(\w+)"`)

// MigrateTo brings an empty database to a version, as a program of that time did: no hashes are kept.
func MigrateTo(ctx context.Context, d *DB, version int64) error {
	pool, dialect := (*sql.DB)(nil), goose.DialectSQLite3
	switch e := d.engine.(type) {
	case *sqliteDB:
		var err error
		if pool, err = openPool(e.path, 1, sqldriver.Options{}, "_txlock=immediate"); err != nil {
			return err
		}
		defer pool.Close()
	case *postgresDB:
		pool, dialect = e.pool, goose.DialectPostgres
	}
	files, err := renderMigrations(d.Dialect())
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(dialect, pool, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = p.UpTo(ctx, version)
	return err
}

// Columns are those of all tables and views.
func Columns(ctx context.Context, q Queryer) ([]string, error) { return columnsOf(ctx, q) }
