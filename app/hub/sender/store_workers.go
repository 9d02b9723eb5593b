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

// Channels says over which channels a worker can send, beside the outbox, which each has.
type Channels struct{ Bulk, Mailbox bool }

// insertWorker inserts the row of a worker of a server.
func insertWorker(ctx context.Context, tx *db.Tx, name, server string, has Channels, at db.Instant) (id int64, err error) {
	err = tx.QueryRow(ctx, "INSERT INTO campaign_workers (name, replica, bulk, mailbox, started_at) VALUES ($1, $2, $3, $4, $5) RETURNING id",
		name, server, has.Bulk, has.Mailbox, int64(at)).Scan(&id)
	return id, err
}

// ChannelsOfServers returns the channels of the servers that send campaigns, by the ids of their registrations (db.Replica).
func ChannelsOfServers(ctx context.Context, q db.Queryer) (map[string]Channels, error) {
	found := map[string]Channels{}
	rows, err := q.Query(ctx, "SELECT replica, bulk, mailbox FROM campaign_workers") //nolint:sqlclosecheck // ForEachRow closes them
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		var server string
		var has Channels
		err := rows.Scan(&server, &has.Bulk, &has.Mailbox)
		found[server] = has
		return err
	})
	return found, err
}

func listWorkers(ctx context.Context, q db.Queryer) ([]workerRow, error) {
	return db.Collect(func(row db.Row) (w workerRow, err error) {
		err = row.Scan(&w.id, &w.beat, &w.name)
		return w, err
	})(q.Query(ctx, "SELECT id, beat, name FROM campaign_workers ORDER BY id"))
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
