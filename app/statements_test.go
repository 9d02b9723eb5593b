package app_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/accounts/webhooks"
	"presence/app/apptest"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/platform/i18n"
	"presence/app/workforce/imports"
	"presence/db"
)

// statements keeps the statements of the request under way.
type statements struct {
	mu   sync.Mutex
	list []string
}

func (s *statements) add(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, spaces.ReplaceAllString(strings.TrimSpace(text), " "))
}

func (s *statements) taken() (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, s.list = s.list, nil
	return list
}

// readAnswer is how a route that reads answers one reader.
type readAnswer struct {
	statements []string
	ok         bool // with a status of success
	size       int  // bytes
}

// found are the addresses at which lists show what grow adds, in place of those of calls.
var found = map[string]string{
	"GET /staff/archive":      "/staff/archive?kind=shifts",
	"GET /staff/hours":        "/staff/hours?from=2026-11-15&to=2026-11-28",
	"GET /staff/hours/shifts": "/staff/hours/shifts?as=csv&from=2026-11-15&to=2026-11-28",
	"GET /staff/search":       "/staff/search?q=quesnel",
}

// byRoute asks every route that reads, as each reader, twice: what is remembered between requests is remembered then. It returns the
// answers of the second time, by route and reader.
func (s *statements) byRoute(t *testing.T, a *apptest.App) map[string]map[string]readAnswer {
	t.Helper()
	all := map[string]map[string]readAnswer{}
	for _, who := range readers {
		api, browser := a.As(who), a.Browser(who)
		for _, route := range slices.Sorted(maps.Keys(calls)) {
			if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/stream") {
				continue
			}
			_, path, _, _ := calls[route].about(route, "employee")
			path = cmp.Or(found[route], path)
			c := api
			if isPage(path) {
				c = browser
			}
			var headers []string
			if path == "/kiosk" || strings.HasPrefix(path, "/kiosk/") {
				c, headers = a.As(apptest.Anonymous), []string{"Cookie", "presence-kiosk=" + apptest.KioskSecret}
			}
			ask := func() *apptest.Response { return c.On(t).Do(http.MethodGet, path, nil, headers...) }
			ask()
			s.taken()
			r := ask()
			if all[route] == nil {
				all[route] = map[string]readAnswer{}
			}
			all[route][who] = readAnswer{s.taken(), r.Status/100 == 2, sizeOf(r)}
		}
	}
	return all
}

// sizeOf returns the size of an answer in bytes; of a page, that of its main part, without the navigation and the notifications.
func sizeOf(r *apptest.Response) int {
	if main := r.Doc().Find("main"); main.Length() > 0 {
		return len(main.Text())
	}
	return len(r.Body)
}

