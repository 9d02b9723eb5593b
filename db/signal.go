package db

import (
	"context"
	"maps"
	"slices"
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
// On SQLite, whose processes do not hear each other's signals, it calls each second. On PostgreSQL all listeners of a process share one
// connection, and are called after each reconnect for what they may have missed.
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
	joined context.CancelFunc // is called when one has joined; nil: nothing is
}

func (b *subscribers) notify(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wake(name)
}

func (b *subscribers) notifyAll() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name := range b.byName {
		b.wake(name)
	}
}

func (b *subscribers) wake(name string) {
	for wake := range b.byName[name] {
		select {
		case wake <- struct{}{}:
		default: // a call is pending already
		}
	}
}

// names returns the names of the listeners. Until it is called again, joined is called when another listener joins.
func (b *subscribers) names(joined context.CancelFunc) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.joined = joined
	return slices.Collect(maps.Keys(b.byName))
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
	if b.joined != nil {
		b.joined()
	}
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

// listen is woken by hear, which begins with the first listener.
func (d *postgresDB) listen(ctx context.Context, name string, call func()) {
	wake, leave := d.subscribers.subscribe(name)
	defer leave()
	d.hearing.Do(func() { d.ending.Go(d.hear) })
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
			call()
		}
	}
}

// hear listens for all listeners of the process on one connection, and connects again when it is lost, until the database is closed. While
// there is no connection, it wakes all listeners each reconnectDelay.
func (d *postgresDB) hear() {
	for d.open.Err() == nil {
		d.hearOnce(d.open)
		d.subscribers.notifyAll()
		select {
		case <-d.open.Done():
		case <-time.After(reconnectDelay):
		}
	}
}

// hearOnce listens on one connection until it is lost or ctx ends.
func (d *postgresDB) hearOnce(ctx context.Context) {
	c, err := d.connect(ctx)
	if err != nil {
		return
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	for ctx.Err() == nil && d.follow(ctx, c) {
	}
}

// follow listens to the names of all listeners until another one joins or ctx ends, when it returns true, or the connection is lost. It
// wakes all listeners when it has begun to listen, and then those of each signal that arrives.
func (d *postgresDB) follow(ctx context.Context, c *pgx.Conn) bool {
	same, joined := context.WithCancel(ctx)
	defer joined()
	if _, err := c.Exec(ctx, listenTo(d.subscribers.names(joined))); err != nil {
		return false
	}
	d.subscribers.notifyAll()
	for same.Err() == nil {
		if name := waitForSignal(same, c, probeInterval); name != "" {
			d.subscribers.notify(name)
		} else if same.Err() == nil && (c.IsClosed() || !isAlive(ctx, c)) {
			return false
		}
	}
	return true
}

// listenTo returns the statements that listen to all names.
func listenTo(names []string) (text string) {
	for _, name := range names {
		text += "LISTEN " + pgx.Identifier{name}.Sanitize() + ";"
	}
	return text
}

// waitForSignal returns the name of a signal that arrived within most; empty: none did.
func waitForSignal(ctx context.Context, c *pgx.Conn, most time.Duration) string {
	wait, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	if n, err := c.WaitForNotification(wait); err == nil {
		return n.Channel
	}
	return ""
}

// isAlive reports whether the server answers within probeTimeout on the connection.
func isAlive(ctx context.Context, c *pgx.Conn) bool {
	wait, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	return c.Ping(wait) == nil
}
