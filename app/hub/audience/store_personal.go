package audience

import (
	"context"

	"presence/app/hub/events"
	"presence/app/platform/personal"
	"presence/db"
)

// withLists selects the events that have lists. Entries are looked up event by event, because their indexes begin with the event.
const withLists = "SELECT DISTINCT event_id FROM audience_sources"

// Personal says what the lists of events hold of a person.
func Personal() []personal.Table {
	return []personal.Table{{
		Name: "audience_entries",
		Of: "id IN (SELECT a.id FROM (" + withLists + ") l CROSS JOIN audience_entries a WHERE a.event_id = l.event_id " +
			"AND a.email_key IN ({emails}) AND a.customer_id NOT IN ({others}) " +
			"UNION SELECT a.id FROM (" + withLists + ") l CROSS JOIN audience_entries a WHERE a.event_id = l.event_id " +
			"AND a.customer_id <> '' AND a.customer_id IN ({numbers}))",
		At: "created_at", Event: "event_id", What: "email", Link: "event_id",
		Show:   []string{"id", "event_id", "email", "firstname", "lastname", "language", "customer_id", "phone", "created_at"},
		Before: countOut,
	}}
}

// countOut takes entries off the counts of their batches.
func countOut(ctx context.Context, tx *db.Tx, _ personal.Subject, ids []int64) error {
	_, err := tx.Exec(ctx, `UPDATE audience_sources SET
		entries = entries - (SELECT COUNT(*) FROM audience_entries e WHERE e.source_id = audience_sources.id AND e.id IN (`+tx.Dialect().IDs("$1")+`)),
		english = english - (SELECT COUNT(*) FROM audience_entries e WHERE e.source_id = audience_sources.id AND e.language = 'en'
			AND e.id IN (`+tx.Dialect().IDs("$1")+`))
		WHERE state = 'live' AND id IN (SELECT e.source_id FROM audience_entries e WHERE e.id IN (`+tx.Dialect().IDs("$1")+`))`, db.IDs(ids))
	return err
}

// Rules are the entries of the audiences of past events.
func Rules() []personal.Rule {
	return []personal.Rule{{Group: "event_id", Table: personal.Table{Name: "audience_entries",
		Of: events.EndedBefore(), Before: countOut}}}
}
