package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"presence/db/sqldriver"
)

// ErrNotEmbedded is the error for what only SQLite supports; its text names the alternative.
var ErrNotEmbedded = errors.New("this database is PostgreSQL, which keeps and brings back its own data: use pg_dump and pg_restore")

// Backup writes a snapshot of the SQLite database to a new file, while the server may be running (O3). The file is verified
// page by page and synced before it gets its name: if Backup is killed, there is no such file. The key that seals secrets
// (SECRET_KEY) is not in the database, and so not in the file.
func Backup(ctx context.Context, url, file string) error {
	path, err := sqlitePath(url)
	if err != nil {
		return err
	}
	if err := requireAbsent(file); err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return err
	}
	return writeFileAtomically(file, func(temp string) error {
		pool, err := openPool(path, 1, sqldriver.Options{}, "mode=rw")
		if err != nil {
			return err
		}
		defer pool.Close()
		if _, err := pool.ExecContext(ctx, "VACUUM INTO $1", temp); err != nil {
			return explainOpenError(path, err)
		}
		return verifyDatabase(ctx, temp)
	})
}

// sqlitePath returns the path in the URL of a SQLite database; ErrNotEmbedded for PostgreSQL.
func sqlitePath(url string) (string, error) {
	path, ok := strings.CutPrefix(url, "sqlite:")
	if !ok {
		return "", ErrNotEmbedded
	}
	return strings.TrimPrefix(path, "//"), nil
}

// requireAbsent fails if the file exists.
func requireAbsent(file string) error {
	_, err := os.Lstat(file)
	switch {
	case err == nil:
		return fmt.Errorf("%s is there already, and nothing is written over it", file)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// writeFileAtomically creates file with what fill writes to a temporary file in the same folder, which is synced and then
// renamed. So after a crash there is either the whole file or none.
func writeFileAtomically(file string, fill func(temp string) error) error {
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".partial-*") // readable only by this user
	if err != nil {
		return err
	}
	temp := f.Name()
	defer func() { _ = os.Remove(temp) }() // does nothing after the rename
	if err := f.Close(); err != nil {
		return err
	}
	if err := fill(temp); err != nil {
		return err
	}
	if err := SyncPath(temp); err != nil {
		return err
	}
	if err := os.Rename(temp, file); err != nil {
		return err
	}
	return SyncPath(filepath.Dir(file))
}

// SyncPath calls fsync on a file, or on a folder whose entries were changed.
func SyncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// errForeign is the error for a SQLite database of another product.
var errForeign = errors.New("is not a database of Presence")

// verifyDatabase reads every page of a database that no other process uses. It fails if the database is damaged, belongs to
// another product, or was made by a newer version.
func verifyDatabase(ctx context.Context, path string) error {
	if err := checkHeader(path); err != nil {
		return err
	}
	pool, err := openPool(path, 1, sqldriver.Options{}, "immutable=1")
	if err != nil {
		return err
	}
	defer pool.Close()
	q := session{pool, SQLite}
	var answer string
	if err := q.QueryRow(ctx, "PRAGMA integrity_check(1)").Scan(&answer); err != nil {
		return explainOpenError(path, err)
	}
	if answer != "ok" {
		return newDamageError(path, errors.New(answer))
	}
	names, err := tables(ctx, q)
	if err != nil {
		return err
	}
	has := map[string]bool{}
	for _, name := range names {
		has[name] = true
	}
	if !has["goose_db_version"] || !has["people"] {
		return errForeign
	}
	known, err := knownMigrations()
	if err != nil {
		return err
	}
	_, err = checkHistory(ctx, q, known)
	return err
}
