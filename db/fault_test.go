package db_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// big is too much for a database that may not grow.
func big(ctx context.Context, tx *db.Tx) error {
	_, err := tx.Exec(ctx, addPerson, "big", strings.Repeat("x", 1<<20))
	return err
}

func TestDiskFull(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	if err := add(d, "first", "first@x"); err != nil {
		t.Fatal(err)
	}
	var pages int
	if err := d.QueryRow(t.Context(), "PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	db.Pragma(d, fmt.Sprint("max_page_count=", pages))
	t.Run("fails everybody who shared the transaction", func(t *testing.T) {
		got := together(t, d, insert("a"), big, insert("b"))
		if !db.IsUnavailable(got[0]) || !db.IsUnavailable(got[1]) {
			t.Fatal(got)
		}
		want := 1
		if got[2] == nil { // it came after, in a transaction of its own
			want++
		}
		if n := people(t, d); n != want {
			t.Fatal(n, "people", got)
		}
	})
	t.Run("cannot be overlooked by a function", func(t *testing.T) {
		before := people(t, d)
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_ = big(ctx, tx)
			if err := insert("after")(ctx, tx); err == nil {
				t.Error("a statement ran after the transaction was lost")
			}
			return nil
		})
		if !db.IsUnavailable(err) || people(t, d) != before {
			t.Fatal(err, people(t, d))
		}
	})
	t.Run("passes when there is space again", func(t *testing.T) {
		db.Pragma(d, "max_page_count=1000000")
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return big(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
	})
}

func TestReadOnlyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ro.db")
	d := reopen(t, path)
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := add(d, "kept", "kept@x"); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	unwritable(t, path)
	d = reopen(t, path)
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal("a migrated database needs no write:", err)
	}
	if err := add(d, "lost", "lost@x"); !db.IsUnavailable(err) {
		t.Error("a write gave", err)
	}
	if n := people(t, d); n != 1 {
		t.Error(n, "people")
	}
}

