//go:build unix

package db_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"presence/db"
)

// TestRestore_Owner shows that a command that an administrator runs as root leaves nothing that the service, which runs
// as a user of its own, cannot open. Run as another user, the same commands leave everything to that user.
func TestRestore_Owner(t *testing.T) {
	const other = 65532
	backup, want := backupOf(t, 5), os.Geteuid()
	folder := func(t *testing.T) string {
		dir := t.TempDir()
		if os.Geteuid() == 0 {
			give(t, dir, other)
			want = other
		}
		return filepath.Join(dir, "live.db")
	}
	t.Run("a restored database belongs to the owner of the folder", func(t *testing.T) {
		path := folder(t)
		if err := db.Restore(t.Context(), "sqlite:"+path, backup, "", nil); err != nil {
			t.Fatal(err)
		}
		ownedBy(t, want, path)
	})
	t.Run("a restored database belongs to the owner of the one that it replaces, wherever that lies", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "live.db")
		keptAt(t, path, 2)
		if os.Geteuid() == 0 {
			give(t, path, other)
		}
		if err := db.Restore(t.Context(), "sqlite:"+path, backup, path+".old", nil); err != nil {
			t.Fatal(err)
		}
		ownedBy(t, want, path, path+".old")
	})
	t.Run("so do a database that is made, and the lock of its migration", func(t *testing.T) {
		path := folder(t)
		keptAt(t, path, 1)
		ownedBy(t, want, path, path+"-migration.lock")
	})
}

func give(t *testing.T, path string, uid int) {
	t.Helper()
	if err := os.Chown(path, uid, uid); err != nil {
		t.Fatal(err)
	}
}

func ownedBy(t *testing.T, uid int, files ...string) {
	t.Helper()
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := int(info.Sys().(*syscall.Stat_t).Uid); got != uid || info.Mode().Perm() != 0o600 {
			t.Errorf("%s belongs to %d with mode %v, want %d", filepath.Base(file), got, info.Mode(), uid)
		}
	}
}
