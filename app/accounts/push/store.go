package push

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/platform/errs"
	"presence/db"
)

const deviceColumns = "id, person_id, endpoint, keys, device, created_at, used_at, failures"

func scanDevice(row db.Row) (d Device, err error) {
	err = row.Scan(&d.ID, &d.person, &d.endpoint, &d.keys, &d.Name, &d.CreatedAt, &d.UsedAt, &d.Failures)
	return d, err
}

// listDevices returns a person's devices, the newest first.
func listDevices(ctx context.Context, q db.Queryer, person string) ([]Device, error) {
	return db.Collect(scanDevice)(q.Query(ctx, "SELECT "+deviceColumns+" FROM push_subscriptions WHERE person_id = $1 ORDER BY id DESC", person))
}

// saveDevice inserts a device or, if its person has it already, replaces its keys and what is known of it.
func saveDevice(ctx context.Context, tx *db.Tx, d Device, session []byte) (id int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO push_subscriptions (person_id, endpoint, keys, device, session_hash, created_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (endpoint) DO UPDATE SET keys = excluded.keys, device = excluded.device,
		session_hash = excluded.session_hash, failures = 0 RETURNING id`, d.person, d.endpoint, d.keys, d.Name, session, d.CreatedAt).Scan(&id)
	return id, err
}

func deleteByEndpoint(ctx context.Context, tx *db.Tx, endpoint string) error {
	_, err := tx.Exec(ctx, "DELETE FROM push_subscriptions WHERE endpoint = $1", endpoint)
	return err
}

// deleteOwn deletes one of the person's own devices and returns its name.
func deleteOwn(ctx context.Context, tx *db.Tx, person string, id int64) (name string, err error) {
	err = tx.QueryRow(ctx, "DELETE FROM push_subscriptions WHERE id = $1 AND person_id = $2 RETURNING device", id, person).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("device")
	}
	return name, err
}

// devicesOf returns the ids of the devices of some people, by person.
func devicesOf(ctx context.Context, q db.Queryer, people []string) (map[string][]int64, error) {
	of := map[string][]int64{}
	rows, err := q.Query(ctx, "SELECT person_id, id FROM push_subscriptions WHERE person_id IN ("+q.Dialect().Texts("$1")+") ORDER BY id",
		db.Texts(people))
	if err != nil {
		return nil, err
	}
	return of, db.ForEachRow(rows, func() error {
		var person string
		var id int64
		err := rows.Scan(&person, &id)
		of[person] = append(of[person], id)
		return err
	})
}

// HasDevice returns the condition that the person of a placeholder has a device.
const HasDevice = "EXISTS (SELECT 1 FROM push_subscriptions d WHERE d.person_id = ?)"

// insertMessages queues each notice for each device of its person.
func insertMessages(ctx context.Context, tx *db.Tx, list []Message, devices map[string][]int64, at db.Instant) error {
	in := db.Insert{Into: "INSERT INTO push_messages (subscription_id, notification_id, payload, next_at, created_at)"}
	n := 0
	for _, m := range list {
		payload, err := m.encode()
		if err != nil {
			return err
		}
		for _, id := range devices[m.PersonID] {
			in.Add(id, m.Notification, payload, at, at)
			n++
		}
	}
	if n == 0 {
		return nil
	}
	_, err := in.Write(ctx, tx)
	return err
}

// anyDue reports whether a notice is due.
func anyDue(ctx context.Context, q db.Queryer, at db.Instant) (due bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM push_messages WHERE next_at <= $1)", at).Scan(&due)
	return due, err
}

// claimed is a notice that is leased to a worker, with its device.
type claimed struct {
	id        int64
	payload   string
	attempts  int64
	createdAt db.Instant
	unread    bool // its notification has not been read
	device    Device
}

// claimDue leases at most rows notices that are due to a worker, until an instant. Those that another worker is about to
// lease are left out.
func claimDue(ctx context.Context, tx *db.Tx, lease int64, at, until db.Instant, rows int) ([]claimed, error) {
	_, err := tx.Exec(ctx, `WITH due AS MATERIALIZED (SELECT id FROM push_messages WHERE next_at <= $1 ORDER BY next_at, id`+db.Limit("$2")+
		tx.Dialect().SkipLocked()+`) UPDATE push_messages SET lease = $3, next_at = $4 WHERE id IN (SELECT id FROM due)`, at, rows, lease, until)
	if err != nil {
		return nil, err
	}
	return db.Collect(func(row db.Row) (c claimed, err error) {
		d := &c.device
		err = row.Scan(&c.id, &c.payload, &c.attempts, &c.createdAt, &c.unread, &d.ID, &d.person, &d.endpoint, &d.keys, &d.Name, &d.CreatedAt,
			&d.UsedAt, &d.Failures)
		return c, err
	})(tx.Query(ctx, `SELECT m.id, m.payload, m.attempts, m.created_at,
		EXISTS (SELECT 1 FROM notifications n WHERE n.id = m.notification_id AND n.read_at IS NULL),
		s.id, s.person_id, s.endpoint, s.keys, s.device, s.created_at, s.used_at, s.failures
		FROM push_messages m JOIN push_subscriptions s ON s.id = m.subscription_id WHERE m.lease = $1 AND m.next_at = $2 ORDER BY m.id`,
		lease, until))
}

// closeMessages deletes notices that are still leased to a worker.
func closeMessages(ctx context.Context, tx *db.Tx, lease int64, ids []int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM push_messages WHERE lease = $1 AND id IN ("+tx.Dialect().IDs("$2")+")", lease, db.IDs(ids))
	return err
}

// release ends the lease of notices for which no attempt was made.
func release(ctx context.Context, tx *db.Tx, lease int64, ids []int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE push_messages SET lease = 0, next_at = $3 WHERE lease = $1 AND id IN ("+tx.Dialect().IDs("$2")+")", lease,
		db.IDs(ids), at)
	return err
}

// postpone ends the lease of a notice until its next attempt.
func postpone(ctx context.Context, tx *db.Tx, lease, id int64, next db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE push_messages SET lease = 0, attempts = attempts + 1, next_at = $3 WHERE lease = $1 AND id = $2", lease, id, next)
	return err
}

// markUsed records that notices for some devices were accepted.
func markUsed(ctx context.Context, tx *db.Tx, devices []int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE push_subscriptions SET used_at = $1, failures = 0 WHERE id IN ("+tx.Dialect().IDs("$2")+")", at, db.IDs(devices))
	return err
}

// markFailed adds 1 to the failures of each device, and deletes the devices that have reached maxFailures.
func markFailed(ctx context.Context, tx *db.Tx, devices []int64) error {
	if _, err := tx.Exec(ctx, "UPDATE push_subscriptions SET failures = failures + 1 WHERE id IN ("+tx.Dialect().IDs("$1")+")",
		db.IDs(devices)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM push_subscriptions WHERE failures >= $1 AND id IN ("+tx.Dialect().IDs("$2")+")", maxFailures, db.IDs(devices))
	return err
}

// deleteGone deletes devices that their push service does not know any more.
func deleteGone(ctx context.Context, tx *db.Tx, devices []int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM push_subscriptions WHERE id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(devices))
	return err
}

// sealedTexts returns the sealed keys of all devices by their places.
func sealedTexts(ctx context.Context, q db.Queryer) (map[string][]byte, error) {
	rows, err := q.Query(ctx, "SELECT endpoint, keys FROM push_subscriptions")
	if err != nil {
		return nil, err
	}
	texts := map[string][]byte{}
	return texts, db.ForEachRow(rows, func() error {
		var endpoint string
		var sealed []byte
		err := rows.Scan(&endpoint, &sealed)
		texts[place(endpoint)] = sealed
		return err
	})
}

// Queue says how many notices are still to be sent.
type Queue struct {
	Length int64
	Oldest db.Instant // when the oldest of them was queued; 0: there is none
}

// ReadQueue reads the length of the queue.
func ReadQueue(ctx context.Context, q db.Queryer) (u Queue, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*), COALESCE(MIN(created_at), 0) FROM push_messages").Scan(&u.Length, &u.Oldest)
	return u, err
}
