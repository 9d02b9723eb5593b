package campaigns

import (
	"context"

	"presence/db"
)

// stalledAfter is how many heartbeats of one's own without one of the other's show that the other worker stands still.
const stalledAfter = 8

// lastHeartbeat is how another worker's heartbeat stood, and for how many of this worker's own it has stood so since: no clock of
// another machine, and none that somebody sets, takes part (two workers never disagree about time).
type lastHeartbeat struct {
	beat  int64
	still int
}

// reapWithTimeout is reconcile, given up in time for this worker's next heartbeat: rows that it is to take over may be locked
// by a transaction of the process that stands still, until the server ends it.
func (r *membership) reapWithTimeout(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, heartbeatTimeout)
	defer cancel()
	return r.reapDeadWorkers(ctx)
}

// reapDeadWorkers deletes the rows of workers that are gone or frozen, and takes over what is leased to none. A worker without a
// row claims and marks nothing any more, so that what it leased can be given to others whatever it does.
func (r *membership) reapDeadWorkers(ctx context.Context) error {
	others, err := listWorkers(ctx, r.s.db)
	if err != nil {
		return err
	}
	var dead []int64
	for _, o := range others {
		if o.id == r.id {
			continue
		}
		gone, err := r.lockIsFree(ctx, o)
		if err != nil {
			return err
		}
		if gone || r.heartbeatStalled(o) {
			dead = append(dead, o.id)
			delete(r.seen, o.id)
		}
	}
	if len(dead) > 0 {
		if err := r.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteWorkers(ctx, tx, dead...) }); err != nil {
			return err
		}
		r.log.Warn("campaigns: taking over from workers that are gone", "workers", dead)
	}
	return r.releaseOrphans(ctx)
}

// lockIsFree tells whether the process of another worker has ended, or lost its lock.
func (r *membership) lockIsFree(ctx context.Context, o workerRow) (bool, error) {
	if r.s.db.Dialect() == db.SQLite { // this one holds the only name there is
		return true, nil
	}
	return r.s.db.IsFree(ctx, o.name)
}

// heartbeatStalled tells whether another worker's heartbeats have stopped.
func (r *membership) heartbeatStalled(o workerRow) bool {
	c, known := r.seen[o.id]
	if !known || c.beat != o.beat {
		c = lastHeartbeat{beat: o.beat}
	} else {
		c.still++
	}
	r.seen[o.id] = c
	return c.still >= stalledAfter
}

// releaseOrphans releases what is leased to no member: what was only claimed waits again, what may have been handed
// over is unconfirmed. The leases are found by one statement and each is then taken for itself: a lease is never used
// again, so that one that was nobody's stays so, whoever joins and claims meanwhile.
func (r *membership) releaseOrphans(ctx context.Context) error {
	if !takesOrphans {
		return nil
	}
	list, err := listOrphans(ctx, r.s.db)
	if err != nil {
		return err
	}
	for _, o := range list {
		c, err := byID(ctx, r.s.db, o.campaign)
		if err != nil {
			return err
		}
		if err := r.s.releaseLease(ctx, c, o.lease); err != nil {
			return err
		}
	}
	return nil
}
