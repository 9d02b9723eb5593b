package db_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"presence/db"
)

// together queues all functions before the first of them runs, so that they share a commit, and returns the error of each.
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
