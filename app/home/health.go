package home

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

// Service checks whether the program is healthy (W16).
type Service struct {
	db       *db.DB
	now      func() time.Time
	version  string
	draining atomic.Bool

	mu        sync.Mutex
	lastWrite *testWrite // nil: there was none
}

// testWrite is a test write: when it began, and its result once done is closed.
type testWrite struct {
	at   time.Time
	done chan struct{}
	err  error
}

func (w *testWrite) ended() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

const (
	writeInterval = time.Second     // minimum interval of test writes: anyone may request /health
	writeTimeout  = 5 * time.Second // a test write that has not ended within it has failed
	checkTimeout  = 2 * time.Second // a check that has no result within it has failed; load balancers often wait for three seconds
)

// NewService makes the service; version is shown at / and /health.
func NewService(d *db.DB, now func() time.Time, version string) *Service {
	return &Service{db: d, version: version, now: now}
}

// Drain makes /health answer 503, so that load balancers send no more requests while the last ones are answered.
func (s *Service) Drain() { s.draining.Store(true) }

// Health fails while the program drains, when the database does not answer within checkTimeout, and when it cannot be written: a full
// disk, a read-only file, a read-only standby.
func (s *Service) Health(ctx context.Context) error {
	if s.draining.Load() {
		return errs.Draining()
	}
	limited, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	err := s.db.Ping(limited)
	if err == nil {
		err = s.takesWrites(limited)
	}
	if err != nil && ctx.Err() == nil && errs.KindOf(err) != errs.KindStorage {
		err = errs.StorageUnavailable(err)
	}
	return err
}

// takesWrites returns the result of a test write, or that of the last one if it began less than writeInterval ago or has not ended: when
// the database hangs, one write waits for it and not one for each caller. It waits until ctx ends.
func (s *Service) takesWrites(ctx context.Context) error {
	w := s.testWrite(ctx)
	select {
	case <-w.done:
		return w.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// testWrite returns the last test write, or begins one. It is not cancelled with the request, because other callers wait for it too.
func (s *Service) testWrite(ctx context.Context) *testWrite {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if w := s.lastWrite; w != nil {
		if age := now.Sub(w.at); !w.ended() || age >= 0 && age < writeInterval {
			return w
		}
	}
	w := &testWrite{at: now, done: make(chan struct{})}
	s.lastWrite = w
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	go func() {
		defer cancel()
		defer close(w.done)
		w.err = s.db.WriteUncached(ctx, func(ctx context.Context, tx *db.Tx) error { return saveProbe(ctx, tx, db.InstantOf(now)) })
	}()
	return w
}
