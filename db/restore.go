package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"presence/db/sqldriver"
)

// ErrInUse refuses to put a database in the place of one that a server has open.
var ErrInUse = errors.New("another process has the database open: stop the server first")

// sidecarSuffixes are the endings of the names of the files that SQLite keeps beside a database.
var sidecarSuffixes = []string{"-wal", "-shm", "-journal"}

// Restore puts a backup in the place of the embedded database (O3). It refuses while a server has the database open, and
// when there is one, unless keepAs is the name under which the old one stays. The backup is checked page by page before
// anything is touched, and takes the place in one step: killed in the middle, Restore leaves the old or the new, whole.
//
// prepare changes the restored data before the database is used, such as sends that must not be continued from an old state. It
// gets a migrated copy of the backup, before that takes the place; nil changes nothing. Run by root, Restore gives the file to the
// owner of the one that it replaces, or of the folder.
func Restore(ctx context.Context, url, file, keepAs string, prepare func(ctx context.Context, d *DB) error) error {
	path, err := sqlitePath(url)
	if err != nil {
		return err
	}
	there, err := databaseExists(path)
	if err != nil {
		return err
	}
	if there && keepAs == "" {
		return fmt.Errorf("%s is there already: --replace puts the backup in its place and keeps it under another name", path)
	}
	if hasWAL(file) {
		return fmt.Errorf("%s has a file %s-wal beside it: it is a database in use or a part of one, and no backup", file, filepath.Base(file))
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return writeFileAtomically(path, func(temp string) error {
		if err := copyFile(temp, file); err != nil {
			return err
		}
		if err := verifyDatabase(ctx, temp); err != nil {
			return fmt.Errorf("the backup %s: %w", file, err)
		}
		if prepare != nil {
			if err := prepareCopy(ctx, temp, prepare); err != nil {
				return fmt.Errorf("the backup %s: %w", file, err)
			}
		}
		if err := copyOwner(temp, path); err != nil {
			return err
		}
		if there {
			return keepOldDatabase(ctx, path, keepAs)
		}
		return nil
	})
}

// prepareCopy opens the copy, migrates it and lets prepare change it. It is one file again afterwards, without a WAL.
func prepareCopy(ctx context.Context, temp string, prepare func(ctx context.Context, d *DB) error) error {
	defer func() {
		for _, end := range append([]string{"-migration.lock"}, sidecarSuffixes...) {
			_ = removeIfExists(temp + end)
		}
	}()
	d, err := Open(ctx, "sqlite:"+temp, Options{Conns: 1})
	if err != nil {
		return err
	}
	if err = d.Migrate(ctx); err == nil {
		err = prepare(ctx, d)
	}
	if err := errors.Join(err, d.Close()); err != nil {
		return err
	}
	if hasWAL(temp) {
		return errors.New("its changes could not be written into one file")
	}
	return nil
}

// removeIfExists removes a file, if it is there.
func removeIfExists(file string) error {
	err := os.Remove(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// databaseExists tells whether path, or one of the files beside it, holds data.
func databaseExists(path string) (bool, error) {
	for _, end := range append([]string{""}, sidecarSuffixes...) {
		st, err := os.Stat(path + end)
		if err == nil && st.Size() > 0 {
			return true, nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return false, err
		}
	}
	return false, nil
}

// hasWAL tells whether changes of the database are still in a write-ahead log beside it.
func hasWAL(file string) bool {
	st, err := os.Stat(file + "-wal")
	return err == nil && st.Size() > 0
}

// copyFile overwrites the file to, which exists.
func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// keepOldDatabase gives the old database a second name, under which it stays when the new one takes the first. Its WAL is removed
// before, since SQLite would take it for the new one's.
func keepOldDatabase(ctx context.Context, path, keepAs string) error {
	if err := requireAbsent(keepAs); err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil {
		if err := removeWAL(ctx, path); err != nil {
			return err
		}
		if err := os.Link(path, keepAs); err != nil {
			return err
		}
	}
	for _, end := range sidecarSuffixes { // they are still there when the database is damaged
		if err := os.Rename(path+end, keepAs+end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return syncPath(filepath.Dir(path))
}

// removeWAL copies the WAL into the database and removes it, for which no other process may have the database open (ErrInUse). A
// database that is too damaged for that is left as it is.
func removeWAL(ctx context.Context, path string) error {
	pool, err := openPool(path, 1, sqldriver.Options{}, "mode=rw", "_pragma=busy_timeout(0)")
	if err != nil {
		return err
	}
	defer pool.Close()
	var mode string
	err = pool.QueryRowContext(ctx, "PRAGMA journal_mode=DELETE").Scan(&mode)
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return ErrInUse
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
			return nil
		}
	}
	if err == nil && mode != "delete" {
		return ErrInUse
	}
	return err
}
