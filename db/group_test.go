package db_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// together makes sure that every function waits before the first of them ends, so that they share a transaction, and
// gives each one's error; a panic counts as its value.
func together(t *testing.T, d *db.DB, fns ...func(ctx context.Context, tx *db.Tx) error) []error {
	t.Helper()
	ctx := t.Context()
	started, release := make(chan struct{}), make(chan struct{})
	out := make([]error, len(fns))
	var all sync.WaitGroup
	all.Go(func() {
		_ = d.Write(ctx, func(_ context.Context, tx *db.Tx) error {
			close(started)
			<-release
			return nil
		})
	})
	<-started
	for i, fn := range fns {
		all.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					out[i] = fmt.Errorf("panic %v", v.(*db.Panic).Value)
				}
			}()
			out[i] = d.Write(ctx, fn)
		})
		for db.Queued(d) <= i { // the order of the functions is the order of their turns
			runtime.Gosched()
		}
	}
	close(release)
	all.Wait()
	return out
}

func insert(id string) func(context.Context, *db.Tx) error {
	return func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, addPerson, id, id+"@x")
		return err
	}
}

func TestGroupCommit(t *testing.T) {
	t.Run("writes that wait together share one commit", func(t *testing.T) {
		d := dbtest.OpenSQLite(t)
		var fns []func(context.Context, *db.Tx) error
		for i := range 40 {
			fns = append(fns, insert(fmt.Sprint("p", i)))
		}
		before := db.Commits(d)
		if err := errors.Join(together(t, d, fns...)...); err != nil {
			t.Fatal(err)
		}
		if n := db.Commits(d) - before; n != 1 || people(t, d) != 40 {
			t.Fatalf("%d commits, %d people", n, people(t, d))
		}
	})
	t.Run("a commit is shared by 64 at most", func(t *testing.T) {
		d := dbtest.OpenSQLite(t)
		var fns []func(context.Context, *db.Tx) error
		for i := range 130 {
			fns = append(fns, insert(fmt.Sprint("p", i)))
		}
		before := db.Commits(d)
		if err := errors.Join(together(t, d, fns...)...); err != nil {
			t.Fatal(err)
		}
		if n := db.Commits(d) - before; n != 3 || people(t, d) != 130 {
			t.Fatalf("%d commits, %d people", n, people(t, d))
		}
	})
	t.Run("one that fails, panics or breaks a rule hurts nobody else", func(t *testing.T) {
		d := dbtest.OpenSQLite(t)
		boom := errors.New("boom")
		got := together(t, d,
			insert("a"),
			func(ctx context.Context, tx *db.Tx) error { _ = insert("gone")(ctx, tx); return boom },
			insert("b"),
			func(ctx context.Context, tx *db.Tx) error { _ = insert("gone")(ctx, tx); panic("ouch") },
			insert("a"),
			insert("c"))
		if got[0] != nil || got[2] != nil || got[5] != nil || !errors.Is(got[1], boom) || got[3].Error() != "panic ouch" ||
			!db.IsUnique(got[4], "people_email") {
			t.Fatal(got)
		}
		if n := people(t, d); n != 3 {
			t.Fatal(n, "people")
		}
	})
	t.Run("a later member survives the failure of the first", func(t *testing.T) {
		d := dbtest.OpenSQLite(t)
		started, release, second := make(chan struct{}), make(chan struct{}), make(chan error)
		go func() {
			_ = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_ = insert("gone")(ctx, tx)
				close(started)
				<-release
				return errors.New("boom")
			})
		}()
		<-started
		go func() { second <- add(d, "kept", "kept@x") }()
		for db.Queued(d) == 0 {
			runtime.Gosched()
		}
		close(release)
		if err := <-second; err != nil || people(t, d) != 1 {
			t.Fatal(err, people(t, d))
		}
	})
	t.Run("a caller that gives up while it waits never runs", func(t *testing.T) {
		d := dbtest.OpenSQLite(t)
		started, release := make(chan struct{}), make(chan struct{})
		first := make(chan error, 1)
		go func() {
			first <- d.Write(t.Context(), func(_ context.Context, tx *db.Tx) error { close(started); <-release; return nil })
		}()
		<-started
		ctx, cancel := context.WithCancel(t.Context())
		gave := make(chan error, 1)
		go func() {
			gave <- d.Write(ctx, func(_ context.Context, tx *db.Tx) error { t.Error("it ran"); return nil })
		}()
		for db.Queued(d) == 0 {
			runtime.Gosched()
		}
		cancel()
		if err := <-gave; !errors.Is(err, context.Canceled) { // answered while the first still runs
			t.Error(err)
		}
		close(release)
		if err := <-first; err != nil {
			t.Error(err)
		}
	})
	t.Run("a context that ends during the turn does not undo it", func(t *testing.T) {
		d := dbtest.OpenSQLite(t)
		ctx, cancel := context.WithCancel(t.Context())
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			cancel()
			_, err := tx.Exec(ctx, addPerson, "a", "a@x")
			return err
		})
		if err != nil || people(t, d) != 1 {
			t.Fatal(err, people(t, d))
		}
	})
	t.Run("rows left open fail their own function only", func(t *testing.T) {
		d := dbtest.OpenSQLite(t)
		got := together(t, d, insert("a"), func(ctx context.Context, tx *db.Tx) error {
			rows, err := tx.Query(ctx, `SELECT id FROM people`)
			if err == nil {
				rows.Next()
			}
			return err
		}, insert("b"))
		if got[0] != nil || got[1] == nil || got[2] != nil || people(t, d) != 2 {
			t.Fatal(got)
		}
	})
}

func TestClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "close.db")
	d, err := db.Open(t.Context(), "sqlite:"+path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	stored := make([]bool, 50)
	for i := range stored {
		all.Go(func() { stored[i] = add(d, fmt.Sprint(i), fmt.Sprint(i)) == nil })
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if err := add(d, "late", "late"); !db.IsUnavailable(err) {
		t.Error("a write after Close gave", err)
	}
	if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
		t.Error("the WAL is still there:", err)
	}
	again := reopen(t, path)
	n := 0
	for _, ok := range stored {
		if ok {
			n++
		}
	}
	if got := people(t, again); got != n {
		t.Errorf("%d stored, %d acknowledged", got, n)
	}
}

func reopen(t *testing.T, path string) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), "sqlite:"+path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}
