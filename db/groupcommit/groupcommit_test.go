package groupcommit_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"modernc.org/sqlite"

	"presence/db/groupcommit"
	"presence/db/sqldriver"
)

// database is a SQLite file with an empty table t (id), which w writes.
type database struct {
	w    *groupcommit.Writer
	conn *sql.Conn       // for functions given to w
	raw  *sqldriver.Conn // the same connection
}

func open(t *testing.T) database {
	t.Helper()
	inner, err := sqlite.NewConnector("file:" + filepath.Join(t.TempDir(), "test.db") + "?_pragma=journal_mode(WAL)&_pragma=busy_timeout(20)")
	if err != nil {
		t.Fatal(err)
	}
	pool := sql.OpenDB(sqldriver.Wrap(inner, sqldriver.Options{
		Translate: func(_ driver.Conn, err error) error { return err },
		IsFailure: func(err error) bool { e, ok := errors.AsType[*sqlite.Error](err); return ok && e.Code() == 13 }, // SQLITE_FULL
	}))
	conn, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d := database{conn: conn}
	if err := conn.Raw(func(c any) error { d.raw = c.(*sqldriver.Conn); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := d.raw.Exec("CREATE TABLE t (id TEXT PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	d.w = groupcommit.New(d.raw)
	t.Cleanup(func() {
		d.w.Close()
		// conn.Close would wait for rows that a function left open
		if err := errors.Join(d.raw.Close(), pool.Close()); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d database) insert(id string) func() error {
	return func() error {
		_, err := d.conn.ExecContext(context.Background(), "INSERT INTO t (id) VALUES ($1)", id)
		return err
	}
}

func (d database) count(t *testing.T) (n int) {
	t.Helper()
	err := d.w.Do(t.Context(), func() error { return d.conn.QueryRowContext(context.Background(), "SELECT COUNT(*) FROM t").Scan(&n) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// blocked runs start while the goroutine of the Writer is kept busy by a function that does nothing else. That function is of the
// same group as what start queues, and may fail with it.
func (d database) blocked(t *testing.T, start func()) {
	t.Helper()
	running, release := make(chan struct{}), make(chan struct{})
	var blocker sync.WaitGroup
	blocker.Go(func() { _ = d.w.Do(t.Context(), func() error { close(running); <-release; return nil }) })
	<-running
	start()
	close(release)
	blocker.Wait()
}

// together queues all functions, in their order, before the first of them runs, and returns the error of each; that of a panic is
// its value.
func (d database) together(t *testing.T, fns ...func() error) []error {
	t.Helper()
	out := make([]error, len(fns))
	var all sync.WaitGroup
	d.blocked(t, func() {
		for i, fn := range fns {
			all.Go(func() {
				defer func() {
					if v := recover(); v != nil {
						out[i] = fmt.Errorf("panic %v", v.(*groupcommit.Panic).Value)
					}
				}()
				out[i] = d.w.Do(t.Context(), fn)
			})
			d.awaitQueued(i + 1)
		}
	})
	all.Wait()
	return out
}

func (d database) awaitQueued(n int) {
	for d.w.Queued() < n {
		runtime.Gosched()
	}
}

func TestDo(t *testing.T) {
	for members, commits := range map[int]int64{40: 1, 63: 1, 64: 2, 130: 3} { // and the one that blocks
		t.Run(fmt.Sprintf("commits %d functions that wait together %d times", members, commits), func(t *testing.T) {
			d := open(t)
			var fns []func() error
			for i := range members {
				fns = append(fns, d.insert(fmt.Sprint(i)))
			}
			if err := errors.Join(d.together(t, fns...)...); err != nil {
				t.Fatal(err)
			}
			if n := d.w.Commits(); n != commits || d.count(t) != members {
				t.Fatalf("%d commits of %d rows", n, d.count(t))
			}
		})
	}
	t.Run("undoes a function that fails or panics, and no other", func(t *testing.T) {
		d := open(t)
		failure := errors.New("refused")
		got := d.together(t, d.insert("a"),
			func() error { _ = d.insert("undone")(); return failure },
			d.insert("b"),
			func() error { _ = d.insert("undone")(); panic("ouch") },
			d.insert("a"), // breaks the primary key
			d.insert("c"))
		if got[0] != nil || !errors.Is(got[1], failure) || got[2] != nil || fmt.Sprint(got[3]) != "panic ouch" || got[4] == nil || got[5] != nil {
			t.Error(got)
		}
		if n := d.count(t); n != 3 {
			t.Error(n, "rows")
		}
	})
	t.Run("keeps what a later member wrote when the first fails", func(t *testing.T) {
		d := open(t)
		failure, first, second := errors.New("refused"), make(chan error, 1), make(chan error, 1)
		running, release := make(chan struct{}), make(chan struct{})
		go func() {
			first <- d.w.Do(t.Context(), func() error { _ = d.insert("undone")(); close(running); <-release; return failure })
		}()
		<-running
		go func() { second <- d.w.Do(t.Context(), d.insert("kept")) }()
		d.awaitQueued(1)
		close(release)
		if err := errors.Join(<-second); err != nil || !errors.Is(<-first, failure) {
			t.Error(err)
		}
		if n := d.count(t); n != 1 {
			t.Error(n, "rows")
		}
	})
	t.Run("fails a function that leaves rows open, and no other", func(t *testing.T) {
		d := open(t)
		got := d.together(t, d.insert("a"), func() error {
			rows, err := d.conn.QueryContext(context.Background(), "SELECT id FROM t")
			if err == nil {
				rows.Next()
			}
			return err
		}, d.insert("b"))
		if got[0] != nil || got[1] == nil || got[2] != nil || d.count(t) != 2 {
			t.Error(got)
		}
	})
	t.Run("gives a function that leaves rows open its own error, if it has one", func(t *testing.T) {
		d := open(t)
		refused := errors.New("refused")
		got := d.together(t, d.insert("a"), func() error {
			rows, err := d.conn.QueryContext(context.Background(), "SELECT id FROM t")
			if err != nil || !rows.Next() {
				t.Error(err)
			}
			return refused
		}, d.insert("b"))
		if got[0] != nil || !errors.Is(got[1], refused) || got[2] != nil {
			t.Error(got)
		}
	})
	t.Run("ends its caller's goroutine as the function ends its own", func(t *testing.T) {
		d := open(t)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = d.w.Do(t.Context(), func() error { _ = d.insert("undone")(); runtime.Goexit(); return nil })
			t.Error("Do returned")
		}()
		<-ended
		if n := d.count(t); n != 0 {
			t.Error(n, "rows")
		}
	})
	t.Run("fails the others of a group in which a function ends its goroutine", func(t *testing.T) {
		d := open(t)
		others, ended := make(chan error, 2), make(chan struct{})
		d.blocked(t, func() {
			go func() { others <- d.w.Do(t.Context(), d.insert("before")) }()
			d.awaitQueued(1)
			go func() {
				defer close(ended)
				_ = d.w.Do(t.Context(), func() error { runtime.Goexit(); return nil })
			}()
			d.awaitQueued(2)
		})
		<-ended
		var failed *groupcommit.FailedError
		if err := <-others; !errors.As(err, &failed) || d.count(t) != 0 {
			t.Error(err, d.count(t))
		}
	})
}

func TestDo_Context(t *testing.T) {
	t.Run("a function whose context ends in the queue never runs", func(t *testing.T) {
		d := open(t)
		cause := errors.New("changed my mind")
		ctx, cancel := context.WithCancelCause(t.Context())
		d.blocked(t, func() {
			got := make(chan error)
			go func() { got <- d.w.Do(ctx, func() error { t.Error("it ran"); return nil }) }()
			d.awaitQueued(1)
			cancel(cause)
			if err := <-got; !errors.Is(err, cause) { // while the first function still runs
				t.Error(err)
			}
		})
	})
	t.Run("nor does one whose turn comes before its caller notices", func(t *testing.T) {
		d := open(t)
		ended := &hooked{Context: context.Background(), err: context.Canceled, done: make(chan struct{})}
		got := make(chan error)
		d.blocked(t, func() {
			go func() { got <- d.w.Do(ended, func() error { t.Error("it ran"); return nil }) }()
			d.awaitQueued(1)
		})
		d.count(t) // its turn has come and gone
		close(ended.done)
		if err := <-got; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Run("a function whose context ends while it runs is committed", func(t *testing.T) {
		d := open(t)
		ctx, cancel := context.WithCancel(t.Context())
		if err := d.w.Do(ctx, func() error { cancel(); return d.insert("a")() }); err != nil || d.count(t) != 1 {
			t.Error(err, d.count(t))
		}
	})
}

// hooked is a context of which the test says when it ends, and which calls a function when it is asked.
type hooked struct {
	context.Context
	err           error
	done          chan struct{}
	onErr, onDone func()
}

func (h *hooked) Err() error {
	if h.onErr != nil {
		h.onErr()
	}
	return h.err
}

func (h *hooked) Done() <-chan struct{} {
	if h.onDone != nil {
		h.onDone()
	}
	return h.done
}

func TestDo_StorageFails(t *testing.T) {
	t.Run("all members fail when a statement meets a full disk, and the next group is good", func(t *testing.T) {
		d := open(t)
		if err := d.raw.Exec("PRAGMA max_page_count=1"); err != nil { // no more than it has
			t.Fatal(err)
		}
		big := func() error {
			_, err := d.conn.ExecContext(context.Background(), "INSERT INTO t (id) VALUES (hex(zeroblob(100000)))")
			if err == nil {
				t.Error("the disk was not full")
			}
			if d.insert("alone")() == nil {
				t.Error("a statement ran after the failure")
			}
			return nil // as if nothing had happened
		}
		got := d.together(t, d.insert("a"), big)
		for _, err := range got {
			if _, ok := errors.AsType[*groupcommit.FailedError](err); !ok {
				t.Error("a member got", err)
			}
		}
		if err := d.w.Do(t.Context(), d.insert("after")); err != nil || d.count(t) != 1 {
			t.Error(err, d.count(t))
		}
	})
	t.Run("what comes after a function that met a full disk alone is of the next group", func(t *testing.T) {
		d := open(t)
		if err := d.raw.Exec("PRAGMA max_page_count=1"); err != nil {
			t.Fatal(err)
		}
		running, release, first, second := make(chan struct{}), make(chan struct{}), make(chan error, 1), make(chan error, 1)
		go func() {
			first <- d.w.Do(t.Context(), func() error {
				_, _ = d.conn.ExecContext(context.Background(), "INSERT INTO t (id) VALUES (hex(zeroblob(100000)))")
				close(running)
				<-release
				return nil // as if nothing had happened
			})
		}()
		<-running
		go func() { second <- d.w.Do(t.Context(), d.insert("b")) }()
		d.awaitQueued(1)
		close(release)
		if _, failed := errors.AsType[*groupcommit.FailedError](<-first); !failed {
			t.Error("the first one did not fail")
		}
		if err := <-second; err != nil || d.count(t) != 1 {
			t.Errorf("the second one: %v, %d rows", err, d.count(t))
		}
	})
	t.Run("all members fail when the commit fails, and the next group is good", func(t *testing.T) {
		d := open(t)
		for _, sql := range []string{"PRAGMA foreign_keys=ON",
			"CREATE TABLE child (id TEXT REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED)"} { // checked by COMMIT
			if err := d.raw.Exec(sql); err != nil {
				t.Fatal(err)
			}
		}
		orphan := func() error {
			_, err := d.conn.ExecContext(context.Background(), "INSERT INTO child (id) VALUES ('none')")
			return err
		}
		sees := func() error { // a refusal that follows from what is never committed
			return fmt.Errorf("there is a: %w", d.insert("a")())
		}
		for _, err := range d.together(t, d.insert("a"), sees, orphan, d.insert("b")) {
			if _, ok := errors.AsType[*groupcommit.FailedError](err); !ok {
				t.Error("a member got", err)
			}
		}
		if err := d.w.Do(t.Context(), d.insert("after")); err != nil || d.w.Commits() != 1 {
			t.Errorf("%v, %d commits", err, d.w.Commits())
		}
		if n := d.count(t); n != 1 {
			t.Error(n, "rows")
		}
	})
	t.Run("all that wait fail when another process keeps the write lock", func(t *testing.T) {
		d := open(t)
		var path string
		if err := d.conn.QueryRowContext(t.Context(), "SELECT file FROM pragma_database_list").Scan(&path); err != nil {
			t.Fatal(err)
		}
		other, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		other.SetMaxOpenConns(1)
		var all sync.WaitGroup
		failed := make([]error, 3)
		if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
			t.Fatal(err)
		}
		reached, release := make(chan struct{}), make(chan struct{})
		var once sync.Once
		first := &hooked{Context: t.Context(), onErr: func() { once.Do(func() { close(reached); <-release }) }}
		all.Go(func() {
			failed[0] = d.w.Do(first, func() error { t.Error("it ran"); return nil })
			if _, err := other.Exec("ROLLBACK"); err != nil { // the others do not try again, and so do not find that it is free
				t.Error(err)
			}
		})
		<-reached
		for i := 1; i < len(failed); i++ {
			all.Go(func() { failed[i] = d.w.Do(t.Context(), func() error { t.Error("it ran"); return nil }) })
		}
		d.awaitQueued(len(failed) - 1)
		close(release)
		all.Wait()
		for _, err := range failed {
			if _, ok := errors.AsType[*groupcommit.FailedError](err); !ok {
				t.Error("a write gave", err)
			}
		}
		if err := d.w.Do(t.Context(), d.insert("after")); err != nil {
			t.Error(err)
		}
	})
}

func TestClose(t *testing.T) {
	t.Run("runs what is queued and refuses what comes later", func(t *testing.T) {
		inner, err := sqlite.NewConnector("file:" + filepath.Join(t.TempDir(), "test.db"))
		if err != nil {
			t.Fatal(err)
		}
		c, err := sqldriver.Wrap(inner, sqldriver.Options{Translate: func(_ driver.Conn, err error) error { return err }}).Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		w := groupcommit.New(c.(*sqldriver.Conn))
		running, release, queued, closed := make(chan struct{}), make(chan struct{}), make(chan error, 1), make(chan struct{})
		go func() { _ = w.Do(context.Background(), func() error { close(running); <-release; return nil }) }()
		<-running
		go func() { queued <- w.Do(context.Background(), func() error { return nil }) }()
		for w.Queued() == 0 {
			runtime.Gosched()
		}
		go func() { w.Close(); close(closed) }()
		close(release)
		<-closed
		if err := <-queued; err != nil {
			t.Error("what was queued gave", err)
		}
		if err := w.Do(t.Context(), func() error { return nil }); !errors.Is(err, groupcommit.ErrClosed) {
			t.Error("what came later gave", err)
		}
		w.Close() // does nothing
	})
	t.Run("refuses what comes while it closes", func(t *testing.T) {
		for range 20 { // whether such a function still gets into the queue is random
			inner, err := sqlite.NewConnector("file:" + filepath.Join(t.TempDir(), "test.db"))
			if err != nil {
				t.Fatal(err)
			}
			c, err := sqldriver.Wrap(inner, sqldriver.Options{Translate: func(_ driver.Conn, err error) error { return err }}).Connect(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			w := groupcommit.New(c.(*sqldriver.Conn))
			var once sync.Once
			ctx := &hooked{Context: t.Context(), onDone: func() { once.Do(w.Close) }} // asked for after Do has looked whether w is closed
			if err := w.Do(ctx, func() error { t.Error("it ran"); return nil }); !errors.Is(err, groupcommit.ErrClosed) {
				t.Errorf("%v", err)
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
