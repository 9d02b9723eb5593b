package db_test

import (
	"slices"
	"testing"

	"presence/db"
)

// Before 00118 a registration did not say when it last changed, an answer with the number of a customer counted as that customer's, and
// messages after it had the customer's link.
func TestMigrate_registration_changes(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d := databaseAt(t, dialect, 117)
			execAll(t, d, `INSERT INTO campaigns (id, event_id, type, status, channel, sender, tracked, salt, created_at, updated_at) VALUES
					(1, 'gala', 'event', 'completed', 'bulk', 'x', FALSE, '', 1, 1), (2, 'gala', 'message', 'completed', 'bulk', 'x', FALSE, '', 1, 1)`,
				`INSERT INTO campaign_recipients (id, campaign_id, status, email, email_key, firstname, lastname, language, customer_id) VALUES
					(1, 1, 1, 'c', 'c', '', '', 'fr', 'C-1'), (2, 1, 1, 'd', 'd', '', '', 'fr', 'C-2'), (3, 2, 1, 'z', 'z', '', '', 'fr', 'C-1'),
					(4, 2, 1, 'd', 'd', '', '', 'fr', 'C-2')`,
				`INSERT INTO rsvps (id, event_id, identity, name, people, language, confidence, email, email_key, customer_id, recipient_id, created_at,
						responded_at) VALUES
					(1, 'gala', 'email:z', 'Z', 1, 'fr', 'probable', 'z', 'z', 'C-1', NULL, 10, 10),
					(2, 'gala', 'customer:C-2', 'D', 2, 'fr', 'probable', 'd', 'd', 'C-2', 2, 20, 20),
					(3, 'gala', 'email:y', 'Y', 2, 'fr', 'none', 'y', 'y', '', NULL, 30, 30)`,
				`INSERT INTO rsvp_revisions (rsvp_id, version, content, replaced_at) VALUES (2, 1, '{}', 25), (3, 1, '{}', 30)`,
				`INSERT INTO arrivals (event_id, rsvp_id, people, tap_key, person_name, at) VALUES ('gala', 3, 1, 'k', 'R', 40)`,
				`INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at) VALUES (1, 1, 1, 10), (1, 2, 2, 20), (2, 3, 1, 10), (2, 4, 2, 20)`,
				`INSERT INTO rsvp_links (token_hash, event_id, name, email, language, customer_id, recipient_id, created_at) VALUES
					('3', 'gala', 'Z', 'z', 'fr', 'C-1', 3, 1), ('4', 'gala', 'D', 'd', 'fr', 'C-2', 4, 1), ('1', 'gala', 'C', 'c', 'fr', 'C-1', 1, 1)`)
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, x := range []struct {
				what, query string
				want        []int64
			}{
				{"the last changes", "SELECT changed_at FROM rsvps ORDER BY id", []int64{10, 25, 40}},
				{"the recipients who have answered", "SELECT recipient_id FROM campaign_answers ORDER BY recipient_id", []int64{2, 3, 4}},
				{"the recipients with links of customers", "SELECT recipient_id FROM rsvp_links WHERE customer_id <> '' ORDER BY recipient_id",
					[]int64{1, 4}},
				{"the recipients who are customers", "SELECT id FROM campaign_recipients WHERE customer_id <> '' ORDER BY id", []int64{1, 2, 4}},
			} {
				if got, err := db.ReadIDs(d.Query(t.Context(), x.query)); err != nil || !slices.Equal(got, x.want) {
					t.Errorf("%s are %v, %v; want %v", x.what, got, err, x.want)
				}
			}
		})
	}
}
