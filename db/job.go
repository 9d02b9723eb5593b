package db

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// job is one Write that waits for its turn.
type job struct {
	ctx   context.Context
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

// take begins j's turn, unless its caller has given up or is about to.
func (j *job) take() bool { return j.ctx.Err() == nil && j.state.CompareAndSwap(waiting, taken) }

// Panic carries a panic of a function given to Write into the goroutine of Write's caller.
type Panic struct {
	Value any
	Stack []byte // where it happened
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// finish ends a Write in its caller's goroutine: it repeats a panic or Goexit of the function there, or runs the hooks.
func (o *outcome) finish() error {
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

// run calls the function and notes how it ended.
func (o *outcome) run(tx *Tx, fn func(*Tx) error) {
	o.exited = true
	defer func() {
		if v := recover(); v != nil {
			o.exited = false
			o.panicked = &Panic{v, debug.Stack()}
		}
	}()
	o.err = tx.run(fn)
	o.exited = false
	o.hooks = tx.hooks
}
