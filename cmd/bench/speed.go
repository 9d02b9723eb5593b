package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"presence/cmd/bench/load"
)

// atFullSize maps the routes that mixed leaves out or asks of a smaller company to the path that the large company has.
var atFullSize = map[string]string{
	"GET /campaigns/:id":                        "/campaigns/2",
	"GET /staff/campaigns/:id":                  "/staff/campaigns/2",
	"GET /staff/campaigns/:id/reminder":         "/staff/campaigns/2/reminder",
	"GET /events/:event_id/reminder-preview":    "/events/fete-clients-2026/reminder-preview?source=2",
	"GET /staff/directory":                      "/staff/directory?q=tremblay",
	"GET /staff/directory/customer":             "/staff/directory/customer?id=C-000007",
	"GET /staff/directory/syncs/:id":            "/staff/directory/syncs/1",
	"GET /directory/syncs/:id":                  "/directory/syncs/1",
	"GET /staff/customers/:id":                  "/staff/customers/7",
	"GET /events/:event_id/rsvps/:rsvp_id":      "/events/fete-clients-2026/rsvps/7",
	"GET /staff/events/:event/rsvps/:rsvp":      "/staff/events/fete-clients-2026/rsvps/7",
	"GET /staff/events/:event/rsvps/:rsvp/edit": "/staff/events/fete-clients-2026/rsvps/7/edit",
	"GET /oauth-sessions/:id":                   "/oauth-sessions/00000007-0000-4000-8000-000000000003",
	"GET /shifts":                               "/shifts?limit=50",
	"GET /timesheets":                           "/timesheets?limit=50",
	"GET /Expenses":                             "/Expenses?limit=50",
	"GET /customers":                            "/customers?limit=50",
	"GET /employees":                            "/employees?limit=50",
	"GET /leave-requests":                       "/leave-requests?limit=50",
	"GET /oauth-sessions":                       "/oauth-sessions?limit=50",
	"GET /events/:event_id/rsvps":               "/events/fete-clients-2026/rsvps?limit=50",
	"GET /events/:event_id/audience/entries":    "/events/fete-clients-2026/audience/entries?limit=50",
	"GET /staff/periods/:year/:number":          "/staff/periods/2026/25",
	"GET /shifts/summary":                       "/shifts/summary?period=2026-25",
	"GET /staff/hours":                          "/staff/hours?from=2026-11-15&to=2026-11-28",
	"GET /archives":                             "/archives?kind=shifts",
	"GET /staff/settings/audit":                 "/staff/settings/audit",
	"GET /collab/customer-search":               "/collab/customer-search?q=tremblay",
	"GET /events/:event_id/check-in":            "/events/fete-clients-2026/check-in?limit=50",
	"GET /staff/events/:event/audience":         "/staff/events/fete-clients-2026/audience?customer_type=all",
}

// streamed are the routes that send files of any length.
var streamed = []string{"GET /shifts/export.csv", "GET /exports/csv", "GET /staff/hours/shifts", "GET /campaigns/:id/report.csv",
	"GET /events/:event_id/rsvps.csv", "GET /events/:event_id/waiting-list.csv", "GET /staff/events/:event/rsvps/badges",
	"GET /staff/events/:event/rsvps/guest-list"}

// The bounds of a route, and of a list of fifty rows.
const (
	routeP50 = 100 * time.Millisecond
	routeP99 = 250 * time.Millisecond
	listP50  = 10 * time.Millisecond
)

// wholeCompany starts the product on the large company, and gives it what the mixed figure asks for.
func (b *bench) wholeCompany(name string) (*mixture, error) {
	l, err := b.open(large, b.named(name))
	if err != nil {
		return nil, err
	}
	m := &mixture{lab: l, want: map[string]int{}}
	if err := m.prepare(b.ctx); err != nil {
		return nil, errors.Join(err, l.close())
	}
	return m, nil
}

// routesAtFullSize asks each route that reads, one request at a time, as an administrator, and as a supervisor of ten. The figure
// is that of the slowest route; all are printed on standard error.
func (b *bench) routesAtFullSize() (row, error) {
	m, err := b.wholeCompany("routes")
	if err != nil {
		return row{}, err
	}
	r, err := b.askRoutes(m)
	return r, errors.Join(err, m.close())
}

