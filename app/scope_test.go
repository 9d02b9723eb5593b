package app_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"presence/app/apptest"
)

// staff are the people with an employee record, in the order of their ids; sees says whose records each person sees
// (C11): all, or the own and the subtree below it.
var (
	staff = []string{"payroll", "supervisor", "employee", "colleague", "foreman", "stranger"}
	sees  = map[string][]string{
		"admin": staff, "payroll": staff, "events": {},
		"supervisor": {"supervisor", "employee", "colleague"}, "employee": {"employee"}, "colleague": {"colleague"},
		"foreman": {"foreman", "stranger"}, "stranger": {"stranger"},
	}
)

// TestScope asks for every list, total and file as everyone: nobody may find a trace of whom they may not see (C11).
func TestScope(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		for who, whom := range sees {
			t.Run(who+" sees in lists the own records and those below, and no others", func(t *testing.T) {
				c := a.As(who).On(t)
				for path, suffixes := range map[string][]string{
					"/employees": {""}, "/timesheets": {".timesheet"}, "/shifts": {".shift", ".evening"}, "/Expenses": {".expense", ".mileage"},
					"/leave-requests": {".leave"}, "/clockings": {".clocking"}, "/clock/stamps": {".stamp"},
				} {
					var want []int64
					for _, owner := range whom {
						for _, s := range suffixes {
							want = append(want, a.World.IDs[owner+s])
						}
					}
					slices.Sort(want)
					if got := c.Get(path).IDs(); !slices.Equal(got, want) {
						t.Errorf("C11: GET %s gives the ids %v, want %v", path, got, want)
					}
				}
			})
			t.Run(who+" finds in totals and files only whom they see", func(t *testing.T) {
				paths := []string{"/employees", "/shifts/summary?period=2026-25", "/activities/report?from=2026-11-15&to=2026-11-28", "/shifts/export.csv?period=2026-25", "/pay-periods/2026/25/overview",
					"/pay-periods/2026/25/crew-overview?includeSubtree=true", "/exports/csv?period=2026-25", "/staff/", "/staff/periods/2026/25",
					"/staff/periods/2026/25/standards", "/pay-periods/2026/25/labour-standards"}
				for _, path := range paths {
					body := string(a.Browser(who).On(t).Get(path).Body)
					for _, other := range staff {
						p := a.World.People[other]
						if who == other || slices.Contains(whom, other) {
							continue
						}
						for _, trace := range []string{p.FirstName, p.LastName, p.Email, p.UserID} {
							if strings.Contains(body, trace) {
								t.Errorf("C11: GET %s shows %s's %q", path, other, trace)
							}
						}
					}
				}
			})
			t.Run(who+" cannot widen the scope with a filter", func(t *testing.T) {
				c := a.As(who).On(t)
				for _, other := range staff {
					if slices.Contains(whom, other) {
						continue
					}
					for _, path := range []string{"/timesheets?employee_id={@}", "/shifts?employee_id={@}", "/shifts?timesheet_id={@.timesheet}",
						"/Expenses?employee_id={@}", "/Expenses?timesheet_id={@.timesheet}", "/leave-requests?employee_id={@}",
						"/employees?supervisor_id={@}"} {
						path = strings.ReplaceAll(path, "{@", "{"+other)
						for _, id := range c.Get(path).IDs() {
							if id != a.World.IDs[who] { // a user who asks for the reports of their own supervisor may find themselves
								t.Errorf("C11: GET %s gives %d", path, id)
							}
						}
					}
				}
			})
		}
	})
}

// varying is what two refusals of the same kind may differ in.
var varying = regexp.MustCompile(`"(instance|request_id)":"[^"]*"|<code>[A-Z0-9]{16}</code>`)

