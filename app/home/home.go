// Package home answers at the door: what this is, whether it is well, its description, and the staff's Today.
package home

import (
	"context"
	"sync/atomic"

	"presence/app/errs"
	"presence/db"
)

// Service knows whether the program is well (W16).
type Service struct {
	db       *db.DB
	version  string
	draining atomic.Bool
}

// NewService wires the service; version is shown at / and /health.
func NewService(d *db.DB, version string) *Service { return &Service{db: d, version: version} }

// Drain makes /health answer 503, so that a load balancer looks elsewhere while the last requests are answered.
func (s *Service) Drain() { s.draining.Store(true) }

// Health fails while the program drains, or when storage does.
func (s *Service) Health(ctx context.Context) error {
	if s.draining.Load() {
		return &errs.Error{Kind: errs.Unavailable, Code: "draining", Detail: "The server is shutting down.", RetryAfter: 5}
	}
	if err := s.db.Ping(ctx); err != nil {
		return errs.Storage(err)
	}
	return nil
}
