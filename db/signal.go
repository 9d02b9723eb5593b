package db

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Intervals of a listener.
const (
	pollInterval   = time.Second      // for SQLite, which does not notify processes of the commits of others
	repeatDelay    = time.Second      // before a call that failed is repeated
	reconnectDelay = time.Second      // after PostgreSQL's connection is lost
	probeInterval  = 30 * time.Second // of silence on it, after which it is checked: a connection may be lost without notice
	probeTimeout   = 5 * time.Second
)

// Signal calls the listeners of the name (see Listen) when the transaction is committed; never when it is rolled back.
func (t *Tx) Signal(ctx context.Context, name string) error {
	if t.dialect == Postgres {
		_, err := t.Exec(ctx, "SELECT pg_notify($1, '')", name)
		return err
	}
	subscribers := t.subscribers
	t.AfterCommit(func() { subscribers.notify(name) })
	return nil
}

// SerializeBy takes the lock with a name until the transaction ends, so that transactions that use the same name run one after
// another from here on. The ids that they insert then become visible in ascending order: a reader that has read up to an id has
// missed none below it. On SQLite, which has one writer at a time, it does nothing.
func (t *Tx) SerializeBy(ctx context.Context, name string) error {
	if t.dialect.OneWriter() {
		return nil
	}
	_, err := t.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext($1))", name)
	return err
}

// Listen calls onSignal when it begins and after each Signal of the name, by this process or another, until ctx ends; then it returns.
// The calls are made one after the other. A call that returns an error is repeated after repeatDelay until one returns nil, so that a
// failed read is made up for. Several signals may lead to one call, and there are calls without a signal, which nothing may depend on.
//
// On SQLite, whose processes do not hear each other's signals, it calls each second. On PostgreSQL it uses a separate connection, and
// calls after each reconnect for what it may have missed.
func (d *DB) Listen(ctx context.Context, name string, onSignal func() error) {
	d.listen(ctx, name, func() {
		for ctx.Err() == nil && onSignal() != nil {
			select {
			case <-ctx.Done():
			case <-time.After(repeatDelay):
			}
		}
	})
}

// subscribers are the listeners of this process, by signal name. On SQLite signals work only within one process.
type subscribers struct {
	mu     sync.Mutex
	byName map[string]map[chan struct{}]bool
}

func (b *subscribers) notify(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for wake := range b.byName[name] {
		select {
		case wake <- struct{}{}:
		default: // a call is pending already
		}
	}
}

func (b *subscribers) subscribe(name string) (wake chan struct{}, leave func()) {
	wake = make(chan struct{}, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.byName == nil {
		b.byName = map[string]map[chan struct{}]bool{}
	}
	if b.byName[name] == nil {
		b.byName[name] = map[chan struct{}]bool{}
	}
	b.byName[name][wake] = true
	return wake, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.byName[name], wake)
	}
}

func (d *sqliteDB) listen(ctx context.Context, name string, call func()) {
	wake, leave := d.subscribers.subscribe(name)
	defer leave()
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	for {
		call()
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-poll.C:
		}
	}
}

func (d *postgresDB) listen(ctx context.Context, name string, call func()) {
	for ctx.Err() == nil {
		d.listenOnce(ctx, name, call)
		call()
		select {
		case <-ctx.Done():
		case <-time.After(reconnectDelay):
		}
	}
}

// listenOnce listens on one connection until it is lost or ctx ends.
func (d *postgresDB) listenOnce(ctx context.Context, name string, call func()) {
	c, err := d.connect(ctx)
	if err != nil {
		return
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	if _, err := c.Exec(ctx, "LISTEN "+pgx.Identifier{name}.Sanitize()); err != nil {
		return
	}
	for call(); ; call() {
		for !waitForSignal(ctx, c, probeInterval) {
			if ctx.Err() != nil || c.IsClosed() || !isAlive(ctx, c) {
				return
			}
		}
	}
}

// waitForSignal reports whether a signal arrived within most.
func waitForSignal(ctx context.Context, c *pgx.Conn, most time.Duration) bool {
	wait, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	_, err := c.WaitForNotification(wait)
	return err == nil
}

// isAlive reports whether the server answers within probeTimeout on the connection.
func isAlive(ctx context.Context, c *pgx.Conn) bool {
	wait, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	return c.Ping(wait) == nil
}
