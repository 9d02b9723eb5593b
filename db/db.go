package db

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Queryer runs queries: a DB (each query by itself), the snapshot of DB.Read, or a Tx. Rows must be closed, or read to their
// end, before the next query of the same snapshot or Tx.
type Queryer interface {
	// Query runs one statement that returns rows. Placeholders are $1, $2 …
	Query(ctx context.Context, sql string, args ...any) (*sql.Rows, error)
	// QueryRow is Query for one row; without a row, Scan returns sql.ErrNoRows.
	QueryRow(ctx context.Context, sql string, args ...any) *sql.Row
	// Dialect returns the engine, for the few differences.
	Dialect() Dialect
}

// Options are settings of a DB; the zero value is right for the product.
type Options struct {
	Conns int // connections for result sets, and on PostgreSQL as many for writes and half as many for single rows; 0: chosen by the product
	// StatementTimeout ends a statement on PostgreSQL that takes longer, with an UnavailableError, except in migrations; 0: as the server
	// is configured.
	StatementTimeout time.Duration
	Log              *slog.Logger // for migrations, and a warning about files that others can read; nil: none
	// Trace begins the span of a transaction ("write" or "read", statement is empty) or of a statement in ctx, and returns the context for
	// what is done within, and the end of the span, which may be nil. It gets no arguments of statements. Several goroutines call it at
	// once. nil: nothing is traced.
	Trace func(ctx context.Context, transaction, statement string) (context.Context, func(error))
	// ReadOnly opens an existing database for reading alone: every write fails, and neither a file nor its mode is changed. It is for
	// looking at the database of a running server.
	ReadOnly bool
}

// traceStatement returns Trace for statements; nil if there is none.
func (o Options) traceStatement() func(ctx context.Context, statement string) (context.Context, func(error)) {
	if o.Trace == nil {
		return nil
	}
	return func(ctx context.Context, statement string) (context.Context, func(error)) {
		return o.Trace(ctx, "", statement)
	}
}

// DB is one open database. It is safe for concurrent use.
type DB struct {
	engine
	log        *slog.Logger
	trace      func(ctx context.Context, transaction, statement string) (context.Context, func(error)) // Options.Trace
	generation atomic.Uint64
}

// engine contains what SQLite and PostgreSQL do by code of their own. Where only the text of a statement differs, or one of them has
// nothing to do, functions ask the Dialect.
type engine interface {
	Queryer
	read(ctx context.Context, fn func(s session) error) error
	write(ctx context.Context, fn func(tx *Tx) error) error
	migrate(ctx context.Context) error
	waitLock(ctx context.Context, name string) (*Lock, error)
	ping(ctx context.Context) error
	analyze(ctx context.Context, tables []string) error
	listen(ctx context.Context, name string, call func())
	tryLock(ctx context.Context, name string) (*Lock, bool, error)
	isLockFree(ctx context.Context, name string) (bool, error)
	pools() map[string]*sql.DB
	close() error
}

// Open opens "sqlite:/path/file.db" (created if missing) or "postgres://…". It does not migrate. For a damaged SQLite file it
// fails with an error that says what to do.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
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
	return &DB{engine: e, log: o.Log, trace: o.Trace}, nil
}

// Generation returns a number that changes with every Write of this process (not with WriteUncached), before Write returns and before
// its hooks run. Data that was read after a call of Generation is current as long as the number stays the same, except for writes of
// other processes.
func (d *DB) Generation() uint64 { return d.generation.Load() }

// Ping fails if the database does not answer.
func (d *DB) Ping(ctx context.Context) error { return d.ping(ctx) }

// ServerTime returns the time by the clock of the database server; ok is false for SQLite, which has no server.
func (d *DB) ServerTime(ctx context.Context) (at time.Time, ok bool, err error) {
	if d.Dialect() != Postgres {
		return time.Time{}, false, nil
	}
	var now Instant
	err = d.QueryRow(ctx, "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT").Scan(&now)
	return now.Time(), true, err
}

// Pool are the figures of a pool of connections.
type Pool struct {
	Name string // writes, lists (result sets) or records (single rows)
	sql.DBStats
}

// Pools returns the figures of the pools of connections, by name.
func (d *DB) Pools() (list []Pool) {
	pools := d.pools()
	for _, name := range slices.Sorted(maps.Keys(pools)) {
		list = append(list, Pool{name, pools[name].Stats()})
	}
	return list
}

// Close lets running writes finish, then closes every connection. Later writes fail.
func (d *DB) Close() error { return d.close() }
