package sender

import (
	"context"
	"time"

	"presence/db"
)

// heartbeatTimeout limits the statements of one heartbeat, because the database may not answer.
const heartbeatTimeout = 5 * time.Second

// peerHeartbeat is the last value that was read from another worker's heartbeat counter, and how many heartbeats of this worker
// have passed since that value changed. Clocks are not read: they may differ between replicas, and after a process stood still
// itself, its clock would show that the others have been silent for long. A background.HeartbeatTracker would therefore not do: it
// reads this process's clock, and a mistake here leaves messages unconfirmed.
type peerHeartbeat struct {
	beat    int64
	unmoved int
}

// watchLock calls lost when the database connection that holds the membership's lock is gone.
func (m *membership) watchLock(ctx context.Context, lost func()) {
	select {
	case <-ctx.Done():
	case <-m.lock.Lost():
		lost()
	}
}

// heartbeat increments this worker's counter, calls lost when its row is gone, and releases the recipients that dead or stalled
// workers lease. On SQLite there are no other workers: only one process holds the lock.
func (m *membership) heartbeat(ctx context.Context, lost func()) {
	if m.worker.db.Dialect().OneMachine() {
		return
	}
	for sleep(ctx, m.worker.intervals.Heartbeat) {
		alive, err := m.beatOnce(ctx)
		if err == nil && !alive {
			lost()
			return
		}
		if err == nil {
			err = m.reapWithTimeout(ctx)
		}
		switch {
		case err == nil:
			m.worker.beating.Works()
		case ctx.Err() == nil:
			m.worker.beating.Failed(err)
		}
	}
}

// beatOnce increments the counter; it returns false when this worker's row is gone.
func (m *membership) beatOnce(ctx context.Context) (alive bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, heartbeatTimeout)
	defer cancel()
	err = m.worker.db.WriteUncached(ctx, func(ctx context.Context, tx *db.Tx) error {
		alive, err = incrementHeartbeat(ctx, tx, m.lease)
		return err
	})
	return alive, err
}

// stalled reports whether another worker's counter has not changed for so many heartbeats of this worker as
// take Intervals.StalledAfter.
func (m *membership) stalled(w workerRow) bool {
	p, known := m.peers[w.id]
	if !known || p.beat != w.beat {
		p = peerHeartbeat{beat: w.beat}
	} else {
		p.unmoved++
	}
	m.peers[w.id] = p
	i := m.worker.intervals
	return time.Duration(p.unmoved)*i.Heartbeat >= i.StalledAfter
}
