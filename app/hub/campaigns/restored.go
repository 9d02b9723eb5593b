package campaigns

import (
	"context"
	"time"

	"presence/db"
)

// HoldRestored makes the sends of a restored backup wait for staff, and gives how many do. The database does not know to
// whom messages went after the backup was taken, so that none of its sends may go on by itself: those under way are
// interrupted and those that stand still give Restored as their reason. What a worker had marked in the backup is
// unconfirmed, and no worker of the backup is left (R11). No process may send from d meanwhile.
func HoldRestored(ctx context.Context, d *db.DB, now time.Time) (held int64, err error) {
	at := db.InstantOf(now)
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := deleteAllWorkers(ctx, tx); err != nil {
			return err
		}
		left, err := listOrphans(ctx, tx)
		if err != nil {
			return err
		}
		for _, o := range left {
			if err := releaseOrphan(ctx, tx, o, at); err != nil {
				return err
			}
		}
		held, err = holdRestored(ctx, tx, at)
		return err
	})
	return held, err
}

// releaseOrphan takes back what a lease holds.
func releaseOrphan(ctx context.Context, tx *db.Tx, o orphanedLease, at db.Instant) error {
	c, err := byID(ctx, tx, o.campaign)
	if err != nil {
		return err
	}
	change, err := releaseLeased(ctx, tx, c, o.lease)
	if err != nil {
		return err
	}
	return addCounts(ctx, tx, c.ID, change, at)
}
