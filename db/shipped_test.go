package db_test

import (
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// TestMigrate_events_in_use_stay_open carries a database of the last release, to which every event that ships with the
// program was open, to this program, where such events are drafts (R1).
func TestMigrate_events_in_use_stay_open(t *testing.T) {
	inUse := []string{
		`INSERT INTO audience_sources (id, event_id, kind, label, state, seen_at, created_at, created_by) VALUES
			(1, 'listed', 'manual', '', 'live', 1, 1, 'x'), (2, 'cleared', 'manual', '', 'dead', 1, 1, 'x'), (3, 'saved', 'manual', '', 'live', 1, 1, 'x')`,
		`INSERT INTO audience_entries (event_id, source_id, email, email_key, created_at) VALUES
			('listed', 1, 'a@example.com', 'a@example.com', 1), ('listed', 1, 'b@example.com', 'b@example.com', 1),
			('cleared', 2, 'a@example.com', 'a@example.com', 1), ('saved', 3, 'a@example.com', 'a@example.com', 1)`,
		`INSERT INTO rsvps (event_id, identity, name, people, language, confidence, created_at, responded_at) VALUES
			('answered', 'name:x', 'X', 1, 'fr', 'none', 1, 1), ('listed', 'name:x', 'X', 1, 'fr', 'none', 1, 1)`,
		`INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, created_at, updated_at) VALUES
			('invited', 'event', 'completed', 'bulk', 'x@example.com', TRUE, 'x', 1, 1)`,
		`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at)
		VALUES ('saved', 'draft', 1, 2, 'or', 'T', 1, 1)`,
	}
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d, err := db.Open(t.Context(), dbtest.Empty(t, dialect), db.Options{Conns: 3})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { d.Close() })
			if err := db.MigrateTo(t.Context(), d, released); err != nil {
				t.Fatal(err)
			}
			execAll(t, d, inUse...)
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			for id, want := range map[string]bool{"listed": true, "answered": true, "invited": true, "cleared": false, "saved": false,
				"unused": false} {
				var open bool
				err := d.QueryRow(t.Context(), "SELECT EXISTS (SELECT 1 FROM events_open_as_shipped WHERE event_id = $1)", id).Scan(&open)
				if err != nil || open != want {
					t.Errorf("open as it ships: %s %v, %v; want %v", id, open, err, want)
				}
			}
		})
	}
}
