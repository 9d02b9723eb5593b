package webhooks

import (
	"context"
	"database/sql"
	"errors"

	"presence/db"
)

const deliveryColumns = "id, endpoint_id, message_id, kind, payload, state, attempts, next_at, created_at, tried_at, status, reason, " +
	"request_id, traceparent"

func scanDelivery(row db.Row) (d Delivery, err error) {
	err = row.Scan(&d.ID, &d.EndpointID, &d.MessageID, (*string)(&d.Kind), &d.Payload, (*string)(&d.State), &d.Attempts, &d.NextAt,
		&d.CreatedAt, &d.TriedAt, &d.Status, &d.Reason, &d.cause.ID, &d.cause.Traceparent)
	return d, err
}

// insertDeliveries queues a delivery to each of the endpoints.
func insertDeliveries(ctx context.Context, tx *db.Tx, d Delivery, to []int64) error {
	in := db.Insert{
		Into: "INSERT INTO webhook_deliveries (endpoint_id, message_id, kind, payload, next_at, created_at, request_id, traceparent)"}
	for _, id := range to {
		in.Add(id, d.MessageID, string(d.Kind), d.Payload, d.CreatedAt, d.CreatedAt, d.cause.ID, d.cause.Traceparent)
	}
	_, err := in.Write(ctx, tx)
	return err
}

// deliveryOf returns the id of the delivery of a message to an endpoint, which was queued a moment ago.
func deliveryOf(ctx context.Context, q db.Queryer, endpoint int64, message string) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND message_id = $2 ORDER BY id DESC"+db.Limit("1"),
		endpoint, message).Scan(&id)
	return id, err
}

func listDeliveries(ctx context.Context, q db.Queryer, endpoint, before int64, rows int) ([]Delivery, error) {
	return db.Collect(scanDelivery)(q.Query(ctx, "SELECT "+deliveryColumns+` FROM webhook_deliveries
		WHERE endpoint_id = $1 AND ($2 = 0 OR id < $2) ORDER BY id DESC`+db.Limit("$3"), endpoint, before, rows))
}

// eachDelivery reads the deliveries of a filter. One that was cancelled, or queued again and not tried yet, has the time of that in
// next_at.
func eachDelivery(ctx context.Context, q db.Queryer, endpoint int64, f Filter, each func(Delivery) error) error {
	return db.Stream(scanDelivery, each)(q.Query(ctx, "SELECT "+deliveryColumns+` FROM webhook_deliveries
		WHERE endpoint_id = $1 AND id > $2 AND (created_at >= $3 OR tried_at >= $3
			OR next_at >= $3 AND (state = 'cancelled' OR state = 'queued' AND attempts = 0)) ORDER BY id`+db.Limit("$4"),
		endpoint, f.After, f.Since, f.Rows))
}

// endpointsDue returns the endpoints for which a delivery is due.
func endpointsDue(ctx context.Context, q db.Queryer, at db.Instant) ([]int64, error) {
	return db.ReadIDs(q.Query(ctx, `SELECT e.id FROM webhook_endpoints e WHERE e.disabled = '' AND EXISTS (SELECT 1 FROM webhook_deliveries d
		WHERE d.endpoint_id = e.id AND d.state = 'queued' AND d.next_at <= $1) ORDER BY e.id`, at))
}

// claim is the lease of a delivery from at until an instant.
type claim struct {
	lease     int64
	at, until db.Instant
}

// claimNext leases the delivery of an endpoint that is due first; nil when there is none that no other worker is about to lease.
func claimNext(ctx context.Context, tx *db.Tx, endpoint int64, x claim) (*claimed, error) {
	d, err := scanDelivery(tx.QueryRow(ctx, `WITH due AS MATERIALIZED (
			SELECT d.id FROM webhook_deliveries d WHERE d.endpoint_id = $1 AND d.state = 'queued' AND d.next_at <= $2
			AND EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND e.disabled = '')
			ORDER BY d.next_at, d.id LIMIT 1`+tx.Dialect().SkipLocked()+`)
		UPDATE webhook_deliveries SET lease = $3, next_at = $4 WHERE id IN (SELECT id FROM due) RETURNING `+deliveryColumns,
		endpoint, x.at, x.lease, x.until))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &claimed{Delivery: d, lease: x.lease}, err
}

