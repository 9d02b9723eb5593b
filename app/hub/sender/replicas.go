package sender

import (
	"context"

	"presence/db"
)

// Replica is a process that serves the company, by the row of its worker.
type Replica struct {
	Number        int64 // the id of the row
	StartedAt     db.Instant
	Bulk, Mailbox bool // it has such a channel, other than the outbox
	Alive         bool // it holds its lock; otherwise it has ended, and another one is about to delete its row
}

// Replicas returns the processes with a worker, in the order in which they joined. On SQLite there is at most one.
func Replicas(ctx context.Context, d *db.DB) ([]Replica, error) {
	list, names, err := listReplicas(ctx, d)
	for i := range list {
		if err != nil {
			break
		}
		var free bool
		free, err = d.IsLockFree(ctx, names[i])
		list[i].Alive = !free
	}
	return list, err
}