// unwritable takes the right to write the file, from this thread also when it is root's.
func unwritable(t *testing.T, path string) {
	t.Helper()
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() != 0 {
		return
	}
	for _, dir := range []string{filepath.Dir(path), filepath.Dir(filepath.Dir(path))} {
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	runtime.LockOSThread()                        // never unlocked: the thread ends with the test's goroutine
	t.Cleanup(func() { _ = syscall.Setfsuid(0) }) // by the same goroutine, before the folder is removed
	if err := syscall.Setfsuid(65534); err != nil {
		t.Fatal(err)
	}
}

func TestReadOnlyWhileRunning(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	db.Pragma(d, "query_only=ON")
	if err := add(d, "lost", "lost@x"); !db.IsUnavailable(err) {
		t.Error("a write gave", err)
	}
	db.Pragma(d, "query_only=OFF")
	if err := add(d, "kept", "kept@x"); err != nil || people(t, d) != 1 {
		t.Error(err, people(t, d))
	}
}

func TestDamage(t *testing.T) {
	tests := map[string]func(b []byte) []byte{
		"garbage":                    func([]byte) []byte { return []byte(strings.Repeat("not a database ", 500)) },
		"a few bytes":                func(b []byte) []byte { return b[:50] },
		"a file cut short":           func(b []byte) []byte { return b[:len(b)/2] },
		"a schema page overwritten":  func(b []byte) []byte { copy(b[100:4096], make([]byte, 3996)); return b },
		"a table's page overwritten": func(b []byte) []byte { copy(b[5*4096:6*4096], strings.Repeat("\xa5", 4096)); return b },
	}
	for name, spoil := range tests {
		t.Run("refuses "+name+" with the remedy", func(t *testing.T) {
			path := spoiled(t, 10, spoil)
			before, _ := os.ReadFile(path)
			d, err := db.Open(t.Context(), "sqlite:"+path, db.Options{})
			if err == nil {
				d.Close()
				t.Fatal("it opened")
			}
			if !strings.Contains(err.Error(), "restore") || !strings.Contains(err.Error(), path) {
				t.Error(err)
			}
			if after, _ := os.ReadFile(path); string(before) != string(after) {
				t.Error("opening changed the file")
			}
		})
	}
	t.Run("finds it in a large file too", func(t *testing.T) {
		path := spoiled(t, 15_000, func(b []byte) []byte {
			pages := int(binary.BigEndian.Uint32(b[28:]))
			for i := 2; i < pages; i += 2 {
				copy(b[i*4096:], strings.Repeat("\xa5", 4096))
			}
			return b
		})
		if st, err := os.Stat(path); err != nil || st.Size() < 9<<20 {
			t.Fatal("not large enough for this test", err, st.Size())
		}
		if _, err := db.Open(t.Context(), "sqlite:"+path, db.Options{}); err == nil || !strings.Contains(err.Error(), "restore") {
			t.Error(err)
		}
	})
	t.Run("that shows later is an error of its own, which is not tried again, with the remedy", func(t *testing.T) {
		for name, spoil := range map[string]func(b []byte) []byte{
			"a page": func(b []byte) []byte {
				for i := 2; i < len(b)/4096; i++ {
					copy(b[i*4096:], strings.Repeat("\xa5", 4096))
				}
				return b
			},
			"the header": func(b []byte) []byte { copy(b, "not a database at all"); return b },
		} {
			err := db.ReadUnchecked(t.Context(), spoiled(t, 10, spoil), "SELECT COUNT(*) FROM people")
			if _, is := errors.AsType[*db.DamageError](err); !is || db.IsUnavailable(err) || !strings.Contains(err.Error(), "presence restore FILE") {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
	t.Run("that a PostgreSQL server reports is one, too", func(t *testing.T) {
		for code, damage := range map[string]bool{"XX001": true, "XX002": true, "XX000": false, "53100": false} {
			err := db.PostgresServerError(code)
			if _, is := errors.AsType[*db.DamageError](err); is != damage || db.IsUnavailable(err) == damage {
				t.Errorf("%s: %v", code, err)
			}
		}
	})
	t.Run("a WAL cut short costs no more than its tail", func(t *testing.T) {
		dir := t.TempDir()
		d := reopen(t, filepath.Join(dir, "a.db"))
		if err := d.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := d.Close(); err != nil { // the WAL begins anew, so that it ends with the last of what follows
			t.Fatal(err)
		}
		d = reopen(t, filepath.Join(dir, "a.db"))
		for i := range 5 {
			if err := add(d, fmt.Sprint(i), fmt.Sprint(i)); err != nil {
				t.Fatal(err)
			}
		}
		copied := filepath.Join(dir, "b.db")
		for _, suffix := range []string{"", "-wal"} {
			b, err := os.ReadFile(filepath.Join(dir, "a.db"+suffix))
			if err != nil {
				t.Fatal(err)
			}
			if suffix != "" {
				b = b[:len(b)-100]
			}
			if err := os.WriteFile(copied+suffix, b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if n := people(t, reopen(t, copied)); n != 4 {
			t.Error(n, "people")
		}
	})
}

// spoiled is a closed database with that many people, changed by spoil.
func spoiled(t *testing.T, n int, spoil func([]byte) []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "spoiled.db")
	d := reopen(t, path)
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for i := range n {
			if _, err := tx.Exec(ctx, addPerson, fmt.Sprint(i), fmt.Sprint(i, strings.Repeat("x", 300))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, spoil(b), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTwoHandlesOnOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shared.db")
	a, b := reopen(t, path), reopen(t, path)
	var all sync.WaitGroup
	for _, d := range []*db.DB{a, b} {
		all.Go(func() {
			if err := d.Migrate(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range 100 {
		for name, d := range map[string]*db.DB{"a": a, "b": b} {
			all.Go(func() {
				if err := add(d, fmt.Sprint(name, i), fmt.Sprint(name, i)); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	if n := people(t, a); n != 200 {
		t.Error(n, "people")
	}
}

func TestBusyTooLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "busy.db")
	a, b := reopen(t, path), reopen(t, path)
	if err := a.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	db.Pragma(b, "busy_timeout=20")
	got := make(chan error, 10)
	err := a.Write(t.Context(), func(_ context.Context, tx *db.Tx) error {
		for i := range cap(got) {
			go func() { got <- add(b, fmt.Sprint(i), fmt.Sprint(i)) }()
		}
		for range cap(got) {
			if err := <-got; !db.IsUnavailable(err) {
				t.Error("a write gave", err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := add(b, "after", "after"); err != nil || people(t, b) != 1 {
		t.Error(err, people(t, b))
	}
}

func TestWALStaysSmall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "wal.db")
	d := reopen(t, path)
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range 800 {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			var id string
			return tx.QueryRow(ctx, addPerson+" RETURNING id", fmt.Sprint(i), fmt.Sprint(i, strings.Repeat("x", 20_000))).Scan(&id)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	st, err := os.Stat(path + "-wal")
	if err != nil || st.Size() > 8<<20 {
		t.Error("the WAL is not folded back:", err, st.Size())
	}
}
