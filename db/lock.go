package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// TryLock takes the lock of a name, which one process at a time may hold among all that work on the database. It does not
// wait: ok is false while another process holds it. The operating system or the server releases the lock when its holder
// dies; a holder that hangs keeps it.
//
// On SQLite it is a lock on a file beside the database, on PostgreSQL an advisory lock of a connection of its own. That
// connection may end while the holder lives (the server restarts, the network breaks): Lost tells. What the holder writes
// must therefore also be guarded by a row that the next holder changes first.
func (d *DB) TryLock(ctx context.Context, name string) (h *Lock, ok bool, err error) {
	return d.tryLock(ctx, name)
}

// IsLockFree tells whether no process holds the lock of the name at the moment.
func (d *DB) IsLockFree(ctx context.Context, name string) (bool, error) {
	return d.isLockFree(ctx, name)
}

// Lock is a lock that this process holds.
type Lock struct {
	release func()
	lost    chan struct{} // nil: never
}

// Release gives the lock up. It does nothing where h is nil.
func (h *Lock) Release() {
	if h != nil {
		h.release()
	}
}

// Lost is closed when the lock may have passed to another process: at once when the server ends the connection, within
// lockProbeInterval and probeTimeout when the server no longer answers.
func (h *Lock) Lost() <-chan struct{} {
	if h == nil { // nothing to lose
		return nil
	}
	return h.lost
}

// IsLost tells whether Lost is closed.
func (h *Lock) IsLost() bool {
	select {
	case <-h.Lost():
		return true
	default:
		return false
	}
}

// IsLostWithin waits for Lost, so long at most. A server that restarts ends all connections, and a statement may hear of it
// before whoever watches over the name does.
func (h *Lock) IsLostWithin(d time.Duration) bool {
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

func (d *sqliteDB) tryLock(_ context.Context, name string) (*Lock, bool, error) {
	release, ok, err := lockFile(d.path + "-" + name + ".lock")
	if !ok || err != nil {
		return nil, false, err
	}
	return &Lock{release: release}, true, nil
}

func (d *sqliteDB) isLockFree(ctx context.Context, name string) (bool, error) {
	h, ok, err := d.tryLock(ctx, name)
	h.Release()
	return ok, err
}

// lockKey is the advisory lock of a name.
const lockKey = "hashtextextended($1, 0)"

func (d *postgresDB) isLockFree(ctx context.Context, name string) (free bool, err error) {
	err = d.QueryRow(ctx, `SELECT NOT EXISTS (SELECT 1 FROM pg_locks l, (SELECT `+lockKey+` AS key) k
		WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.objsubid = 1
		AND l.granted AND l.classid = ((k.key >> 32) & 4294967295)::oid AND l.objid = (k.key & 4294967295)::oid)`, name).Scan(&free)
	return free, wrapLost(err)
}

func (d *postgresDB) tryLock(ctx context.Context, name string) (*Lock, bool, error) {
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
	h, ended := &Lock{lost: make(chan struct{})}, make(chan struct{})
	h.release = func() { stop(); <-ended }
	go func() {
		defer close(ended)
		watchConnection(watch, c)
		bye, cancel := context.WithTimeout(context.Background(), probeTimeout)
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

// lockProbeInterval is for how long the connection that holds a lock may be silent before the server is pinged.
const lockProbeInterval = 5 * time.Second

// watchConnection waits until the connection is lost or ctx ends. It reads from the connection, so that its end is noticed at once, and
// pings the server after each lockProbeInterval of silence.
func watchConnection(ctx context.Context, c *pgx.Conn) {
	for ctx.Err() == nil {
		if waitForSignal(ctx, c, lockProbeInterval) || ctx.Err() != nil {
			continue
		}
		if c.IsClosed() || !isAlive(context.WithoutCancel(ctx), c) {
			return
		}
	}
}
