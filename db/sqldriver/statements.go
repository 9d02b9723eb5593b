package sqldriver

import (
	"database/sql/driver"
	"errors"
	"io"
	"slices"
)

// statement is a prepared statement. It is in use while its rows are read: the same text is then run unprepared.
type statement struct {
	driver.Stmt
	inUse bool
}

// maxStatements are kept for each connection; the product has fewer texts.
const maxStatements = 512

// prepared returns the kept statement of that text; nil when it is in use, or statements are not kept.
func (c *Conn) prepared(query string) (*statement, error) {
	if c.statements == nil {
		return nil, nil
	}
	if s := c.statements[query]; s != nil {
		if s.inUse {
			return nil, nil
		}
		return s, nil
	}
	inner, err := c.Conn.Prepare(query)
	if err != nil {
		return nil, err
	}
	if len(c.statements) >= maxStatements {
		c.closeStatements()
	}
	s := &statement{Stmt: inner}
	c.statements[query] = s
	return s, nil
}

// closeStatements closes the kept statements that are not in use.
func (c *Conn) closeStatements() {
	for text, s := range c.statements {
		if !s.inUse {
			s.Close()
			delete(c.statements, text)
		}
	}
}

// rows are the rows of one query. They translate errors, and free their statement when they are closed.
type rows struct {
	driver.Rows
	conn      *Conn
	statement *statement // nil when it was not prepared
	closed    bool
	end       func(error) // ends the span
	failure   error       // of Next
}

func (r *rows) Next(dest []driver.Value) error {
	if r.closed {
		return io.EOF
	}
	err := r.Rows.Next(dest)
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	r.failure = r.conn.fail(err)
	return r.failure
}

func (r *rows) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	err := r.Rows.Close()
	if r.statement != nil {
		r.statement.inUse = false
	}
	if i := slices.Index(r.conn.open, r); i >= 0 {
		r.conn.open = slices.Delete(r.conn.open, i, i+1)
	}
	err = r.conn.fail(err)
	r.end(errors.Join(r.failure, err))
	return err
}
