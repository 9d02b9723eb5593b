package demo

import (
	"testing"
	"time"

	"presence/app/hub/directory"
	"presence/db"
	"presence/db/dbtest"
)

// TestCustomers_ShowEverything checks that the demo's directory has customers of every kind, so that each filter finds some.
func TestCustomers_ShowEverything(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	s := directory.NewService(d, func() time.Time { return time.Unix(1_800_000_000, 0) }, directory.Config{Source: Customers{}})
	r, err := s.Sync(t.Context(), directory.SyncOptions{})
	if err != nil || r.Added != customerCount || r.Rejected != 0 {
		t.Fatalf("the run is %+v, %v", r, err)
	}
	for name, query := range map[string]string{
		"has companies":                        "SELECT COUNT(*) FROM directory_live WHERE type = 'Company'",
		"has former customers":                 "SELECT COUNT(*) FROM directory_live WHERE account_status = 'resiliated'",
		"has customers without an address":     "SELECT COUNT(*) FROM directory_live WHERE email = ''",
		"has customers with several addresses": "SELECT COUNT(DISTINCT customer) FROM directory_emails WHERE position = 1",
		"has addresses that customers share": "SELECT COUNT(*) FROM (SELECT email_key FROM directory_emails GROUP BY email_key HAVING " +
			"COUNT(*) > 1) AS x",
		"has customers who speak English":       "SELECT COUNT(*) FROM directory_live WHERE language = 'en'",
		"has customers without a plan":          "SELECT COUNT(*) FROM directory_live WHERE NOT subscribed",
		"has customers with more than one plan": "SELECT COUNT(*) FROM directory_live WHERE monthly_cents > 8000",
		"has accounts under another name":       "SELECT COUNT(*) FROM directory_live WHERE account_name <> name",
		"has mandataries":                       "SELECT COUNT(*) FROM directory_live WHERE mandatary <> ''",
		"has legacy contacts":                   "SELECT COUNT(*) FROM directory_live WHERE legacy_contact <> ''",
	} {
		t.Run(name, func(t *testing.T) {
			var n int
			if err := d.QueryRow(t.Context(), query).Scan(&n); err != nil || n < 20 || n > customerCount-200 {
				t.Errorf("%d of them, %v", n, err)
			}
		})
	}
	if again, err := s.Sync(t.Context(), directory.SyncOptions{}); err != nil || again.State != "unchanged" {
		t.Errorf("the second run is %+v, %v", again, err)
	}
	if list, err := s.Search(t.Context(), "vadboncoeur"); err != nil || len(list) == 0 {
		t.Errorf("a slip finds %d customers, %v", len(list), err)
	}
}
