package directory

import (
	"context"

	"presence/db"
)

// count returns the number of customers.
func count(ctx context.Context, q db.Queryer) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT customers FROM directory_state").Scan(&n)
	return n, err
}

const customerColumns = `c.id, c.customer_id, c.name, c.account_id, c.account_name, c.account_status, c.type, c.mandatary, c.legacy_contact,
	c.email, c.phone, c.city, c.language, c.subscribed, c.monthly_cents, c.names_folded`

func scanMatch(row db.Row) (m Match, err error) {
	err = row.Scan(&m.row, &m.ID, &m.Name, &m.AccountID, &m.AccountName, &m.AccountStatus, &m.Type, &m.Mandatary, &m.LegacyContact, &m.Email,
		&m.Phone, &m.City, &m.Language,
		&m.Subscribed, &m.MonthlyCents, &m.names)
	return m, err
}

func matches(ctx context.Context, q db.Queryer, where string, args ...any) (list []Match, err error) {
	return db.Collect(scanMatch)(q.Query(ctx, "SELECT "+customerColumns+" FROM directory_customers c WHERE "+where, args...))
}

func matchesByRow(ctx context.Context, q db.Queryer, ids []int64) ([]Match, error) {
	return matches(ctx, q, "c.id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids))
}

func matchesByNumber(ctx context.Context, q db.Queryer, gen int64, numbers []string) ([]Match, error) {
	return matches(ctx, q, "c.customer_id IN ("+q.Dialect().Texts("$1")+") AND c.from_gen <= $2 AND c.to_gen > $2 ORDER BY c.customer_id",
		db.Texts(numbers), gen)
}

// loadLists reads the e-mail addresses, phones and subscriptions of customers.
func loadLists(ctx context.Context, q db.Queryer, of map[int64]*Customer, ids []int64) error {
	in := "customer IN (" + q.Dialect().IDs("$1") + ") ORDER BY customer, position"
	for _, part := range []struct {
		columns, table string
		add            func(c *Customer, text string, cents int64)
	}{
		{"email, CAST(0 AS BIGINT)", "directory_emails", func(c *Customer, text string, _ int64) { c.Emails = append(c.Emails, text) }},
		{"phone, CAST(0 AS BIGINT)", "directory_phones", func(c *Customer, text string, _ int64) { c.Phones = append(c.Phones, text) }},
		{"status, monthly_cents", "directory_subscriptions", func(c *Customer, text string, cents int64) {
			c.Subscriptions = append(c.Subscriptions, Subscription{text, cents})
		}},
	} {
		if err := loadList(ctx, q, "SELECT customer, "+part.columns+" FROM "+part.table+" WHERE "+in, db.IDs(ids),
			func(id int64, text string, cents int64) { part.add(of[id], text, cents) }); err != nil {
			return err
		}
	}
	return nil
}

func loadList(ctx context.Context, q db.Queryer, query, ids string, add func(id int64, text string, cents int64)) error {
	found, err := q.Query(ctx, query, ids)
	if err != nil {
		return err
	}
	return db.ForEachRow(found, func() error {
		var id, cents int64
		var text string
		if err := found.Scan(&id, &text, &cents); err != nil {
			return err
		}
		add(id, text, cents)
		return nil
	})
}
