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

// besides are the endings of what SQLite keeps beside a database.
var besides = []string{"-wal", "-shm", "-journal"}

// Restore puts a backup in the place of the embedded database (O3). It refuses while a server has the database open, and
// when there is one, unless keepAs is the name under which the old one stays. The backup is checked page by page before
// anything is touched, and takes the place in one step: killed in the middle, Restore leaves the old or the new, whole.
//
// settle changes what must not go on from where the backup stands, in the copy, brought up to date, before it takes the
// place; nil changes nothing. Where the user of this process may decide it, the file belongs to whoever owns the one
// that it replaces, or else the folder.
func Restore(ctx context.Context, url, file, keepAs string, settle func(ctx context.Context, d *DB) error) error {
	path, err := embedded(url)
	if err != nil {
		return err
	}
	there, err := occupied(path)
	if err != nil {
		return err
	}
	if there && keepAs == "" {
		return fmt.Errorf("%s is there already: --replace puts the backup in its place and keeps it under another name", path)
	}
	if unfinished(file) {
		return fmt.Errorf("%s has a file %s-wal beside it: it is a database in use or a part of one, and no backup", file, filepath.Base(file))
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return place(path, func(temp string) error {
		if err := copied(temp, file); err != nil {
			return err
		}
		if err := verified(ctx, temp); err != nil {
			return fmt.Errorf("the backup %s: %w", file, err)
		}
		if settle != nil {
			if err := settled(ctx, temp, settle); err != nil {
				return fmt.Errorf("the backup %s: %w", file, err)
			}
		}
		if err := ownedLike(temp, path); err != nil {
			return err
		}
		if there {
			return setAside(ctx, path, keepAs)
		}
		return nil
	})
}

// settled opens the copy, brings it up to date and lets settle change it. It is one file again afterwards.
func settled(ctx context.Context, temp string, settle func(ctx context.Context, d *DB) error) error {
	defer func() {
		for _, end := range append([]string{"-migration.lock"}, besides...) {
			_ = gone(temp + end)
		}
	}()
	d, err := Open(ctx, "sqlite:"+temp, Options{Conns: 1})
	if err != nil {
		return err
	}
	if err = d.Migrate(ctx); err == nil {
		err = settle(ctx, d)
	}
	if err := errors.Join(err, d.Close()); err != nil {
		return err
	}
	if unfinished(temp) {
		return errors.New("its changes could not be written into one file")
	}
	return nil
}

// gone removes a file, if it is there.
func gone(file string) error {
	err := os.Remove(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// occupied tells whether there is anything where the database belongs.
func occupied(path string) (bool, error) {
	for _, end := range append([]string{""}, besides...) {
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

func unfinished(file string) bool {
	st, err := os.Stat(file + "-wal")
	return err == nil && st.Size() > 0
}

func copied(to, from string) error {
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

// setAside gives the old database a second name, under which it stays when the new one takes the first. Its WAL is
// folded in before, since it would be taken for the new one's.
func setAside(ctx context.Context, path, keepAs string) error {
	if err := absent(keepAs); err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil {
		if err := folded(ctx, path); err != nil {
			return err
		}
		if err := os.Link(path, keepAs); err != nil {
			return err
		}
	}
	for _, end := range besides { // they are still there when the database is damaged

		if err := os.Rename(path+end, keepAs+end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return onDisk(filepath.Dir(path))
}

// folded makes one file of the database and its WAL, for which nobody else may have it open. One that is too damaged
// for that is left as it is.
func folded(ctx context.Context, path string) error {
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
