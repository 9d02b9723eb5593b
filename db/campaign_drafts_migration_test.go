package db_test

import (
	"slices"
	"testing"

	"presence/db"
)

// Before 00119 an answer by a guest's own link, with the number of another customer, counted as that customer's.
func TestMigrate_campaign_drafts(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d := databaseAt(t, dialect, 118)
			execAll(t, d, `INSERT INTO campaigns (id, event_id, type, status, channel, sender, tracked, salt, created_at, updated_at) VALUES
					(1, 'gala', 'event', 'completed', 'bulk', 'x', FALSE, '', 1, 1)`,
				`INSERT INTO campaign_recipients (id, campaign_id, status, email, email_key, firstname, lastname, language, customer_id) VALUES
					(1, 1, 1, 'c', 'c', '', '', 'fr', 'C-1'), (2, 1, 1, 'd', 'd', '', '', 'fr', 'C-2'), (3, 1, 1, 'z', 'z', '', '', 'fr', ''),
					(4, 1, 1, 'e', 'e', '', '', 'fr', 'C-3')`,
				`INSERT INTO rsvps (id, event_id, identity, name, people, language, confidence, email, email_key, customer_id, recipient_id, created_at,
						responded_at) VALUES
					(1, 'gala', 'email:z', 'Z', 1, 'fr', 'probable', 'z', 'z', 'C-1', 3, 10, 10),
					(2, 'gala', 'customer:C-2', 'D', 2, 'fr', 'probable', 'd', 'd', 'C-2', 2, 20, 20),
					(3, 'gala', 'email:y', 'Y', 1, 'fr', 'probable', 'y', 'y', 'C-3', 3, 30, 30),
					(4, 'gala', 'account:A-3', 'E', 4, 'fr', 'confirmed', 'x', 'x', 'C-3', NULL, 40, 40)`,
				`INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at) VALUES (1, 1, 1, 10), (1, 2, 2, 20), (1, 3, 1, 10),
					(1, 4, 4, 30)`)
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			for query, want := range map[string][]int64{
				"SELECT recipient_id FROM campaign_answers ORDER BY recipient_id": {2, 3, 4},
				"SELECT answered_at FROM campaign_answers ORDER BY recipient_id":  {20, 10, 40},
				"SELECT id FROM campaigns WHERE NOT draft":                        {1},
			} {
				if got, err := db.ReadIDs(d.Query(t.Context(), query)); err != nil || !slices.Equal(got, want) {
					t.Errorf("%s: %v, %v; want %v", query, got, err, want)
				}
			}
		})
	}
}
