package rsvp

import (
	"context"

	"presence/app/accounts/outgoingmail"
	"presence/app/hub/suppressions"
	"presence/db"
)

// reachable selects the registrations of an event ($1) whose guests are coming and have an address that takes mail.
var reachable = ` FROM rsvps WHERE event_id = $1 AND people > 0 AND email_key <> '' AND ` + suppressions.TakesPracticalMail("rsvps.email_key")

// unaware selects those of reachable that were queued no message about a version of the event; $2 is the beginning of its Once
// (pendingUpdate.once).
var unaware = reachable + " AND NOT " + outgoingmail.QueuedSQL("CAST($2 AS TEXT) || CAST(rsvps.id AS TEXT)")

func countReachable(ctx context.Context, q db.Queryer, eventID string) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*)"+reachable, eventID).Scan(&n)
	return n, err
}

func countUnaware(ctx context.Context, q db.Queryer, eventID string, u pendingUpdate) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*)"+unaware, eventID, u.once(eventID)).Scan(&n)
	return n, err
}

// listUnaware returns the first n of the guests who are still to be told, in the order of their ids.
func listUnaware(ctx context.Context, q db.Queryer, eventID string, u pendingUpdate, n int64) ([]RSVP, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+unaware+" AND id > $3 ORDER BY id"+db.Limit("$4"),
		eventID, u.once(eventID), u.after, n))
}

// eventsWithUpdate returns the events of which guests are to be told.
func eventsWithUpdate(ctx context.Context, q db.Queryer) ([]string, error) {
	return db.ReadTexts(q.Query(ctx, "SELECT event_id FROM rsvp_tallies WHERE update_version <> 0 ORDER BY id"))
}

// updateOf returns what the guests of an event are to be told.
func updateOf(ctx context.Context, q db.Queryer, eventID string) (u pendingUpdate, err error) {
	err = q.QueryRow(ctx, "SELECT update_version, update_after FROM rsvp_tallies WHERE event_id = $1", eventID).Scan(&u.version, &u.after)
	return u, db.IgnoreNoRows(err)
}

func setUpdate(ctx context.Context, tx *db.Tx, tally int64, u pendingUpdate) error {
	_, err := tx.Exec(ctx, "UPDATE rsvp_tallies SET update_version = $2, update_after = $3 WHERE id = $1", tally, u.version, u.after)
	return err
}
