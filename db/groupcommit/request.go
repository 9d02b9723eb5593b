package groupcommit

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// request is one call of Do, and what became of its function. The fields below done are written before done is closed and read
// after.
type request struct {
	ctx   context.Context
	fn    func() error
	state atomic.Int32
	done  chan struct{}

	err      error
	panicked *Panic
	exited   bool // runtime.Goexit, as testing.T.FailNow does
}

// States of a request.
const (
	waiting = iota
	begun
	abandoned
)

// begin starts the request's turn; false when its caller has given up, or is about to.
func (r *request) begin() bool { return r.ctx.Err() == nil && r.state.CompareAndSwap(waiting, begun) }

// abandon gives the request up; false when its turn has begun.
func (r *request) abandon() bool { return r.state.CompareAndSwap(waiting, abandoned) }

// Panic carries a panic of a function into the goroutine of its caller.
type Panic struct {
	Value any
	Stack []byte // of the goroutine in which the function ran
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// call runs the function and notes how it ended.
func (r *request) call() {
	r.exited = true
	defer func() {
		if v := recover(); v != nil {
			r.exited = false
			r.panicked = &Panic{v, debug.Stack()}
		}
	}()
	r.err = r.fn()
	r.exited = false
}

func (r *request) failed() bool { return r.err != nil || r.panicked != nil || r.exited }

// result ends Do in its caller's goroutine: it repeats a panic or Goexit of the function there.
func (r *request) result() error {
	switch {
	case r.panicked != nil:
		panic(r.panicked)
	case r.exited:
		runtime.Goexit()
	}
	return r.err
}