func (b *bench) askRoutes(m *mixture) (row, error) {
	if err := b.firstSearch(m); err != nil {
		return row{}, err
	}
	routes, err := b.routes(m.dir)
	if err != nil {
		return row{}, err
	}
	for route := range atFullSize {
		if asked[route] == "" {
			routes = append(routes, route)
		}
	}
	var all []timing
	answered, statuses := map[string]bool{}, map[string]int{} // a route may be the administrator's alone, or that of people who work
	ask := func(as string) error {
		for _, route := range routes {
			if !strings.HasPrefix(route, "GET ") || slices.Contains(streamed, route) || route == "GET /notifications/stream" {
				continue
			}
			path := func() string {
				if atFullSize[route] != "" {
					return atFullSize[route]
				}
				return m.company.path(route, m.known)
			}
			t, status, err := b.time(m.lab, path, m.headers(route), 20, 2*time.Second)
			if err != nil {
				return fmt.Errorf("%s: %w", route, err)
			}
			if status >= http.StatusInternalServerError {
				return fmt.Errorf("%s of %s: status %d", route, as, status)
			}
			statuses[route] = status
			if status >= http.StatusBadRequest {
				continue
			}
			answered[route] = true
			t.route = strings.TrimPrefix(route, "GET ") + map[bool]string{true: ", a supervisor"}[as != adminEmail]
			if t.p50 > routeP50/2 {
				fmt.Fprintf(os.Stderr, "  … %-70s least %10s\n", t.route, ms(t.least))
			}
			all = append(all, t)
		}
		return nil
	}
	if err := ask(adminEmail); err != nil {
		return row{}, err
	}
	if err := b.become(m.lab, supervisorEmail); err != nil {
		return row{}, err
	}
	if err := ask(supervisorEmail); err != nil {
		return row{}, err
	}
	for route, status := range statuses {
		if !answered[route] {
			return row{}, fmt.Errorf("%s: status %d for everyone", route, status)
		}
	}
	slices.SortFunc(all, func(a, b timing) int { return int(b.p99 - a.p99) })
	over, p50, p99 := 0, b.allowed(routeP50), b.allowed(routeP99)
	for _, t := range all {
		mark := ""
		if t.p50 > p50 || t.p99 > p99 {
			over++
			mark = "over"
		}
		fmt.Fprintf(os.Stderr, "  %-70s least %10s  p50 %10s  p99 %10s  %s\n", t.route, ms(t.least), ms(t.p50), ms(t.p99), mark)
	}
	memory, err := b.remember(m.lab)
	slow := slices.MaxFunc(all, func(a, b timing) int { return int(a.p50 - b.p50) })
	return row{p50: ms(slow.p50), p99: ms(all[0].p99), memory: memory,
		floor:  fmt.Sprintf("slowest: %s, p99 %s; %d of %d over", slow.route, all[0].route, over, len(all)),
		target: "each p50 ≤ 100 ms, p99 ≤ 250 ms", checks: checks{atMost(slow.p50, routeP50), atMost(all[0].p99, routeP99)}}, err
}

// supervisorEmail is of the employee who supervises those from the eleventh to the twentieth.
const supervisorEmail = "1@example.org"

// become signs in another person, by the product's own commands.
func (b *bench) become(l *lab, email string) error {
	if _, err := b.command(l.dir, password+"\n", "user", "password", "--email", email); err != nil {
		return err
	}
	var err error
	if l.bearer, err = b.token(l, email); err != nil {
		return err
	}
	l.cookie, err = l.signIn(b.ctx, email)
	return err
}

// firstSearch prints how long the first search after a start takes, and the next.
func (b *bench) firstSearch(m *mixture) error {
	if err := b.restart(m.lab); err != nil {
		return err
	}
	for _, which := range []string{"first search after a start", "next search"} {
		t, status, err := b.time(m.lab, func() string { return "/staff/search?q=tremblay" }, m.cookie, 1, 0)
		if err != nil || status != http.StatusOK {
			return errors.Join(err, fmt.Errorf("searching: status %d", status))
		}
		fmt.Fprintf(os.Stderr, "  %-70s %10s\n", which, ms(t.p50))
	}
	return nil
}

