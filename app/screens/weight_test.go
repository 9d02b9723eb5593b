package screens_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/db"
)

// copies are the tables that a company has more of as it grows, with what differs in copy n.n of a row.
var copies = []struct {
	table   string
	differs map[string]string // expressions, by column
}{
	{"people", map[string]string{"id": "id || '-' || n", "email": "n || email"}},
	{"employees", map[string]string{"id": "id + n * 1000000", "user_id": "user_id || '-' || n", "email": "n || email",
		"external_payroll_id": "external_payroll_id + n * 1000000"}},
	{"timesheets", map[string]string{"id": "id + n * 1000000", "employee_id": "employee_id + n * 1000000"}},
	{"shifts", map[string]string{"id": "id + n * 1000000", "timesheet_id": "timesheet_id + n * 1000000", "employee_id": "employee_id + n * 1000000"}},
	{"shift_weeks", map[string]string{"timesheet_id": "timesheet_id + n * 1000000", "employee_id": "employee_id + n * 1000000"}},
	{"expenses", map[string]string{"id": "id + n * 1000000", "timesheet_id": "timesheet_id + n * 1000000", "employee_id": "employee_id + n * 1000000"}},
	{"leave_requests", map[string]string{"id": "id + n * 1000000", "employee_id": "employee_id + n * 1000000"}},
	{"events", map[string]string{"id": "id || '-' || n"}},
	{"notifications", map[string]string{"id": "id + n * 1000000"}},
}

// grow makes the company of the demo seven times as large: 400 employees with their timesheets and leave, a crew of 120, and 28 events.
func grow(t *testing.T, a *apptest.App) {
	t.Helper()
	if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, c := range copies {
			names, err := db.Collect(func(r db.Row) (name string, err error) { return name, r.Scan(&name) })(
				tx.Query(ctx, "SELECT name FROM pragma_table_info($1)", c.table))
			if err != nil {
				return err
			}
			values := slices.Clone(names)
			for i, name := range names {
				if x := c.differs[name]; x != "" {
					values[i] = x
				}
			}
			if _, err := tx.Exec(ctx, "WITH copies(n) AS (VALUES (1), (2), (3), (4), (5), (6)) INSERT INTO "+c.table+" ("+strings.Join(names, ", ")+
				") SELECT "+strings.Join(values, ", ")+" FROM "+c.table+", copies"); err != nil {
				return fmt.Errorf("%s: %w", c.table, err)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// weekly are the pages that people open every week, each with who does, in the company of the demo.
var weekly = []struct{ name, as, path string }{
	{"today of a supervisor", "supervisor", "/staff/"},
	{"today of payroll", "payroll", "/staff/"},
	{"today of events", "events", "/staff/"},
	{"today of an employee", "employee", "/staff/"},
	{"my time", "employee", "/staff/time/2026-25"},
	{"week of my time", "employee", "/staff/time/2026-25?view=week"},
	{"who works", "payroll", "/staff/present"},
	{"period", "payroll", apptest.DemoPeriod},
	{"period by week", "payroll", apptest.DemoPeriod + "?weeks=1"},
	{"period of a crew", "supervisor", apptest.DemoPeriod},
	{"queue", "supervisor", "/staff/approvals"},
	{"queue of everyone", "payroll", "/staff/approvals"},
	{"leave", "employee", "/staff/leave"},
	{"leave of everyone", "payroll", "/staff/leave"},
	{"events", "events", "/staff/events"},
	{"event", "events", "/staff/events/soiree-hivernale"},
	{"event overview", "events", "/staff/events/soiree-hivernale/overview"},
	{"registrations", "events", "/staff/events/soiree-hivernale/rsvps"},
	{"check-in", "events", "/staff/events/soiree-hivernale/door"},
	{"waiting list", "events", "/staff/events/soiree-hivernale/waiting-list"},
	{"campaigns", "events", "/staff/campaigns"},
	{"send", "events", "/staff/events/brunch-de-printemps/send"},
	{"report", "events", "/staff/campaigns/1"},
	{"audience", "events", "/staff/events/brunch-de-printemps/audience"},
	{"directory", "events", "/staff/directory"},
	{"customers", "payroll", "/staff/customers"},
	{"people", "payroll", "/staff/employees"},
	{"org chart", "payroll", "/staff/employees?view=tree"},
	{"payroll", "payroll", "/staff/payroll"},
	{"export", "payroll", "/staff/payroll/exports/1"},
	{"standards", "payroll", "/staff/periods/2026/25/standards"},
	{"hours", "payroll", "/staff/hours"},
	{"notifications", "supervisor", "/staff/notifications"},
	{"settings of people", "admin", "/staff/settings/people"},
	{"guests' page", apptest.Anonymous, "/rsvp/soiree-hivernale"},
	{"guests' page, before invitations", apptest.Anonymous, "/rsvp/brunch-de-printemps"},
}

// loaded matches the files that a browser loads with a page, without those that a script asks for later.
var loaded = regexp.MustCompile(`<(?:link rel="(?:icon|stylesheet)"[^>]* href|(?:script|img)[^>]* src)="(/static/[^"]+)"`)

// The first visit of a page of a company of 400 is small as it travels, with its style sheets, scripts and icon: compressed, as browsers
// ask for it.
func TestPages_Weight(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	grow(t, a)
	clients := map[string]*apptest.Client{apptest.Anonymous: a.As(apptest.Anonymous)}
	for _, s := range weekly {
		t.Run(s.name, func(t *testing.T) {
			if clients[s.as] == nil {
				clients[s.as] = a.EnterDemo(t, s.as)
			}
			c := clients[s.as].On(t)
			size := func(path string) int {
				return len(c.Do(http.MethodGet, path, nil, "Accept-Encoding", "gzip").Want(http.StatusOK).Body)
			}
			most, total := 50<<10, size(s.path)
			if s.as == apptest.Anonymous {
				most = 30 << 10
			}
			html := total
			for _, file := range loaded.FindAllSubmatch(c.Do(http.MethodGet, s.path, nil, "Accept-Encoding", "identity").Body, -1) {
				total += size(string(file[1]))
			}
			if total == html || total > most {
				t.Errorf("%d bytes, %d of them the page", total, html)
			}
			t.Logf("%d bytes, %d of them the page", total, html)
		})
	}
}