// TestScope_HiddenIsMissing compares the refusal of another crew's record with that of one that does not exist: by
// nothing may the two be told apart (C2).
func TestScope_HiddenIsMissing(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	for route, c := range calls {
		if !strings.Contains(c.path+c.body, "{@") || isPage(c.path) {
			continue
		}
		t.Run(route, func(t *testing.T) {
			method, path, body, _ := c.about(route, "stranger")
			spoil := func(s string) string {
				return regexp.MustCompile(`\{stranger[a-z.]*\}`).ReplaceAllString(s, "987654321")
			}
			for _, who := range []string{"employee", "supervisor", "events"} {
				hidden := a.As(who).On(t).Do(method, path, payload(body))
				missing := a.As(who).On(t).Do(method, spoil(path), payload(spoil(body)))
				answersWhom := route == "POST /pay-periods/:year/:periodNumber/reminders"   // those whom it reminded, and nobody else
				if hidden.Status < 300 && !answersWhom || hidden.Status != missing.Status { // a form goes on to the next item, and says what it left out
					t.Errorf("C2: %s: %d for another's, %d for none", who, hidden.Status, missing.Status)
				}
				one, two := varying.ReplaceAllString(string(hidden.Body), ""), varying.ReplaceAllString(string(missing.Body), "")
				if one != two {
					t.Errorf("C2: %s can tell them apart:\n%s\n%s", who, one, two)
				}
				if len(hidden.Header) != len(missing.Header) || hidden.Header.Get("Set-Cookie") != missing.Header.Get("Set-Cookie") {
					t.Errorf("C2: %s can tell them apart by a header:\n%v\n%v", who, hidden.Header, missing.Header)
				}
			}
		})
	}
}

// TestScope_Approvals is C11's last sentence: nobody approves the own time, unless admin, whichever way they try.
func TestScope_Approvals(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"employee", "supervisor", "payroll"} {
		t.Run(who+" cannot approve the own time by any route", func(t *testing.T) {
			a := apptest.New(t)
			c := a.As(who).On(t)
			approved := func() string {
				return fmt.Sprint(a.Count("timesheets", "is_approved AND employee_id = $1", a.World.IDs[who]),
					a.Count("shifts", "is_approved AND employee_id = $1", a.World.IDs[who]),
					a.Count("expenses", "is_approved AND employee_id = $1", a.World.IDs[who]))
			}
			for _, try := range [][3]string{
				{"PATCH", "/timesheets/{@.timesheet}", `{"is_approved":true}`}, {"PATCH", "/timesheets/{@.timesheet}/approval", `{"is_approved":true}`},
				{"PATCH", "/timesheets/{@.timesheet}/approval", ``},
				{"PATCH", "/timesheets/{@.timesheet}", `{"IS_APPROVED":true}`},
				{"PATCH", "/timesheets/{@.timesheet}", `{"is_approved":false,"is_approved":true}`},
				{"PATCH", "/Expenses/{@.expense}", `{"is_approved":true}`}, {"PATCH", "/Expenses/{@.expense}/approval", `{"is_approved":true}`},
				{"PATCH", "/shifts/{@.shift}", `{"is_approved":true}`}, {"PATCH", "/shifts/{@.shift}/approval", `{"is_approved":true}`},
				{"POST", "/timesheets", `{"employee_id":{@},"is_approved":true}`},
				{"POST", "/Expenses", `{"timesheet_id":{@.timesheet},"bank_code_id":{per-diem},"date":"2026-11-18","amount":1,"description":"d","is_approved":true,"supervisor_comment":""}`},
				{"PATCH", "/pay-periods/2026/25/approval", ``},
			} {
				fill := func(s string) string { return strings.ReplaceAll(s, "{@", "{"+who) }
				r := c.Do(try[0], fill(try[1]), payload(fill(try[2])))
				if r.Status < 400 && !strings.HasPrefix(try[1], "/pay-periods") {
					t.Errorf("C11: %s %s %s is answered %d", try[0], try[1], try[2], r.Status)
				}
				if got := approved(); got != "0 0 0" {
					t.Fatalf("C11: %s %s %s approved the own time: %s sheets, shifts, expenses", try[0], try[1], try[2], got)
				}
			}
		})
	}
	t.Run("an admin approves anyone's", func(t *testing.T) {
		a := apptest.New(t)
		a.As("admin").On(t).Patch("/timesheets/{payroll.timesheet}/approval", nil).Want(http.StatusOK).Has(`"is_approved":true`)
	})
}