// time sends n requests one after the other, fewer if they take longer than span. If there are several, the first is not counted.
func (b *bench) time(l *lab, path func() string, headers string, n int, span time.Duration) (t timing, status int, err error) {
	c, err := load.Dial(b.ctx, l.addr)
	if err != nil {
		return t, 0, err
	}
	defer c.Close()
	var took []time.Duration
	for begin := time.Now(); len(took) == 0 || len(took) <= n && n > 1 && time.Since(begin) < span; {
		request := load.Get(nil, path(), l.addr, headers)
		start := time.Now()
		a, err := c.Do(request)
		took = append(took, time.Since(start))
		if err != nil { // the server ends a connection that takes too long
			fmt.Fprintf(os.Stderr, "  %s: %v after %s\n", path(), err, ms(time.Since(start)))
			break
		}
		if status = a.Status; status >= http.StatusBadRequest {
			break
		}
	}
	if len(took) > 1 {
		took = took[1:]
	}
	slices.Sort(took)
	return timing{p50: load.Percentile(took, 50), p99: load.Percentile(took, 99), least: took[0]}, status, b.ctx.Err()
}

// filterValues are the values by which lists are filtered, by the name of the parameter: frequent and rare ones, at the beginning of
// the data, in the middle and at its end. The filters that list their values in the API's description have those.
var filterValues = map[string][]string{
	"after":          {"0", "250000", "900000"},
	"modified_since": {"2000-01-01", "2026-11-20T00:00:00Z", "2030-01-01"},
	"from":           {"2000-01-01", "2026-06-01", "2026-11-20", "2030-01-01"},
	"to":             {"2000-01-01", "2026-06-01", "2026-11-20", "2030-01-01"},
	"employee_id":    {"7", "4990"},
	"timesheet_id":   {"7", "99990"},
	"bank_code_id":   {"1", "2", "3", "4"},
	"customer_id":    {"7", "200", "299999"},
	"activity_id":    {"1", "4", "5"},
	"supervisor_id":  {"2"},
	"company_code":   {"271583", "1"},
	"user_id":        {"00000007-0000-4000-8000-000000000001", "00000007-0000-4000-8000-000000000002"},
	"email":          {"7@example.org", "client7@example.org"},
	"invoice_id":     {"7", "299999"},
	"application":    {"https://books.example.com", "https://other.example.com"},
	"event_id":       {"fete-clients-2026"},
	"source_id":      {"1"},
	"q":              {"gagnon", "client299998", "zzz"},
	"name":           {"tremblay", "tremblay 4990", "zzz"},
}

// textIDs are the lists whose parameter after is no number, with its values.
var textIDs = map[string][]string{
	"/archives": {"1000.1"}, "/auth/v1/people": {"00000f00-0000-4000-8000-000000000002"},
	"/oauth-sessions": {"00000f00-0000-4000-8000-000000000003"}, "/campaigns/suppressions": {"client2@example.com"},
	"/campaigns/bouncing-addresses": {"client2@example.com"}, "/events": {"fete-clients-2026"}, "/templates": {"event-a"},
}

// listIDs are the ids in the paths of lists. What the large company has none of is not asked.
var listIDs = map[string]string{"/campaigns/{id}": "/campaigns/2", "/imports/{id}/rows": "", "/webhooks/{webhook_id}/deliveries": ""}

// described is what the API's description says of its lists.
type described struct {
	Paths map[string]map[string]struct {
		Parameters []struct {
			Name, In string
			Schema   struct{ Enum []any }
		}
	}
}

// listsAtFullSize asks each list in the API's description for fifty rows, without filters, with each value of each filter, and with
// each pair of filters. A row of the table is the slowest request of a list.
func (b *bench) listsAtFullSize() (row, error) {
	m, err := b.wholeCompany("lists")
	if err != nil {
		return row{}, err
	}
	r, err := b.askLists(m)
	return r, errors.Join(err, m.close())
}

