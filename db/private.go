package db

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
)

// restrictAccess makes the file of a database accessible only to this user, before SQLite would create it readable for
// everyone; its WAL and shared memory get the same mode and owner. If root creates the file, it gets the owner of the folder.
// An existing file that others can read is made private, with a warning, because it may have been read. A file that cannot be
// created is no error here: SQLite will report it.
func restrictAccess(path string, log *slog.Logger) {
	if f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		_ = f.Close() // nothing was written
		if err := copyOwner(path, filepath.Dir(path)); err != nil {
			log.Warn("the database keeps the owner who made it", "file", path, "error", err.Error())
		}
		return
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := MakePrivate(name, log); err != nil && !errors.Is(err, fs.ErrNotExist) {
			log.Warn("others can read a file of the database: give it to the user of this service, with mode 0600", "file", name, "error",
				err.Error())
		}
	}
}

// MakePrivate removes the permissions of a file for everybody except its owner, and logs a warning if there were any. It does
// nothing on systems without such permissions.
func MakePrivate(file string, log *slog.Logger) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	if err := os.Chmod(file, info.Mode().Perm()&^0o077); err != nil {
		return err
	}
	log.Warn("a file that others could read is for this user alone now", "file", file, "mode_before", info.Mode().Perm().String())
	return nil
}
