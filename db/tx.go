package db

import (
	"context"
	"database/sql"
)

// runner is the common interface of sql.DB, sql.Conn and sql.Tx.
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

// Tx is a transaction that can write. It is valid until the function passed to DB.Write returns. Its methods must not be called by
// two goroutines at once.
type Tx struct {
	session
	beforeCommit  []func(ctx context.Context, tx *Tx) error
	afterCommit   []func()
	afterRollback []func()
	ended         bool
	broken        error        // a function that joined has failed: nothing may be committed
	joined        int          // functions that joined and have not returned
	uncached      bool         // of WriteUncached
	shared        bool         // with the functions of other Writes (package groupcommit)
	traced        bool         // its statements need the values of the context
	subscribers   *subscribers // those that Signal calls (SQLite)
}

// unlessEnded returns ctx, or a cancelled context if the transaction has ended.
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
	// A statement of a shared transaction is never interrupted, because SQLite rolls all of it back when it interrupts a writing
	// statement. A function's own context limits only its waiting time.
	if t.shared && !t.ended {
		if t.traced {
			return context.WithoutCancel(ctx)
		}
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

// Exec runs one statement that changes data and returns the number of affected rows.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (affected int64, err error) {
	r, err := t.on.ExecContext(t.context(ctx), query, args...)
	if err != nil {
		return 0, wrapLost(err)
	}
	return r.RowsAffected()
}

// BeforeCommit adds a function that runs at the end of the transaction, after the function that was passed to the outermost Write
// has returned. If it fails, the transaction is rolled back. It may add another one, which runs after those that were added
// before.
func (t *Tx) BeforeCommit(fn func(ctx context.Context, tx *Tx) error) {
	t.beforeCommit = append(t.beforeCommit, fn)
}

// AfterCommit adds a function that runs when the transaction is on disk, before Write returns, in the goroutine of Write's
// caller. It never runs if the transaction is rolled back. It may call Write, with another context: that of the function passed
// to Write has ended.
func (t *Tx) AfterCommit(fn func()) { t.afterCommit = append(t.afterCommit, fn) }

// AfterRollback adds a function that runs when the transaction has been rolled back, or when it is not known whether it was committed.
// If the transaction runs again (PostgreSQL), it runs before that. It releases what was taken for the time after the commit.
func (t *Tx) AfterRollback(fn func()) { t.afterRollback = append(t.afterRollback, fn) }

// LockRows locks rows until the end of the transaction, so that others can neither change nor lock them. Rows are locked in the
// order of their ids, so that two callers cannot deadlock. On SQLite, which has one writer at a time, it does nothing. table is
// a name in the program's text, never input.
func (t *Tx) LockRows(ctx context.Context, table string, ids ...int64) error {
	if t.dialect.OneWriter() || len(ids) == 0 {
		return nil
	}
	return t.LockSelected(ctx, `SELECT id FROM `+table+` WHERE id IN (`+t.dialect.IDs("$1")+`) ORDER BY id`, IDs(ids))
}

// LockSelected locks the rows of a SELECT until the end of the transaction, as LockRows does. It is a statement of its own, so
// that the next one sees what was saved while this one waited.
func (t *Tx) LockSelected(ctx context.Context, query string, args ...any) error {
	if t.dialect.OneWriter() {
		return nil
	}
	_, err := t.Exec(ctx, query+t.dialect.ForUpdate(), args...)
	return err
}

// runBeforeCommit runs the functions of BeforeCommit, also those that these functions add.
func (t *Tx) runBeforeCommit(ctx context.Context) error {
	for i := 0; i < len(t.beforeCommit); i++ {
		if t.broken != nil {
			return t.broken
		}
		if err := t.beforeCommit[i](ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// withHooks calls commit, which runs the transaction and commits it, and then the functions of AfterCommit if it returned nil, else those
// of AfterRollback, also after a panic.
func (t *Tx) withHooks(commit func() error) (err error) {
	committed := false
	defer func() {
		hooks := t.afterRollback
		if committed {
			hooks = t.afterCommit
		}
		for _, hook := range hooks {
			hook()
		}
	}()
	err = commit()
	committed = err == nil
	return err
}

// call calls fn and marks t as ended.
func (t *Tx) call(fn func(*Tx) error) error {
	defer func() { t.ended = true }()
	if err := fn(t); err != nil {
		return err
	}
	if t.joined > 0 && t.broken == nil {
		return errUnfinished
	}
	return t.broken
}
