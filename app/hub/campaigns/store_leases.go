package campaigns

import (
	"context"

	"presence/db"
)

// workerExists is the condition that the worker with that placeholder has its row.
func workerExists(worker string) string {
	return "EXISTS (SELECT 1 FROM campaign_workers WHERE id = " + worker + ")"
}

// Lease is a worker's lease of recipients of a campaign.
type Lease struct{ Campaign, Worker int64 }

// Leases returns all leases.
func Leases(ctx context.Context, q db.Queryer) ([]Lease, error) {
	return leasesThat(ctx, q, "TRUE")
}

// OrphanedLeases returns the leases whose worker has no row. It must be a single statement: a worker inserts its row before it
// claims, so that a snapshot with its claims also contains its row.
func OrphanedLeases(ctx context.Context, q db.Queryer) ([]Lease, error) {
	return leasesThat(ctx, q, "NOT "+workerExists("r.lease"))
}

// leasesThat returns the leases that meet a condition on their recipients r. It does not look at the counts of campaigns: a lease
// is found even if these are wrong.
func leasesThat(ctx context.Context, q db.Queryer, condition string) ([]Lease, error) {
	return db.Collect(func(row db.Row) (l Lease, err error) {
		err = row.Scan(&l.Campaign, &l.Worker)
		return l, err
	})(q.Query(ctx, "SELECT DISTINCT r.campaign_id, r.lease FROM campaign_recipients r WHERE "+PendingIn("r.", PhaseClaimed, PhaseInFlight)+
		" AND "+condition+" ORDER BY 1, 2"))
}
