package db

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

const (
	maxBatch = 64   // functions that share one commit, at most
	maxQueue = 1024 // functions that wait; more wait in their own goroutines
)

// maxWait is for how long a Write waits for its turn: more than any transaction takes, so that one which does not end (it
// waits for a Write of its own, say) makes errors and no standstill.
const maxWait = 10 * time.Second

// writer runs every write of a SQLite database on its one connection, in one goroutine.
type writer struct {
	conn        *conn
	wait        time.Duration // for a turn, at most
	tx          session
	jobs        chan *job
	stop        chan struct{}
	stopped     chan struct{}
	subscribers subscribers
	commits     atomic.Int64

	lastShared bool   // the last batch had several members
	members    []*job // of the batch in hand: ran well, not yet committed
	current    *job   // whose function runs
}

func newWriter(c *conn, s session) *writer {
	w := &writer{conn: c, wait: maxWait, tx: s, jobs: make(chan *job, maxQueue), stop: make(chan struct{}), stopped: make(chan struct{})}
	go w.loop()
	return w
}

// write hands fn to the writer and waits.
func (w *writer) write(ctx context.Context, fn func(*Tx) error) error {
	j := &job{ctx: ctx, fn: fn, done: make(chan struct{})}
	select {
	case <-w.stop:
		return wrapLost(errClosed)
	default:
	}
	late := time.NewTimer(w.wait)
	defer late.Stop()
	select {
	case w.jobs <- j:
	case <-w.stop:
		return wrapLost(errClosed)
	case <-late.C:
		return unavailable(errWaited)
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
	case <-late.C:
		if j.state.CompareAndSwap(waiting, abandoned) { // from here on it never runs
			return unavailable(errWaited)
		}
		<-j.done
	case <-w.stopped:
		if j.state.CompareAndSwap(waiting, abandoned) {
			return wrapLost(errClosed)
		}
		<-j.done
	}
	return j.finish()
}

// loop is the writer's goroutine. When a function ends the goroutine (runtime.Goexit), another takes over.
func (w *writer) loop() {
	alive := false
	defer func() {
		if alive {
			close(w.stopped)
			return
		}
		w.abort(unavailable(errors.New("a function that shared the commit ended its goroutine")))
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
