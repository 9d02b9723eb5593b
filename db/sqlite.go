package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"presence/app/errs"
)

// sqliteDB is one writer connection and a pool of connections that can only read.
type sqliteDB struct {
	session // on the readers
	path    string
	readers *sql.DB
	pool    *sql.DB // of the one writer connection
	held    *sql.Conn
	writer  *writer
	closing sync.Once
}

// common pragmas of every connection. A checkpoint every 1,000 pages keeps the WAL near 4 MB.
var pragmas = []string{
	"busy_timeout=5000",
	"foreign_keys=ON",
	"synchronous=FULL",
	"temp_store=MEMORY",
	"mmap_size=268435456",
	"wal_autocheckpoint=1000",
}

func openSQLite(ctx context.Context, path string, o Options) (engine, error) {
	path = strings.TrimPrefix(path, "//")
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return nil, errors.New("sqlite: needs the path of a file, as in sqlite:data/presence.db")
	}
	if err := sound(path); err != nil {
		return nil, err
	}
	d := &sqliteDB{path: path}
	d.pool = sql.OpenDB(sqliteConnector(path, "", true, "cache_size=-16384", "journal_mode=WAL", "journal_size_limit=67108864"))
	d.pool.SetMaxOpenConns(1)
	if err := d.start(ctx, o); err != nil {
		d.close()
		return nil, damaged(path, err)
	}
	return d, nil
}

func (d *sqliteDB) start(ctx context.Context, o Options) error {
	held, err := d.pool.Conn(ctx)
	if err != nil {
		return err
	}
	d.held = held
	var c *conn
	if err = held.Raw(func(dc any) error { c = dc.(*conn); return nil }); err != nil {
		return err
	}
	c.guarded = true
	d.writer = newWriter(c, session{held, SQLite})

	n := o.Conns
	if n == 0 {
		n = max(8, 4*runtime.NumCPU())
	}
	d.readers = sql.OpenDB(sqliteConnector(d.path, "", true, "cache_size=-8192", "query_only=ON"))
	d.readers.SetMaxOpenConns(n)
	d.readers.SetMaxIdleConns(n)
	d.session = session{d.readers, SQLite}
	return readable(ctx, d)
}

// sqliteConnector opens path; keep asks for prepared statements to be kept.
func sqliteConnector(path, query string, keep bool, more ...string) connector {
	u := "file:" + (&url.URL{Path: path}).EscapedPath() + query
	var drv sqlite.Driver
	return connector{&drv, func(ctx context.Context) (*conn, error) {
		inner, err := drv.Open(u)
		c := &conn{Conn: inner, translate: sqliteError, detached: true}
		if err != nil {
			c.Conn = nil
			return nil, sqliteError(c, err)
		}
		for _, p := range append(pragmas[:len(pragmas):len(pragmas)], more...) {
			if _, err := c.exec(ctx, "PRAGMA "+p, nil); err != nil {
				inner.Close()
				return nil, err
			}
		}
		if keep {
			c.stmts = map[string]*stmt{}
		}
		return c, nil
	}}
}

// read runs fn in one read transaction of one reader.
func (d *sqliteDB) read(ctx context.Context, fn func(q Queryer) error) (err error) {
	c, err := d.readers.Conn(ctx)
	if err != nil {
		return lost(err)
	}
	defer c.Close()
	if _, err := c.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	defer c.ExecContext(context.Background(), "ROLLBACK")
	return fn(session{c, SQLite})
}

func (d *sqliteDB) write(ctx context.Context, fn func(*Tx) error) error {
	return d.writer.write(ctx, fn)
}

func (d *sqliteDB) ping(ctx context.Context) error {
	var n int
	return lost(d.QueryRow(ctx, "SELECT 1").Scan(&n))
}

// close lets the writer finish, folds the WAL into the file and closes every connection.
func (d *sqliteDB) close() error {
	var errAll []error
	d.closing.Do(func() {
		if d.readers != nil {
			errAll = append(errAll, d.readers.Close())
		}
		if d.writer != nil {
			close(d.writer.stop)
			<-d.writer.stopped
			_, _ = d.writer.conn.exec(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)", nil) // another process may read
		}
		if d.held != nil {
			errAll = append(errAll, d.held.Close())
		}
		errAll = append(errAll, d.pool.Close())
	})
	return errors.Join(errAll...)
}

// sqliteError types what SQLite says.
func sqliteError(c *conn, err error) error {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CONSTRAINT:
		return sqliteConstraint(c, e)
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY,
		sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOMEM,
		sqlite3.SQLITE_PERM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_ABORT:
		err = errs.Storage(err)
		if c.guarded {
			c.failed = err
		}
	}
	return err
}

// sqliteConstraint reads which rule was broken from the message: "constraint failed: UNIQUE constraint failed: t.a, t.b (2067)".
func sqliteConstraint(c *conn, e *sqlite.Error) error {
	text := e.Error()
	if i := strings.LastIndex(text, "constraint failed: "); i >= 0 {
		text = text[i+len("constraint failed: "):]
	}
	if i := strings.LastIndex(text, " ("); i >= 0 {
		text = text[:i]
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return &ConstraintError{Unique, uniqueName(c, text), e}
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return &ConstraintError{ForeignKey, "", e}
	case sqlite3.SQLITE_CONSTRAINT_CHECK:
		return &ConstraintError{Check, text, e}
	case sqlite3.SQLITE_CONSTRAINT_NOTNULL:
		return &ConstraintError{NotNull, text, e}
	}
	return e
}

// uniqueName finds the index over those columns ("t.a, t.b"), and names it as PostgreSQL would.
func uniqueName(c *conn, columns string) string {
	if name, ok := strings.CutPrefix(columns, "index '"); ok {
		return strings.TrimSuffix(name, "'")
	}
	var table string
	var names []string
	for _, part := range strings.Split(columns, ", ") {
		t, col, _ := strings.Cut(part, ".")
		table, names = t, append(names, col)
	}
	var name, origin string
	err := c.scan(`SELECT i.name, i.origin FROM pragma_index_list(?1) i WHERE i."unique" = 1 AND
		(SELECT group_concat(x.name) FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno) x) = ?2 ORDER BY i.origin`,
		[]driver.Value{table, strings.Join(names, ",")}, &name, &origin)
	switch {
	case err != nil || origin == "pk":
		return table + "_pkey" // an INTEGER PRIMARY KEY has no index
	case origin == "u":
		return table + "_" + strings.Join(names, "_") + "_key"
	}
	return name
}

// scan reads one row of texts on the driver's own level.
func (c *conn) scan(query string, args []driver.Value, dest ...*string) error {
	named := make([]driver.NamedValue, len(args))
	for i, a := range args {
		named[i] = driver.NamedValue{Ordinal: i + 1, Value: a}
	}
	r, err := c.Conn.(driver.QueryerContext).QueryContext(context.Background(), query, named)
	if err != nil {
		return err
	}
	defer r.Close()
	row := make([]driver.Value, len(dest))
	if err := r.Next(row); err != nil {
		return err
	}
	for i := range dest {
		*dest[i] = fmt.Sprint(row[i])
	}
	return nil
}
