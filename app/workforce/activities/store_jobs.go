package activities

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/db"
)

// Customer is a payroll customer as those who enter time see it: a name and a number alone.
type Customer struct {
	ID      int64
	Name    string
	Invoice int64 // 0: none
}

// Label is what a customer is called in forms: the name, and the invoice number by which namesakes are told apart.
func (c Customer) Label() string {
	if c.Invoice == 0 {
		return c.Name
	}
	return c.Name + labelSign + strconv.FormatInt(c.Invoice, 10)
}

const (
	labelSign     = " · "
	customersRows = 8   // found or used last, that a form offers
	latestLines   = 200 // shifts of an employee that are looked at for what they used last
)

func scanCustomer(row db.Row) (c Customer, err error) {
	err = row.Scan(&c.ID, &c.Name, &c.Invoice)
	return c, err
}

const customerColumns = "c.id, c.first_name || ' ' || c.last_name, COALESCE(c.invoice_id, 0)"

// Customers returns customers, live or archived, by their ids.
func Customers(ctx context.Context, q db.Queryer, ids []int64) (map[int64]Customer, error) {
	found := map[int64]Customer{}
	if len(ids) == 0 {
		return found, nil
	}
	return found, db.Stream(scanCustomer, func(c Customer) error {
		found[c.ID] = c
		return nil
	})(q.Query(ctx, "SELECT "+customerColumns+" FROM customers c WHERE c.id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}

// HasCustomers reports whether there is a live customer.
func HasCustomers(ctx context.Context, q db.Queryer) (has bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM customers WHERE archived_at IS NULL)").Scan(&has)
	return has, err
}

// RecentCustomers returns the live customers of an employee's latest shifts, the latest first.
func RecentCustomers(ctx context.Context, q db.Queryer, employeeID int64) ([]Customer, error) {
	return db.Collect(scanCustomer)(q.Query(ctx, "SELECT "+customerColumns+` FROM customers c JOIN (
			SELECT customer_id, MAX(start_at) AS at FROM (SELECT customer_id, start_at FROM shifts
				WHERE employee_id = $1 AND archived_at IS NULL ORDER BY start_at DESC LIMIT CAST($2 AS BIGINT)) s
			WHERE customer_id IS NOT NULL GROUP BY customer_id
		) u ON u.customer_id = c.id WHERE c.archived_at IS NULL ORDER BY u.at DESC, c.id LIMIT CAST($3 AS BIGINT)`,
		employeeID, latestLines, customersRows))
}

// OnlyCustomer returns the id of the customer that a text means, among those found; none and several are errors of the field customer.
func OnlyCustomer(faults *errs.Fields, found []Customer) int64 {
	switch len(found) {
	case 0:
		faults.Add("customer", "customer_unknown", "No customer has this name or number.")
	case 1:
		return found[0].ID
	default:
		faults.Add("customer", "customer_several", "Several customers match.")
	}
	return 0
}

// sortNames returns the sort names that a full name may have: the last name may begin with any word but the first.
func sortNames(name string) (list []string) {
	words := strings.Fields(contact.Fold(name))
	for i := 1; i < len(words); i++ {
		list = append(list, strings.Join(slices.Concat(words[i:], words[:i]), " "))
	}
	return list
}

// FindCustomers returns the first live customers that a text means: a Label, an invoice number, or words of a name. Those that are named
// exactly so come alone.
func FindCustomers(ctx context.Context, q db.Queryer, text string) ([]Customer, error) {
	var w db.Where
	w.And("c.archived_at IS NULL")
	name, number, _ := strings.Cut(text, labelSign)
	if number == "" {
		number = text
	}
	if n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64); err == nil {
		w.And("c.invoice_id = ?", n)
	} else {
		for _, word := range strings.Fields(name) {
			w.And(`c.sort_name LIKE ? ESCAPE '\'`, db.Containing(contact.Fold(word)))
		}
	}
	list, err := db.Collect(scanCustomer)(q.Query(ctx, "SELECT "+customerColumns+" FROM customers c WHERE "+w.String()+
		" ORDER BY CASE WHEN c.sort_name IN ("+q.Dialect().Texts(w.Bind(db.Texts(sortNames(name))))+
		") THEN 0 ELSE 1 END, c.sort_name, c.id"+db.Limit(w.Bind(customersRows)), w.Args()...))
	var exact []Customer
	for _, c := range list {
		if contact.Fold(c.Name) == contact.Fold(name) {
			exact = append(exact, c)
		}
	}
	if len(exact) > 0 {
		return exact, err
	}
	return list, err
}
