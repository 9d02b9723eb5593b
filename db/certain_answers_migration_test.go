package db_test

import (
	"slices"
	"testing"

	"presence/db"
)

// Before 00121 a customer's answer did not count when the guest had given less since, although the registration was kept under the
// customer or the customer's account.
func TestMigrate_certain_answers(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d := databaseAt(t, dialect, 120)
			execAll(t, d, `INSERT INTO campaigns (id, event_id, type, status, channel, sender, tracked, salt, created_at, updated_at) VALUES
					(1, 'gala', 'event', 'completed', 'bulk', 'x', FALSE, '', 1, 1)`,
				`INSERT INTO campaign_recipients (id, campaign_id, status, email, email_key, firstname, lastname, language, customer_id) VALUES
					(1, 1, 1, 'c', 'c', '', '', 'fr', 'C-1'), (2, 1, 1, 'd', 'd', '', '', 'fr', 'C-2'), (3, 1, 1, 'e', 'e', '', '', 'fr', 'C-3'),
					(4, 1, 1, 'f', 'f', '', '', 'fr', 'C-4')`,
				`INSERT INTO rsvps (id, event_id, identity, name, people, language, confidence, email, email_key, customer_id, created_at,
						responded_at) VALUES
					(1, 'gala', 'account:A-1', 'C', 1, 'fr', 'probable', 'x', 'x', 'C-1', 10, 10),
					(2, 'gala', 'customer:C-2', 'D', 2, 'fr', 'probable', 'y', 'y', 'C-2', 20, 20),
					(3, 'gala', 'email:z', 'E', 3, 'fr', 'probable', 'z', 'z', 'C-3', 30, 30),
					(4, 'gala', 'customer:C-9', 'F', 4, 'fr', 'probable', 'w', 'w', 'C-4', 40, 40)`,
				"INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at) VALUES (1, 4, 4, 40)")
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			for query, want := range map[string][]int64{
				"SELECT recipient_id FROM campaign_answers ORDER BY recipient_id": {1, 2},
				"SELECT answered_at FROM campaign_answers ORDER BY recipient_id":  {10, 20},
			} {
				if got, err := db.ReadIDs(d.Query(t.Context(), query)); err != nil || !slices.Equal(got, want) {
					t.Errorf("%s: %v, %v; want %v", query, got, err, want)
				}
			}
		})
	}
}
