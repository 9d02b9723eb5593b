package db_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// listener counts what it hears.
type listener struct {
	heard chan struct{}
	stop  context.CancelFunc
	done  sync.WaitGroup
}

func listen(t *testing.T, d *db.DB, name string) *listener {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	l := &listener{heard: make(chan struct{}, 1024), stop: stop}
	l.done.Go(func() { d.Listen(ctx, name, func() error { l.heard <- struct{}{}; return nil }) })
	t.Cleanup(l.close)
	return l
}

func (l *listener) close() {
	l.stop()
	l.done.Wait()
}

// within tells whether it hears anything in so long.
func (l *listener) within(d time.Duration) bool {
	select {
	case <-l.heard:
		return true
	case <-time.After(d):
		return false
	}
}

func TestDB_Listen(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			url := dbtest.URL(t, dialect)
			here, there := opened(t, url), opened(t, url)
			near, far := listen(t, here, "news"), listen(t, there, "news")
			if !near.within(5*time.Second) || !far.within(5*time.Second) {
				t.Fatal("a listener is not told to look when it begins")
			}
			signal := func(fail error) error {
				return here.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					if err := tx.SerializeBy(ctx, "news"); err != nil {
						return err
					}
					if err := tx.Signal(ctx, "news"); err != nil {
						return err
					}
					return fail
				})
			}
			began := time.Now()
			if err := signal(nil); err != nil {
				t.Fatal(err)
			}
			if !near.within(5 * time.Second) {
				t.Error("the process that signals does not hear it")
			}
			if took := time.Since(began); took > 500*time.Millisecond {
				t.Errorf("it hears it after %v", took)
			}
			if !far.within(5 * time.Second) {
				t.Error("another process on the same database does not hear it")
			}
			if dialect == db.Postgres { // SQLite looks every second anyway
				undone := errors.New("undone")
				if err := signal(undone); !errors.Is(err, undone) {
					t.Fatal(err)
				}
				if near.within(50 * time.Millisecond) {
					t.Error("a signal of a transaction that was undone is heard")
				}
			}
			near.close()
			far.close()
		})
	}
}

func TestDB_Listen_repeats_a_call_that_fails(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		defer stop()
		calls := 0
		d.Listen(ctx, "news", func() error {
			if calls++; calls <= 2 {
				return errors.New("the first reads fail")
			}
			stop()
			return nil
		})
		if calls != 3 {
			t.Errorf("%d calls", calls)
		}
	})
}

// listening is the condition of the connections that listen, as pg_stat_activity shows them.
const listening = "datname = current_database() AND query LIKE 'LISTEN%'"

func TestDB_Listen_shares_a_connection(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	names := []string{"news", "weather", "news"}
	var all []*listener
	for _, name := range names { // each joins when those before it listen
		l := listen(t, d, name)
		if !l.within(5 * time.Second) {
			t.Fatalf("%s does not begin", name)
		}
		all = append(all, l)
	}
	var connections int
	err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM pg_stat_activity WHERE "+listening).Scan(&connections)
	if err != nil || connections != 1 {
		t.Errorf("%d listeners have %d connections (%v)", len(names), connections, err)
	}
	for _, name := range []string{"weather", "news"} {
		for _, l := range all {
			for l.within(50 * time.Millisecond) { // it is called when another joins
			}
		}
		err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return tx.Signal(ctx, name) })
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range all {
			if names[i] == name && !l.within(5*time.Second) {
				t.Errorf("listener %d does not hear %s", i, name)
			}
		}
		for i, l := range all {
			if names[i] != name && l.within(50*time.Millisecond) {
				t.Errorf("listener %d, of %s, hears %s", i, names[i], name)
			}
		}
	}
}

func TestDB_Listen_after_the_connection_is_lost(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	l := listen(t, d, "news")
	if !l.within(5 * time.Second) {
		t.Fatal("it does not begin")
	}
	var killed int
	err := d.QueryRow(t.Context(), `SELECT COUNT(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE `+listening+`) x`).Scan(&killed)
	if err != nil || killed != 1 {
		t.Fatalf("%d connections cut, %v", killed, err)
	}
	for range 2 { // on losing it, and on listening again
		if !l.within(10 * time.Second) {
			t.Fatal("it is not told to look for what it has missed")
		}
	}
	err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return tx.Signal(ctx, "news") })
	if err != nil || !l.within(5*time.Second) {
		t.Errorf("it hears no more: %v", err)
	}
}

func opened(t *testing.T, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Conns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
}