// grow adds to the World what lists and pages show, by numbers from first to before last: employees of the supervisor's crew with what they
// record, events, guests, and what the company sets up.
func grow(t *testing.T, a *apptest.App, first, last int) {
	t.Helper()
	a.World.People = maps.Clone(a.World.People) // other tests have the same
	for n := first; n < last; n++ {
		person := apptest.Person{FirstName: "Zéphyrine", LastName: fmt.Sprintf("Quesnel-%c", 'A'+n), Role: auth.Employee, Language: i18n.EN,
			Email: fmt.Sprintf("zephyrine%d@example.com", n)}
		made, err := a.Auth.AddPerson(t.Context(), auth.Actor{Via: "command"},
			auth.NewPerson{Email: person.Email, Name: person.Name(), Role: person.Role, Language: person.Language})
		if err != nil {
			t.Fatal(err)
		}
		person.UserID = made.ID
		admin, events := a.As("admin").On(t), a.As("events").On(t)
		person.EmployeeID = admin.Post("/employees", fmt.Sprintf(`{"user_id":"%s","first_name":"%s","last_name":"%s","email":"%s",
			"phone_number":%d,"external_payroll_id":%d,"company_code":271583,"first_work_day":"2024-03-04"}`, person.UserID, person.FirstName,
			person.LastName, person.Email, 5145556200+n, 8800+n)).Want(201).ID()
		admin.Patch(fmt.Sprintf("/employees/%d", person.EmployeeID), a.World.Fill(`{"supervisor_id":{supervisor}}`)).Want(200)
		if err := a.Auth.GiveAccess(t.Context()); err != nil {
			t.Fatal(err)
		}
		who := fmt.Sprintf("more%d", n)
		a.World.People[who] = person
		own := a.As(who).On(t)
		sheet := own.Post("/timesheets", fmt.Sprintf(`{"employee_id":%d,"is_approved":false}`, person.EmployeeID)).Want(201).ID()
		for day := 16; day < 19; day++ {
			own.Post("/shifts", fmt.Sprintf(a.World.Fill(`{"timesheet_id":%d,"bank_code_id":{regular},"date":"2026-11-%d","start_time":"2026-11-%dT08:00:00",
				"end_time":"2026-11-%dT16:00:00","customer_id":{customer},"activity_id":{activity}}`), sheet, day, day, day)).Want(201)
			own.Post("/Expenses", fmt.Sprintf(a.World.Fill(`{"timesheet_id":%d,"bank_code_id":{per-diem},"date":"2026-11-%d","amount":12.5,
				"description":"Lunch","is_approved":false,"supervisor_comment":""}`), sheet, day)).Want(201)
		}
		for _, month := range []int{2, 3} {
			own.Post("/leave-requests", fmt.Sprintf(a.World.Fill(`{"employee_id":%d,"bank_code_id":{vacation},"leave_type":"Vacation",
				"start_date_time":"2027-0%d-01T08:00","end_date_time":"2027-0%d-05T16:00","comment":"","approval_status":"Pending"}`),
				person.EmployeeID, month, month)).Want(201)
		}
		shift := own.Post("/shifts", fmt.Sprintf(a.World.Fill(`{"timesheet_id":%d,"bank_code_id":{regular},"date":"2026-11-20",
			"start_time":"2026-11-20T08:00:00","end_time":"2026-11-20T09:00:00"}`), sheet)).Want(201).ID()
		own.Delete(fmt.Sprintf("/shifts/%d", shift)).Want(201)
		a.As("employee").On(t).Post("/leave-requests", fmt.Sprintf(a.World.Fill(`{"employee_id":{employee},"bank_code_id":{vacation},
			"leave_type":"Vacation","start_date_time":"2027-04-%02dT08:00","end_date_time":"2027-04-%02dT16:00","comment":"",
			"approval_status":"Pending"}`), n+1, n+1)).Want(201)
		a.As("employee").On(t).Post("/push-subscriptions", strings.Replace(deviceBody, "/new", fmt.Sprint("/more", n), 1)).Want(201)
		a.As("employee").On(t).Post("/calendars", fmt.Sprintf(`{"name":"Phone %d","contents":["shifts"]}`, n)).Want(201)
		own.Post("/clock/in", `{}`).Want(201)
		own.Post("/calendars", `{"name":"Phone","contents":["shifts"]}`).Want(201)
		a.As("payroll").On(t).Post("/activities", fmt.Sprintf(`{"code":"ACT%d","name_fr":"Pose","name_en":"Laying"}`, n)).Want(201)
		a.As("payroll").On(t).Post("/customers", fmt.Sprintf(`{"user_id":"0c1b9f5e-52f5-4c6d-8a0e-5d1c2f3b5a%02d","first_name":"Eulalie",
			"last_name":"Marchand","email":"eulalie%d@example.com","phone_number":5145550178}`, n, n)).Want(201)
		events.Post("/events", fmt.Sprintf(`{"id":"bal-%d","starts_at":"2026-12-19T18:00:00-05:00","ends_at":"2026-12-19T23:00:00-05:00",
			"capacity":10,"content":{"fr":{"title":"Le bal"},"en":{"title":"The ball"}}}`, n)).Want(201)
		events.Form("/staff/events/{event}/rsvps", fmt.Sprintf("name=Zoé+Quesnel-%c&people=2&email=zoe%d@example.com&language=fr", 'A'+n, n)).Want(303)
		events.Post("/events/{event}/check-in-links", fmt.Sprintf(`{"name":"Entrance %d"}`, n)).Want(201)
		admin.Post("/webhooks", fmt.Sprintf(`{"url":"https://hooks.example.com/more-%d","kinds":["rsvp.declined"]}`, n)).Want(201)
		admin.Post("/kiosks", fmt.Sprintf(`{"name":"Quai %d"}`, n)).Want(201)
		a.As("payroll").On(t).Post("/payroll/presets", fmt.Sprintf(`{"name":"Nomina %d","kind":"columns","columns":["hours"]}`, n)).Want(201)
		a.As("supervisor").On(t).Post("/planned-shifts", fmt.Sprintf(a.World.Fill(`{"employee_id":%d,"bank_code_id":{regular},
			"start_time":"2026-12-08T08:00:00-05:00","end_time":"2026-12-08T16:00:00-05:00"}`), person.EmployeeID)).Want(201)
		events.Post("/campaigns/suppressions", fmt.Sprintf(`{"email":"plus%d@example.com"}`, n)).Want(201)
		events.Post("/events/{event}/audience/entries", fmt.Sprintf(`{"source":"manual",
			"entries":[{"email":"odile%d@example.com","firstname":"Odile"}]}`, n)).Want(200)
		a.As("supervisor").On(t).Post("/planned-shifts/publish", `{"supervisor_id":{supervisor},"from":"2026-12-06","to":"2026-12-12"}`).Want(200)
		a.As("payroll").On(t).Post("/bank-codes", fmt.Sprintf(`{"type":"training","categorie":"shift","modifier":1,"bank_code":"X%d"}`, n)).Want(201)
		admin.Post("/deputies", fmt.Sprintf(`{"supervisor_id":{supervisor},"deputy_id":{payroll},"from_day":"2027-01-%02d",
			"until_day":"2027-01-%02d"}`, n+1, n+1)).Want(201)
		a.As("supervisor").On(t).Patch(fmt.Sprintf("/timesheets/%d/approval", sheet), `{"is_approved":true}`).Want(200)
		export := a.As("payroll").On(t).Post("/payroll/exports", `{"period":"2026-25","partial":true}`).Want(201).ID()
		a.As("payroll").On(t).Post(fmt.Sprintf("/payroll/exports/%d/withdraw", export), `{}`).Want(200)
		growByService(t, a, n)
		events.Post("/templates", fmt.Sprintf(`{"name":"event-%d","content":{"fr":{"subject":"Oui","html":"<p>{{greeting}}</p>{{rsvp_button}}"}}}`, n)).Want(201)
	}
}

