package db

import (
	"context"
	"database/sql"
	"sync"
)

// Version is a number that every commit changes, whichever process makes it: what was read after it was asked holds for as
// long as it is the same. ok is false where that cannot be told, or costs as much as a small query (PostgreSQL).
func (d *DB) Version(ctx context.Context) (v int64, ok bool) { return d.version(ctx) }

func (d *sqliteDB) version(ctx context.Context) (int64, bool) { return d.watcher.version(ctx) }

func (d *postgresDB) version(context.Context) (int64, bool) { return 0, false }

// watcher asks one connection that only reads what the others have committed: it counts since it was opened, so that it
// stays and no other takes its place.
type watcher struct {
	mu   sync.Mutex
	held *sql.Conn
}

func (w *watcher) version(ctx context.Context) (v int64, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	err := w.held.QueryRowContext(ctx, "PRAGMA data_version").Scan(&v)
	return v, err == nil
}

func (w *watcher) close() error {
	if w.held == nil {
		return nil
	}
	return w.held.Close()
}
