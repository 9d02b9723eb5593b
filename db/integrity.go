package db

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// remedy says what an operator can do about a damaged file.
const remedy = "stop every process that uses it, keep a copy of it with its -wal and -shm files, " +
	"then bring back the last backup (presence restore FILE), or rebuild what can be read with: sqlite3 DAMAGED .recover | sqlite3 NEW"

// postgresRemedy says what an operator can do about damage that a PostgreSQL server has found.
const postgresRemedy = "stop all replicas, keep a copy of the server's data directory, then bring back the last backup, " +
	"or restore the server to a point in time before the damage"

// DamageError is the error for a database whose content is damaged: trying again does not help. Its text, for the log, says what an
// operator can do. Callers get the same answer as for a fault of the program.
type DamageError struct {
	path   string // of the file; empty: unknown, or a PostgreSQL server
	remedy string
	cause  error
}

func (e *DamageError) Error() string {
	name := "the database"
	if e.path != "" {
		name += " " + e.path
	}
	return fmt.Sprintf("%s is damaged: %v; %s", name, e.cause, e.remedy)
}

// Unwrap returns the engine's own error.
func (e *DamageError) Unwrap() error { return e.cause }

func newDamageError(path string, cause error) error { return &DamageError{path, remedy, cause} }

func isDamage(err error) bool {
	_, is := errors.AsType[*DamageError](err)
	return is
}

// explainOpenError adds what an operator can do to an error of opening a database: a damaged file, one that this user may
// not write, or a full disk. In the last two cases SQLite cannot even read, since it must create the -shm file, which
// processes share.
func explainOpenError(path string, err error) error {
	if e, ok := errors.AsType[*DamageError](err); ok {
		return newDamageError(path, e.cause)
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
			return fmt.Errorf("the database %s cannot be written: it must belong to the user of the service, and its disk must take writes: %w",
				path, err)
		}
		switch e.Code() {
		case sqlite3.SQLITE_CANTOPEN:
			if f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); errors.Is(err, fs.ErrPermission) {
				return fmt.Errorf("the database: %w", err)
			} else if err == nil {
				_ = f.Close() // nothing was written
			}
		case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_WRITE:
			return fmt.Errorf("the database %s cannot be opened because nothing can be written: the disk is full, or a limit (ulimit -f) "+
				"keeps its files from growing; make room, and start again: %w", path, err)
		}
	}
	return fmt.Errorf("opening the database %s: %w", path, err)
}

// sqliteMagic is the beginning of every SQLite file.
const sqliteMagic = "SQLite format 3\x00"

// checkHeader compares the header of a SQLite file with the file, before SQLite opens it: the magic text, the page size and the
// number of pages. A missing or empty file is valid.
func checkHeader(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	if st.Size() == 0 {
		return nil // created but not written yet
	}
	var h [100]byte
	if _, err := io.ReadFull(f, h[:]); err != nil || string(h[:len(sqliteMagic)]) != sqliteMagic {
		return newDamageError(path, errors.New("it is not a SQLite file"))
	}
	page := int64(binary.BigEndian.Uint16(h[16:]))
	if page == 1 {
		page = 65536
	}
	pages := int64(binary.BigEndian.Uint32(h[28:]))
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		return nil // with a WAL, the header may be older or newer than the file until a checkpoint
	}
	if page < 512 || st.Size() < page*pages {
		return newDamageError(path, fmt.Errorf("it has %d bytes where its header tells %d", st.Size(), page*pages))
	}
	return nil
}

// maxFullCheck is the maximum size, in bytes, of a file that is checked page by page at the start: about 2 ms per MB.
const maxFullCheck = 8 << 20

// checkIntegrity looks for damage as thoroughly as possible without a slow start: in a small file it checks every page; in a
// large one the schema and both ends of every table.
func checkIntegrity(ctx context.Context, d *sqliteDB) error {
	st, err := os.Stat(d.path)
	if err != nil {
		return err
	}
	if st.Size() > maxFullCheck {
		return checkTableEnds(ctx, d)
	}
	var answer string
	if err := d.QueryRow(ctx, "PRAGMA quick_check(1)").Scan(&answer); err != nil {
		return err
	}
	if answer != "ok" {
		return newDamageError(d.path, errors.New(answer))
	}
	return nil
}

// checkTableEnds reads the schema and both ends of every table.
func checkTableEnds(ctx context.Context, d *sqliteDB) error {
	names, err := tables(ctx, d)
	if err != nil {
		return err
	}
	for _, name := range names {
		for _, end := range []string{"ASC", "DESC"} {
			if err := readTableEnd(ctx, d, name, end); err != nil {
				return err
			}
		}
	}
	return nil
}

// readTableEnd reads the first or the last row of a table: by rowid, or for a WITHOUT ROWID table by the first column, which is
// the first one of its primary key.
func readTableEnd(ctx context.Context, d *sqliteDB, table, end string) error {
	var byKey bool
	if err := d.QueryRow(ctx, "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = $1", table).Scan(&byKey); err != nil {
		return err
	}
	order := "rowid"
	if byKey {
		order = "1"
	}
	var n int
	return d.QueryRow(ctx, `SELECT COUNT(*) FROM (SELECT * FROM "`+strings.ReplaceAll(table, `"`, `""`)+`" ORDER BY `+order+" "+end+
		" LIMIT 1)").Scan(&n)
}

func tables(ctx context.Context, q Queryer) (names []string, err error) {
	return ReadTexts(q.Query(ctx, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"))
}
