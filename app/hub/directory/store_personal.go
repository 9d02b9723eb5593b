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
		},
		{Name: "directory_emails", Key: "(customer, position)", Of: "email_key IN ({emails}) AND NOT EXISTS " +
			"(SELECT 1 FROM directory_customers c WHERE c.id = customer AND c.customer_id IN ({numbers}))", What: "email",
			Link: "(SELECT c.customer_id FROM directory_customers c WHERE c.id = customer)",
			Show: []string{"email"}},
		{Name: "directory_customers", Of: "email_key <> '' AND email_key IN ({emails})", What: "name", Link: "customer_id",
			Show: []string{"customer_id", "email"}, Set: "email = '', email_key = ''", More: true},
	}
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
