package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Limits after which a connection is dropped when the machine at its other end is gone. Both sides send a keepalive probe after
// 10 s of silence and every 5 s, and give up after three probes or 20 s without an answer: a machine that vanishes without
// closing its connections loses its locks within 25 s.
const (
	keepAliveIdle     = 10 * time.Second
	keepAliveInterval = 5 * time.Second
	keepAliveCount    = 3
	userTimeout       = 20 * time.Second // for sent data that is not acknowledged
)

// sessionSettings sets the server's parameters for a connection. The server checks the connection by the same limits as this
// program, where it supports them; they have no effect on a Unix socket. It ends a transaction that is idle for 15 s, because
// the process may hang and its row locks would block all others. No statement waits longer than maxWait for a lock. JIT
// compilation is off: it would compile the few statements that the planner expects to be slow at each run, which takes seconds
// for a statement of a fraction of a second. work_mem is raised, because grouping a list of 300,000 guests in memory needs more
// than the default of 4 MB; a server that allows more keeps its value.
var sessionSettings = fmt.Sprintf(`SELECT set_config(w.name, w.value, false) FROM (VALUES
	('idle_in_transaction_session_timeout', '15s'), ('lock_timeout', '%dms'), ('jit', 'off'), ('work_mem', '32MB'),
	('tcp_keepalives_idle', '%d'), ('tcp_keepalives_interval', '%d'), ('tcp_keepalives_count', '%d'), ('tcp_user_timeout', '%d')) w (name, value)
	JOIN pg_settings s ON s.name = w.name WHERE s.name <> 'work_mem' OR CAST(s.setting AS BIGINT) < 32768`,
	maxWait.Milliseconds(), int(keepAliveIdle.Seconds()), int(keepAliveInterval.Seconds()), keepAliveCount, userTimeout.Milliseconds())

// prepareSession is called for every new connection.
func prepareSession(ctx context.Context, c *pgx.Conn) error {
	_, err := c.Exec(ctx, sessionSettings)
	return err
}

// connectTimeout is how long one server of an address may take to answer a new connection, unless the address says so (connect_timeout).
// Then the next one is tried.
const connectTimeout = 5 * time.Second

// errUnreplicated is the error of a commit that the server has acknowledged though no synchronous standby has confirmed it, because an
// administrator ended its wait (pg_cancel_backend). If the server is lost before a standby has the change, so is the change.
var errUnreplicated = errors.New("the server stopped waiting for its synchronous standby")

const unreplicatedKey = "unreplicated"

// noteUnreplicated notes the server's warning about such a commit with the connection. Its text is in the language of the server, so that
// it is recognized by the function that it comes from.
func noteUnreplicated(c *pgconn.PgConn, n *pgconn.Notice) {
	if n.Routine == "SyncRepWaitForLSN" {
		c.CustomData()[unreplicatedKey] = true
	}
}

// unreplicated returns errUnreplicated if there was such a warning since the last call.
func unreplicated(c *sql.Conn) error {
	return onConnection(c, func(conn *pgx.Conn) error {
		noted := conn.PgConn().CustomData()
		if noted[unreplicatedKey] == nil {
			return nil
		}
		delete(noted, unreplicatedKey)
		return &UnavailableError{Cause: errUnreplicated}
	})
}

// connect opens a connection outside the pool.
func (d *postgresDB) connect(ctx context.Context) (*pgx.Conn, error) {
	c, err := pgx.ConnectConfig(ctx, d.config.Copy())
	if err != nil {
		return nil, postgresError(nil, err)
	}
	if err := prepareSession(ctx, c); err != nil {
		_ = c.Close(context.WithoutCancel(ctx))
		return nil, postgresError(nil, err)
	}
	return c, nil
}

// dialer sets this side's limits of a connection.
var dialer = &net.Dialer{
	KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: keepAliveIdle, Interval: keepAliveInterval, Count: keepAliveCount},
	Control:         limitUnacknowledged,
}
