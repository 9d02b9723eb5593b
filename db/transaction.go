package db

import (
	"context"
	"database/sql"
	"time"
)

// The transaction travels in the context. Write and Read hand their function a context that carries the transaction, and
// whatever is done on the same DB with that context (or with one made of it) happens inside: reads see what the
// transaction has written, and a Write joins it instead of opening another one.

// maxWait is for how long a Write waits for its turn: more than any transaction takes, so that one which does not end (it
// waits for a Write of its own, say) makes errors and no standstill.
const maxWait = 10 * time.Second

// txKey is the context key of the transaction that is open on one database.
type txKey struct{ db *DB }

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

// inherited is the transaction that ctx carries; nil for none. It is a *Tx or a *snapshot.
func (d *DB) inherited(ctx context.Context) Queryer {
	q, _ := ctx.Value(txKey{d}).(Queryer)
	return q
}

// Query implements Queryer, inside the transaction that ctx carries, if any.
func (d *DB) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if q := d.inherited(ctx); q != nil {
		return q.Query(ctx, query, args...)
	}
	return d.engine.Query(ctx, query, args...)
}

// QueryRow implements Queryer, inside the transaction that ctx carries, if any.
func (d *DB) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	if q := d.inherited(ctx); q != nil {
		return q.QueryRow(ctx, query, args...)
	}
	return d.engine.QueryRow(ctx, query, args...)
}

// Read runs fn on one snapshot, so that all its statements see the same moment. Inside another Read or a Write, which
// ctx tells, fn reads in that transaction.
func (d *DB) Read(ctx context.Context, fn func(ctx context.Context, q Queryer) error) error {
	if q := d.inherited(ctx); q != nil {
		return fn(ctx, q)
	}
	return d.read(ctx, func(s session) error {
		q := &snapshot{session: s}
		defer func() { q.ended = true }()
		return fn(context.WithValue(ctx, txKey{d}, q), q)
	})
}

// Write runs fn in one transaction and commits it when fn returns nil; any error or panic rolls all of it back. When
// Write returns nil the change is on disk.
//
// A Write whose context is the one that fn was given joins the transaction of that fn: it is committed or rolled back
// with it. When the function that joined fails, the whole transaction is rolled back, even if its caller goes on.
// A Write inside Read is refused. The context of fn is good until fn returns; hooks of Tx.AfterCommit use their own.
//
// A Write that would wait for its turn longer than ten seconds is refused with an UnavailableError, and
// fn never runs. So is one inside fn by another context than fn's, which is a mistake: it waits for its own end.
//
// On SQLite, writes that arrive together share one commit, fn runs in another goroutine and to its end even when ctx is cancelled
// meanwhile, and its panic reaches the caller of Write as a *groupcommit.Panic.
// On PostgreSQL fn may run again after a deadlock or a serialization failure, so it must have no effect outside its Tx;
// effects belong into Tx.AfterCommit.
func (d *DB) Write(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	switch t := d.inherited(ctx).(type) {
	case *Tx:
		return t.join(ctx, fn)
	case *snapshot:
		return errReadOnly
	}
	changed := func() { d.generation.Add(1) }
	err := d.write(ctx, func(tx *Tx) error {
		tx.AfterCommit(changed)
		return fn(context.WithValue(ctx, txKey{d}, tx), tx)
	})
	if err != nil {
		changed() // the connection may have been lost during the commit
	}
	return err
}

// join runs fn as a part of t.
func (t *Tx) join(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	switch {
	case t.ended:
		return errEnded
	case t.broken != nil:
		return t.broken
	}
	t.broken = errUnfinished // stays when fn panics
	t.broken = fn(ctx, t)
	return t.broken
}
