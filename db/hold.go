package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Hold takes a name that one process at a time may hold, among all that work on the database, and that is free again
// the moment its holder is gone, however it went: the operating system or the server lets go of it. ok is false while
// another one holds the name. A holder that merely stands still keeps it.
func (d *DB) Hold(ctx context.Context, name string) (h *Held, ok bool, err error) {
	return d.hold(ctx, name)
}

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

// Lost is closed when the name may have passed to another process.
func (h *Held) Lost() <-chan struct{} { return h.lost }

// Beside is the path of a file next to the database, for what this machine's processes tell each other and a backup need
// not hold. ok is false where the database may be on another machine.
func (d *DB) Beside(name string) (path string, ok bool) { return d.beside(name) }

func (d *sqliteDB) beside(name string) (string, bool) { return d.path + "-" + name, true }

func (d *postgresDB) beside(string) (string, bool) { return "", false }

func (d *sqliteDB) hold(_ context.Context, name string) (*Held, bool, error) {
	release, ok, err := lockFile(d.path + "-" + name + ".lock")
	if !ok || err != nil {
		return nil, false, err
	}
	return &Held{release: release}, true, nil
}

func (d *postgresDB) hold(ctx context.Context, name string) (*Held, bool, error) {
	c, err := pgx.ConnectConfig(ctx, d.config.Copy())
	if err != nil {
		return nil, false, postgresError(nil, err)
	}
	var ok bool
	if err := c.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtextextended($1, 0))", name).Scan(&ok); err != nil || !ok {
		_ = c.Close(context.WithoutCancel(ctx))
		return nil, false, err
	}
	watch, stop := context.WithCancel(context.Background())
	h, ended := &Held{lost: make(chan struct{})}, make(chan struct{})
	h.release = func() { stop(); <-ended }
	go func() {
		defer close(ended)
		watchOver(watch, c)
		if watch.Err() == nil {
			close(h.lost)
		}
		bye, cancel := context.WithTimeout(context.Background(), probeAnswer)
		defer cancel()
		_, _ = c.Exec(bye, "SELECT pg_advisory_unlock_all()") // the server notices a connection that is closed a little later
		_ = c.Close(bye)
	}()
	return h, true, nil
}

// watchOver asks now and then whether the connection is still there, until it is not or ctx ends.
func watchOver(ctx context.Context, c *pgx.Conn) {
	tick := time.NewTicker(probeAfter)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if !answers(context.WithoutCancel(ctx), c) {
				return
			}
		}
	}
}
