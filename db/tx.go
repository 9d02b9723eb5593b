package db

import (
	"context"
	"database/sql"
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
	return r, wrapLost(err)
}

func (s session) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return s.on.QueryRowContext(ctx, query, args...)
}

// Tx is one transaction that writes. It is good until the function given to DB.Write returns, in that function's
// goroutine only.
type Tx struct {
	session
	hooks       []func()
	ended       bool
	broken      error        // a function that joined has failed: nothing of this may be committed
	subscribers *subscribers // SQLite
}

// unlessEnded is ctx, or a context that is over when the transaction has ended.
func unlessEnded(ctx context.Context, ended bool) context.Context {
	if ended {
		return endedContext
	}
	return ctx
}

var endedContext = func() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errEnded)
	return ctx
}()

func (t *Tx) context(ctx context.Context) context.Context {
	// On SQLite a statement of a Write is never interrupted: several functions share the transaction, and SQLite rolls all
	// of it back when it interrupts a statement that writes. Their own contexts end their waiting, not their turn.
	if t.dialect == SQLite && !t.ended {
		return context.Background()
	}
	return unlessEnded(ctx, t.ended)
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
		return 0, wrapLost(err)
	}
	return r.RowsAffected()
}

// AfterCommit notes a function to run once the transaction is on disk, before Write returns, in the goroutine of
// Write's caller. It never runs when the transaction is rolled back. It may Write, by a context of its own: that of the
// function given to Write has ended.
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

// runHooks runs what AfterCommit was given.
func (t *Tx) runHooks() {
	for _, hook := range t.hooks {
		hook()
	}
}

// run calls fn and ends t.
func (t *Tx) run(fn func(*Tx) error) error {
	defer func() { t.ended = true }()
	if err := fn(t); err != nil {
		return err
	}
	return t.broken
}
