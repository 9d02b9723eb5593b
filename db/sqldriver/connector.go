// Package sqldriver wraps a driver of database/sql. Its connections do three things that neither database/sql nor the
// drivers of SQLite and PostgreSQL do:
//
//   - Errors are translated where they arise. sql.Row and sql.Rows are concrete types, so that the error of a Scan or of a Next
//     can only be given another type below database/sql.
//   - Prepared statements are kept for each connection, by their text (Options.KeepStatements). SQLite would otherwise compile
//     each statement every time it runs. pgx keeps them itself.
//   - A connection can be guarded (Options.IsFailure). SQLite may roll the open transaction back by itself when the storage fails
//     (disk full, I/O error), and would then commit each further statement of that transaction alone. A guarded
//     connection is therefore poisoned by the first such error: it refuses every statement until Rollback.
package sqldriver

import (
	"context"
	"database/sql/driver"
)

// Options configure what a connection does in addition to the driver that it wraps.
type Options struct {
	// Translate gives an error of the driver the type that callers look for. conn is the driver's connection on which it
	// arose, nil when that could not be opened. It must not be nil.
	Translate func(conn driver.Conn, err error) error
	// IsLost tells whether err says that the connection is lost; nil: never. BeginTx then returns driver.ErrBadConn, for which database/sql
	// begins the transaction on another connection.
	IsLost func(conn driver.Conn, err error) bool
	// KeepStatements keeps prepared statements. The driver's statements must implement driver.StmtQueryContext and
	// driver.StmtExecContext.
	KeepStatements bool
	// IsFailure tells whether a translated error poisons the connection; nil: none does. With it, the connection also keeps a list
	// of the rows that are being read, for CloseRows.
	IsFailure func(err error) bool
	// Trace begins the span of a statement, and returns the context in which it runs and the end of the span, which may be nil. The span of
	// a query ends when its rows are closed. nil: there are no spans.
	Trace func(ctx context.Context, query string) (context.Context, func(error))
}

// Wrap returns a connector whose connections are those of inner, wrapped as a *Conn each. They must implement
// driver.QueryerContext, driver.ExecerContext and driver.ConnBeginTx.
func Wrap(inner driver.Connector, o Options) driver.Connector { return connector{inner, o} }

type connector struct {
	driver.Connector
	options Options
}

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	inner, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, c.options.Translate(nil, err)
	}
	conn := &Conn{Conn: inner, options: c.options}
	if c.options.KeepStatements {
		conn.statements = map[string]*statement{}
	}
	return conn, nil
}
