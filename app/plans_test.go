package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"presence/app/apptest"
	"presence/db"
	"presence/db/dbtest"
)

// recorder keeps the different queries that a product runs, with a request that ran each.
type recorder struct {
	mu      sync.Mutex
	request string // under way; empty: none, and nothing is kept
	seen    map[string]string
}

func (r *recorder) record(statement string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := strings.TrimSpace(statement)
	if r.request == "" || !strings.HasPrefix(text, "SELECT") && !strings.HasPrefix(text, "WITH") {
		return
	}
	if _, found := r.seen[text]; !found {
		r.seen[text] = r.request
	}
}

func (r *recorder) during(request string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.request = request
}

// readers are the people as whom each route that reads is asked: the scope of each makes statements of its own.
var readers = []string{"admin", "payroll", "supervisor", "employee", "events"}

// askAll asks every route that reads, and every list with each of its filters.
func askAll(t *testing.T, a *apptest.App, r *recorder) {
	t.Helper()
	var d struct {
		Paths map[string]map[string]struct {
			Parameters []struct {
				Name, In string
				Example  any
				Schema   struct{ Enum, Examples []any }
			}
		}
	}
	a.As(apptest.Anonymous).On(t).Get("/openapi.json").JSON(&d)
	for _, who := range readers {
		api, browser := a.As(who), a.Browser(who)
		for _, route := range slices.Sorted(maps.Keys(calls)) {
			method, pattern, _ := strings.Cut(route, " ")
			if method != "GET" || strings.HasSuffix(pattern, "/stream") {
				continue
			}
			_, path, _, _ := calls[route].about(route, "employee")
			path = a.World.Fill(path)
			c := api
			if strings.HasPrefix(path, "/staff/") {
				c = browser
			}
			r.during(who + " " + route)
			c.On(t).Get(path)
			described := d.Paths[regexp.MustCompile(`:(\w+)`).ReplaceAllString(pattern, "{$1}")]["get"]
			base, _, _ := strings.Cut(path, "?")
			for _, p := range described.Parameters {
				values := slices.Concat(p.Schema.Enum, p.Schema.Examples)
				if p.Example != nil {
					values = append(values, p.Example)
				}
				if p.In != "query" || len(values) == 0 {
					continue
				}
				r.during(who + " " + route + "?" + p.Name)
				c.On(t).Get(base + "?limit=50&" + p.Name + "=" + url.QueryEscape(fmt.Sprint(values[0])))
			}
		}
	}
	r.during("")
}

// growing are the tables that have more rows with each day, employee, customer or guest.
var growing = strings.Fields(`arrivals audience_entries audit_log campaign_answers campaign_recipients customers day_blocks directory_customers
	directory_emails directory_phones directory_subscriptions directory_words employees expenses import_rows leave_requests notifications oauth_sessions open_lines
	outgoing_mail payroll_export_lines people rsvps sessions shift_weeks shifts soft_bounces suppressions timesheet_approvals timesheets
	waiting_parties webhook_deliveries`)

// wholeReads are the queries that may read a growing table whole.
var wholeReads = []struct {
	name, table string
	part        string // of the query
}{
	{"employees are a few thousand: their pages count, search and list all", "employees", ""},
	{"a page of shifts in the order of ids", "shifts", "l.aged_at IS NULL AND TRUE ORDER BY l.id LIMIT"},
	{"a page of expenses in the order of ids", "expenses", "l.aged_at IS NULL AND TRUE ORDER BY l.id LIMIT"},
	{"a page of approved shifts in the order of ids: most are", "shifts", "(l.is_approved OR t.is_approved) = $1 AND TRUE ORDER BY l.id LIMIT"},
	{"a page of approved expenses in the order of ids: most are", "expenses", "(l.is_approved OR t.is_approved) = $1 AND TRUE ORDER BY l.id LIMIT"},
	{"a page of leave in the order of ids", "leave_requests", "aged_at IS NULL AND TRUE ORDER BY id LIMIT"},
	{"a page of the audit log in the order of ids", "audit_log", "WHERE TRUE ORDER BY id DESC LIMIT"},
	{"the number of sessions of all people at providers", "oauth_sessions", "SELECT COUNT(*) FROM oauth_sessions o"},
	{"messages that were not delivered, on the system page alone: old ones are deleted", "outgoing_mail", "'refused', 'expired', 'unconfirmed'"},
	{"the sessions of all people, sorted by the person's name", "oauth_sessions", "o.created_at, o.access_token_expiry"},
	{"whether there is any record: the first subscription decides", "directory_subscriptions", "OR EXISTS (SELECT 1 FROM directory_subscriptions"},
	{"whether there is any record: the first answer decides", "campaign_answers", "OR EXISTS (SELECT 1 FROM campaign_answers"},
	{"whether there is any record: the first block decides", "day_blocks", "OR EXISTS (SELECT 1 FROM day_blocks"},
	{"whether there is any record: the first open line decides", "open_lines", "OR EXISTS (SELECT 1 FROM open_lines"},
	{"whether there is any record: the first week decides", "shift_weeks", "OR EXISTS (SELECT 1 FROM shift_weeks"},
	{"a word anywhere in registrations of all events, the newest first", "rsvps", "FROM rsvps WHERE folded LIKE"},
	{"webhook deliveries of one person, whose data somebody asks about: rare", "webhook_deliveries", "kind LIKE 'rsvp.%'"},
	{"registrations of one person, whose data somebody asks about: rare", "rsvps", "SELECT id FROM rsvps WHERE email_key <> ''"},
	{"parties of one person, whose data somebody asks about: rare", "waiting_parties", "SELECT id FROM waiting_parties WHERE email_key IN"},
	{"suppressed addresses, each looked up in the list of an event", "suppressions", "FROM suppressions s CROSS JOIN audience_live"},
}

