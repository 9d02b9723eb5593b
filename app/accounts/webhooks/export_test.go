package webhooks

import (
	"context"
	"errors"
	"sync"

	"presence/db"
)

// QueueTest queues an event for an endpoint, also if it is disabled.
func QueueTest(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := queue(ctx, tx, Event{TestKind, 1, nil}, id)
	return err
}

// DeliverDue makes the deliveries that are due, and returns when none is left.
func (s *Service) DeliverDue(ctx context.Context) error {
	var attempts sync.WaitGroup
	var mu sync.Mutex
	var failed []error
	err := s.start(ctx, &attempts, func(err error) {
		mu.Lock()
		defer mu.Unlock()
		failed = append(failed, err)
	})
	attempts.Wait()
	return errors.Join(append(failed, err)...)
}
