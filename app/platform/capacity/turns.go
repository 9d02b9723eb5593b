package capacity

import (
	"context"
	"sync"
	"time"
)

// Turns lets a number of pieces of work of each owner be done at a time, so that one with much work leaves room for the others. It
// is safe for concurrent use.
type Turns struct {
	each   int64
	busy   error
	mu     sync.Mutex
	owners map[string]*turn // those with work
}

// turn is that of an owner.
type turn struct {
	*Limit
	work int // pieces that are done or wait
}

// NewTurns returns Turns for each pieces of work of an owner at a time. busy is the error of Acquire after waiting in vain.
func NewTurns(each int64, busy error) *Turns {
	return &Turns{each: each, busy: busy, owners: map[string]*turn{}}
}

// Acquire waits until less other work of an owner is done than may be, at most for a time. The caller must release it. The
// errors are those of Limit.Acquire.
func (t *Turns) Acquire(ctx context.Context, owner string, wait time.Duration) error {
	t.mu.Lock()
	x := t.owners[owner]
	if x == nil {
		x = &turn{Limit: New(t.each, t.busy)}
		t.owners[owner] = x
	}
	x.work++
	t.mu.Unlock()
	err := x.Acquire(ctx, 1, wait)
	if err != nil {
		t.leave(owner)
	}
	return err
}

// Release ends the work of an owner that Acquire began.
func (t *Turns) Release(owner string) { t.leave(owner).Release(1) }

// leave returns the turn of an owner, with one piece of work less.
func (t *Turns) leave(owner string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	x := t.owners[owner]
	if x.work--; x.work == 0 {
		delete(t.owners, owner)
	}
	return x
}
