package door

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/hub/rsvp"
	"presence/app/platform/errs"
	"presence/db"
)

// eachEntry calls fn for each registration of an event by family name.
func eachEntry(ctx context.Context, q db.Queryer, eventID string, fn func(Entry) error) error {
	here, err := arrivedOf(ctx, q, eventID)
	if err != nil {
		return err
	}
	type placed struct { // what is compared and counted is computed once
		Entry
		place rsvp.Place
		name  string // folded
	}
	names := map[string]int{}
	list, err := db.Collect(func(row db.Row) (e placed, err error) {
		var details string
		if err = row.Scan(&e.ID, &e.Name, &e.name, &e.Note, &details, &e.People); err != nil {
			return e, err
		}
		e.name, _, _ = strings.Cut(e.name, "\n")
		e.place = rsvp.PlaceOf(e.ID, e.name)
		names[e.name]++
		e.Arrived, e.Last = here[e.ID].Arrived, here[e.ID].Last
		d, err := rsvp.UnmarshalDetails(details)
		e.With = d.NamedCompanions()
		return e, err
	})(q.Query(ctx, `SELECT id, name, folded, COALESCE(NULLIF(customer_number, ''), NULLIF(email, ''), phone), details, people FROM rsvps
		WHERE event_id = $1`, eventID))
	if err != nil {
		return err
	}
	slices.SortFunc(list, func(a, b placed) int { return a.place.Compare(b.place) })
	for _, e := range list {
		if names[e.name] == 1 {
			e.Note = ""
		}
		if err := fn(e.Entry); err != nil {
			return err
		}
	}
	return nil
}

// sharedOf returns those of some names that several registrations of an event have. Names are as contact.Fold returns them, with which the
// column folded begins, up to its first line break.
func sharedOf(ctx context.Context, q db.Queryer, eventID string, names []string) ([]string, error) {
	d := q.Dialect()
	// A line break is appended, so that a name without one has an end too.
	line := d.Position("folded || CAST($3 AS TEXT)", "CAST($3 AS TEXT)")
	return db.ReadTexts(q.Query(ctx, "SELECT name FROM (SELECT SUBSTR(folded, 1, "+line+" - 1) AS name FROM rsvps WHERE event_id = $1) n"+
		" WHERE name IN ("+d.Texts("$2")+") GROUP BY name HAVING COUNT(*) > 1", eventID, db.Texts(names), "\n"))
}

// arrivedOf returns how many of each registration of an event have arrived, and the last arrival, by the id of the registration.
func arrivedOf(ctx context.Context, q db.Queryer, eventID string) (map[int64]Entry, error) {
	rows, err := q.Query(ctx, "SELECT rsvp_id, id, people, person_name, at FROM arrivals WHERE event_id = $1 ORDER BY id", eventID)
	if err != nil {
		return nil, err
	}
	found := map[int64]Entry{}
	return found, db.ForEachRow(rows, func() error {
		var a Arrival
		err := rows.Scan(&a.RSVPID, &a.ID, &a.People, &a.By, &a.At)
		found[a.RSVPID] = Entry{Arrived: found[a.RSVPID].Arrived + a.People, Last: a}
		return err
	})
}

// eachCode calls fn for each check-in code of an event.
func eachCode(ctx context.Context, q db.Queryer, eventID string, fn func(Code) error) error {
	return db.Stream(func(row db.Row) (c Code, err error) {
		err = row.Scan(&c.Hash, &c.RSVPID)
		return c, err
	}, fn)(q.Query(ctx, `SELECT c.code_hash, c.rsvp_id FROM rsvp_codes c JOIN rsvps r ON r.id = c.rsvp_id
		WHERE r.event_id = $1`, eventID))
}

// arrivalByKey returns the arrival that the tap with a key has stored.
func arrivalByKey(ctx context.Context, q db.Queryer, eventID, key string) (Arrival, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM arrivals WHERE event_id = $1 AND tap_key = $2", eventID, key))
}

// hold stores an arrival that staff decide about.
func hold(ctx context.Context, tx *db.Tx, party rsvp.RSVP, t Tap, by auth.Actor) error {
	_, err := tx.Exec(ctx, `INSERT INTO held_arrivals (event_id, rsvp_id, people, tap_key, person_name, at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (event_id, tap_key) DO NOTHING`, party.EventID, party.ID, t.People, t.Key, by.Name, t.At)
	return err
}

// isHeld reports whether the tap with a key is held, or was until staff decided.
func isHeld(ctx context.Context, q db.Queryer, eventID, key string) (held bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM held_arrivals WHERE event_id = $1 AND tap_key = $2)", eventID,
		key).Scan(&held)
	return held, err
}

// openHeld returns the first n arrivals that staff have not decided about.
func openHeld(ctx context.Context, q db.Queryer, eventID string, n int64) ([]Arrival, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+
		" FROM held_arrivals WHERE event_id = $1 AND settled_at IS NULL ORDER BY id"+db.Limit("$2"), eventID, n))
}

// heldByID returns a held arrival with the key of its tap.
func heldByID(ctx context.Context, q db.Queryer, eventID string, id int64) (a Arrival, key string, err error) {
	err = q.QueryRow(ctx, "SELECT "+columns+", tap_key FROM held_arrivals WHERE id = $1 AND event_id = $2", id, eventID).
		Scan(&a.ID, &a.RSVPID, &a.People, &a.By, &a.At, &key)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("arrival")
	}
	return a, key, err
}

// recordDecision records when staff decided (settled_at). It returns false if the decision was recorded before.
func recordDecision(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE held_arrivals SET settled_at = $1 WHERE id = $2 AND settled_at IS NULL", at, id)
	return n > 0, err
}

// recordDecisionByKey is recordDecision for the held arrival of the tap with a key.
func recordDecisionByKey(ctx context.Context, tx *db.Tx, eventID, key string, at db.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE held_arrivals SET settled_at = $1 WHERE event_id = $2 AND tap_key = $3
		AND settled_at IS NULL`, at, eventID, key)
	return n > 0, err
}
