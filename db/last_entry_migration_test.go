package db_test

import (
	"slices"
	"testing"

	"presence/db"
)

// Of campaigns that were sent before 00116, the last entry of the list is the one up to which each entry has a recipient, in the invitation
// or a follow-up, with its address or of its customer.
func TestMigrate_last_entry(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d := databaseAt(t, dialect, 115)
			campaign := func(id, event, follows, total string) string {
				return "INSERT INTO campaigns (id, event_id, follows, total, pending, type, status, channel, sender, tracked, salt, created_at, " +
					"updated_at) VALUES (" + id + ", '" + event + "', " + follows + ", " + total + ", " + total +
					", 'event', 'completed', 'bulk', 'x', FALSE, '', 1, 1)"
			}
			recipient := func(campaign, address, customer string) string {
				return "INSERT INTO campaign_recipients (campaign_id, status, email, email_key, firstname, lastname, language, customer_id) VALUES (" +
					campaign + ", 0, 'x', '" + address + "', '', '', 'fr', '" + customer + "')"
			}
			entry := func(id, event, source, address, customer string) string {
				return "INSERT INTO audience_entries (id, event_id, source_id, email, email_key, customer_id, created_at) VALUES (" + id + ", '" + event +
					"', " + source + ", 'x', '" + address + "', '" + customer + "', 1)"
			}
			execAll(t, d, `INSERT INTO audience_sources (id, event_id, kind, label, state, seen_at, created_at, created_by) VALUES
				(1, 'gala', 'csv', '{}', 'live', 1, 1, ''), (2, 'gala', 'csv', '{}', 'staged', 1, 1, ''), (3, 'ball', 'csv', '{}', 'live', 1, 1, '')`,
				entry("10", "gala", "1", "a", ""), entry("11", "gala", "1", "b", ""), entry("12", "gala", "1", "c2", "C"),
				entry("14", "gala", "1", "d", ""), entry("15", "gala", "1", "e", ""), entry("20", "gala", "2", "f", ""), entry("30", "ball", "3", "a", ""),
				campaign("1", "gala", "NULL", "2"), campaign("2", "gala", "1", "1"), campaign("3", "gala", "NULL", "1"), campaign("4", "ball", "NULL", "1"),
				campaign("5", "ball", "NULL", "0"),
				recipient("1", "a", ""), recipient("1", "c", "C"), recipient("2", "b", ""), // all but d and e
				recipient("3", "b", ""), // neither a
				recipient("4", "a", ""))
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			got, err := db.ReadIDs(d.Query(t.Context(), "SELECT last_entry FROM campaigns ORDER BY id"))
			if want := []int64{13, 0, 9, 30, 0}; err != nil || !slices.Equal(got, want) {
				t.Errorf("got %v, %v; want %v", got, err, want)
			}
		})
	}
}
