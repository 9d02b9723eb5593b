package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Hold takes a name that one process at a time may hold, among all that work on the database, and that is free again
// the moment its holder is gone, however it went: the operating system or the server lets go of it. ok is false while
// another one holds the name. A holder that merely stands still keeps it.
//
// On PostgreSQL the name is an advisory lock of a connection of its own. The holder may lose it while it lives (the server
// restarts, somebody ends the connection, the network breaks): Lost tells. What the holder writes must therefore also be
// guarded by a row that whoever takes the name next changes first.
func (d *DB) Hold(ctx context.Context, name string) (h *Held, ok bool, err error) {
	return d.hold(ctx, name)
}

// IsFree tells whether nobody holds the name just now.
func (d *DB) IsFree(ctx context.Context, name string) (bool, error) { return d.isFree(ctx, name) }

// Held is a name that this process holds.
type Held struct {
	release func()
	lost    chan struct{} // nil: never
}

// Release lets go of the name; of none where h is nil.
func (h *Held) Release() {
	if h != nil {
		h.release()
	}
}

// Lost is closed when the name may have passed to another process: at once when the server ends the connection, within
// holdProbe and probeAnswer when it says nothing any more.
func (h *Held) Lost() <-chan struct{} {
	if h == nil { // nothing to lose
		return nil
	}
	return h.lost
}

// IsLost tells whether Lost is closed.
func (h *Held) IsLost() bool {
	select {
	case <-h.Lost():
		return true
	default:
		return false
	}
}

// IsLostWithin waits for Lost, so long at most. A server that restarts ends all connections, and a statement may hear of it
// before whoever watches over the name does.
func (h *Held) IsLostWithin(d time.Duration) bool {
	if h.Lost() == nil {
		return false
	}
	late := time.NewTimer(d)
	defer late.Stop()
	select {
	case <-h.Lost():
		return true
	case <-late.C:
		return false
	}
}

func (d *sqliteDB) hold(_ context.Context, name string) (*Held, bool, error) {
	release, ok, err := lockFile(d.path + "-" + name + ".lock")
	if !ok || err != nil {
		return nil, false, err
	}
	return &Held{release: release}, true, nil
}

func (d *sqliteDB) isFree(ctx context.Context, name string) (bool, error) {
	h, ok, err := d.hold(ctx, name)
	h.Release()
	return ok, err
}

// lockKey is the advisory lock of a name.
const lockKey = "hashtextextended($1, 0)"

func (d *postgresDB) isFree(ctx context.Context, name string) (free bool, err error) {
	err = d.QueryRow(ctx, `SELECT NOT EXISTS (SELECT 1 FROM pg_locks l, (SELECT `+lockKey+` AS key) k
		WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.objsubid = 1
		AND l.granted AND l.classid = ((k.key >> 32) & 4294967295)::oid AND l.objid = (k.key & 4294967295)::oid)`, name).Scan(&free)
	return free, wrapLost(err)
}

func (d *postgresDB) hold(ctx context.Context, name string) (*Held, bool, error) {
	c, err := d.connect(ctx)
	if err != nil {
		return nil, false, err
	}
	var ok bool
	err = c.QueryRow(ctx, "SELECT pg_try_advisory_lock("+lockKey+")", name).Scan(&ok)
	if err != nil || !ok {
		_ = c.Close(context.WithoutCancel(ctx))
		return nil, false, postgresError(nil, err)
	}
	watch, stop := context.WithCancel(context.Background())
	h, ended := &Held{lost: make(chan struct{})}, make(chan struct{})
	h.release = func() { stop(); <-ended }
	go func() {
		defer close(ended)
		watchOver(watch, c)
		bye, cancel := context.WithTimeout(context.Background(), probeAnswer)
		defer cancel()
		if watch.Err() == nil {
			close(h.lost)
			cancel() // nobody answers: the connection is dropped without a word
		}
		_, _ = c.Exec(bye, "SELECT pg_advisory_unlock_all()") // the server notices a connection that is closed a little later
		_ = c.Close(bye)
	}()
	return h, true, nil
}

// holdProbe is for how long a connection that holds a name may be silent before it is asked whether it is still there.
const holdProbe = 5 * time.Second

// watchOver reads what the server says on the connection, so that its end is noticed at once, and asks after each silence,
// until the connection is gone or ctx ends.
func watchOver(ctx context.Context, c *pgx.Conn) {
	for ctx.Err() == nil {
		if signalled(ctx, c, holdProbe) || ctx.Err() != nil {
			continue
		}
		if c.IsClosed() || !answers(context.WithoutCancel(ctx), c) {
			return
		}
	}
}
