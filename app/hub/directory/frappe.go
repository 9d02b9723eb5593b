package directory

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Frappe reads the customers of ERPNext over its REST API: page by page, each with the contacts, addresses and subscriptions of
// its customers.
//
//	Customer      name → customer_id and account_id, customer_name → name, customer_type, disabled → resiliated, language
//	Contact       its e-mail addresses and phone numbers, linked to the customer
//	Address       the city of the first one
//	Subscription  status, and the monthly cost of its plans
//
// Query parameters of the address name further fields of Customer: ?mandatary=custom_mandatary&legacy_contact=…
type Frappe struct {
	*remote
	base   *url.URL
	fields map[string]string // fields of the directory → fields of Customer in ERPNext
	batch  int               // customers per page
}

// frappeFields are the fields of the directory that an installation may keep in custom fields.
var frappeFields = []string{"customer_id", "account_name", "mandatary", "legacy_contact", "city"}

func newFrappe(u *url.URL) (*Frappe, error) {
	secret, _ := u.User.Password()
	f := &Frappe{newRemote("token " + u.User.Username() + ":" + secret), bare(u), map[string]string{}, 500}
	for field, values := range u.Query() {
		if !slices.Contains(frappeFields, field) {
			return nil, fmt.Errorf("unknown field %q: expected %s", field, strings.Join(frappeFields, ", "))
		}
		f.fields[field] = values[0]
	}
	f.base.RawQuery = ""
	return f, nil
}

// Name implements Source.
func (f *Frappe) Name() string { return "frappe+" + f.base.Scheme + "://" + f.base.Host }

// Each implements Source. The cursor contains the number of documents of each type and the time of their last change, so that a
// run without changes only reads these few values.
func (f *Frappe) Each(ctx context.Context, since string, to RecordWriter) (Listing, error) {
	cost := &usage{}
	cursor, total, err := f.state(ctx, cost)
	if err != nil || cursor == since {
		return Listing{Cursor: cursor, Unchanged: err == nil}, err
	}
	to.SetTotal(total)
	plans, err := f.plans(ctx, cost)
	if err != nil {
		return Listing{}, err
	}
	begun := map[string]bool{}
	for last := ""; ; {
		page, err := f.customers(ctx, cost, last)
		if err != nil {
			return Listing{}, err
		}
		if len(page) > 0 && begun[page[0].key] {
			return Listing{}, failure("endless", "a page of customers came twice")
		}
		if err := f.complete(ctx, cost, page, plans); err != nil {
			return Listing{}, err
		}
		for _, p := range page {
			if err := to.Write(Item{Place: "Customer " + p.key, Customer: p.Customer, Reject: p.reject}); err != nil {
				return Listing{}, err
			}
		}
		if len(page) < f.batch {
			return Listing{Cursor: cursor}, nil
		}
		begun[page[0].key], last = true, page[len(page)-1].key
	}
}

// frappeKinds are the types of the documents from which a customer is made.
var frappeKinds = []string{"Customer", "Contact", "Address", "Subscription", "Subscription Plan"}

func (f *Frappe) state(ctx context.Context, cost *usage) (cursor string, customers int64, err error) {
	var parts []string
	for _, kind := range frappeKinds {
		var count looseText
		if err := f.get(ctx, cost, "/api/method/frappe.client.get_count", url.Values{"doctype": {kind}}, "message",
			func(text jsontext.Value) error {
				return json.Unmarshal(text, &count)
			}); err != nil {
			return "", 0, err
		}
		last, err := f.last(ctx, cost, kind)
		if err != nil {
			return "", 0, err
		}
		parts = append(parts, string(count)+"@"+last)
		if kind == "Customer" {
			customers, _ = strconv.ParseInt(string(count), 10, 64)
		}
	}
	return strings.Join(parts, " "), customers, nil
}

// last returns the time of the last change of any document of a type.
func (f *Frappe) last(ctx context.Context, cost *usage, kind string) (string, error) {
	var rows []struct {
		Modified looseText `json:"modified"`
	}
	err := f.get(ctx, cost, "/api/resource/"+kind, url.Values{"fields": {`["modified"]`}, "order_by": {"modified desc"}, "limit_start": {"0"},
		"limit_page_length": {"1"}}, "data",
		func(text jsontext.Value) error { return json.Unmarshal(text, &rows, lenient...) })
	if err != nil || len(rows) == 0 {
		return "", err
	}
	return strings.ReplaceAll(string(rows[0].Modified), " ", "T"), nil
}

