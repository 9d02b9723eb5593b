package db

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// How a listener stays awake.
const (
	lookEvery   = time.Second      // SQLite tells no process of another one's commits
	relisten    = time.Second      // after PostgreSQL's connection is lost
	probeAfter  = 30 * time.Second // of silence on it: a connection may be lost without a word
	probeAnswer = 5 * time.Second
)

// Signal wakes whoever listens to the name, in this process and in all others on the database, once the transaction is
// on disk. It never does when the transaction is undone.
func (t *Tx) Signal(ctx context.Context, name string) error {
	if t.dialect == Postgres {
		_, err := t.Exec(ctx, "SELECT pg_notify($1, '')", name)
		return err
	}
	bells := t.bells
	t.AfterCommit(func() { bells.ring(name) })
	return nil
}

// InOrder lets the transactions that ask for one name follow each other from here to their ends, so that the ids they
// give are seen in the order in which they grow: whoever has read up to an id has missed none below it. SQLite has one
// writer at a time and needs none of it.
func (t *Tx) InOrder(ctx context.Context, name string) error {
	if t.dialect == SQLite {
		return nil
	}
	_, err := t.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext($1))", name)
	return err
}

// Listen calls heard after every Signal to the name, and sometimes without one, until ctx ends: what was signalled
// while nobody heard it, by another process on a SQLite file or while the connection was lost, is found by looking.
// Several signals may be one call. It holds a connection of its own on PostgreSQL.
func (d *DB) Listen(ctx context.Context, name string, heard func()) { d.listen(ctx, name, heard) }

// bells are the listeners of one process on a SQLite file.
type bells struct {
	mu    sync.Mutex
	heard map[string]map[chan struct{}]bool
}

func (b *bells) ring(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ear := range b.heard[name] {
		select {
		case ear <- struct{}{}:
		default: // it has one to hear already
		}
	}
}

func (b *bells) join(name string) (ear chan struct{}, leave func()) {
	ear = make(chan struct{}, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.heard == nil {
		b.heard = map[string]map[chan struct{}]bool{}
	}
	if b.heard[name] == nil {
		b.heard[name] = map[chan struct{}]bool{}
	}
	b.heard[name][ear] = true
	return ear, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.heard[name], ear)
	}
}

func (d *sqliteDB) listen(ctx context.Context, name string, heard func()) {
	ear, leave := d.writer.bells.join(name)
	defer leave()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		heard()
		select {
		case <-ctx.Done():
			return
		case <-ear:
		case <-look.C:
		}
	}
}

func (d *postgresDB) listen(ctx context.Context, name string, heard func()) {
	for ctx.Err() == nil {
		d.hear(ctx, name, heard)
		heard()
		select {
		case <-ctx.Done():
		case <-time.After(relisten):
		}
	}
}

// hear listens on one connection until it is lost or ctx ends.
func (d *postgresDB) hear(ctx context.Context, name string, heard func()) {
	c, err := d.connect(ctx)
	if err != nil {
		return
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	if _, err := c.Exec(ctx, "LISTEN "+pgx.Identifier{name}.Sanitize()); err != nil {
		return
	}
	for heard(); ; heard() {
		for !signalled(ctx, c, probeAfter) {
			if ctx.Err() != nil || c.IsClosed() || !answers(ctx, c) {
				return
			}
		}
	}
}

// signalled waits for a signal, at most for so long.
func signalled(ctx context.Context, c *pgx.Conn, most time.Duration) bool {
	wait, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	_, err := c.WaitForNotification(wait)
	return err == nil
}

func answers(ctx context.Context, c *pgx.Conn) bool {
	wait, cancel := context.WithTimeout(ctx, probeAnswer)
	defer cancel()
	return c.Ping(wait) == nil
}
