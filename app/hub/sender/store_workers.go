package sender

import (
	"context"

	"presence/db"
)

// workerRow is the row of a worker, with its heartbeat counter and the name of its lock.
type workerRow struct {
	id, beat int64
	name     string
}

// insertWorker inserts the row of a worker; bulk and mailbox say whether it has such a channel, other than the outbox.
func insertWorker(ctx context.Context, tx *db.Tx, name string, bulk, mailbox bool, at db.Instant) (id int64, err error) {
	err = tx.QueryRow(ctx, "INSERT INTO campaign_workers (name, bulk, mailbox, started_at) VALUES ($1, $2, $3, $4) RETURNING id",
		name, bulk, mailbox, int64(at)).Scan(&id)
	return id, err
}

func listWorkers(ctx context.Context, q db.Queryer) ([]workerRow, error) {
	return db.Collect(func(row db.Row) (w workerRow, err error) {
		err = row.Scan(&w.id, &w.beat, &w.name)
		return w, err
	})(q.Query(ctx, "SELECT id, beat, name FROM campaign_workers ORDER BY id"))
}

// listReplicas returns the processes with a row, without Alive, and the names of their locks.
func listReplicas(ctx context.Context, q db.Queryer) (list []Replica, names []string, err error) {
	list, err = db.Collect(func(row db.Row) (r Replica, err error) {
		var name string
		err = row.Scan(&r.Number, &name, &r.StartedAt, &r.Bulk, &r.Mailbox)
		names = append(names, name)
		return r, err
	})(q.Query(ctx, "SELECT id, name, started_at, bulk, mailbox FROM campaign_workers ORDER BY id"))
	return list, names, err
}

func incrementHeartbeat(ctx context.Context, tx *db.Tx, id int64) (alive bool, err error) {
	n, err := tx.Exec(ctx, "UPDATE campaign_workers SET beat = beat + 1 WHERE id = $1", id)
	return n > 0, err
}

// deleteWorkers deletes the rows of workers. Without its row a worker can neither claim nor mark anything.
func deleteWorkers(ctx context.Context, tx *db.Tx, ids ...int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM campaign_workers WHERE id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids))
	return err
}

// CountWorkers returns the number of workers: one for each process that sends, and those whose death nobody has noticed yet.
func CountWorkers(ctx context.Context, q db.Queryer) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM campaign_workers").Scan(&n)
	return n, err
}
