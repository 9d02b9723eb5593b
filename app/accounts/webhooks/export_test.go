package webhooks

import (
	"context"

	"presence/db"
)

// QueueTest queues an event for an endpoint, also if it is disabled.
func QueueTest(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := queue(ctx, tx, Event{TestKind, 1, nil}, id)
	return err
}
