package db

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
)

// Queryer reads: a DB (each statement by itself), the snapshot of DB.Read, or a Tx. Rows must be closed, or read to
// their end, before the next statement of the same snapshot or Tx.
type Queryer interface {
	// Query runs one statement that gives rows. Placeholders are $1, $2 …
	Query(ctx context.Context, sql string, args ...any) (*sql.Rows, error)
	// QueryRow is Query for one row; no row is sql.ErrNoRows from Scan.
	QueryRow(ctx context.Context, sql string, args ...any) *sql.Row
	// Dialect names the engine, for the few differences.
	Dialect() Dialect
}

// Options tune a DB; the zero value is right for the product.
type Options struct {
	Conns int          // connections that read (SQLite), or in all (PostgreSQL); 0 chooses by the number of processors
	Log   *slog.Logger // hears of files that others could read; nil: nobody does
}

// DB is one open database. It is safe for concurrent use.
type DB struct {
	engine
	generation atomic.Uint64
}

// engine is what differs between SQLite and PostgreSQL.
type engine interface {
	Queryer
	read(ctx context.Context, fn func(s session) error) error
	write(ctx context.Context, fn func(tx *Tx) error) error
	migrate(ctx context.Context) error
	ping(ctx context.Context) error
	analyze(ctx context.Context, tables []string) error
	listen(ctx context.Context, name string, onSignal func())
	tryLock(ctx context.Context, name string) (*Lock, bool, error)
	isLockFree(ctx context.Context, name string) (bool, error)
	close() error
}

// Open opens "sqlite:/path/file.db" (made when it is missing) or "postgres://…". It does not migrate. A damaged SQLite
// file is refused with an error that names the remedy.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
	scheme, rest, _ := strings.Cut(url, ":")
	var e engine
	var err error
	switch scheme {
	case "sqlite":
		e, err = openSQLite(ctx, rest, o)
	case "postgres", "postgresql":
		e, err = openPostgres(ctx, url, o)
	default:
		err = fmt.Errorf("a database is sqlite:PATH or postgres://…, not %q", scheme+":")
	}
	if err != nil {
		return nil, err
	}
	return &DB{engine: e}, nil
}

// Generation is a number that every Write of this process changes, before it returns and before its hooks run. What was
// read after the number was asked is what the database has, other processes' writes aside, as long as it is the same.
func (d *DB) Generation() uint64 { return d.generation.Load() }

// Migrate brings the schema up to date. Several processes may do so at once. A schema newer than the program is refused.
func (d *DB) Migrate(ctx context.Context) error { return d.migrate(ctx) }

// Ping tells whether the database answers.
func (d *DB) Ping(ctx context.Context) error { return d.ping(ctx) }

// Close lets running writes finish, then closes every connection. Writes after it are refused.
func (d *DB) Close() error { return d.close() }
