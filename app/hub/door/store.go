package door

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

const columns = "id, rsvp_id, people, person_name, at"

func scan(row db.Row) (a Arrival, err error) {
	err = row.Scan(&a.ID, &a.RSVPID, &a.People, &a.By, &a.At)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("arrival")
	}
	return a, err
}

// arrivalByID returns an arrival of a registration.
func arrivalByID(ctx context.Context, q db.Queryer, registration, id int64) (Arrival, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM arrivals WHERE id = $1 AND rsvp_id = $2", id, registration))
}

// lastArrivals returns the last arrival of each of these registrations that has one, by the registration's id.
func lastArrivals(ctx context.Context, q db.Queryer, ids []int64) (map[int64]Arrival, error) {
	list, err := db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM arrivals WHERE id IN (SELECT MAX(id) FROM arrivals WHERE rsvp_id IN ("+
		q.Dialect().IDs("$1")+") GROUP BY rsvp_id)", db.IDs(ids)))
	last := make(map[int64]Arrival, len(list))
	for _, a := range list {
		last[a.RSVPID] = a
	}
	return last, err
}

// arrived returns how many people are at an event.
func arrived(ctx context.Context, q db.Queryer, eventID string) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT CAST(COALESCE(SUM(people), 0) AS BIGINT) FROM arrivals WHERE event_id = $1", eventID).Scan(&n)
	return n, err
}

// partyOfTap returns the registration that a tap with this key counted; 0: there is no such tap.
func partyOfTap(ctx context.Context, q db.Queryer, eventID, key string) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT rsvp_id FROM arrivals WHERE event_id = $1 AND tap_key = $2", eventID, key).Scan(&id)
	return id, db.IgnoreNoRows(err)
}

func insert(ctx context.Context, tx *db.Tx, eventID, key string, by auth.Actor, a Arrival) (id int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO arrivals (event_id, rsvp_id, people, tap_key, person_id, person_name, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`, eventID, a.RSVPID, a.People, key, by.PersonID, a.By, a.At).Scan(&id)
	return id, err
}
