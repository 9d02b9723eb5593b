package db

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"presence/db/sqldriver"
)

// postgresDB is three pools of connections, so that none waits for the others: for writes, which may wait for a lock; for single rows,
// which are read at once; and for result sets, which a slow client may keep open. Every write is a transaction of its own.
type postgresDB struct {
	session         // on the readers of result sets
	pool    *sql.DB // for writes
	singles *sql.DB // reads single rows
	readers *sql.DB
	config  *pgx.ConnConfig
	wait    time.Duration // maximum time that a Write waits for a connection
	log     *slog.Logger

	subscribers subscribers
	hearing     sync.Once       // begins hear
	open        context.Context // ends when the database is closed, and hear with it
	end         context.CancelFunc
	ending      sync.WaitGroup // of hear
}

func openPostgres(ctx context.Context, url string, o Options) (engine, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.DialFunc = dialer.DialContext
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	config.OnNotice = noteUnreplicated
	n := cmp.Or(o.Conns, max(10, 4*runtime.GOMAXPROCS(0)))
	d := &postgresDB{pool: openPostgresPool(config, n, o), singles: openPostgresPool(config, (n+1)/2, o),
		readers: openPostgresPool(config, n, o), config: config, wait: maxWait, log: o.Log}
	d.open, d.end = context.WithCancel(context.Background())
	d.session = session{d.readers, Postgres}
	if err := d.checkSessions(ctx); err != nil { // it connects
		_ = d.close()
		return nil, err
	}
	return d, nil
}

// openPostgresPool returns a pool of at most n connections, with typed errors.
func openPostgresPool(config *pgx.ConnConfig, n int, o Options) *sql.DB {
	prepare := func(ctx context.Context, c *pgx.Conn) error {
		err := prepareSession(ctx, c)
		if err == nil && o.ReadOnly { // not when it connects: target_session_attrs=read-write would then find no server
			_, err = c.Exec(ctx, "SET default_transaction_read_only = on")
		}
		if err == nil && o.StatementTimeout > 0 {
			_, err = c.Exec(ctx, fmt.Sprintf("SET statement_timeout = %d", o.StatementTimeout.Milliseconds()))
		}
		return err
	}
	inner := stdlib.GetConnector(*config, stdlib.OptionAfterConnect(prepare))
	pool := sql.OpenDB(sqldriver.Wrap(inner, sqldriver.Options{Translate: postgresError, IsLost: isConnectionLost,
		Trace: o.traceStatement()}))
	pool.SetMaxOpenConns(n)
	pool.SetMaxIdleConns(n)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool
}

func (d *postgresDB) ping(ctx context.Context) error { return wrapLost(d.singles.PingContext(ctx)) }

func (d *postgresDB) pools() map[string]*sql.DB {
	return map[string]*sql.DB{"writes": d.pool, "lists": d.readers, "records": d.singles}
}

func (d *postgresDB) close() error {
	d.end()
	d.ending.Wait()
	return errors.Join(d.pool.Close(), d.singles.Close(), d.readers.Close())
}

// QueryRow implements Queryer, on the pool for single rows.
func (d *postgresDB) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return d.singles.QueryRowContext(ctx, query, args...)
}

func (d *postgresDB) read(ctx context.Context, fn func(s session) error) error {
	tx, err := d.readers.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return wrapLost(err)
	}
	defer tx.Rollback()
	return wrapLost(fn(session{tx, Postgres}))
}

// maxAttempts is the maximum number of attempts of a write that deadlocks or cannot be serialized; more would hide a bug.
const maxAttempts = 5

// maxPause is the longest pause before the second attempt of a write, doubled before each further one. The pause is random: the
// other transaction of a deadlock then gets the row that it waits for, and two that were ended together do not meet again.
const maxPause = 20 * time.Millisecond

