package screens_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
)

// TestSearch shows who finds what. The rows of found are "text href"; those of hidden must not be in the answer.
func TestSearch(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	guest := `{"name":"Gédéon Quévillon","customer_number":"","phone":"","email":"gedeon@example.com","people":2,"allergies":""}`
	a.As("anonymous").On(t).Do(http.MethodPost, apptest.PartyPage+"/submit", guest).Want(http.StatusOK)
	for _, c := range []struct {
		name, as, query string
		found           []string
		hidden          []string
	}{
		{"a supervisor finds a report by name, without accents, with the timesheet", "supervisor", "maelle trud",
			[]string{"Maëlle Trudelle /staff/employees/{employee}", "Maëlle Trudelle /staff/periods/2026/25/people/{employee}"}, nil},
		{"a supervisor does not find another supervisor's report", "supervisor", "clemence", nil, []string{"Ouellette"}},
		{"an employee finds the own record, but no timesheet to approve", "employee", "trudelle",
			[]string{"Maëlle Trudelle /staff/employees/{employee}"}, []string{"/people/"}},
		{"who runs events finds an event by its title", "events", "fete", []string{"/staff/events/"}, nil},
		{"who runs events finds a guest of any event", "events", "quevillon", []string{"Gédéon Quévillon /staff/events/"}, nil},
		{"who runs events finds a customer", "events", "hawthorn", []string{"Prudence Hawthorne /staff/directory/customer"}, nil},
		{"an employee finds no guest, customer or event", "employee", "quevillon", nil, []string{"Quévillon /", "Prudence", "/staff/events"}},
		{"a page is found by its name", "payroll", "payr", []string{"Payroll /staff/payroll"}, []string{"/staff/leave"}},
		{"a supervisor finds the hours report", "supervisor", "hours", []string{"Hours report /staff/hours"}, nil},
		{"the page of the payroll customers is found by those who run events, who read it", "events", "payroll cust",
			[]string{"Payroll customers /staff/customers"}, nil},
		{"and by payroll", "payroll", "payroll cust", []string{"Payroll customers /staff/customers"}, nil},
		{"but not by an employee", "employee", "payroll cust", nil, []string{"/staff/customers"}},
		{"a name is found in spite of a typo", "supervisor", "trudele", []string{"Maëlle Trudelle /staff/employees/{employee}"}, nil},
		{"nobody outside the team is", "supervisor", "oulette", nil, []string{"Ouellette"}},
		{"payroll finds its files by what is done with them", "payroll", "export", []string{"Payroll /staff/payroll",
			"Export formats /staff/payroll/presets"}, nil},
		{"and the pay codes", "payroll", "codes", []string{"Pay codes /staff/bank-codes"}, nil},
		{"an employee finds neither", "employee", "codes", nil, []string{"/staff/bank-codes", "/staff/payroll"}},
		{"an action is found by its words", "events", "create", []string{"/staff/events/new"}, nil},
		{"the export of the company's data is found by what people call it", "admin", "backup",
			[]string{"Export company data /staff/settings/export"}, nil},
		{"and in the other language", "admin", "sauvegarde", []string{"Export company data /staff/settings/export"}, nil},
		{"the mail server is found by its protocol", "admin", "smtp", []string{"Email settings /staff/settings/mail"}, nil},
		{"an employee finds no setting of the company", "employee", "smtp", nil, []string{"/staff/settings/mail"}},
		{"everyone finds where the own password is changed", "employee", "change password", []string{"Password /staff/settings/password"}, nil},
		{"an administrator finds where people are invited", "admin", "invit", []string{"/staff/settings/people", "/staff/employees?sign_in=none"}, nil},
		{"the time zone is found where it is set", "admin", "fuseau", []string{"Company settings /staff/settings/company"}, nil},
		{"a task of a guide is found by its title", "supervisor", "send timesheet back",
			[]string{"Send a timesheet back /staff/help/supervisor#send-back"}, nil},
		{"and by its title in the other language", "supervisor", "renvoyer", []string{"Send a timesheet back /staff/help/supervisor#send-back"}, nil},
		{"with that of its guide", "payroll", "payroll export", []string{"Export a period /staff/help/payroll#export"}, nil},
		{"a task is not found by letters within a word", "admin", "imesheet", nil, []string{"/staff/help/"}},
		{"a supervisor finds a pay period by its number", "supervisor", "2026-23", []string{"2026-23 /staff/periods/2026/23"}, nil},
		{"an employee finds the own hours by the number of the period", "employee", "2026-23", []string{"2026-23 /staff/time/2026-23"},
			[]string{"/staff/periods"}},
		{"a number that is no period finds none", "supervisor", "2026-99", nil, []string{"/staff/periods/2026/99"}},
		{"vacation finds the request for leave", "employee", "vacation", []string{"/staff/leave?ask=1"}, nil},
		{"one letter finds no record", "admin", "t", nil, []string{"Trudelle"}},
		{"without a text the user's actions and pages are shown", "employee", "", []string{"/staff/time", "/staff/leave"},
			[]string{"/staff/payroll", "/staff/events", "/staff/hours"}},
		{"nothing found is said", "admin", "zzqx", nil, []string{"/staff/employees/"}},
		{"the signs of LIKE are letters", "admin", "%%%", nil, []string{"Quévillon"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := a.Browser(c.as).On(t).Do(http.MethodGet, "/staff/search?q="+url.QueryEscape(c.query), nil, "HX-Request", "true").
				Want(http.StatusOK)
			var rows []string
			r.Doc().Find(".found a").Each(func(_ int, link *goquery.Selection) {
				rows = append(rows, strings.TrimSpace(link.Find(".found-text").Text())+" "+link.AttrOr("href", ""))
			})
			all := strings.Join(rows, "\n")
			for i, row := range rows {
				if slices.Contains(rows[:i], row) {
					t.Errorf("%s is there twice", row)
				}
			}
			for _, want := range c.found {
				if !strings.Contains(all, a.World.Fill(want)) {
					t.Errorf("no %q in\n%s", a.World.Fill(want), all)
				}
			}
			for _, not := range c.hidden {
				if strings.Contains(all, not) {
					t.Errorf("%q is in\n%s", not, all)
				}
			}
			if len(rows) == 0 {
				r.Has("No results for")
				r.Has(`href="/staff/help?q=`)
			}
		})
	}
}

// TestSearch_WithoutScript: the same results as a page with the frame, its field filled in.
func TestSearch_WithoutScript(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	doc := a.Browser("supervisor").On(t).Get("/staff/search?q=trudelle").Want(http.StatusOK).Doc()
	if v := doc.Find("main input[name=q]").AttrOr("value", ""); v != "trudelle" {
		t.Errorf("the field has %q", v)
	}
	if doc.Find("main .found a").Length() == 0 || doc.Find("nav.rail").Length() == 0 {
		t.Error("the page lacks its results or its frame")
	}
}
