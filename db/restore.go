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

// ErrInUse is the error for a database that another process has open.
var ErrInUse = errors.New("another process has the database open: stop the server first")

// sidecarSuffixes are the suffixes of the files that SQLite keeps beside a database.
var sidecarSuffixes = []string{"-wal", "-shm", "-journal"}

// Restore replaces the SQLite database by a backup (O3). It fails while a server has the database open, and if there is a
// database, unless keepAs is the name under which the old one is kept. The backup is verified page by page before anything is
// changed, and replaces the database in one step: if Restore is killed, there is either the old or the new database, complete.
//
// prepare changes the restored data before the database is used, for example to stop sends that must not continue from an old
// state. It gets a migrated copy of the backup before that replaces the database; nil changes nothing. If root runs Restore, the
// file gets the owner of the one that it replaces, or of the folder.
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
	if err := checkBackupFile(file); err != nil {
		return err
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
			return explainBackupError(file, err)
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

// checkBackupFile fails, with the remedy, if file can be no backup: it is missing, a folder, or no SQLite file.
func checkBackupFile(file string) error {
	st, err := os.Stat(file)
	if err != nil {
		return err
	}
	if st.IsDir() {
		return fmt.Errorf("%s is a folder: give the file that “presence backup” wrote (“presence import” reads the folder of an export)", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	magic := make([]byte, len(sqliteMagic))
	if _, err := io.ReadFull(f, magic); err != nil || string(magic) != sqliteMagic {
		return fmt.Errorf("%s is not a SQLite file: give the file that “presence backup” wrote, decompressed and decrypted "+
			"(“presence import” reads the .zip file of an export). Nothing was changed", file)
	}
	return nil
}

// explainBackupError names the backup instead of its temporary copy, and says what an operator can do.
func explainBackupError(file string, err error) error {
	if damage, ok := errors.AsType[*DamageError](err); ok {
		return fmt.Errorf("the backup %s is damaged: %w; copy it again from where it is kept, or give an older backup. Nothing was changed",
			file, damage.cause)
	}
	if errors.Is(err, errForeign) {
		return fmt.Errorf("%s %w: give the file that “presence backup” wrote. Nothing was changed", file, err)
	}
	return fmt.Errorf("the backup %s: %w", file, err)
}

// prepareCopy opens the copy, migrates it and calls prepare. Afterwards it is a single file, without a WAL.
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

// removeIfExists removes a file if it exists.
func removeIfExists(file string) error {
	err := os.Remove(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// databaseExists reports whether path, or one of the files beside it, contains data.
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

// hasWAL reports whether changes of the database are still in a write-ahead log beside it.
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

// keepOldDatabase gives the old database a second name, under which it stays when the new one takes the first. Its WAL is
// removed before, because SQLite would take it for that of the new database.
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
	for _, end := range sidecarSuffixes { // they still exist if the database is damaged
		if err := os.Rename(path+end, keepAs+end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return SyncPath(filepath.Dir(path))
}

// removeWAL copies the WAL into the database and removes it. It fails with ErrInUse if another process has the database open. A
// database that is too damaged for this is left unchanged.
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
