// Package capacity limits how much is done, or held in memory, at the same time. What does not fit waits a little, and is then
// refused, so that a crowd gets an answer in place of a program that slows down or runs out of memory.
package capacity

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"
)

// Limit is an amount, of bytes or of pieces of work, that is in use at most at the same time. It is safe for concurrent use.
type Limit struct {
	free *semaphore.Weighted
	busy error
}

// New returns a Limit. busy is the error of Acquire after waiting in vain.
func New(amount int64, busy error) *Limit { return &Limit{semaphore.NewWeighted(amount), busy} }

// Acquire takes n of the amount, and waits for it at most for a time. The caller must release it. It fails with the limit's error
// after that time, or with that of ctx, and has then taken nothing.
func (l *Limit) Acquire(ctx context.Context, n int64, wait time.Duration) error {
	if l.free.TryAcquire(n) {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if l.free.Acquire(limited, n) == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return l.busy
}

// Release gives back what Acquire took.
func (l *Limit) Release(n int64) { l.free.Release(n) }
