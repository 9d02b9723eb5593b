package db

import (
	"context"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
)

// How long a connection to PostgreSQL outlives the machine at its other end. Both sides ask after 10 s of silence, every
// 5 s, and give up after three questions or 20 s without an answer: a machine that vanishes without closing its connections
// has lost its locks within 25 s.
const (
	keepAliveIdle     = 10 * time.Second
	keepAliveInterval = 5 * time.Second
	keepAliveCount    = 3
	userTimeout       = 20 * time.Second // for data that was sent and not acknowledged
)

// sessionSettings makes the server watch over the connection as this program does, as far as it knows how to: of the
// settings it has those that are set, and on a Unix socket they say nothing. It also makes the server end a transaction
// that says nothing for 15 s: its process stands still, and would keep the rows that it has locked from all others.
// No statement waits longer than maxWait for a lock. The server does not compile statements: it would compile the few that it
// expects to be slow anew at each run, which takes seconds where the statement takes a fraction of one. And it may group a
// list of 300,000 guests in memory, for which its default of 4 MB is too little; a server that allows more keeps its own.
const sessionSettings = `SELECT set_config(w.name, w.value, false) FROM (VALUES
	('idle_in_transaction_session_timeout', '15s'), ('lock_timeout', '10s'), ('jit', 'off'), ('work_mem', '32MB'),
	('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '20000')) w (name, value)
	JOIN pg_settings s ON s.name = w.name WHERE s.name <> 'work_mem' OR CAST(s.setting AS BIGINT) < 32768`

// prepareSession is for every new connection.
func prepareSession(ctx context.Context, c *pgx.Conn) error {
	_, err := c.Exec(ctx, sessionSettings)
	return err
}

// connect makes a connection that is not of the pool.
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

// dialer is this side's part of it.
var dialer = &net.Dialer{
	KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: keepAliveIdle, Interval: keepAliveInterval, Count: keepAliveCount},
	Control:         limitUnacknowledged,
}
