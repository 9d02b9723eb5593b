package db_test

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"presence/db"
)

// TestOpen_keeps_the_files_private shows that nobody else on the machine reads the embedded database, whatever folder it
// is in: neither one that is made, with what SQLite keeps beside it, nor one of an earlier version, nor a backup.
func TestOpen_keeps_the_files_private(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "presence.db")
	var log bytes.Buffer
	open := func() *db.DB {
		t.Helper()
		d, err := db.Open(t.Context(), "sqlite:"+file, db.Options{Conns: 2, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err == nil {
			err = d.Migrate(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	private := func(names ...string) {
		t.Helper()
		for _, name := range names {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", filepath.Base(name), mode(info), err)
			}
		}
	}
	d := open()
	private(file, file+"-wal", file+"-shm")
	if err := db.Backup(t.Context(), "sqlite:"+file, filepath.Join(dir, "copy.db")); err != nil {
		t.Fatal(err)
	}
	private(filepath.Join(dir, "copy.db"))
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if log.Len() > 0 {
		t.Errorf("nothing was wrong, and the log says %s", &log)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	d = open()
	private(file, file+"-wal", file+"-shm")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if said := log.String(); strings.Count(said, "could read") != 1 || !strings.Contains(said, "presence.db") {
		t.Errorf("a file that everybody could read: the log says %q", said)
	}
}

func mode(info fs.FileInfo) fs.FileMode {
	if info == nil {
		return 0
	}
	return info.Mode()
}
