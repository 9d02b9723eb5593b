package campaigns

import (
	"context"

	"presence/db"
)

// workerRow is a process that sends.
type workerRow struct {
	id, beat int64
	name     string
}

func insertWorker(ctx context.Context, tx *db.Tx, name string, at db.Instant) (id int64, err error) {
	err = tx.QueryRow(ctx, "INSERT INTO campaign_workers (name, started_at) VALUES ($1, $2) RETURNING id", name, int64(at)).Scan(&id)
	return id, err
}

func listWorkers(ctx context.Context, q db.Queryer) (all []workerRow, err error) {
	rows, err := q.Query(ctx, "SELECT id, beat, name FROM campaign_workers ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var w workerRow
		if err := rows.Scan(&w.id, &w.beat, &w.name); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, rows.Err()
}

func incrementHeartbeat(ctx context.Context, tx *db.Tx, id int64) (alive bool, err error) {
	n, err := tx.Exec(ctx, "UPDATE campaign_workers SET beat = beat + 1 WHERE id = $1", id)
	return n > 0, err
}

// deleteWorkers takes the right to claim and to mark away from workers.
func deleteWorkers(ctx context.Context, tx *db.Tx, ids ...int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM campaign_workers WHERE id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids))
	return err
}

// workerExists is the condition that the worker of a placeholder has its row.
func workerExists(worker string) string {
	return "EXISTS (SELECT 1 FROM campaign_workers WHERE id = " + worker + ")"
}

// orphanedLease is a lease in a campaign that is no member's.
type orphanedLease struct{ campaign, lease int64 }

// listOrphans finds them in the campaigns that may hold any. It must stay one statement: a worker joins before it claims,
// so that one snapshot that has its claims has its row too.
func listOrphans(ctx context.Context, q db.Queryer) (list []orphanedLease, err error) {
	rows, err := q.Query(ctx, `SELECT DISTINCT r.campaign_id, r.lease FROM campaigns c JOIN campaign_recipients r ON r.id BETWEEN c.first_id AND c.last_id AND +r.campaign_id = c.id
		WHERE c.pending > c.unconfirmed AND r.status = 0 AND r.phase IN (1, 2) AND NOT `+workerExists("r.lease")+" ORDER BY 1, 2")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var o orphanedLease
		if err := rows.Scan(&o.campaign, &o.lease); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, rows.Err()
}
