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
	db        *db.DB
	now       func() time.Time
	version   string
	draining  atomic.Bool
	lastWrite lastWrite
}

// lastWrite is how the last trial write ended, and when that was.
type lastWrite struct {
	sync.Mutex
	at  time.Time
	err error
}

const (
	writeInterval = time.Second     // how often storage is tried with a write at most: anyone may ask for /health
	writeTimeout  = 5 * time.Second // after which storage that has not answered counts as failed
)

// NewService wires the service; version is shown at / and /health.
func NewService(d *db.DB, version string, now func() time.Time) *Service {
	return &Service{db: d, version: version, now: now}
}

// Drain makes /health answer 503, so that a load balancer looks elsewhere while the last requests are answered.
func (s *Service) Drain() { s.draining.Store(true) }

// Health fails while the program drains, when the database does not answer, and when it does not take a write: a full
// disk, a file that cannot be written, a standby that only reads.
func (s *Service) Health(ctx context.Context) error {
	if s.draining.Load() {
		return errs.Draining()
	}
	err := s.db.Ping(ctx)
	if err == nil {
		err = s.takesWrites(ctx)
	}
	if err != nil && ctx.Err() == nil && errs.KindOf(err) != errs.KindUnavailable {
		err = errs.StorageUnavailable(err)
	}
	return err
}

// takesWrites commits a write, or tells how one ended less than writeEvery ago. The result serves other callers too, so
// the end of this one's request does not cut it short.
func (s *Service) takesWrites(ctx context.Context) error {
	s.lastWrite.Lock()
	defer s.lastWrite.Unlock()
	if age := s.now().Sub(s.lastWrite.at); age >= 0 && age < writeInterval {
		return s.lastWrite.err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	at := s.now()
	s.lastWrite.err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return saveProbe(ctx, tx, db.InstantOf(at)) })
	s.lastWrite.at = at
	return s.lastWrite.err
}
