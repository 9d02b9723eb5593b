package dbtest

import (
	"context"
	"testing"

	"presence/db"
)

// Meanwhile runs second while the transaction of first is open. When second waits for a lock of first, or has ended, first is
// committed. Meanwhile returns second's error. On SQLite, which has one writer at a time, second runs after first.
func Meanwhile(t testing.TB, d *db.DB, first func(ctx context.Context, tx *db.Tx) error, second func(ctx context.Context) error) error {
	t.Helper()
	ctx := t.Context()
	if d.Dialect() == db.SQLite {
		if err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return first(ctx, tx) }); err != nil {
			t.Fatalf("the first: %v", err)
		}
		return second(ctx)
	}
	holding, commit := make(chan struct{}, 8), make(chan struct{})
	held, done := make(chan error, 1), make(chan error, 1)
	go func() {
		held <- d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			err := first(ctx, tx)
			holding <- struct{}{}
			<-commit
			return err
		})
	}()
	<-holding
	go func() { done <- second(ctx) }()
	ended, err := UntilBlocked(t, d, done)
	close(commit)
	if err := <-held; err != nil {
		t.Fatalf("the first: %v", err)
	}
	if !ended {
		err = <-done
	}
	return err
}

// UntilBlocked waits, on PostgreSQL, until a session of this database waits for a lock, or until done delivers the result of
// the operation that was expected to wait; then ended is true.
func UntilBlocked(t testing.TB, d *db.DB, done <-chan error) (ended bool, err error) {
	t.Helper()
	Until(t, "the second ends or waits", func() bool {
		select {
		case err = <-done:
			ended = true
		default:
		}
		return ended || waits(t, d)
	})
	return ended, err
}

// waits reports whether a session of this database waits for a lock.
func waits(t testing.TB, d *db.DB) (yes bool) {
	t.Helper()
	if err := d.QueryRow(t.Context(),
		"SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')").Scan(&yes); err != nil {
		t.Fatal(err)
	}
	return yes
}

// MeanwhileExec is Meanwhile with a single statement as first.
func MeanwhileExec(t testing.TB, d *db.DB, second func(ctx context.Context) error, sql string, args ...any) error {
	t.Helper()
	return Meanwhile(t, d, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, sql, args...)
		if err == nil && n == 0 {
			t.Errorf("%s: it changes nothing", sql)
		}
		return err
	}, second)
}
