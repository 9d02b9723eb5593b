package campaigns

import (
	"context"
	"time"

	"presence/db"
)

// heartbeatTimeout is for the statements of one heartbeat; the database may not answer.
const heartbeatTimeout = 5 * time.Second

// watchLock ends the membership when its lock may have passed to another process.
func (r *membership) watchLock(ctx context.Context, lost func()) {
	select {
	case <-ctx.Done():
	case <-r.held.Lost():
		if rejoins {
			lost()
		}
	}
}

// heartbeat shows the other workers that this one moves, ends the membership when its row is gone, and takes over from
// those that are gone or frozen. On SQLite there are no others: one process holds the only lock there is.
func (r *membership) heartbeat(ctx context.Context, lost func()) {
	if r.s.db.Dialect() == db.SQLite {
		return
	}
	for sleep(ctx, r.s.heartbeatEvery) {
		alive, err := r.beatOnce(ctx)
		if err == nil && !alive && rejoins {
			lost()
			return
		}
		if err == nil {
			err = r.reapWithTimeout(ctx)
		}
		if err != nil && ctx.Err() == nil {
			r.log.Error("campaigns: heartbeat", "error", err)
		}
	}
}

// beatOnce counts this worker's heartbeat up; false: its row is gone.
func (r *membership) beatOnce(ctx context.Context) (alive bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, heartbeatTimeout)
	defer cancel()
	err = r.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { alive, err = incrementHeartbeat(ctx, tx, r.id); return err })
	return alive, err
}
