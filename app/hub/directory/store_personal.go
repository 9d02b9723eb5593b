package directory

import (
	"context"

	"presence/app/platform/personal"
	"presence/db"
)

// Personal says what the copy of the customers' records holds of a person. A record goes with its addresses, phone numbers and words; an
// address that customers share is taken off those that stay.
func Personal() []personal.Table {
	return []personal.Table{
		{Name: "directory_rejects", Key: "(sync, position)", Of: "customer_id <> '' AND customer_id IN ({numbers})", What: "customer_id",
			Show: []string{"sync", "customer_id", "reason", "field"}},
		{
			Name: "directory_customers", Of: "customer_id IN ({numbers})", What: "name", Link: "customer_id",
			Show: []string{"customer_id", "name", "account_id", "account_name", "account_status", "type", "mandatary", "legacy_contact", "email",
				"phone", "city", "language", "subscribed", "monthly_cents"},
			Before: discount,
		},
		{Name: "directory_emails", Key: "(customer, position)", Of: "email_key IN ({emails}) AND NOT EXISTS " +
			"(SELECT 1 FROM directory_customers c WHERE c.id = customer AND c.customer_id IN ({numbers}))", What: "email",
			Link: "(SELECT c.customer_id FROM directory_customers c WHERE c.id = customer)",
			Show: []string{"email"}},
		{Name: "directory_customers", Of: "email_key <> '' AND email_key IN ({emails})", What: "name", Link: "customer_id",
			Show: []string{"customer_id", "email"}, Set: "email = '', email_key = ''", More: true},
	}
}

// discount takes customers that are about to be deleted off the counts that are made when a directory is published.
func discount(ctx context.Context, tx *db.Tx, _ personal.Subject, ids []int64) error {
	gone := "FROM directory_live c WHERE c.id IN (" + tx.Dialect().IDs("$1") + ")"
	for _, text := range []string{
		"UPDATE directory_cities SET customers = customers - (SELECT COUNT(*) " + gone + " AND c.city_folded = directory_cities.city_folded) " +
			"WHERE city_folded IN (SELECT c.city_folded " + gone + ")",
		"UPDATE directory_state SET customers = customers - (SELECT COUNT(*) " + gone + ") WHERE id = 1",
	} {
		if _, err := tx.Exec(ctx, text, db.IDs(ids)); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "DELETE FROM directory_cities WHERE customers = 0")
	return err
}

// CustomersOf returns the numbers of the present customers who have one of these normalized addresses.
func CustomersOf(ctx context.Context, q db.Queryer, emails []string) ([]string, error) {
	return db.ReadTexts(q.Query(ctx, `SELECT DISTINCT c.customer_id FROM directory_live c JOIN directory_emails e ON e.customer = c.id
		WHERE e.email_key IN (`+q.Dialect().Texts("$1")+`) ORDER BY c.customer_id`, db.Texts(emails)))
}

// AddressesOf returns the normalized addresses of customers.
func AddressesOf(ctx context.Context, q db.Queryer, numbers []string) ([]string, error) {
	return db.ReadTexts(q.Query(ctx, `SELECT DISTINCT e.email_key FROM directory_live c JOIN directory_emails e ON e.customer = c.id
		WHERE c.customer_id IN (`+q.Dialect().Texts("$1")+`) AND e.email_key <> '' ORDER BY e.email_key`, db.Texts(numbers)))
}
