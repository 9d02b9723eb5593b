package db_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"presence/db"
)

// backupOf is a backup of a database of so many people.
func backupOf(t *testing.T, n int) string {
	t.Helper()
	source, file := filepath.Join(t.TempDir(), "source.db"), filepath.Join(t.TempDir(), "copy.db")
	keptAt(t, source, n)
	if err := db.Backup(t.Context(), "sqlite:"+source, file); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRestore_changes_the_copy_first(t *testing.T) {
	backup := backupOf(t, 5)
	one := func(_ context.Context, d *db.DB) error { return add(d, "added", "added@x") }
	t.Run("changes the copy before it takes the place, and leaves one file", func(t *testing.T) {
		dir := t.TempDir()
		if err := db.Restore(t.Context(), "sqlite:"+filepath.Join(dir, "live.db"), backup, "", one); err != nil {
			t.Fatal(err)
		}
		if got := files(t, dir); got != "live.db" {
			t.Errorf("left %s", got)
		}
		if n := peopleIn(t, filepath.Join(dir, "live.db")); n != 6 {
			t.Errorf("%d people", n)
		}
		if n := peopleIn(t, backup); n != 5 {
			t.Errorf("the backup was changed: %d people", n)
		}
	})
	t.Run("leaves what was there when it fails", func(t *testing.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, "live.db")
		keptAt(t, path, 2)
		before, failed := files(t, dir), errors.New("no luck")
		err := db.Restore(t.Context(), "sqlite:"+path, backup, path+".old", func(ctx context.Context, d *db.DB) error {
			return errors.Join(one(ctx, d), failed)
		})
		if !errors.Is(err, failed) || files(t, dir) != before || peopleIn(t, path) != 2 {
			t.Errorf("%v, left %s, was %s", err, files(t, dir), before)
		}
	})
}
