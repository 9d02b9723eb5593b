package groupcommit

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// request is one call of Do with its result. The fields below done are written before done is closed and read afterwards.
type request struct {
	ctx   context.Context
	fn    func() error
	state atomic.Int32
	done  chan struct{}

	err      error
	panicked *Panic
	exited   bool // the function called runtime.Goexit, as testing.T.FailNow does
}

// States of a request.
const (
	waiting = iota
	begun
	abandoned
)

// begin marks the request as begun; it returns false when its caller has given up or its context has ended.
func (r *request) begin() bool { return r.ctx.Err() == nil && r.state.CompareAndSwap(waiting, begun) }

// abandon marks the request as given up; it returns false when the request has begun.
func (r *request) abandon() bool { return r.state.CompareAndSwap(waiting, abandoned) }

// Panic carries the panic of a function to the goroutine of its caller.
type Panic struct {
	Value any
	Stack []byte // of the goroutine in which the function ran
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// call runs the function and stores its result.
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

// failed reports whether the function returned an error or panicked. One that ended its goroutine is not asked about (see run).
func (r *request) failed() bool { return r.err != nil || r.panicked != nil }

// result returns the result of Do in its caller's goroutine; it repeats a panic or Goexit of the function.
func (r *request) result() error {
	switch {
	case r.panicked != nil:
		panic(r.panicked)
	case r.exited:
		runtime.Goexit()
	}
	return r.err
}
