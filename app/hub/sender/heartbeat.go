package sender

import (
	"context"
	"time"

	"presence/db"
)

// heartbeatTimeout bounds the statements of one heartbeat: the database may not answer.
const heartbeatTimeout = 5 * time.Second

// stalledAfter is after how many of this worker's own heartbeats without one of another worker that worker counts as
// stalled.
const stalledAfter = 8

// peerHeartbeat is the last value seen of another worker's heartbeat counter, and for how many of this worker's own
// heartbeats it has not moved. Staleness is never measured by a wall clock, so clock skew between replicas does not matter.
type peerHeartbeat struct {
	beat    int64
	unmoved int
}

// watchLock ends the membership when the connection that holds its lock is gone.
func (m *membership) watchLock(ctx context.Context, lost func()) {
	select {
	case <-ctx.Done():
	case <-m.lock.Lost():
		lost()
	}
}

// heartbeat counts this worker's heartbeat up, ends the membership when its row is gone, and recovers what dead or stalled
// workers lease. On SQLite there are no other workers: one process holds the only lock.
func (m *membership) heartbeat(ctx context.Context, lost func()) {
	if m.db.Dialect() == db.SQLite {
		return
	}
	for sleep(ctx, m.Heartbeat) {
		alive, err := m.beatOnce(ctx)
		if err == nil && !alive {
			lost()
			return
		}
		if err == nil {
			err = m.reapWithTimeout(ctx)
		}
		if err != nil && ctx.Err() == nil {
			m.log.Error("sender: heartbeat", "error", err)
		}
	}
}

// beatOnce counts the heartbeat up; false: this worker's row is gone.
func (m *membership) beatOnce(ctx context.Context) (alive bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, heartbeatTimeout)
	defer cancel()
	err = m.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { alive, err = incrementHeartbeat(ctx, tx, m.id); return err })
	return alive, err
}

// stalled reports whether another worker's heartbeat has not moved for too long.
func (m *membership) stalled(w workerRow) bool {
	p, known := m.peers[w.id]
	if !known || p.beat != w.beat {
		p = peerHeartbeat{beat: w.beat}
	} else {
		p.unmoved++
	}
	m.peers[w.id] = p
	return p.unmoved >= stalledAfter
}
