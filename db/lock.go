package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// TryLock takes the lock with a name, which only one process that uses the database can hold. It does not wait: ok is false
// while another process holds the lock. The operating system or the server releases the lock when its holder dies; a holder
// that hangs keeps it.
//
// On SQLite it is a lock on a file beside the database, on PostgreSQL an advisory lock of a separate connection. That
// connection may end while the holder lives (the server restarts, the network fails); then Lost is closed. What the holder
// writes must therefore also be protected by a row that the next holder changes first.
func (d *DB) TryLock(ctx context.Context, name string) (h *Lock, ok bool, err error) {
	return d.tryLock(ctx, name)
}

// IsLockFree reports whether no process currently holds the lock with the name.
func (d *DB) IsLockFree(ctx context.Context, name string) (bool, error) {
	return d.isLockFree(ctx, name)
}

// Lock is a lock that this process holds.
type Lock struct {
	release func()
	lost    chan struct{} // nil: never
}

// Release releases the lock. It does nothing if h is nil.
func (h *Lock) Release() {
	if h != nil {
		h.release()
	}
}

// Lost is closed when the lock may have passed to another process: at once when the server ends the connection, within
// lockProbeInterval and probeTimeout when the server no longer answers.
func (h *Lock) Lost() <-chan struct{} {
	if h == nil { // a nil Lock is never lost
		return nil
	}
	return h.lost
}

// IsLost reports whether Lost is closed.
func (h *Lock) IsLost() bool {
	select {
	case <-h.Lost():
		return true
	default:
		return false
	}
}

// WaitLost waits for Lost for at most d and reports whether the lock is lost. A server that restarts ends all connections,
// and a statement may notice that before the connection of the lock does.
func (h *Lock) WaitLost(d time.Duration) bool {
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

// lockInterval is the pause between attempts to take a lock.
const lockInterval = 100 * time.Millisecond

// waitLock takes a lock, and waits for it until ctx ends.
func (d *sqliteDB) waitLock(ctx context.Context, name string) (h *Lock, err error) {
	err = repeatUntil(ctx, lockInterval, func() (ok bool, err error) {
		h, ok, err = d.tryLock(ctx, name)
		return ok, err
	})
	return h, err
}

// repeatUntil calls try until it reports true or fails, or until ctx ends, with a pause between two calls.
func repeatUntil(ctx context.Context, pause time.Duration, try func() (ok bool, err error)) error {
	again := time.NewTicker(pause)
	defer again.Stop()
	for {
		if ok, err := try(); ok || err != nil {
			return err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (d *sqliteDB) isLockFree(ctx context.Context, name string) (bool, error) {
	h, ok, err := d.tryLock(ctx, name)
	h.Release()
	return ok, err
}

// lockKey is the SQL of the advisory lock's key for a name.
const lockKey = "hashtextextended($1, 0)"

func (d *postgresDB) isLockFree(ctx context.Context, name string) (free bool, err error) {
	err = d.QueryRow(ctx, `SELECT NOT EXISTS (SELECT 1 FROM pg_locks l, (SELECT `+lockKey+` AS key) k
		WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.objsubid = 1
		AND l.granted AND l.classid = ((k.key >> 32) & 4294967295)::oid AND l.objid = (k.key & 4294967295)::oid)`, name).Scan(&free)
	return free, wrapLost(err)
}

func (d *postgresDB) tryLock(ctx context.Context, name string) (h *Lock, ok bool, err error) {
	h, err = d.lockOnConnection(ctx, func(c *pgx.Conn) (bool, error) {
		ok, err = tryAdvisoryLock(ctx, c, name)
		return ok, err
	})
	return h, ok, err
}

// waitLock takes a lock, and waits for it until ctx ends, on one connection. It asks again and again, since a statement that waits would
// hold a snapshot, for which a migration that makes an index beside other work waits in turn.
func (d *postgresDB) waitLock(ctx context.Context, name string) (*Lock, error) {
	return d.lockOnConnection(ctx, func(c *pgx.Conn) (bool, error) {
		return true, repeatUntil(ctx, lockInterval, func() (bool, error) { return tryAdvisoryLock(ctx, c, name) })
	})
}

func tryAdvisoryLock(ctx context.Context, c *pgx.Conn, name string) (ok bool, err error) {
	err = c.QueryRow(ctx, "SELECT pg_try_advisory_lock("+lockKey+")", name).Scan(&ok)
	return ok, err
}

// lockOnConnection opens a connection on which take takes a lock, and watches it until the lock is released. It returns nil if take reports
// false.
func (d *postgresDB) lockOnConnection(ctx context.Context, take func(c *pgx.Conn) (bool, error)) (*Lock, error) {
	c, err := d.connect(ctx)
	if err != nil {
		return nil, err
	}
	if ok, err := take(c); err != nil || !ok {
		_ = c.Close(context.WithoutCancel(ctx))
		return nil, postgresError(nil, err)
	}
	watch, stop := context.WithCancel(context.Background())
	h, ended := &Lock{lost: make(chan struct{})}, make(chan struct{})
	h.release = func() { stop(); <-ended }
	go func() {
		defer close(ended)
		watchConnection(watch, c)
		unlockCtx, cancel := context.WithTimeout(context.Background(), probeTimeout)
		defer cancel()
		if watch.Err() == nil {
			close(h.lost)
			cancel() // the server does not answer: drop the connection
		}
		_, _ = c.Exec(unlockCtx, "SELECT pg_advisory_unlock_all()") // the server would notice the closed connection only a little later
		_ = c.Close(unlockCtx)
	}()
	return h, nil
}

// lockProbeInterval is the maximum silence of the lock's connection before the server is pinged.
const lockProbeInterval = 5 * time.Second

// watchConnection waits until the connection is lost or ctx ends. It reads from the connection, so that its end is noticed
// at once, and pings the server after each lockProbeInterval of silence.
func watchConnection(ctx context.Context, c *pgx.Conn) {
	for ctx.Err() == nil {
		if waitForSignal(ctx, c, lockProbeInterval) != "" || ctx.Err() != nil {
			continue
		}
		if c.IsClosed() || !isAlive(context.WithoutCancel(ctx), c) {
			return
		}
	}
}
