package groupcommit

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"presence/db/sqldriver"
)

const (
	maxGroup = 64   // maximum number of functions in a commit
	maxQueue = 1024 // functions in the queue; further callers wait for a place in it
)

// ErrClosed is the cause of the error of a closed Writer.
var ErrClosed = errors.New("groupcommit: closed")

// errRowsOpen is the error of a function that has left rows open: the next function could not run statements.
var errRowsOpen = errors.New("groupcommit: the function left rows open")

// FailedError means that nothing of a function was committed, for a reason outside the function: the group could not begin or
// commit, the storage failed, or the Writer is closed (ErrClosed).
type FailedError struct{ Cause error }

func (e *FailedError) Error() string { return "groupcommit: not committed: " + e.Cause.Error() }

// Unwrap returns the cause.
func (e *FailedError) Unwrap() error { return e.Cause }

// Writer runs functions inside the transactions of one connection, in one goroutine.
type Writer struct {
	conn    *sqldriver.Conn
	queue   chan *request
	close   sync.Once     // closes closing
	closing chan struct{} // closed by Close
	closed  chan struct{} // closed when the goroutine has ended
	commits atomic.Int64

	// Used only by the goroutine:
	group      []*request // ran in the open transaction, and wait for its commit
	running    *request   // the request whose function is running
	lastShared bool       // the last group had several members
}

// New starts a Writer on a guarded connection, which only the functions passed to Do may use.
func New(conn *sqldriver.Conn) *Writer {
	w := &Writer{conn: conn, queue: make(chan *request, maxQueue), closing: make(chan struct{}), closed: make(chan struct{})}
	go w.run()
	return w
}

// Do runs fn inside a transaction and returns nil when that is committed. If fn returns an error, its changes are rolled back,
// and Do returns the error when the others of its group are committed; a *FailedError means that the whole group failed. A panic of fn is
// repeated as a *Panic.
//
// ctx limits how long fn waits for its turn: when it ends before, Do returns its cause and fn never runs. Once fn has begun, it
// runs to its end.
func (w *Writer) Do(ctx context.Context, fn func() error) error {
	r := &request{ctx: ctx, fn: fn, done: make(chan struct{})}
	select {
	case <-w.closing:
		return &FailedError{ErrClosed}
	default:
	}
	select {
	case w.queue <- r:
	case <-w.closing:
		return &FailedError{ErrClosed}
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	select {
	case <-r.done:
	case <-ctx.Done():
		if r.abandon() {
			return context.Cause(ctx)
		}
		<-r.done // fn has begun: only its result says whether it is committed
	case <-w.closed:
		if r.abandon() {
			return &FailedError{ErrClosed}
		}
		<-r.done
	}
	return r.result()
}

// Close runs the functions in the queue, then ends the goroutine. Calling it again does nothing.
func (w *Writer) Close() {
	w.close.Do(func() { close(w.closing) })
	<-w.closed
}

// Commits returns the number of commits so far.
func (w *Writer) Commits() int64 { return w.commits.Load() }

// Queued returns the number of functions in the queue.
func (w *Writer) Queued() int { return len(w.queue) }

// run is the goroutine. If a function ends it (runtime.Goexit), the group is rolled back and another goroutine takes over.
func (w *Writer) run() {
	ended := false
	defer func() {
		if ended {
			close(w.closed)
			return
		}
		w.abort(errors.New("a function of the same group ended its goroutine"))
		go w.run()
	}()
	for {
		select { // the queue has priority over closing
		case r := <-w.queue:
			w.runGroup(r)
			continue
		default:
		}
		select {
		case r := <-w.queue:
			w.runGroup(r)
		case <-w.closing:
			ended = true
			return
		}
	}
}
