package db

import (
	"context"
	"database/sql"
	"reflect"
	"runtime"
)

// runner is what sql.DB, sql.Conn and sql.Tx have in common.
type runner interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// session is a Queryer on a runner.
type session struct {
	on      runner
	dialect Dialect
}

func (s session) Dialect() Dialect { return s.dialect }

func (s session) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	r, err := s.on.QueryContext(ctx, query, args...)
	return r, lost(err)
}

func (s session) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return s.on.QueryRowContext(ctx, query, args...)
}

// Tx is one transaction that writes. It is good until the function given to DB.Write returns, in that function's
// goroutine only.
type Tx struct {
	session
	hooks  []func()
	ended  bool
	broken error  // a function that joined has failed: nothing of this may be committed
	bells  *bells // SQLite
}

// ended is a context that is over, with the reason.
var ended = func() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errEnded)
	return ctx
}()

func (t *Tx) context(ctx context.Context) context.Context {
	if t.ended {
		return ended
	}
	if t.dialect == SQLite { // an interrupt would roll back everybody who shares the commit
		return context.Background()
	}
	return ctx
}

// Query implements Queryer.
func (t *Tx) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return t.session.Query(t.context(ctx), query, args...)
}

// QueryRow implements Queryer; `INSERT … RETURNING id` goes through it.
func (t *Tx) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return t.session.QueryRow(t.context(ctx), query, args...)
}

// Exec runs one statement that changes data and counts the rows it touched.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (affected int64, err error) {
	r, err := t.on.ExecContext(t.context(ctx), query, args...)
	if err != nil {
		return 0, lost(err)
	}
	return r.RowsAffected()
}

// AfterCommit notes a function to run once the transaction is on disk, before Write returns, in the goroutine of
// Write's caller. It never runs when the transaction is undone. It may Write.
func (t *Tx) AfterCommit(fn func()) { t.hooks = append(t.hooks, fn) }

// LockRows keeps those rows from being changed or locked by others until the end of the transaction. Rows are locked
// in the order of their ids, so that two callers cannot wait for each other. SQLite has one writer at a time and needs
// none of it. table is a name in the program's text, never input.
func (t *Tx) LockRows(ctx context.Context, table string, ids ...int64) error {
	if t.dialect == SQLite || len(ids) == 0 {
		return nil
	}
	_, err := t.Exec(ctx, `SELECT id FROM `+table+` WHERE id IN (`+t.dialect.IDs("$1")+`) ORDER BY id FOR UPDATE`, IDs(ids))
	return err
}

// inTx calls fn. It has its own frame, never inlined, by which a nested Write is known.
//
//go:noinline
func inTx(tx *Tx, fn func(*Tx) error) error {
	err := fn(tx)
	if err == nil {
		err = tx.broken
	}
	tx.ended = true
	return err
}

var inTxEntry = reflect.ValueOf(inTx).Pointer()

// nested tells whether the caller runs inside a Write, by looking for inTx among the calls that led here. A mark in a
// context would not do: functions use the context of the caller of Write.
func nested() bool {
	var pcs [48]uintptr
	for _, pc := range pcs[:runtime.Callers(3, pcs[:])] {
		if f := runtime.FuncForPC(pc - 1); f != nil && f.Entry() == inTxEntry {
			return true
		}
	}
	return false
}
