package sender

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/db"
)

// reapWithTimeout calls reapDeadWorkers with a timeout: a transaction of the stalled process may hold row locks until the server
// ends it.
func (m *membership) reapWithTimeout(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, heartbeatTimeout)
	defer cancel()
	return m.reapDeadWorkers(ctx)
}

// reapDeadWorkers deletes the rows of workers that are dead or stalled and releases their leases. A worker without its row
// can neither claim nor mark anything, so that its recipients may be given to others even if it wakes up.
func (m *membership) reapDeadWorkers(ctx context.Context) error {
	workers, err := listWorkers(ctx, m.worker.db)
	if err != nil {
		return err
	}
	var dead []int64
	for _, w := range workers {
		if w.id == m.lease {
			continue
		}
		free, err := m.lockIsFree(ctx, w)
		if err != nil {
			return err
		}
		if free || m.stalled(w) {
			dead = append(dead, w.id)
		}
	}
	if len(dead) > 0 {
		if err := m.worker.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteWorkers(ctx, tx, dead...) }); err != nil {
			return err // they are known to be dead: the next heartbeat tries again
		}
		for _, id := range dead {
			delete(m.peers, id)
		}
		m.worker.log.Warn("sender: taking over from dead workers", "workers", dead)
	}
	return m.releaseOrphans(ctx)
}

// lockIsFree reports whether another worker's process has ended or lost its lock. On SQLite it is always true, since this
// process holds the only lock.
func (m *membership) lockIsFree(ctx context.Context, w workerRow) (bool, error) {
	if m.worker.db.Dialect().OneMachine() {
		return true, nil
	}
	return m.worker.db.IsLockFree(ctx, w.name)
}

// releaseOrphans releases the leases that belong to no worker: claimed recipients wait again, those in flight become unconfirmed.
// One statement finds all such leases, and they are released one by one. A lease that had no worker when it was found has none
// when it is released, even if other workers join and claim in between, because an id is never used twice.
func (m *membership) releaseOrphans(ctx context.Context) error {
	orphans, err := campaigns.OrphanedLeases(ctx, m.worker.db)
	if err != nil {
		return err
	}
	for _, o := range orphans {
		if err := m.worker.releaseLease(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

func (w *Worker) releaseLease(ctx context.Context, l campaigns.Lease) error {
	return w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := release(ctx, tx, w.now(), l); err != nil {
			return err
		}
		return tx.Signal(ctx, campaigns.Changed)
	})
}

// release releases a lease in one campaign.
func release(ctx context.Context, tx *db.Tx, at db.Instant, l campaigns.Lease) error {
	c, err := campaigns.ByID(ctx, tx, l.Campaign)
	if err != nil {
		return err
	}
	_, err = campaigns.MoveRecipients(ctx, tx, at, auth.Actor{}, func(m *campaigns.Moves) error {
		return campaigns.Release(ctx, m, c, l.Worker)
	})
	return err
}

// HoldRestored stops all sends of a restored backup, or of an imported archive, until staff resume them, and returns their
// number. The database does not know which messages were sent after the copy was made, so no send may continue by itself: sends in
// progress are interrupted, and paused ones get the reason Restored. Recipients in flight in the copy become unconfirmed (R11).
// All leases are released, since they are of workers of the installation that was copied, even if a worker of this one has the
// same id. The rows of workers stay: that of a running server, which goes on as a member, is its own, and those of a backup are
// deleted by the first worker that joins.
func HoldRestored(ctx context.Context, d *db.DB, now time.Time) (held int64, err error) {
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		leases, err := campaigns.Leases(ctx, tx)
		if err != nil {
			return err
		}
		for _, l := range leases {
			if err := release(ctx, tx, db.InstantOf(now), l); err != nil {
				return err
			}
		}
		held, err = campaigns.HoldUnfinished(ctx, tx, db.InstantOf(now))
		return err
	})
	return held, err
}