func (d *postgresDB) write(ctx context.Context, fn func(*Tx) error) error {
	repeating, cancel := context.WithTimeout(ctx, d.wait)
	defer cancel()
	for n := 1; ; n++ {
		tx := &Tx{}
		err := tx.withHooks(func() error { return d.attempt(ctx, tx, fn) })
		switch {
		case err == nil:
			return nil
		case !isRetryable(err):
			return wrapLost(err)
		case n == maxAttempts:
			return unavailable(err)
		}
		select {
		case <-time.After(rand.N(maxPause << (n - 1))):
		case <-repeating.Done():
			return cmp.Or(ctx.Err(), unavailable(err))
		}
	}
}

// attempt runs fn in one transaction, tx, and commits it. The transaction outlives ctx, so that a commit is never interrupted.
func (d *postgresDB) attempt(ctx context.Context, tx *Tx, fn func(*Tx) error) error {
	c, t, err := d.begin(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	defer t.Rollback() // does nothing after the commit
	tx.session = session{t, Postgres}
	if err := tx.call(fn); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	err = t.Commit()
	if err == nil {
		err = unreplicated(c)
	}
	return commitError(err)
}

// begin begins a transaction on a connection of the pool. All connections that were idle may be lost, as after a restart of the server:
// each that proves to be is dropped from the pool, and the next one is tried.
func (d *postgresDB) begin(ctx context.Context) (*sql.Conn, *sql.Tx, error) {
	for left := d.pool.Stats().MaxOpenConnections; ; left-- {
		c, err := d.connection(ctx)
		if err != nil {
			return nil, nil, err
		}
		t, err := c.BeginTx(context.WithoutCancel(ctx), nil)
		if err == nil {
			return c, t, nil
		}
		_ = c.Close() // it is returned to the pool, which drops it if it is lost
		if !errors.Is(err, driver.ErrBadConn) {
			return nil, nil, err
		}
		if left == 0 {
			return nil, nil, unavailable(err)
		}
	}
}

// connection returns a connection of the pool; it waits at most for the time wait.
func (d *postgresDB) connection(ctx context.Context) (*sql.Conn, error) {
	wait, cancel := context.WithTimeoutCause(ctx, d.wait, errWaited)
	defer cancel()
	c, err := d.pool.Conn(wait)
	if err != nil && errors.Is(context.Cause(wait), errWaited) {
		return nil, unavailable(errWaited)
	}
	return c, err
}

// commitError returns the typed error of a commit: if the connection is lost before the answer, the changes may have been
// saved.
func commitError(err error) error {
	if err = wrapLost(err); IsUnavailable(err) {
		return &UnavailableError{CommitUnknown: true, Cause: err}
	}
	return err
}

// isRetryable reports whether another attempt may succeed: after a serialization failure or a deadlock.
func isRetryable(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == "40001" || e.Code == "40P01")
}

// postgresError converts an error of PostgreSQL or of the network to the type that callers check for.
func postgresError(c driver.Conn, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return postgresServerError(e)
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return unavailable(err)
	}
	if _, ok := errors.AsType[net.Error](err); ok || isConnectionLost(c, err) {
		return unavailable(err)
	}
	return err
}

// isConnectionLost reports whether the connection ended: before a statement was sent, or without an answer, in the middle of a statement or
// of its rows.
func isConnectionLost(c driver.Conn, err error) bool {
	if pgconn.SafeToRetry(err) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return true
	}
	inner, ok := c.(*stdlib.Conn)
	return ok && inner.Conn().IsClosed()
}

// postgresServerError converts an error that the server has sent, by its SQLSTATE.
func postgresServerError(e *pgconn.PgError) error {
	switch e.Code {
	case "23505":
		return &ConstraintError{Unique, e.ConstraintName, e}
	case "23503":
		return &ConstraintError{ForeignKey, e.ConstraintName, e}
	case "23514":
		return &ConstraintError{Check, e.ConstraintName, e}
	case "23502":
		return &ConstraintError{NotNull, e.TableName + "." + e.ColumnName, e}
	case "25006", "55P03": // a read-only standby; a lock not obtained in time
		return unavailable(e)
	case "XX001", "XX002": // corrupted data, a corrupted index
		return &DamageError{"", postgresRemedy, e}
	}
	switch e.Code[:2] {
	case "08", "53", "57", "58", "XX": // connection, resources, operator, system; XX000: an internal error, of which many pass
		return unavailable(e)
	}
	return e
}
