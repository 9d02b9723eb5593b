package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite"

	"presence/db/groupcommit"
	"presence/db/sqldriver"
)

// sqliteDB is one connection that writes and two pools of connections that only read: one for single rows, which are read at
// once, and one for result sets, which a slow client may keep open, so that neither waits for the other.
type sqliteDB struct {
	session     // on the readers of result sets
	path        string
	singles     *sql.DB // reads single rows
	readers     *sql.DB
	pool        *sql.DB // the pool of the one writing connection
	conn        *sqldriver.Conn
	writes      session // on conn
	writer      *groupcommit.Writer
	wait        time.Duration // maximum time that a Write waits for its turn
	subscribers subscribers
	log         *slog.Logger
	readOnly    bool // Options.ReadOnly
	traced      bool // there is Options.Trace
	closing     sync.Once
}

func openSQLite(ctx context.Context, path string, o Options) (engine, error) {
	path = strings.TrimPrefix(path, "//")
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return nil, errors.New("sqlite: needs the path of a file, as in sqlite:data/presence.db")
	}
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	if o.ReadOnly {
		if _, err := os.Stat(path); err != nil {
			return nil, err
		}
	} else {
		restrictAccess(path, o.Log)
	}
	d := &sqliteDB{path: path, wait: maxWait, log: o.Log, readOnly: o.ReadOnly, traced: o.Trace != nil}
	if err := d.start(ctx, o); err != nil {
		_ = d.close()
		return nil, explainOpenError(path, err)
	}
	return d, nil
}

func (d *sqliteDB) start(ctx context.Context, o Options) (err error) {
	params := []string{"_pragma=cache_size(1500)", "_pragma=journal_mode(WAL)", "_pragma=journal_size_limit(67108864)"}
	if d.readOnly {
		params = []string{"mode=rw", "_pragma=query_only(ON)"} // rw: without it SQLite creates a missing file
	}
	if info, err := os.Stat(d.path); !d.readOnly && (err != nil || info.Size() == 0) {
		// For ReleaseSpace: it has an effect on a new file only, before anything is written to it. Later it would only be written again.
		params = append([]string{"_pragma=auto_vacuum(INCREMENTAL)"}, params...)
	}
	options := sqldriver.Options{KeepStatements: true, IsFailure: func(err error) bool { return IsUnavailable(err) || isDamage(err) },
		Trace: o.traceStatement()}
	d.pool, err = openPool(d.path, 1, options, params...)
	if err != nil {
		return err
	}
	held, err := d.pool.Conn(ctx)
	if err != nil {
		return err
	}
	if err := held.Raw(func(c any) error { d.conn = c.(*sqldriver.Conn); return nil }); err != nil {
		return err
	}
	d.writes, d.writer = session{held, SQLite}, groupcommit.New(d.conn)

	n := o.Conns
	if n == 0 {
		n = 32 // clients that read a streamed list slowly hold one each
	}
	// Fewer than four a processor leave processors idle while one waits for the disk; more only take turns.
	if d.singles, err = openReaders(d.path, min(n, max(4, 4*runtime.GOMAXPROCS(0))), 250, o); err != nil {
		return err
	}
	if d.readers, err = openReaders(d.path, n, 100, o); err != nil {
		return err
	}
	d.session = session{d.readers, SQLite}
	return checkIntegrity(ctx, d)
}

// openReaders opens a pool of at most n connections that only read. Opening one costs as much as about forty reads, so idle
// connections are kept for a minute. Each has its own cache of up to pages pages, 16 KB each as the allocator rounds up; the
// other pages are in the system's cache, which takes a microsecond to read.
func openReaders(path string, n, pages int, o Options) (*sql.DB, error) {
	cache := fmt.Sprintf("_pragma=cache_size(%d)", pages)
	options := sqldriver.Options{KeepStatements: true, Trace: o.traceStatement()}
	p, err := openPool(path, n, options, cache, "_pragma=query_only(ON)")
	if err != nil {
		return nil, err
	}
	p.SetMaxIdleConns(n)
	p.SetConnMaxIdleTime(time.Minute)
	return p, nil
}

