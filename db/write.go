package db

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"presence/app/errs"
)

const (
	maxBatch = 64   // functions that share one commit, at most
	maxQueue = 1024 // functions that wait; more wait in their own goroutines
)

// job is one Write that waits for its turn.
type job struct {
	fn    func(*Tx) error
	state atomic.Int32
	done  chan struct{}
	outcome
}

// outcome is what became of a function.
type outcome struct {
	err      error
	hooks    []func()
	panicked *Panic
	exited   bool // runtime.Goexit, as t.FailNow does
}

func (o *outcome) failed() bool { return o.err != nil || o.panicked != nil || o.exited }

const (
	waiting = iota
	taken
	abandoned
)

func (j *job) take() bool { return j.state.CompareAndSwap(waiting, taken) }

// Panic carries a panic of a function given to Write into the goroutine of Write's caller.
type Panic struct {
	Value any
	Stack []byte // where it happened
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// writer runs every write of a SQLite database on its one connection, in one goroutine.
type writer struct {
	conn    *conn
	tx      session
	jobs    chan *job
	stop    chan struct{}
	stopped chan struct{}
	running atomic.Bool // a function is running
	commits atomic.Int64

	members []*job // of the batch in hand: ran well, not yet committed
	current *job   // whose function runs
}

func newWriter(c *conn, s session) *writer {
	w := &writer{conn: c, tx: s, jobs: make(chan *job, maxQueue), stop: make(chan struct{}), stopped: make(chan struct{})}
	go w.loop()
	return w
}

// write hands fn to the writer and waits.
func (w *writer) write(ctx context.Context, fn func(*Tx) error) error {
	if w.running.Load() && nested() {
		return errNested
	}
	j := &job{fn: fn, done: make(chan struct{})}
	select {
	case <-w.stop:
		return lost(errClosed)
	default:
	}
	select {
	case w.jobs <- j:
	case <-w.stop:
		return lost(errClosed)
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-j.done:
	case <-ctx.Done():
		if j.state.CompareAndSwap(waiting, abandoned) {
			return ctx.Err()
		}
		<-j.done // its turn has come: the answer tells whether it is on disk
	case <-w.stopped:
		if j.state.CompareAndSwap(waiting, abandoned) {
			return lost(errClosed)
		}
		<-j.done
	}
	return j.settle()
}

// settle ends a write in the goroutine of its caller.
func (o *outcome) settle() error {
	switch {
	case o.panicked != nil:
		panic(o.panicked)
	case o.exited:
		runtime.Goexit()
	}
	if o.err != nil {
		return o.err
	}
	for _, hook := range o.hooks {
		hook()
	}
	return nil
}

// loop is the writer's goroutine. When a function ends the goroutine (runtime.Goexit), another takes over.
func (w *writer) loop() {
	alive := false
	defer func() {
		if alive {
			close(w.stopped)
			return
		}
		w.abort(errs.Storage(errors.New("a function that shared the commit ended its goroutine")))
		go w.loop()
	}()
	for {
		select {
		case j := <-w.jobs:
			w.batch(j)
			continue
		default:
		}
		select {
		case j := <-w.jobs:
			w.batch(j)
		case <-w.stop:
			alive = true
			return
		}
	}
}

// batch runs j and whatever else waits in one transaction, and answers them all after its commit.
func (w *writer) batch(j *job) {
	for n := 0; j != nil; j = w.next(&n) {
		if !j.take() {
			continue
		}
		if len(w.members) == 0 {
			if err := w.exec("BEGIN IMMEDIATE"); err != nil {
				w.members = append(w.members, j)
				w.turnAway()
				w.abort(err)
				return
			}
		}
		w.current = j
		err := w.one(j, len(w.members) > 0)
		w.current = nil
		switch {
		case err != nil:
			w.members = append(w.members, j)
			w.abort(err)
			return
		case j.failed():
			close(j.done)
		default:
			w.members = append(w.members, j)
		}
	}
	if len(w.members) == 0 {
		return
	}
	if err := w.exec("COMMIT"); err != nil {
		w.abort(err)
		return
	}
	w.commits.Add(1)
	w.answer(nil)
}

// turnAway gives whoever waits the answer of a transaction that could not begin: another process has held the file for
// as long as one may wait.
func (w *writer) turnAway() {
	for range len(w.jobs) {
		if j := <-w.jobs; j.take() {
			w.members = append(w.members, j)
		}
	}
}

// abort undoes the whole batch and tells its members why.
func (w *writer) abort(err error) {
	w.conn.closeRows()
	_, _ = w.conn.exec(context.Background(), "ROLLBACK", nil) // SQLite may have done so itself, and then refuses
	w.conn.heal()
	if w.current != nil { // its function ended the goroutine
		close(w.current.done)
		w.current = nil
	}
	w.answer(err)
}

// answer tells every member how the commit went.
func (w *writer) answer(err error) {
	for _, j := range w.members {
		if err != nil {
			j.outcome = outcome{err: unavailable(err)}
		}
		close(j.done)
	}
	clear(w.members)
	w.members = w.members[:0]
}

// next is a function that waits already, nil when there is none or the batch is full.
func (w *writer) next(n *int) *job {
	if *n++; *n >= maxBatch {
		return nil
	}
	select {
	case j := <-w.jobs:
		return j
	default:
		return nil
	}
}

// one runs j inside the transaction; with a savepoint when others share it. An error is the end of the whole batch; the
// function's own fault is in j, and what it did is undone.
func (w *writer) one(j *job, shared bool) error {
	if shared {
		if err := w.exec("SAVEPOINT member"); err != nil {
			return err
		}
	}
	w.call(j)
	left := w.conn.closeRows()
	if w.conn.failed != nil {
		return w.conn.failed
	}
	if left && j.err == nil {
		j.err = errors.New("db: a function given to Write left rows open")
	}
	switch {
	case j.failed() && !shared:
		return w.exec("ROLLBACK")
	case j.failed():
		if err := w.exec("ROLLBACK TO member"); err != nil {
			return err
		}
	}
	if shared {
		return w.exec("RELEASE member")
	}
	return nil
}

// call runs j's function on a Tx of its own.
func (w *writer) call(j *job) {
	w.running.Store(true)
	defer w.running.Store(false)
	j.run(&Tx{session: w.tx}, j.fn)
}

// run calls the function and notes how it ended.
func (o *outcome) run(tx *Tx, fn func(*Tx) error) {
	o.exited = true
	defer func() {
		if v := recover(); v != nil {
			o.exited = false
			o.panicked = &Panic{v, debug.Stack()}
		}
	}()
	o.err = inTx(tx, fn)
	o.exited = false
	o.hooks = tx.hooks
}

func (w *writer) exec(query string) error {
	_, err := w.conn.ExecContext(context.Background(), query, nil)
	return err
}

func unavailable(err error) error {
	if errs.KindOf(err) == errs.Unavailable {
		return err
	}
	return errs.Storage(err)
}