// frappeCustomer is a customer with its name (id) in ERPNext.
type frappeCustomer struct {
	Customer
	key    string
	reject *Reject
}

// customers returns the next page of customers, in the order of their names (ids of ERPNext): those after last, or the first ones if it is
// empty.
func (f *Frappe) customers(ctx context.Context, cost *usage, last string) ([]*frappeCustomer, error) {
	fields := append([]string{"name", "customer_name", "customer_type", "disabled", "language"}, slices.Sorted(maps.Values(f.fields))...)
	query := url.Values{"fields": {jsonText(slices.Compact(fields))}, "order_by": {"name asc"}, "limit_start": {"0"},
		"limit_page_length": {strconv.Itoa(f.batch)}}
	if last != "" {
		query.Set("filters", jsonText([][]string{{"name", ">", last}}))
	}
	var page []*frappeCustomer
	err := f.get(ctx, cost, "/api/resource/Customer", query, "data", func(value jsontext.Value) error {
		var rows []map[string]looseText
		if err := json.Unmarshal(value, &rows, lenient...); err != nil {
			return err
		}
		for _, r := range rows {
			page = append(page, f.customer(r))
		}
		if len(page) > f.batch {
			return failure("malformed", "more customers than were asked for")
		}
		return nil
	})
	return page, err
}

func (f *Frappe) customer(r map[string]looseText) *frappeCustomer {
	of := func(field, usual string) string { return string(r[cmp.Or(f.fields[field], usual)]) }
	c := &frappeCustomer{key: string(r["name"])}
	c.Customer = Customer{ID: of("customer_id", "name"), AccountID: c.key, Name: string(r["customer_name"]),
		AccountName: of("account_name", "customer_name"),
		Mandatary:   of("mandatary", ""), LegacyContact: of("legacy_contact", ""), City: of("city", ""), Type: string(r["customer_type"]),
		Language: string(r["language"]), AccountStatus: Active}
	if r["disabled"] != "0" && r["disabled"] != "" && r["disabled"] != "false" {
		c.AccountStatus = HasLeft
	}
	return c
}

