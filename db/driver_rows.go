package db

import (
	"database/sql/driver"
	"errors"
	"io"
	"slices"
)

// stmt is a prepared statement; busy while its rows are read, when another copy must be used.
type stmt struct {
	driver.Stmt
	busy bool
}

const maxStmts = 512 // per connection; the product has fewer texts

// prepared gives the kept statement of that text, nil when it is in use.
func (c *conn) prepared(query string) (*stmt, error) {
	if s := c.stmts[query]; s != nil {
		if s.busy {
			return nil, nil
		}
		return s, nil
	}
	inner, err := c.Conn.Prepare(query)
	if err != nil {
		return nil, err
	}
	if len(c.stmts) >= maxStmts {
		c.forget()
	}
	s := &stmt{Stmt: inner}
	c.stmts[query] = s
	return s, nil
}

func (c *conn) forget() {
	for text, s := range c.stmts {
		if !s.busy {
			s.Close()
			delete(c.stmts, text)
		}
	}
}

type transaction struct {
	driver.Tx
	conn *conn
}

func (t transaction) Commit() error   { return t.conn.fail(t.Tx.Commit()) }
func (t transaction) Rollback() error { return t.conn.fail(t.Tx.Rollback()) }

// rows types the errors of reading on, and frees the statement.
type rows struct {
	driver.Rows
	conn   *conn
	stmt   *stmt
	closed bool
}

func (r *rows) Next(dest []driver.Value) error {
	if r.closed {
		return io.EOF
	}
	err := r.Rows.Next(dest)
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return r.conn.fail(err)
}

func (r *rows) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	err := r.Rows.Close()
	if r.stmt != nil {
		r.stmt.busy = false
	}
	if r.conn.guarded {
		if i := slices.Index(r.conn.open, r); i >= 0 {
			r.conn.open = slices.Delete(r.conn.open, i, i+1)
		}
	}
	return r.conn.fail(err)
}