// growByService adds an import and a file of customers that wait to be saved, a delivery of a webhook that is not sent, a campaign that was
// cancelled before a message was sent, and a party on the waiting list.
func growByService(t *testing.T, a *apptest.App, n int) {
	t.Helper()
	clerk := auth.Actor{PersonID: a.World.People["payroll"].UserID, Role: auth.Payroll, Via: "command"}
	if _, err := a.Imports.Upload(t.Context(), clerk, imports.Employees, fmt.Sprintf("equipe-%d.csv", n), strings.NewReader(
		"Matricule;Compagnie;Prénom;Nom;Courriel;Téléphone;Adresse;Embauche;Superviseur\n9001;271583;Solène;Archambault;;;;2026-11-02;\n")); err != nil {
		t.Fatal(err)
	}
	a.Imports.Wait()
	customers := directory.NewService(a.DB, a.Clock.Now, directory.Config{})
	if _, err := customers.Receive(t.Context(), auth.Actor{Name: "Evelyne Roy", Role: auth.Events, Via: "command"}, fmt.Sprintf("clients-%d.csv", n),
		strings.NewReader("No de client;Nom;Courriel\nC-9001;Solène Archambault;solene@example.com\n")); err != nil {
		t.Fatal(err)
	}
	admin, hook := auth.Actor{PersonID: a.World.People["admin"].UserID, Role: auth.Admin, Via: "command"}, a.World.IDs["webhook"]
	if _, err := a.Webhooks.SendTest(t.Context(), admin, hook); err != nil {
		t.Fatal(err)
	}
	for _, on := range []bool{false, true} { // which cancels the delivery
		if _, err := a.Webhooks.Update(t.Context(), admin, hook, nil, webhooks.Changes{Enabled: &on}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, created_at, changed_at)
			VALUES ($1, $2, 'waiting', 'Jeanne', $3, $3, 2, 'fr', 1, 1)`, a.World.Fill("{event}"), n+1, fmt.Sprintf("jeanne%d@example.com", n))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	staff := auth.Actor{Role: auth.Events, Via: "command"}
	if _, err := a.Campaigns.Send(t.Context(), staff, campaigns.New{EventID: a.World.Fill("{event}")}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Campaigns.Cancel(t.Context(), staff, a.World.Fill("{event}")); err != nil {
		t.Fatal(err)
	}
}

// TestReads_ask_as_often_for_many shows that no route that reads has a statement for each row: what it asks for two of everything, it asks for
// eight. So that this says something, each route answers one of the readers, and its answer to one of them grows with the data.
func TestReads_ask_as_often_for_many(t *testing.T) {
	s := &statements{}
	a := apptest.New(t, apptest.Observing(s.add))
	grow(t, a, 0, 1)
	before := s.byRoute(t, a)
	grow(t, a, 1, 7)
	after := s.byRoute(t, a)
	for _, route := range slices.Sorted(maps.Keys(before)) {
		answers, grows := false, false
		for _, who := range readers {
			b, a := before[route][who], after[route][who]
			answers = answers || b.ok && a.ok
			grows = grows || b.ok && a.ok && a.size > b.size
			t.Run(who+" "+route, func(t *testing.T) {
				more := map[string]int{}
				for _, text := range a.statements {
					more[text]++
				}
				for _, text := range b.statements {
					more[text]--
				}
				for text, n := range more {
					if n > 0 && len(a.statements) > len(b.statements) {
						t.Errorf("%d times more: %.300s", n, text)
					}
				}
			})
		}
		if why := reasonOf(refusing, route); answers == (why != "") {
			t.Errorf("%s answers a reader: %t; the table says %q", route, answers, why)
		}
		_, last, _ := strings.Cut(route[strings.LastIndexByte(route, '/'):], ":")
		if last == "" && answers && !grows && reasonOf(alike, route) == "" {
			t.Errorf("the answer of %s is not longer, and no reason is known", route)
		}
	}
}

// reasonOf returns why a route is in a table of routes by reason; empty: it is not.
func reasonOf(table map[string]string, route string) string {
	for why, routes := range table {
		if slices.Contains(strings.Fields(routes), strings.TrimPrefix(route, "GET ")) {
			return why
		}
	}
	return ""
}

// refusing are the routes that answer none of the readers with a success, by the reason.
var refusing = map[string]string{
	"redirects": `/help /staff /staff/clock /staff/notifications/open /staff/periods /auth/v1/factor
		/staff/periods/:year/:number/people/:employee /kiosk/screen`,
	"nothing of the World has the name or the token of the call": `/auth/callback /auth/first/:token /auth/password/:token /door/open/:token
		/kiosk/enrol/:token /pictures/:hash/:size /rsvp/:event_id/waiting-list /staff/outbox/:name /staff/outbox/:name/file
		/staff/outbox/:name/html /staff/outbox/:name/parts/:part /static/*file /t/c/:token/:to /u/:token /u/calendars/:secret
		/u/notifications/:token`,
	"the record of the call is not deleted": `/archives/employees /archives/employees/:id /archives/leaveRequests /archives/leaveRequests/:id
		/archives/timesheets /archives/timesheets/:id /staff/archive/:kind/:id /archives/shifts /archives/shifts/:id`,
}

// alike are the routes whose answers do not grow with what grow adds, by the reason. Those of one record, which a parameter at their end
// names, are not among them.
var alike = map[string]string{
	"is about the program or its settings": `/ /.well-known/jwks.json /docs /health /livez /readyz /openapi.json /manifest.webmanifest /leave-rules
		/settings /staff/first-steps /staff/help /staff/leave-rules /staff/settings /staff/settings/channels /staff/settings/company
		/staff/settings/customers /staff/settings/export /staff/settings/mail /staff/settings/mail/senders /staff/settings/personal-data
		/staff/settings/second-factors /staff/settings/sign-in /staff/settings/system`,
	"is about the reader": `/auth/v1/me /auth/v1/second-factors /clock /clock/offline /clock/stamps /notifications/preferences /oauth-sessions
		/staff/settings/account /staff/settings/applications /staff/settings/applications/all /staff/settings/password /staff/settings/pin
		/staff/settings/security /staff/settings/security/codes /staff/settings/sessions /staff/settings/tokens /staff/time`,
	"is about a record of the World, of which grow adds no part": `/Expenses/:id/receipts /archives/expenses /campaigns/:id/report.csv
		/employees/:id/badge /employees/:id/hourly-costs /employees/:id/usual-week /events/:event_id/blocks /events/:event_id/invite-preview
		/events/:event_id/messages /events/:event_id/picture /events/:event_id/reminder-preview /imports/:id/rows /payroll/exports/:id/file
		/payroll/exports/:id/receipts /rsvp/:event_id/calendar.ics /shifts/:id/breaks /staff/campaigns/:id/reminder
		/staff/employees/:id/badge /staff/employees/:id/cost /staff/employees/:id/supervisor /staff/events/:event/blocks
		/staff/events/:event/blocks/preview /staff/events/:event/messages /staff/events/:event/messages/:kind/preview
		/staff/events/:event/rsvps/:rsvp/edit /staff/templates/:name/sample`,
	"has those who have a PIN": "/kiosk/names",
	"is a form": `/auth/forgotten /auth/v1/login /kiosk/pin /staff/customers/new /staff/employees/new /staff/events/:event/rsvps/new
		/staff/settings/people/new /staff/settings/webhooks/new /staff/template-draft /staff/templates/new`,
	"has sums or periods, as many as before": `/campaigns/tracking /events/:event_id/rsvp-totals.csv /pay-periods
		/pay-periods/bundle/current-and-all`,
	"is about the directory of customers, which a source fills": `/collab/customer-search /directory/syncs /staff/directory
		/staff/directory/customer /staff/directory/syncs`,
	"has nothing: no message was sent, no holiday paid, and nobody has the name of the call": `/campaigns/bouncing-addresses /holiday-pay
		/personal-data /staff/outbox /staff/settings/personal-data/file`,
}
