package auth

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"
)

// retryInterval is the shortest time between two requests to the provider when the last one failed or brought nothing new.
const retryInterval = 10 * time.Second

// staleWait is how long a caller waits for a refresh while an older value is available.
const staleWait = 2 * time.Second

var errNotAnswered = errors.New("no answer yet")

// fetched caches a remote value. Concurrent misses share one request, and each caller waits no longer than its own context.
// When a request fails, the previous value is served.
type fetched[T any] struct {
	now     func() time.Time
	fetch   func(ctx context.Context) (T, error)
	differs func(before, after T) bool // nil: whether it does makes no difference

	mu      sync.Mutex
	known   bool
	value   T
	at      time.Time // when value was fetched
	err     error     // of the last question
	asked   time.Time
	fruit   bool          // the last question told something new, so that one more may follow it at once
	pending chan struct{} // closed when the question under way is answered; nil: none is
}

func newFetched[T any](now func() time.Time, fetch func(ctx context.Context) (T, error)) *fetched[T] {
	return &fetched[T]{now: now, fetch: fetch}
}

// get returns the value, refreshed when it is older than fresh; an older one when the refresh fails. A fresh of 0 asks
// anew, but not within askAgain
// of a last question that told nothing new.
func (f *fetched[T]) get(ctx context.Context, fresh time.Duration) (T, error) {
	f.mu.Lock()
	now := f.now()
	if f.known && within(now.Sub(f.at), fresh) {
		defer f.mu.Unlock()
		return f.value, nil
	}
	if f.pending == nil && (f.asked.IsZero() || f.fruit || !within(now.Sub(f.asked), retryInterval)) {
		f.asked, f.pending = now, make(chan struct{})
		go f.ask(context.WithoutCancel(ctx), f.pending)
	}
	pending := f.pending
	if f.known {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, staleWait)
		defer cancel()
	}
	f.mu.Unlock()
	if pending != nil {
		select {
		case <-pending:
		case <-ctx.Done():
		}
	}
	return f.last(ctx)
}

// within is false for what lies in the future: the clock was set back, and what is known may be of any age.
func within(age, limit time.Duration) bool { return age >= 0 && age < limit }

func (f *fetched[T]) ask(ctx context.Context, done chan struct{}) {
	value, err := f.fetch(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fruit = err == nil && f.differs != nil && (!f.known || f.differs(f.value, value))
	if f.err, f.pending = err, nil; err == nil {
		f.known, f.value, f.at = true, value, f.asked
	}
	close(done)
}

// last is what is known, or why nothing is.
func (f *fetched[T]) last(ctx context.Context) (value T, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.known {
		return f.value, nil
	}
	return value, cmp.Or(f.err, context.Cause(ctx), errNotAnswered)
}
