package db

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io/fs"
	"regexp"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
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

// NextRelease makes this process a program with one more migration, which waits for older servers for at most wait.
func NextRelease(version int64, text string, wait time.Duration) error {
	files := fstest.MapFS{}
	err := fs.WalkDir(shipped, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := shipped.ReadFile(name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	name := fmt.Sprintf("%05d_next.sql", version)
	files["migrations/"+name] = &fstest.MapFile{Data: []byte(text)}
	files["migrations/HASHES"].Data = fmt.Appendf(files["migrations/HASHES"].Data, "%x  %s\n", sha256.Sum256([]byte(text)), name)
	migrations, olderWait = files, wait
	return err
}

// Look is a look of a server at the schema.
func Look(ctx context.Context, r *Registration) (changed bool, err error) { return r.look(ctx) }

// OldPrograms returns for each migration whether its file says that programs which do not know it can go on.
func OldPrograms() (map[int64]bool, error) {
	known, err := knownMigrations()
	kinds := map[int64]bool{}
	for _, m := range known {
		kinds[m.version] = m.oldPrograms
	}
	return kinds, err
}

// MigrationText returns the file of a migration.
func MigrationText(version int64) (string, error) {
	names, err := fs.Glob(migrations, fmt.Sprintf("migrations/%05d_*.sql", version))
	if err != nil || len(names) != 1 {
		return "", fmt.Errorf("%v: %w", names, err)
	}
	text, err := migrations.ReadFile(names[0])
	return string(text), err
}

// OlderReplicas returns the versions of the servers that the migrations which are missing wait for.
func OlderReplicas(ctx context.Context, d *DB) ([]string, error) {
	known, err := knownMigrations()
	if err != nil {
		return nil, err
	}
	return olderReplicas(ctx, d, known)
}

// ReadUnchecked runs a query of one number on a SQLite file, without the checks of Open.
func ReadUnchecked(ctx context.Context, path, query string) error {
	pool, err := openPool(path, 1, sqldriver.Options{})
	if err != nil {
		return err
	}
	defer pool.Close()
	var n int64
	return pool.QueryRowContext(ctx, query).Scan(&n)
}

// PostgresServerError returns the error for one that a server sends with a SQLSTATE.
func PostgresServerError(code string) error { return postgresServerError(&pgconn.PgError{Code: code}) }

// Beat saves a heartbeat.
func (r *Registration) Beat(ctx context.Context) error { return r.beat(ctx) }

// ConnectTimeout is the limit for each server of an address.
func ConnectTimeout(d *DB) time.Duration { return d.engine.(*postgresDB).config.ConnectTimeout }

// ErrPooler is the error for a pooler of transactions.
var ErrPooler = errPooler

// CheckSessions compares two connections, each given as what runs a transaction on it.
func CheckSessions(ctx context.Context, a, b func(ctx context.Context, during func() error) (pid int, err error)) error {
	return checkSessions(ctx, a, b)
}
