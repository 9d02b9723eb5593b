package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"
)

// Version is a number that every commit changes, whichever process makes it: what was read after it was asked holds for as
// long as it is the same. ok is false where that cannot be told, or costs as much as a small query (PostgreSQL).
func (d *DB) Version(ctx context.Context) (v int64, ok bool) { return d.version(ctx) }

func (d *sqliteDB) version(ctx context.Context) (int64, bool) { return d.watcher.version(ctx) }

func (d *postgresDB) version(context.Context) (int64, bool) { return 0, false }

// watcher asks one connection that only reads what the others have committed: it counts since it was opened, so that it
// stays and no other takes its place. It is asked by every request, hence without the pool in between.
type watcher struct {
	mu   sync.Mutex
	held *sql.Conn
	conn *conn // of held
}

func (w *watcher) open(ctx context.Context, pool *sql.DB) (err error) {
	if w.held, err = pool.Conn(ctx); err != nil {
		return err
	}
	return w.held.Raw(func(c any) error { w.conn = c.(*conn); return nil })
}

func (w *watcher) version(ctx context.Context) (v int64, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	rows, err := w.conn.QueryContext(ctx, "PRAGMA data_version", nil)
	if err != nil {
		return 0, false
	}
	row := [1]driver.Value{}
	err = rows.Next(row[:])
	v, ok = row[0].(int64)
	return v, errors.Join(err, rows.Close()) == nil && ok
}

func (w *watcher) close() error {
	if w.held == nil {
		return nil
	}
	return w.held.Close()
}