// TestReads_WholeTables asks every route that reads, and has the engines explain the queries: no query reads a growing table whole
// without being in the list.
func TestReads_WholeTables(t *testing.T) {
	used := make([]bool, len(wholeReads))
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			r := &recorder{seen: map[string]string{}}
			a := apptest.New(t, apptest.On(dialect), apptest.Observing(r.record))
			askAll(t, a, r)
			for _, text := range slices.Sorted(maps.Keys(r.seen)) {
				for _, table := range scans(t, a.DB, text) {
					i := slices.IndexFunc(wholeReads, func(w struct{ name, table, part string }) bool {
						return w.table == table && strings.Contains(spaces.ReplaceAllString(text, " "), w.part)
					})
					if i < 0 {
						t.Errorf("%s reads all of %s: %.400s", r.seen[text], table, spaces.ReplaceAllString(text, " "))
						continue
					}
					used[i] = true
				}
			}
		})
	}
	for i, w := range wholeReads {
		t.Run(w.name, func(t *testing.T) {
			if !used[i] && !testing.Short() {
				t.Errorf("no query with %q reads all of %s any more: take it off the list", w.part, w.table)
			}
		})
	}
}

// Of several filters, a list of lines looks up the one that few lines meet: SQLite takes each index for as good as another, where PostgreSQL has
// statistics.
func TestLines_are_found_by_the_narrowest_filter(t *testing.T) {
	r := &recorder{}
	a := apptest.New(t, apptest.Observing(r.record))
	for _, x := range []struct{ name, who, query, index string }{
		{"an employee before an activity", "payroll", "employee_id={employee}&activity_id={activity}", "employee_id"},
		{"a sheet before an activity", "payroll", "timesheet_id={employee.timesheet}&activity_id={activity}", "timesheet_id"},
		{"the caller's own before an activity", "employee", "activity_id={activity}", "employee_id"},
		{"an employee before a customer", "payroll", "employee_id={employee}&customer_id={customer}", "employee_id"},
		{"a customer before an activity", "payroll", "customer_id={customer}&activity_id={activity}", "customer_id"},
		{"a customer before what is not approved", "payroll", "customer_id={customer}&is_approved=false", "customer_id"},
		{"an activity with few lines before what is not approved", "payroll", "activity_id={activity}&is_approved=false", "activity_id"},
		{"an activity with few lines before a bank code", "payroll", "activity_id={activity}&bank_code_id={regular}", "activity_id"},
	} {
		for _, list := range []struct{ path, table string }{{"/shifts", "shifts"}, {"/Expenses", "expenses"}} {
			t.Run(x.name+" of "+list.table, func(t *testing.T) {
				request := list.path + "?limit=50&" + x.query
				r.seen = map[string]string{}
				r.during(request)
				a.As(x.who).On(t).Get(request).Want(http.StatusCreated)
				r.during("")
				found := false
				for text := range r.seen {
					if !strings.Contains(text, "JOIN timesheets t ON") {
						continue
					}
					found = true
					plan := dbtest.GenericPlan(t, a.DB, text)
					if used := lineIndexes.FindAllString(plan, -1); len(used) != 1 || !strings.HasPrefix(used[0], list.table+"_"+x.index) {
						t.Errorf("found by %v: %s\n%s", used, text, plan)
					}
				}
				if !found {
					t.Error("no statement was seen")
				}
			})
		}
	}
}

var lineIndexes = regexp.MustCompile(`\b(shifts|expenses)_(employee|timesheet|customer|activity|bank_code)_id\w*`)

var spaces = regexp.MustCompile(`\s+`)

// scans returns the growing tables that a query reads whole.
func scans(t *testing.T, d *db.DB, text string) (tables []string) {
	t.Helper()
	for _, name := range dbtest.Scans(t, d, text) {
		for _, table := range growing {
			named := name == table || regexp.MustCompile(`\b`+table+`( AS)?\s+`+name+`\b`).MatchString(text)
			if named && !slices.Contains(tables, table) {
				tables = append(tables, table)
			}
		}
	}
	return tables
}

// The page of a send lists the messages around the event without the numbers of those who have answered, for which all answers are read.
func TestSendPage_counts_only_what_it_shows(t *testing.T) {
	r := &recorder{seen: map[string]string{}}
	a := apptest.New(t, apptest.Observing(r.record))
	for _, x := range []struct {
		name, page string
		counts     bool
	}{
		{"the page of the messages counts them", "/staff/events/{event}/messages", true},
		{"that of a send does not", "/staff/events/{event}/send", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			clear(r.seen)
			r.during(x.page)
			a.Browser("events").On(t).Get(a.World.Fill(x.page)).Want(http.StatusOK)
			r.during("")
			counts := slices.ContainsFunc(slices.Collect(maps.Keys(r.seen)), func(text string) bool {
				return strings.Contains(text, "FROM rsvps v")
			})
			if counts != x.counts {
				t.Errorf("answers are counted: %t", counts)
			}
		})
	}
}