// sqliteParams are the parameters of every connection. A checkpoint every 1,000 pages keeps the WAL near 4 MB. Files are not
// mapped into memory: that gains a tenth at most, and the process would be killed if the file were truncated.
var sqliteParams = []string{
	"_pragma=busy_timeout(5000)",
	"_pragma=foreign_keys(ON)",
	"_pragma=synchronous(FULL)",
	"_pragma=temp_store(MEMORY)",
	"_pragma=wal_autocheckpoint(1000)",
}

// openPool opens a pool of at most n connections to a SQLite file, with typed errors. params are added to sqliteParams, in the
// syntax of the driver (KEY=VALUE); of several pragmas with one name, the last takes effect.
func openPool(path string, n int, o sqldriver.Options, params ...string) (*sql.DB, error) {
	o.Translate = sqliteError
	file := url.URL{Path: path}
	inner, err := sqlite.NewConnector("file:" + file.EscapedPath() + "?" + strings.Join(slices.Concat(sqliteParams, params), "&"))
	if err != nil {
		return nil, err
	}
	p := sql.OpenDB(sqldriver.Wrap(inner, o))
	p.SetMaxOpenConns(n)
	return p, nil
}

// QueryRow implements Queryer, on the pool for single rows.
func (d *sqliteDB) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return d.singles.QueryRowContext(ctx, query, args...)
}

// read runs fn in one read transaction of one reader.
func (d *sqliteDB) read(ctx context.Context, fn func(s session) error) (err error) {
	c, err := d.readers.Conn(ctx)
	if err != nil {
		return wrapLost(err)
	}
	defer c.Close()
	// A BEGIN that is cancelled may have begun all the same, and its connection would go back to the pool with an open transaction.
	if _, err := c.ExecContext(context.WithoutCancel(ctx), "BEGIN"); err != nil {
		return err
	}
	defer func() { _, _ = c.ExecContext(context.Background(), "ROLLBACK") }()
	return fn(session{c, SQLite})
}

// write runs fn as a member of a group commit.
func (d *sqliteDB) write(ctx context.Context, fn func(*Tx) error) error {
	turn, cancel := context.WithTimeoutCause(ctx, d.wait, errWaited)
	defer cancel()
	tx := &Tx{session: d.writes, shared: true, traced: d.traced, subscribers: &d.subscribers}
	err := tx.withHooks(func() error {
		return d.writer.Do(turn, func() error { return tx.call(fn) })
	})
	if failed, ok := errors.AsType[*groupcommit.FailedError](err); ok {
		return unavailable(failed.Cause)
	}
	if errors.Is(err, errWaited) {
		return unavailable(err)
	}
	return err
}

func (d *sqliteDB) ping(ctx context.Context) error {
	var n int
	return wrapLost(d.QueryRow(ctx, "SELECT 1").Scan(&n))
}

// pools returns the pools by the names that metrics show.
func (d *sqliteDB) pools() map[string]*sql.DB {
	return map[string]*sql.DB{"writes": d.pool, "lists": d.readers, "records": d.singles}
}

// close lets the queued writes finish, copies the WAL into the file and closes every connection. It also closes a database that
// start has opened in part.
func (d *sqliteDB) close() (err error) {
	d.closing.Do(func() {
		if d.writer != nil {
			d.writer.Close()
		}
		for _, readers := range []*sql.DB{d.singles, d.readers} {
			if readers != nil {
				err = errors.Join(err, readers.Close())
			}
		}
		if d.writer != nil {
			if !d.readOnly {
				_ = d.conn.Exec("PRAGMA wal_checkpoint(TRUNCATE)") // fails while another process reads; that one will do it
			}
			err = errors.Join(err, d.conn.Close()) // not by sql.Conn, which would wait for ever for rows that a function left open
		}
		if d.pool != nil {
			err = errors.Join(err, d.pool.Close())
		}
	})
	return err
}
