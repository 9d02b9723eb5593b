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

// lastWrite is the result and the time of the last test write.
type lastWrite struct {
	sync.Mutex
	at  time.Time
	err error
}

const (
	writeInterval = time.Second     // minimum interval of test writes: anyone may request /health
	writeTimeout  = 5 * time.Second // a database that has not answered within it counts as failed
)

// NewService makes the service; version is shown at / and /health.
func NewService(d *db.DB, version string, now func() time.Time) *Service {
	return &Service{db: d, version: version, now: now}
}

// Drain makes /health answer 503, so that load balancers send no more requests while the last ones are answered.
func (s *Service) Drain() { s.draining.Store(true) }

// Health fails while the program drains, when the database does not answer, and when it cannot be written: a full disk, a
// read-only file, a read-only standby.
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

// takesWrites commits a test write, or returns the result of the last one if that is less than writeInterval old. Other callers
// wait for the same result, so it is not cancelled with this caller's request.
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