// complete adds the data of the other document types to the customers of a page.
func (f *Frappe) complete(ctx context.Context, cost *usage, page []*frappeCustomer, plans map[string]float64) error {
	if len(page) == 0 {
		return nil
	}
	of, names := map[string]*frappeCustomer{}, make([]string, len(page))
	for i, c := range page {
		of[c.key], names[i] = c, c.key
	}
	linked := [][]any{{"Dynamic Link", "link_doctype", "=", "Customer"}, {"Dynamic Link", "link_name", "in", names}}
	for _, part := range []struct {
		doctype string
		fields  []string
		filters [][]any
		owner   string
		add     func(c *frappeCustomer, row map[string]looseText)
	}{
		{"Contact", []string{"name", "links.link_name", "email_ids.email_id"}, linked, "link_name",
			func(c *frappeCustomer, row map[string]looseText) {
				c.Emails = append(c.Emails, string(row["email_id"]))
			}},
		{"Contact", []string{"name", "links.link_name", "phone_nos.phone"}, linked, "link_name",
			func(c *frappeCustomer, row map[string]looseText) {
				c.Phones = append(c.Phones, string(row["phone"]))
			}},
		{"Address", []string{"name", "links.link_name", "city"}, linked, "link_name", func(c *frappeCustomer, row map[string]looseText) {
			c.City = cmp.Or(c.City, string(row["city"]))
		}},
		{"Subscription", []string{"name", "party", "status", "plans.plan", "plans.qty"},
			[][]any{{"party_type", "=", "Customer"}, {"party", "in", names}}, "party", func(c *frappeCustomer, row map[string]looseText) {
				c.subscribe(row, plans)
			}},
	} {
		err := f.list(ctx, cost, part.doctype, part.fields, part.filters, func(row map[string]looseText) {
			if c := of[string(row[part.owner])]; c != nil {
				part.add(c, row)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// subscribe adds one plan of a subscription to the customer.
func (c *frappeCustomer) subscribe(row map[string]looseText, plans map[string]float64) {
	qty, err := strconv.ParseFloat(cmp.Or(string(row["qty"]), "1"), 64)
	if err != nil {
		c.reject = &Reject{Reason: "bad_value", Field: "subscriptions"}
		return
	}
	status := string(row["status"])
	switch strings.ToLower(status) { // these are active even if a payment is due
	case "trialing", "trialling", "past due date", "grace period", "unpaid":
		status = Active
	}
	cents, ok := centsOf(strconv.FormatFloat(qty*plans[string(row["plan"])], 'f', 4, 64))
	if !ok {
		c.reject = &Reject{Reason: "bad_value", Field: "subscriptions"}
		return
	}
	c.Subscriptions = append(c.Subscriptions, Subscription{status, cents})
}

// months is the length of a billing interval in months; days and weeks use the average month.
var months = map[string]float64{"Day": 12 / 365.25, "Week": 7 * 12 / 365.25, "Month": 1, "Year": 12}

// plans returns the monthly cost of each plan in dollars.
func (f *Frappe) plans(ctx context.Context, cost *usage) (map[string]float64, error) {
	plans := map[string]float64{}
	return plans, f.list(ctx, cost, "Subscription Plan", []string{"name", "cost", "billing_interval", "billing_interval_count"}, nil,
		func(row map[string]looseText) {
			price, _ := strconv.ParseFloat(string(row["cost"]), 64) // a plan with a price list has no cost of its own: 0
			count, err := strconv.ParseFloat(string(row["billing_interval_count"]), 64)
			if err != nil || count <= 0 {
				count = 1
			}
			plans[string(row["name"])] = price / (count * cmp.Or(months[string(row["billing_interval"])], 1))
		})
}

// rowsAPage and pagesAList limit the length of one list: the documents of a page of customers, or all plans.
const (
	rowsAPage  = 5000
	pagesAList = 100
)

// primary is the sort order that puts ERPNext's primary contact and address first.
var primary = map[string]string{"Contact": "`tabContact`.`is_primary_contact` desc, ",
	"Address": "`tabAddress`.`is_primary_address` desc, "}

// list reads the documents of a type. It uses POST, because the filters may name many customers.
func (f *Frappe) list(ctx context.Context, cost *usage, doctype string, fields []string, filters [][]any,
	each func(row map[string]looseText)) error {
	for start := 0; start < pagesAList*rowsAPage; start += rowsAPage {
		order := primary[doctype] + "`tab" + doctype + "`.`name` asc"
		body := jsonText(map[string]any{"doctype": doctype, "fields": fields, "filters": filters, "order_by": order, "limit_start": start,
			"limit_page_length": rowsAPage})
		n := 0
		err := f.read(ctx, cost, frappeQuery{http.MethodPost, f.base.JoinPath("/api/method/frappe.client.get_list"), body, "message"},
			func(value jsontext.Value) error {
				var rows []map[string]looseText
				if err := json.Unmarshal(value, &rows, lenient...); err != nil {
					return err
				}
				for _, r := range rows {
					each(r)
				}
				n = len(rows)
				return nil
			})
		if err != nil || n < rowsAPage {
			return err
		}
	}
	return failure("endless", "%s", doctype)
}

func (f *Frappe) get(ctx context.Context, cost *usage, path string, query url.Values, member string,
	each func(jsontext.Value) error) error {
	u := f.base.JoinPath(path)
	u.RawQuery = query.Encode()
	return f.read(ctx, cost, frappeQuery{http.MethodGet, u, "", member}, each)
}

// frappeQuery is one request to ERPNext.
type frappeQuery struct {
	method string
	url    *url.URL
	body   string // JSON; empty for GET
	member string // member of the response with the result
}

// read sends one request and calls each with the member query.member of its response.
func (f *Frappe) read(ctx context.Context, cost *usage, query frappeQuery, each func(jsontext.Value) error) error {
	a, err := f.request(ctx, cost, func(ctx context.Context) (*http.Request, error) {
		r, err := http.NewRequestWithContext(ctx, query.method, query.url.String(), bytes.NewReader([]byte(query.body)))
		if err == nil && query.body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		return r, err
	})
	if err != nil {
		return err
	}
	defer a.Close()
	a.record, a.left = f.limits.page, min(f.limits.page, frappePage)
	var whole map[string]jsontext.Value
	if err := json.UnmarshalRead(a, &whole, lenient...); err != nil {
		return a.classify(err, query.url.Path)
	}
	if whole[query.member] == nil {
		return failure("malformed", "%s has no %q", query.url.Path, query.member)
	}
	if err := each(whole[query.member]); err != nil {
		return a.classify(err, query.url.Path)
	}
	return nil
}

// frappePage is the maximum size in bytes of a response, which is held in memory.
const frappePage = 16 << 20

// jsonText returns v encoded as JSON.
func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers never fail
	}
	return string(b)
}
