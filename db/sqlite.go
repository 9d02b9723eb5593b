package db

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite"
)

// sqliteDB is one writer connection and two pools of connections that can only read: one for single rows, which are
// soon had, and one for whatever a slow client may keep open, so that neither waits for the other.
type sqliteDB struct {
	session // on the readers
	path    string
	rows    *sql.DB
	readers *sql.DB
	pool    *sql.DB // of the one writer connection
	writer  *writer
	closing sync.Once
}

// pragmas of every connection. A checkpoint every 1,000 pages keeps the WAL near 4 MB. Files are not mapped into memory:
// it gains a tenth at most, and a file cut short under a map kills the process.
var pragmas = []string{
	"busy_timeout=5000",
	"foreign_keys=ON",
	"synchronous=FULL",
	"temp_store=MEMORY",
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
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	keepPrivate(path, o.Log)
	d := &sqliteDB{path: path}
	d.pool = sql.OpenDB(sqliteConnector(path, "", true, "cache_size=1500", "journal_mode=WAL", "journal_size_limit=67108864"))
	d.pool.SetMaxOpenConns(1)
	if err := d.start(ctx, o); err != nil {
		_ = d.close()
		return nil, damaged(path, err)
	}
	return d, nil
}

func (d *sqliteDB) start(ctx context.Context, o Options) error {
	held, err := d.pool.Conn(ctx)
	if err != nil {
		return err
	}
	var c *conn
	if err = held.Raw(func(dc any) error { c = dc.(*conn); return nil }); err != nil {
		return err
	}
	c.guarded = true
	d.writer = newWriter(c, session{held, SQLite})

	n := o.Conns
	if n == 0 {
		n = 32 // clients that read a streamed list slowly hold one each
	}
	d.rows = d.openReaders(min(n, max(4, 4*runtime.NumCPU())), 250) // fewer leave processors idle while one waits, more only take turns
	d.readers = d.openReaders(n, 100)
	d.session = session{d.readers, SQLite}
	if err := intact(ctx, d); err != nil {
		return err
	}
	return nil
}

// openReaders is a pool of at most so many connections. To open one costs as much as some forty reads, so that those of
// a crowd stay for a minute. Each keeps so many pages of its own at 16 KB each, as the allocator rounds up; the others
// are in the system's cache, a microsecond away.
func (d *sqliteDB) openReaders(most, pages int) *sql.DB {
	p := sql.OpenDB(sqliteConnector(d.path, "", true, "cache_size="+strconv.Itoa(pages), "query_only=ON"))
	p.SetMaxOpenConns(most)
	p.SetMaxIdleConns(most)
	p.SetConnMaxIdleTime(time.Minute)
	return p
}

// sqliteConnector opens path; keep asks for prepared statements to be kept.
func sqliteConnector(path, query string, keep bool, more ...string) connector {
	u := "file:" + (&url.URL{Path: path}).EscapedPath() + query
	var drv sqlite.Driver
	return connector{&drv, func(ctx context.Context) (*conn, error) {
		inner, err := drv.Open(u)
		c := &conn{Conn: inner, translate: sqliteError}
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

// QueryRow implements Queryer, on the pool for single rows.
func (d *sqliteDB) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return d.rows.QueryRowContext(ctx, query, args...)
}

// read runs fn in one read transaction of one reader.
func (d *sqliteDB) read(ctx context.Context, fn func(s session) error) (err error) {
	c, err := d.readers.Conn(ctx)
	if err != nil {
		return wrapLost(err)
	}
	defer c.Close()
	if _, err := c.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	defer func() { _, _ = c.ExecContext(context.Background(), "ROLLBACK") }()
	return fn(session{c, SQLite})
}

func (d *sqliteDB) write(ctx context.Context, fn func(*Tx) error) error {
	return d.writer.write(ctx, fn)
}

func (d *sqliteDB) ping(ctx context.Context) error {
	var n int
	return wrapLost(d.QueryRow(ctx, "SELECT 1").Scan(&n))
}

// close lets the writer finish, folds the WAL into the file and closes every connection.
func (d *sqliteDB) close() (err error) {
	d.closing.Do(func() {
		if d.writer != nil {
			close(d.writer.stop)
			<-d.writer.stopped
		}
		if d.readers != nil {
			err = errors.Join(err, d.rows.Close(), d.readers.Close())
		}
		if d.writer != nil { // fails when another process reads; that one will do it
			_, _ = d.writer.conn.exec(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)", nil)
			err = errors.Join(err, d.writer.conn.Close()) // not through sql.Conn, which would wait for ever for rows that a function left open
		}
		err = errors.Join(err, d.pool.Close())
	})
	return err
}
