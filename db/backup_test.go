package db_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"presence/db"
)

// keptAt is a migrated database file with so many people.
func keptAt(t *testing.T, path string, n int) {
	t.Helper()
	d := reopen(t, path)
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := add(d, fmt.Sprint(i), fmt.Sprint(i, "@x")); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func peopleIn(t *testing.T, path string) int {
	t.Helper()
	d := reopen(t, path)
	defer d.Close()
	return people(t, d)
}

// files are the names in a folder.
func files(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestBackup(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	path, file := filepath.Join(dir, "live.db"), filepath.Join(out, "copy.db")
	keptAt(t, path, 3)
	t.Run("holds what was acknowledged, while others write on", func(t *testing.T) {
		d := reopen(t, path)
		stop := make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				if err := add(d, fmt.Sprint("w", i), fmt.Sprint("w", i)); err != nil {
					t.Error(err)
					return
				}
			}
		})
		for range 20 {
			if err := add(d, fmt.Sprint("n", people(t, d)), fmt.Sprint("n", people(t, d))); err != nil {
				t.Fatal(err)
			}
		}
		before := people(t, d)
		err := db.Backup(t.Context(), "sqlite:"+path, file)
		after := people(t, d)
		close(stop)
		wg.Wait()
		if err != nil {
			t.Fatal(err)
		}
		if n := peopleIn(t, file); n < before || n > after {
			t.Errorf("%d people in the copy, %d before and %d after", n, before, after)
		}
		if st, err := os.Stat(file); err != nil || st.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", st.Mode(), err)
		}
	})
	for _, x := range []struct{ name, url, file, says string }{
		{"writes over nothing", "sqlite:" + path, file, "is there already"},
		{"makes no database to copy", "sqlite:" + filepath.Join(dir, "none.db"), filepath.Join(out, "none.db"), "no such file"},
		{"needs the folder", "sqlite:" + path, filepath.Join(out, "none", "copy.db"), "no such file"},
		{"leaves PostgreSQL to its tools", "postgres://host/db", filepath.Join(out, "pg.db"), "pg_dump"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if err := db.Backup(t.Context(), x.url, x.file); err == nil || !strings.Contains(err.Error(), x.says) {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Run("refuses to copy damage, and leaves nothing", func(t *testing.T) {
		bad := filepath.Join(dir, "bad.db")
		keptAt(t, bad, 200)
		scratch(t, bad)
		if err := db.Backup(t.Context(), "sqlite:"+bad, filepath.Join(out, "bad.db")); err == nil {
			t.Error("copied")
		}
	})
	if got := files(t, out); got != "copy.db" {
		t.Errorf("left %s", got)
	}
	if got := files(t, dir); strings.Contains(got, "none") {
		t.Errorf("made %s", got)
	}
}

// scratch overwrites every page of a table but leaves the first ones.
func scratch(t *testing.T, path string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(b[len(b)/2:], bytes.Repeat([]byte{0xa5}, len(b)/2))
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRestore(t *testing.T) {
	backup := filepath.Join(t.TempDir(), "copy.db")
	source := filepath.Join(t.TempDir(), "source.db")
	keptAt(t, source, 5)
	if err := db.Backup(t.Context(), "sqlite:"+source, backup); err != nil {
		t.Fatal(err)
	}
	// target is the path of a database of two people, or of none.
	target := func(t *testing.T, kept bool) (path, keepAs string) {
		path = filepath.Join(t.TempDir(), "data", "live.db")
		if kept {
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			keptAt(t, path, 2)
		}
		return path, path + ".old"
	}
	restore := func(path, from, keepAs string) error {
		return db.Restore(context.Background(), "sqlite:"+path, from, keepAs, nil)
	}
	t.Run("puts the backup where nothing is", func(t *testing.T) {
		path, _ := target(t, false)
		if err := restore(path, backup, ""); err != nil || peopleIn(t, path) != 5 {
			t.Error(err)
		}
	})
	t.Run("keeps what is there, unless told to replace it", func(t *testing.T) {
		path, keepAs := target(t, true)
		if err := restore(path, backup, ""); err == nil || !strings.Contains(err.Error(), "--replace") || peopleIn(t, path) != 2 {
			t.Fatal(err)
		}
		if err := restore(path, backup, keepAs); err != nil || peopleIn(t, path) != 5 || peopleIn(t, keepAs) != 2 {
			t.Error(err)
		}
		if err := restore(path, backup, keepAs); err == nil || peopleIn(t, keepAs) != 2 {
			t.Error("the name of the old one is taken", err)
		}
	})
	t.Run("folds in what a killed server left", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "killed.db")
		ids := run(t, "write", path, 50)
		if err := restore(path, backup, path+".old"); err != nil || peopleIn(t, path) != 5 || missing(t, path+".old", ids) != 0 {
			t.Error(err)
		}
	})
	t.Run("refuses while the database is open", func(t *testing.T) {
		path, keepAs := target(t, true)
		d := reopen(t, path)
		before := files(t, filepath.Dir(path))
		if err := restore(path, backup, keepAs); !errors.Is(err, db.ErrInUse) {
			t.Error(err)
		}
		if err := add(d, "later", "later"); err != nil || people(t, d) != 3 || files(t, filepath.Dir(path)) != before {
			t.Errorf("%v, left %s", err, files(t, filepath.Dir(path)))
		}
	})
	t.Run("takes the place of a damaged one", func(t *testing.T) {
		path, keepAs := target(t, true)
		for _, damage := range []string{"no database at all, but long enough to be one " + strings.Repeat("x", 200), "SQLite format 3\x00"} {
			for _, end := range []string{"", "-wal"} {
				if err := os.WriteFile(path+end, []byte(damage), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := restore(path, backup, keepAs); err != nil || peopleIn(t, path) != 5 {
				t.Error(err)
			}
			if b, err := os.ReadFile(keepAs); err != nil || string(b) != damage {
				t.Error("the damaged one is not kept", err)
			}
			keepAs += "er"
		}
	})
	t.Run("touches nothing for what is no good backup", func(t *testing.T) {
		dir := t.TempDir()
		write := func(name, text string) string {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return filepath.Join(dir, name)
		}
		whole, err := os.ReadFile(backup)
		if err != nil {
			t.Fatal(err)
		}
		damaged := write("damaged.db", string(whole))
		scratch(t, damaged)
		write("raw.db-wal", "some pages")
		foreign := filepath.Join(dir, "foreign.db")
		other, err := sql.Open("sqlite", foreign)
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		if _, err := other.ExecContext(t.Context(), "CREATE TABLE recipes (id INTEGER)"); err != nil {
			t.Fatal(err)
		}
		path, keepAs := target(t, true)
		before := files(t, filepath.Dir(path))
		for from, says := range map[string]string{
			filepath.Join(dir, "none.db"):                  "no such file",
			write("text.db", "some text"):                  "text.db is not a SQLite file: give the file that",
			write("empty.db", ""):                          "empty.db is not a SQLite file",
			foreign:                                        "foreign.db is not a database of Presence: give the file that",
			write("half.db", string(whole[:len(whole)/2])): "half.db is damaged: ",
			write("raw.db", string(whole)):                 "raw.db-wal",
			damaged:                                        "damaged.db is damaged: ",
			dir:                                            "is a folder: give the file that",
		} {
			if err := restore(path, from, keepAs); err == nil || !strings.Contains(err.Error(), says) ||
				strings.Contains(err.Error(), ".partial-") {
				t.Errorf("%s: %v", from, err)
			}
		}
		if got := files(t, filepath.Dir(path)); got != before || peopleIn(t, path) != 2 {
			t.Errorf("left %s, was %s", got, before)
		}
	})
	t.Run("refuses the backup of a newer program", func(t *testing.T) {
		newer := filepath.Join(t.TempDir(), "newer.db")
		keptAt(t, newer, 1)
		d := reopen(t, newer)
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		d.Close()
		path, _ := target(t, false)
		if err := restore(path, newer, ""); err == nil || !strings.Contains(err.Error(), "newer program") {
			t.Error(err)
		}
	})
	t.Run("leaves PostgreSQL to its tools", func(t *testing.T) {
		if err := db.Restore(t.Context(), "postgres://host/db", backup, "", nil); !errors.Is(err, db.ErrNotEmbedded) {
			t.Error(err)
		}
	})
}
