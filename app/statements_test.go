package app_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/app/platform/i18n"
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

// byRoute asks every route that reads, as each reader, twice: what is remembered between requests is remembered then. It returns the
// statements of the second time.
func (s *statements) byRoute(t *testing.T, a *apptest.App) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, who := range readers {
		api, browser := a.As(who), a.Browser(who)
		for _, route := range slices.Sorted(maps.Keys(calls)) {
			if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/stream") {
				continue
			}
			_, path, _, _ := calls[route].about(route, "employee")
			c := api
			if isPage(path) {
				c = browser
			}
			c.On(t).Get(path)
			s.taken()
			c.On(t).Get(path)
			all[who+" "+route] = s.taken()
		}
	}
	return all
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
		own.Post("/clock/in", `{}`).Want(201)
		own.Post("/calendars", `{"name":"Phone","contents":["shifts"]}`).Want(201)
		a.As("payroll").On(t).Post("/activities", fmt.Sprintf(`{"code":"ACT%d","name_fr":"Pose","name_en":"Laying"}`, n)).Want(201)
		a.As("payroll").On(t).Post("/customers", fmt.Sprintf(`{"user_id":"0c1b9f5e-52f5-4c6d-8a0e-5d1c2f3b5a%02d","first_name":"Eulalie",
			"last_name":"Marchand","email":"eulalie%d@example.com","phone_number":5145550178}`, n, n)).Want(201)
		events.Post("/events", fmt.Sprintf(`{"id":"bal-%d","starts_at":"2026-12-19T18:00:00-05:00","ends_at":"2026-12-19T23:00:00-05:00",
			"capacity":10,"content":{"fr":{"title":"Le bal"},"en":{"title":"The ball"}}}`, n)).Want(201)
		events.Form("/staff/events/{event}/rsvps", fmt.Sprintf("name=Zoé+Quesnel-%c&people=2&email=zoe%d@example.com&language=fr", 'A'+n, n)).Want(303)
		events.Post("/events/{event}/check-in-links", fmt.Sprintf(`{"name":"Entrance %d"}`, n)).Want(201)
		events.Post("/templates", fmt.Sprintf(`{"name":"event-%d","content":{"fr":{"subject":"Oui","html":"<p>{{greeting}}</p>{{rsvp_button}}"}}}`, n)).Want(201)
	}
}

// TestReads_ask_as_often_for_many shows that no route that reads has a statement for each row: what it asks for two of everything, it asks for
// eight.
func TestReads_ask_as_often_for_many(t *testing.T) {
	s := &statements{}
	a := apptest.New(t, apptest.Observing(s.add))
	grow(t, a, 0, 1)
	before := s.byRoute(t, a)
	grow(t, a, 1, 7)
	after := s.byRoute(t, a)
	for _, route := range slices.Sorted(maps.Keys(before)) {
		t.Run(route, func(t *testing.T) {
			if len(after[route]) <= len(before[route]) {
				return
			}
			more := map[string]int{}
			for _, text := range after[route] {
				more[text]++
			}
			for _, text := range before[route] {
				more[text]--
			}
			for text, n := range more {
				if n > 0 {
					t.Errorf("%d times more: %.300s", n, text)
				}
			}
		})
	}
}
