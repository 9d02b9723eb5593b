package db

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// The transaction is carried by the context. Write and Read pass a context with the transaction to their function, and all
// operations on the same DB with that context (or one derived from it) are part of it: queries see what the transaction has
// written, and a Write joins it instead of starting another one.

// maxWait is the maximum time that a Write waits for its turn. A transaction must be much shorter: work that grows with the number of
// people is divided into several. A transaction that never ends (for example because it waits for its own Write) leads to errors
// and not to a standstill.
const maxWait = 10 * time.Second

// txKey is the context key of the open transaction of one database.
type txKey struct{ db *DB }

// writeKey is the context key that marks the contexts of functions passed to Write, of any database.
type writeKey struct{}

// ErrInWrite is the error of NotInWrite.
var ErrInWrite = errors.New("db: this may take long and was called inside a write transaction, for which other writes wait")

// NotInWrite returns ErrInWrite if ctx is the context of a function passed to Write, or derived from it. Code that uses the network or
// a processor for long calls it first, so that a mistake is an error and not a program that stands still.
func NotInWrite(ctx context.Context) error {
	if ctx.Value(writeKey{}) != nil {
		return ErrInWrite
	}
	return nil
}

// snapshot is the transaction of Read.
type snapshot struct {
	session
	ended bool
}

func (s *snapshot) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return s.session.Query(unlessEnded(ctx, s.ended), query, args...)
}

func (s *snapshot) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return s.session.QueryRow(unlessEnded(ctx, s.ended), query, args...)
}

// inherited returns the transaction in ctx, a *Tx or a *snapshot; nil for none.
func (d *DB) inherited(ctx context.Context) Queryer {
	q, _ := ctx.Value(txKey{d}).(Queryer)
	return q
}

// Query implements Queryer, inside the transaction in ctx, if any.
func (d *DB) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if q := d.inherited(ctx); q != nil {
		return q.Query(ctx, query, args...)
	}
	return d.engine.Query(ctx, query, args...)
}

// QueryRow implements Queryer, inside the transaction in ctx, if any.
func (d *DB) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	if q := d.inherited(ctx); q != nil {
		return q.QueryRow(ctx, query, args...)
	}
	return d.engine.QueryRow(ctx, query, args...)
}

// Read runs fn on one snapshot, so that all its queries see the same state. If ctx carries a transaction of Read or Write, fn
// reads in that transaction.
func (d *DB) Read(ctx context.Context, fn func(ctx context.Context, q Queryer) error) error {
	if q := d.inherited(ctx); q != nil {
		return fn(ctx, q)
	}
	return d.inSpan(ctx, "read", func(ctx context.Context) error { return d.readNew(ctx, fn) })
}

// readNew is Read in a transaction of its own.
func (d *DB) readNew(ctx context.Context, fn func(ctx context.Context, q Queryer) error) error {
	return d.read(ctx, func(s session) error {
		q := &snapshot{session: s}
		defer func() { q.ended = true }()
		return fn(context.WithValue(ctx, txKey{d}, q), q)
	})
}

// Write runs fn in one transaction and commits it when fn returns nil; any error or panic rolls everything back. When it returns nil,
// the change is on disk, unless it has joined another Write.
//
// A Write with the context that another Write passed to its function joins that transaction: it is committed or rolled back
// with it, after it has returned. A service cannot tell: with an Idempotency-Key, every one is called inside a Write. What must follow
// the commit therefore belongs in Tx.AfterCommit, and not after the call of Write. If the function that joined fails, the whole
// transaction is rolled back, even if its caller continues. A Write inside Read fails. The context passed to fn is valid until fn
// returns; hooks of Tx.AfterCommit use another one.
//
// A Write that would wait longer than ten seconds for its turn fails with an UnavailableError, and fn never runs. This also
// happens to a Write inside fn with another context than fn's, which is a mistake: it waits for its own end.
//
// On SQLite, concurrent writes share one commit; fn runs in another goroutine and to its end even if ctx is cancelled
// meanwhile, and its panic reaches the caller of Write as a *groupcommit.Panic. On PostgreSQL fn may run again after a deadlock
// or a serialization failure, so it must have no effects outside its Tx; such effects belong in Tx.AfterCommit.
func (d *DB) Write(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	if t, is := d.inherited(ctx).(*Tx); is && t.uncached {
		return errUncached
	}
	changed := func() { d.generation.Add(1) }
	err := d.transact(ctx, func(ctx context.Context, tx *Tx) error {
		tx.AfterCommit(changed)
		return fn(ctx, tx)
	})
	if err != nil {
		changed() // also after an error: the connection may have been lost during the commit
	}
	return err
}

// WriteUncached is Write for rows that no cache of this process holds, such as heartbeats, which would empty the caches every few seconds:
// Generation stays the same. A Write inside it fails.
func (d *DB) WriteUncached(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	if _, joins := d.inherited(ctx).(*Tx); joins {
		return d.transact(ctx, fn)
	}
	return d.transact(ctx, func(ctx context.Context, tx *Tx) error {
		tx.uncached = true
		return fn(ctx, tx)
	})
}

// transact runs fn in a transaction, or in the one that ctx carries.
func (d *DB) transact(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	switch t := d.inherited(ctx).(type) {
	case *Tx:
		return t.join(ctx, fn)
	case *snapshot:
		return errReadOnly
	}
	return d.inSpan(ctx, "write", func(ctx context.Context) error { return d.writeNew(ctx, fn) })
}

// writeNew runs fn in a transaction of its own.
func (d *DB) writeNew(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	return d.write(ctx, func(tx *Tx) error {
		ctx := context.WithValue(context.WithValue(ctx, writeKey{}, true), txKey{d}, tx)
		if err := fn(ctx, tx); err != nil {
			return err
		}
		return tx.runBeforeCommit(ctx)
	})
}

// inSpan calls do in the span of a transaction.
func (d *DB) inSpan(ctx context.Context, transaction string, do func(ctx context.Context) error) error {
	if d.trace == nil {
		return do(ctx)
	}
	ctx, end := d.trace(ctx, transaction, "")
	err := do(ctx)
	if end != nil {
		end(err)
	}
	return err
}

// join runs fn as part of t.
func (t *Tx) join(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	switch {
	case t.ended:
		return errEnded
	case t.broken != nil:
		return t.broken
	}
	t.joined++ // remains raised if fn panics
	err := fn(ctx, t)
	t.joined--
	if err != nil {
		t.broken = err
	}
	return err
}
