package db

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"presence/db/sqldriver"
)

// errPooler is the error for an address behind which the transactions of one connection have different sessions. Locks that outlast a
// transaction (advisory locks), notifications (LISTEN), prepared statements and settings belong to a session.
var errPooler = errors.New("the database is behind a connection pooler that pools transactions or statements: " +
	"locks, notifications and settings of a connection would be lost between two transactions. " +
	"Have it pool sessions (PgBouncer: pool_mode = session), or give the address of the PostgreSQL server itself")

// backend runs a transaction on a connection and returns the id of the server's process that it had. It calls during within the
// transaction, unless that is nil.
type backend func(ctx context.Context, during func() error) (pid int, err error)

// poolerRounds is how often two connections are compared. A pooler gives a transaction the server's connection that was used last, unless
// another client is faster.
const poolerRounds = 3

// checkSessions fails with errPooler if two connections share a process of the server, or one has several.
func checkSessions(ctx context.Context, a, b backend) error {
	for range poolerRounds {
		before, err := a(ctx, nil)
		if err != nil {
			return err
		}
		var after int
		other, err := b(ctx, func() (err error) {
			after, err = a(ctx, nil)
			return err
		})
		if err != nil {
			return err
		}
		if other == before || other == after || before != after {
			return errPooler
		}
	}
	return nil
}

// checkSessions is the function of this name with a connection of each pool.
func (d *postgresDB) checkSessions(ctx context.Context) error {
	a, err := d.pool.Conn(ctx)
	if err != nil {
		return wrapLost(err)
	}
	defer a.Close()
	b, err := d.readers.Conn(ctx)
	if err != nil {
		return wrapLost(err)
	}
	defer b.Close()
	return checkSessions(ctx, backendOf(a), backendOf(b))
}

// backendOf uses no prepared statement: a pooler may not have it on the next connection.
func backendOf(c *sql.Conn) backend {
	return func(ctx context.Context, during func() error) (pid int, err error) {
		err = onConnection(c, func(conn *pgx.Conn) error {
			if _, err := conn.Exec(ctx, "BEGIN"); err != nil {
				return asPooler(err)
			}
			err := conn.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&pid)
			if err == nil && during != nil {
				err = during()
			}
			_, ended := conn.Exec(ctx, "ROLLBACK")
			return errors.Join(err, ended)
		})
		return pid, err
	}
}

// asPooler returns errPooler for the answer of PgBouncer to BEGIN when it pools statements, and other errors with their types.
func asPooler(err error) error {
	if refused, is := errors.AsType[*pgconn.PgError](err); is && strings.Contains(refused.Message, "statement pooling") {
		return errPooler
	}
	return postgresError(nil, err)
}

// onConnection calls fn with the connection of the driver below c.
func onConnection(c *sql.Conn, fn func(*pgx.Conn) error) error {
	return c.Raw(func(conn any) error { return fn(conn.(*sqldriver.Conn).Conn.(*stdlib.Conn).Conn()) })
}
