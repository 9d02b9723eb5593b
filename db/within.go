package db

import (
	"context"
	"database/sql"
)

type withinKey struct{}

// Within gives a context in which every Write and every read of the same database happens in tx: functions that open
// their own transaction become a part of this one. It is for whoever must keep something together with what others
// write, such as the answer to a request with the record it made.
//
// A function that fails in there undoes all of tx, even when its caller goes on: half of a change is never committed.
func Within(ctx context.Context, tx *Tx) context.Context {
	return context.WithValue(ctx, withinKey{}, tx)
}

func within(ctx context.Context) *Tx {
	tx, _ := ctx.Value(withinKey{}).(*Tx)
	return tx
}

// join runs fn as a part of t.
func (t *Tx) join(fn func(*Tx) error) error {
	switch {
	case t.ended:
		return errEnded
	case t.broken != nil:
		return t.broken
	}
	t.broken = fn(t)
	return t.broken
}

// Query implements Queryer.
func (d *DB) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if tx := within(ctx); tx != nil {
		return tx.Query(ctx, query, args...)
	}
	return d.engine.Query(ctx, query, args...)
}

// QueryRow implements Queryer.
func (d *DB) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	if tx := within(ctx); tx != nil {
		return tx.QueryRow(ctx, query, args...)
	}
	return d.engine.QueryRow(ctx, query, args...)
}
