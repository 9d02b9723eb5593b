package db

import (
	"context"
	"database/sql/driver"
	"errors"
)

// connector makes connections whose errors are typed at the source: sql.Row and sql.Rows are concrete types of
// database/sql, so their errors can only be translated below them.
type connector struct {
	driver driver.Driver
	open   func(ctx context.Context) (*conn, error)
}

func (c connector) Driver() driver.Driver                            { return c.driver }
func (c connector) Connect(ctx context.Context) (driver.Conn, error) { return c.open(ctx) }

// conn wraps the driver's connection: it types errors, keeps prepared statements, and refuses to go on after a storage
// failure inside a transaction, because SQLite may have rolled it back and would then commit each statement by itself.
type conn struct {
	driver.Conn
	translate func(*conn, error) error
	stmts     map[string]*stmt // prepared statements by text; nil when the driver keeps them itself
	guarded   bool             // a storage failure poisons the connection until clearFailure
	failed    error            // the storage failure, on a guarded connection
	open      []*rows          // on a guarded connection
}

func (c *conn) fail(err error) error {
	if err == nil || errors.Is(err, driver.ErrSkip) || errors.Is(err, driver.ErrBadConn) {
		return err
	}
	return c.translate(c, err)
}

// clearFailure makes a poisoned connection usable again, once the transaction that failed is rolled back.
func (c *conn) clearFailure() { c.failed = nil }

// closeRows closes the rows that a function left open, and tells whether there were any.
func (c *conn) closeRows() bool {
	left := len(c.open) > 0
	for len(c.open) > 0 {
		_ = c.open[0].Close()
	}
	return left
}

// refusal says why a statement must not run: the connection is poisoned, or ctx is over. It is nil when it may.
func (c *conn) refusal(ctx context.Context) error {
	if c.failed != nil {
		return c.failed
	}
	return context.Cause(ctx)
}

// QueryContext implements driver.QueryerContext.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	err := c.refusal(ctx)
	if err != nil {
		return nil, err
	}
	var s *stmt
	if c.stmts != nil {
		if s, err = c.prepared(query); err != nil {
			return nil, c.fail(err)
		}
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
	r := &rows{Rows: inner, conn: c, stmt: s}
	if s != nil {
		s.busy = true
	}
	if c.guarded {
		c.open = append(c.open, r)
	}
	return r, nil
}

// ExecContext implements driver.ExecerContext.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.refusal(ctx); err != nil {
		return nil, err
	}
	return c.exec(ctx, query, args)
}

// exec is ExecContext without the guard: rolling back must work after a failure.
func (c *conn) exec(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	var s *stmt
	var err error
	if c.stmts != nil {
		if s, err = c.prepared(query); err != nil {
			return nil, c.fail(err)
		}
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
func (c *conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	tx, err := c.Conn.(driver.ConnBeginTx).BeginTx(ctx, o)
	if err != nil {
		return nil, c.fail(err)
	}
	return transaction{tx, c}, nil
}

// Ping implements driver.Pinger.
func (c *conn) Ping(ctx context.Context) error {
	if p, ok := c.Conn.(driver.Pinger); ok {
		return c.fail(p.Ping(ctx))
	}
	return nil
}

// ResetSession implements driver.SessionResetter.
func (c *conn) ResetSession(ctx context.Context) error {
	if r, ok := c.Conn.(driver.SessionResetter); ok {
		return r.ResetSession(ctx)
	}
	return nil
}

// IsValid implements driver.Validator.
func (c *conn) IsValid() bool {
	v, ok := c.Conn.(driver.Validator)
	return !ok || v.IsValid()
}

// Close implements driver.Conn.
func (c *conn) Close() error {
	c.forget()
	return c.Conn.Close()
}
