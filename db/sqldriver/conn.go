package sqldriver

import (
	"context"
	"database/sql/driver"
	"errors"
)

// Conn is a wrapped connection. As any connection of a driver it is used by one goroutine at a time.
type Conn struct {
	driver.Conn
	options    Options
	statements map[string]*statement // by text; nil when they are not cached
	failure    error                 // the error that poisoned the connection
	open       []*rows               // rows of a guarded connection that are not closed
}

// Exec runs one statement without arguments, which is not interrupted. It bypasses database/sql, which refuses to use a
// connection while rows are open.
func (c *Conn) Exec(query string) error {
	_, err := c.ExecContext(context.Background(), query, nil)
	return err
}

// Failure returns the error that poisoned the connection; nil when there is none.
func (c *Conn) Failure() error { return c.failure }

// CloseRows closes all open rows, and reports whether there were any.
func (c *Conn) CloseRows() bool {
	found := len(c.open) > 0
	for len(c.open) > 0 {
		_ = c.open[0].Close()
	}
	return found
}

// Rollback rolls back the open transaction and closes its rows. Afterwards the connection is no longer poisoned.
func (c *Conn) Rollback() {
	c.CloseRows()
	_, _ = c.exec(context.Background(), "ROLLBACK", nil) // fails if SQLite has already rolled back
	c.failure = nil
}

// fail translates err, and poisons a guarded connection if err is a failure of the storage.
func (c *Conn) fail(err error) error {
	if err == nil || errors.Is(err, driver.ErrSkip) || errors.Is(err, driver.ErrBadConn) {
		return err
	}
	err = c.options.Translate(c.Conn, err)
	if c.guarded() && c.options.IsFailure(err) {
		c.failure = err
	}
	return err
}

func (c *Conn) guarded() bool { return c.options.IsFailure != nil }

// refusal returns why a statement must not run: the connection is poisoned, or ctx has ended; nil if it may run.
func (c *Conn) refusal(ctx context.Context) error {
	if c.failure != nil {
		return c.failure
	}
	return context.Cause(ctx)
}

// trace begins the span of a statement. end is never nil.
func (c *Conn) trace(ctx context.Context, query string) (_ context.Context, end func(error)) {
	if c.options.Trace != nil {
		ctx, end = c.options.Trace(ctx, query)
	}
	if end == nil {
		end = noSpan
	}
	return ctx, end
}

func noSpan(error) {}

// QueryContext implements driver.QueryerContext.
func (c *Conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.refusal(ctx); err != nil {
		return nil, err
	}
	ctx, end := c.trace(ctx, query)
	r, err := c.query(ctx, query, args)
	if err != nil {
		end(err)
		return nil, err
	}
	r.end = end
	return r, nil
}

// query is QueryContext outside of a span.
func (c *Conn) query(ctx context.Context, query string, args []driver.NamedValue) (*rows, error) {
	s, err := c.prepared(query)
	if err != nil {
		return nil, c.fail(err)
	}
	var inner driver.Rows
	if s != nil {
		inner, err = s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	} else {
		inner, err = c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
	}
	if err != nil {
		return nil, c.fail(err)
	}
	r := &rows{Rows: inner, conn: c, statement: s}
	if s != nil {
		s.inUse = true
	}
	if c.guarded() {
		c.open = append(c.open, r)
	}
	return r, nil
}

// ExecContext implements driver.ExecerContext.
func (c *Conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.refusal(ctx); err != nil {
		return nil, err
	}
	ctx, end := c.trace(ctx, query)
	r, err := c.exec(ctx, query, args)
	end(err)
	return r, err
}

// exec is ExecContext that also runs on a poisoned connection.
func (c *Conn) exec(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.prepared(query)
	if err != nil {
		return nil, c.fail(err)
	}
	var r driver.Result
	if s != nil {
		r, err = s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
	} else {
		r, err = c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
	}
	return r, c.fail(err)
}

// BeginTx implements driver.ConnBeginTx.
func (c *Conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	tx, err := c.Conn.(driver.ConnBeginTx).BeginTx(ctx, o)
	if err != nil && ctx.Err() == nil && c.options.IsLost != nil && c.options.IsLost(c.Conn, err) {
		return nil, driver.ErrBadConn
	}
	if err != nil {
		return nil, c.fail(err)
	}
	return transaction{tx, c}, nil
}

// Ping implements driver.Pinger.
func (c *Conn) Ping(ctx context.Context) error {
	if p, ok := c.Conn.(driver.Pinger); ok {
		return c.fail(p.Ping(ctx))
	}
	return nil
}

// ResetSession implements driver.SessionResetter.
func (c *Conn) ResetSession(ctx context.Context) error {
	if r, ok := c.Conn.(driver.SessionResetter); ok {
		return r.ResetSession(ctx)
	}
	return nil
}

// IsValid implements driver.Validator.
func (c *Conn) IsValid() bool {
	v, ok := c.Conn.(driver.Validator)
	return !ok || v.IsValid()
}

// Close implements driver.Conn.
func (c *Conn) Close() error {
	c.closeStatements()
	return c.Conn.Close()
}

// transaction translates the errors of a transaction.
type transaction struct {
	driver.Tx
	conn *Conn
}

func (t transaction) Commit() error   { return t.conn.fail(t.Tx.Commit()) }
func (t transaction) Rollback() error { return t.conn.fail(t.Tx.Rollback()) }
