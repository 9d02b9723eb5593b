package screens_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/app/platform/i18n"
)

// nothingToDo are the empty lists that offer nothing to anyone, or to one of the people, with the reason.
var nothingToDo = map[string]string{
	"/staff/":                          "the day's work is done",
	"/staff/present":                   "people clock in by themselves",
	"/staff/activities/report":         "the fields above choose the days",
	"/staff/approvals":                 "no decision is pending",
	"/staff/directory":                 "the field above searches",
	"/staff/directory/syncs":           "the button above the list syncs",
	"/staff/schedule":                  "what is planned for people is shown here",
	"payroll /staff/deputies":          "supervisors and administrators name them",
	"supervisor /staff/leave-balances": "payroll makes the rules",
	"events /staff/deputies":           "supervisors and administrators name them",
	"employee /staff/deputies":         "supervisors and administrators name them",
	"events /staff/customers":          "only payroll adds them",
	"events /staff/employees":          "payroll makes the record of an employee",
	"events /staff/time":               "payroll makes the record of an employee",
	"/staff/periods/2026/25/standards": "nothing departs from the labour standards",
	"/staff/archive":                   "records come here when they are deleted",
	"/staff/settings/suppressions":     "addresses come here when messages bounce",
	"/staff/settings/kiosks":           "the form above the list adds one",
	"/staff/settings/pin":              "payroll makes the record of an employee",
	"/staff/settings/password":         "the person signs in another way",
	"/staff/imports":                   "the form above the list uploads a file",
	"/staff/directory/uploads":         "the form above the list uploads a file",
	"/staff/settings/audit":            "entries come here with every change",
	"/staff/settings/system":           "it shows the state of the installation",
	"/staff/settings/sessions":         "a test signs in without a browser",
}

// TestPages_empty walks the pages of a company without records as each of its people. Every list that is empty says so, says what to do,
// and offers it; empty-pages.golden has what each offers.
func TestPages_empty(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.Empty())
	a.World.People = map[string]apptest.Person{}
	var list strings.Builder
	add := func(part string, role auth.Role) string {
		p, err := a.Auth.AddPerson(t.Context(), auth.Actor{Via: "command"}, auth.NewPerson{Email: part + "@example.com", Name: part, Role: role,
			Language: i18n.EN, Password: "correct horse battery"})
		if err != nil {
			t.Fatal(err)
		}
		a.World.People[part] = apptest.Person{UserID: p.ID, Email: p.Email, Role: role, Language: i18n.EN}
		return p.ID
	}
	walk := func(part string) {
		for _, r := range a.Routes() {
			if r.Method != http.MethodGet || !strings.HasPrefix(r.Path, "/staff/") || strings.ContainsAny(r.Path, ":*") {
				continue
			}
			page := a.Browser(part).Get(r.Path)
			if page.Status != http.StatusOK || !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") {
				continue
			}
			t.Run(part+" "+r.Path, func(t *testing.T) { list.WriteString(emptyLists(t, part, r.Path, page.Doc())) })
		}
	}
	for part, role := range map[string]auth.Role{"admin": auth.Admin, "payroll": auth.Payroll, "events": auth.Events} {
		add(part, role)
	}
	for _, part := range []string{"admin", "payroll", "events"} {
		walk(part)
	}
	above := int64(0)
	for i, part := range []string{"supervisor", "employee"} {
		id := a.As("admin").Post("/employees", fmt.Sprintf(`{"user_id":"%s","first_name":"Ann","last_name":"Roy","email":"%s@example.com",
			"phone_number":5145550142,"external_payroll_id":%d,"company_code":1,"first_work_day":"2026-11-18"}`, add(part, auth.Employee), part, i+1)).
			Want(http.StatusCreated).ID()
		if above != 0 {
			a.As("admin").Patch(fmt.Sprintf("/employees/%d", id), fmt.Sprintf(`{"supervisor_id":%d}`, above)).Want(http.StatusOK)
		}
		above = id
	}
	for _, part := range []string{"supervisor", "employee"} {
		walk(part)
	}
	if !t.Failed() {
		apptest.Golden(t, "empty-pages.golden", list.String())
	}
}

// emptyLists returns a line for each empty list of a page: what it says, and where what it offers leads.
func emptyLists(t *testing.T, part, path string, page *goquery.Selection) string {
	t.Helper()
	var lines strings.Builder
	page.Find("main .empty").Each(func(_ int, empty *goquery.Selection) {
		var offers []string
		empty.Find(".actions a, .actions form").Each(func(_ int, x *goquery.Selection) {
			offers = append(offers, x.AttrOr("href", x.AttrOr("action", "")))
		})
		text := empty.Find("p.muted").Text()
		if text == "" {
			t.Errorf("%q says nothing of what to do", empty.Find(".empty-title").Text())
		}
		if len(offers) == 0 && nothingToDo[path] == "" && nothingToDo[part+" "+path] == "" {
			t.Errorf("%q offers nothing", empty.Find(".empty-title").Text())
		}
		fmt.Fprintf(&lines, "%-10s %-32s %s | %s | %s\n", part, path, empty.Find(".empty-title").Text(), text, strings.Join(offers, " "))
	})
	page.Find("main table").Each(func(_ int, table *goquery.Selection) {
		if table.Find("tbody tr").Length() == 0 {
			t.Errorf("the table %q has no rows and says nothing", table.AttrOr("aria-label", table.Find("caption").Text()))
		}
	})
	return lines.String()
}