func (b *bench) askLists(m *mixture) (row, error) {
	_, text, err := m.body(b.ctx, "/openapi.json", m.bearer)
	if err != nil {
		return row{}, err
	}
	var d described
	if err := json.Unmarshal(text, &d); err != nil {
		return row{}, err
	}
	var worst timing
	over := 0
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		var filters []filter
		list := false
		for _, p := range d.Paths[path]["get"].Parameters {
			if p.In == "query" && p.Name == "limit" {
				list = true
			} else if p.In == "query" {
				filters = append(filters, filter{p.Name, valuesOf(path, p.Name, p.Schema.Enum)})
			}
		}
		at, known := listIDs[path]
		if !known {
			at = strings.ReplaceAll(path, "{event_id}", "fete-clients-2026")
		}
		if !list || at == "" {
			continue
		}
		slow, n, err := b.askList(m.lab, at, filters)
		if err != nil {
			return row{}, err
		}
		b.rows = append(b.rows, row{name: b.named("list " + path), p50: ms(slow.p50), p99: ms(slow.p99),
			floor: fmt.Sprintf("slowest of %d: %s", n, slow.route), target: "p50 ≤ 10 ms", checks: checks{atMost(slow.p50, listP50)}})
		if slow.p50 > b.allowed(listP50) {
			over++
		}
		if slow.p50 > worst.p50 {
			worst = slow
		}
	}
	return row{p50: ms(worst.p50), p99: ms(worst.p99), floor: fmt.Sprintf("slowest: %s; %d lists over", worst.route, over),
		target: "p50 of each ≤ 10 ms", checks: checks{atMost(worst.p50, listP50)}}, nil
}

// filter is a query parameter with the values that are asked for.
type filter struct {
	name   string
	values []string
}

func valuesOf(path, name string, enum []any) (values []string) {
	for _, v := range enum {
		values = append(values, fmt.Sprint(v))
	}
	if name == "after" && textIDs[path] != nil {
		return textIDs[path]
	}
	if values == nil {
		values = filterValues[name]
	}
	return values
}

// askList returns the slowest of all requests of a list by the median, and their number. Those above the bound are printed.
func (b *bench) askList(l *lab, path string, filters []filter) (worst timing, n int, err error) {
	queries := []string{""}
	for i, f := range filters {
		if len(f.values) == 0 {
			return worst, 0, fmt.Errorf("%s: %s has no values: add it to cmd/bench/speed.go", path, f.name)
		}
		for _, v := range f.values {
			one := "&" + f.name + "=" + url.QueryEscape(v)
			queries = append(queries, one)
			for _, g := range filters[i+1:] {
				for _, w := range g.values {
					queries = append(queries, one+"&"+g.name+"="+url.QueryEscape(w))
				}
			}
		}
	}
	rand.Shuffle(len(queries), func(i, j int) { queries[i], queries[j] = queries[j], queries[i] })
	var over []timing
	for _, q := range queries {
		at := path + "?limit=50" + q
		if strings.HasPrefix(at, "/archives?") && !strings.Contains(at, "kind=") {
			at += "&kind=shifts"
		}
		t, status, err := b.time(l, func() string { return at }, l.bearer, 5, time.Second)
		if err != nil {
			return worst, 0, err
		}
		if status >= http.StatusInternalServerError || status == http.StatusNotFound {
			return worst, 0, fmt.Errorf("%s: status %d", at, status)
		}
		if status >= http.StatusBadRequest { // as a range that ends before it begins
			continue
		}
		n++
		t.route = at
		if t.p50 > b.allowed(listP50) {
			over = append(over, t)
		}
		if t.p50 > worst.p50 {
			worst = t
		}
	}
	slices.SortFunc(over, func(a, b timing) int { return int(b.p50 - a.p50) })
	fmt.Fprintf(os.Stderr, "  %s: %d requests, %d over, slowest %s\n", path, n, len(over), ms(worst.p50))
	for _, t := range over[:min(25, len(over))] {
		fmt.Fprintf(os.Stderr, "    %-90s least %10s  p50 %10s\n", t.route, ms(t.least), ms(t.p50))
	}
	return worst, n, nil
}
