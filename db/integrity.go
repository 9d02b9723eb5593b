package db

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// remedy is what the person who starts the program can do about a damaged file.
const remedy = "stop every process that uses it, keep a copy of it with its -wal and -shm files, " +
	"then bring back the last backup (presence restore FILE), or rebuild what can be read with: sqlite3 DAMAGED .recover | sqlite3 NEW"

func damage(path string, cause error) error {
	return fmt.Errorf("the database %s is damaged: %w; %s", path, cause, remedy)
}

// damaged adds the remedy when err speaks of a damaged file.
func damaged(path string, err error) error {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
			return damage(path, err)
		}
	}
	return fmt.Errorf("opening the database %s: %w", path, err)
}

// sound checks the first page against the file, before anything touches it: the magic text, the page size, the number
// of pages.
func sound(path string) error {
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
		return nil // made and not yet written
	}
	var h [100]byte
	if _, err := io.ReadFull(f, h[:]); err != nil || string(h[:16]) != "SQLite format 3\x00" {
		return damage(path, errors.New("it is not a SQLite file"))
	}
	page := int64(binary.BigEndian.Uint16(h[16:]))
	if page == 1 {
		page = 65536
	}
	pages := int64(binary.BigEndian.Uint32(h[28:]))
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		return nil // the count may be ahead or behind until the WAL is folded in
	}
	if page < 512 || st.Size() < page*pages {
		return damage(path, fmt.Errorf("it has %d bytes where its header tells %d", st.Size(), page*pages))
	}
	return nil
}

// readable reads the schema and both ends of every table: fast, whatever the size of the file.
func readable(ctx context.Context, d *sqliteDB) error {
	var names []string
	rows, err := d.Query(ctx, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, name := range names {
		for _, end := range []string{"ASC", "DESC"} {
			q := `SELECT COUNT(*) FROM (SELECT * FROM "` + strings.ReplaceAll(name, `"`, `""`) + `" ORDER BY rowid ` + end + ` LIMIT 1)`
			var n int
			if err := d.QueryRow(ctx, q).Scan(&n); err != nil {
				return err
			}
		}
	}
	return nil
}