// saveDelivered records that a delivery was accepted, even if another worker leases it now.
func saveDelivered(ctx context.Context, tx *db.Tx, d Delivery) error {
	_, err := tx.Exec(ctx, `UPDATE webhook_deliveries SET state = 'delivered', lease = 0, attempts = $2, tried_at = $3, status = $4, reason = ''
		WHERE id = $1 AND state IN ('queued', 'cancelled')`, d.ID, d.Attempts, d.TriedAt, d.Status)
	return err
}

// saveFailed saves a failed attempt if the delivery is still leased to the worker, and reports whether it is.
func saveFailed(ctx context.Context, tx *db.Tx, d Delivery, lease int64) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE webhook_deliveries SET state = $3, lease = 0, attempts = $4, next_at = $5, tried_at = $6, status = $7,
		reason = $8 WHERE id = $1 AND lease = $2 AND state = 'queued'`,
		d.ID, lease, string(d.State), d.Attempts, d.NextAt, d.TriedAt, d.Status, d.Reason)
	return n == 1, err
}

// triesOthers reports whether another delivery to the endpoint was tried and will be tried again.
func triesOthers(ctx context.Context, q db.Queryer, d Delivery) (is bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM webhook_deliveries
		WHERE endpoint_id = $1 AND state = 'queued' AND attempts > 0 AND id <> $2)`, d.EndpointID, d.ID).Scan(&is)
	return is, err
}

// cancelQueued cancels what waits for an endpoint.
func cancelQueued(ctx context.Context, tx *db.Tx, endpoint int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE webhook_deliveries SET state = 'cancelled', lease = 0, next_at = $2 WHERE endpoint_id = $1 AND state = 'queued'",
		endpoint, at)
	return err
}

// cancelDisabled cancels what waits for endpoints that are disabled.
func cancelDisabled(ctx context.Context, tx *db.Tx, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE webhook_deliveries SET state = 'cancelled', lease = 0, next_at = $1 WHERE state = 'queued'
		AND endpoint_id IN (SELECT id FROM webhook_endpoints WHERE disabled <> '')`, at)
	return err
}

// requeue queues a delivery again that is not queued, with all its attempts, and reports whether there is one.
func requeue(ctx context.Context, tx *db.Tx, endpoint, id int64, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE webhook_deliveries SET state = 'queued', attempts = 0, lease = 0, next_at = $3
		WHERE id = $1 AND endpoint_id = $2 AND state <> 'queued'`, id, endpoint, at)
	return n == 1, err
}

// deleteOld deletes at most rows deliveries that were closed and are older than before, or whose endpoint was deleted.
func deleteOld(ctx context.Context, tx *db.Tx, before db.Instant, rows int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM webhook_deliveries WHERE id IN (SELECT d.id FROM webhook_deliveries d
		WHERE d.created_at < $1 AND d.state <> 'queued' OR NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id)`+
		db.Limit("$2")+")", before, rows)
}

// Queue says how many events are still to be delivered.
type Queue struct {
	Length int64
	Oldest db.Instant // when the oldest of them was queued; 0: there is none
}

// CountFailed returns how many events since an instant could not be delivered.
func CountFailed(ctx context.Context, q db.Queryer, since db.Instant) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'failed' AND created_at >= $1", since).Scan(&n)
	return n, err
}

// ReadQueue reads the length of the queue.
func ReadQueue(ctx context.Context, q db.Queryer) (u Queue, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*), COALESCE(MIN(created_at), 0) FROM webhook_deliveries WHERE state = 'queued'").Scan(&u.Length, &u.Oldest)
	return u, err
}
