package employees

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/db"
)

// eachAPI runs fn with a company and a client of its JSON API, which payroll calls.
func eachAPI(t *testing.T, fn func(t *testing.T, w company, api *featuretest.Client)) {
	t.Helper()
	each(t, func(t *testing.T, c company) {
		fn(t, c, featuretest.New(t, featuretest.Options{By: payroll, Now: c.now}, func(r *httpx.Router) { API(r, c.Service) }))
	})
}

const marieJSON = `{"user_id":"0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11","first_name":"Marie","last_name":"Roy","email":"marie.roy@example.com",` +
	`"phone_number":5145550123,"residence":"Laval & <fils>","external_payroll_id":7001,"company_code":271583,"first_work_day":"2024-03-04T23:00:00-05:00"}`

// but is marieJSON with one of its members written otherwise.
func but(member, written string) string {
	i := strings.Index(marieJSON, `"`+member+`":`)
	rest := marieJSON[i:]
	end := strings.IndexAny(rest, ",}")
	return marieJSON[:i] + written + rest[end:]
}

func TestAPI(t *testing.T) {
	eachAPI(t, func(t *testing.T, w company, api *featuretest.Client) {
		r := api.Post("/employees", marieJSON)
		shown := r.Want(201).Body
		wantBody := `{"id":1,"user_id":"0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11","first_name":"Marie","last_name":"Roy","email":"marie.roy@example.com",` +
			`"phone_number":5145550123,"residence":"Laval & <fils>","external_payroll_id":7001,"company_code":271583,"first_work_day":"2024-03-04",` +
			`"last_work_day":null,"supervisor_id":null}`
		if strings.TrimSpace(shown) != wantBody || r.Header.Get("ETag") != `"1-1"` {
			t.Errorf("created %s (%s)\nwant    %s", shown, r.Header.Get("ETag"), wantBody)
		}
		if got := api.Get("/employees/1").Want(200).Body; got != shown {
			t.Errorf("read %s", got)
		}
		if got := api.Get("/employees").Want(200).Body; strings.TrimSpace(got) != "["+wantBody+"]" {
			t.Errorf("list %s", got)
		}
		boss := w.hire(2, 0)

		patch := func(body string, status int) string {
			t.Helper()
			return api.Do("PATCH", "/employees/1", body).Want(status).Body
		}
		if got := patch(fmt.Sprintf(`{"supervisor_id":%d,"residence":null}`, boss), 200); !strings.Contains(got, `"residence":null`) ||
			!strings.Contains(got, `"supervisor_id":2`) {
			t.Errorf("supervisor: %s", got)
		}
		if got := patch(`{"last_work_day":"2026-11-20"}`, 200); !strings.Contains(got, `"last_work_day":"2026-11-20"`) {
			t.Errorf("a day to come: %s", got)
		}
		if got := patch(`{"last_work_day":"2026-11-19T12:00:00Z"}`, 202); !strings.Contains(got, `"last_work_day":"2026-11-19"`) {
			t.Errorf("archived: %s", got)
		}
		api.Get("/employees/1").Want(400)
		if got := api.Get("/employees").Want(200).Body; strings.Contains(got, "Marie\",\"last_name\":\"Roy\"") {
			t.Errorf("the list shows an archived record: %s", got)
		}
		api.Do("DELETE", "/employees/1", "").Want(404)
		patch(`{"company_code":271585}`, 200)
		if got := patch(`{"last_work_day":null}`, 200); !strings.Contains(got, `"last_work_day":null`) {
			t.Errorf("restored: %s", got)
		}
		api.Get("/employees/1").Want(200)
		patch(`{"supervisor_id":null}`, 200)
		if got := api.Do("DELETE", "/employees/1", "").Want(204).Body; got != "" {
			t.Errorf("DELETE answers %q", got)
		}
		api.Get("/employees/1").Want(400)
	})
}

func TestAPI_describes_both_answers_of_an_update(t *testing.T) {
	engine := gin.New()
	r := httpx.NewRouter(engine, httpx.Config{}, httpx.NoRules)
	API(r, nil)
	if err := r.Build(httpx.APIInfo{}); err != nil {
		t.Fatal(err)
	}
	text, err := r.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Description string
				Content     map[string]any
			}
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	answers := doc.Paths["/employees/{id}"]["patch"].Responses
	if answers["200"].Content["application/json"] == nil || answers["202"].Content["application/json"] == nil ||
		answers["200"].Description == answers["202"].Description {
		t.Errorf("PATCH answers %+v", answers)
	}
}

func TestAPI_missing(t *testing.T) {
	eachAPI(t, func(t *testing.T, w company, api *featuretest.Client) {
		for _, id := range []string{"7", "0", "-1", "abc", "1.5", "9223372036854775808", "1%27%20OR%201=1", "%00"} {
			for method, status := range map[string]int{"GET": 400, "PATCH": 404, "DELETE": 404} {
				t.Run(method+" of "+id+" finds nothing", func(t *testing.T) {
					body := ""
					if method == "PATCH" {
						body = `{}`
					}
					api.On(t).Do(method, "/employees/"+id, body).IsRefused(status, "not_found")
				})
			}
		}
	})
}

func TestAPI_refuses(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"an empty object, naming every field", `{}`,
			"company_code required, email required, external_payroll_id required, first_name required, " +
				"first_work_day required, last_name required, phone_number required, user_id required"},
		{"faults of the schema and of the rules together",
			`{"user_id":"x","first_name":5,"last_name":"","email":"no","phone_number":12,"external_payroll_id":"7","company_code":0,"first_work_day":"2026-02-30","last_work_day":"soon","nope":1}`,
			"company_code out_of_range, email format, external_payroll_id type, first_name type, first_work_day format, last_name " +
				"required, last_work_day format, nope unknown, phone_number format, user_id format"},
		{"null where a value must be", but("first_name", `"first_name":null`), "first_name type"},
		{"a number as text", but("phone_number", `"phone_number":"5145550123"`), "phone_number type"},
		{"a fraction of an id", but("company_code", `"company_code":1.5`), "company_code type"},
		{"a number too large for 64 bits", but("company_code", `"company_code":9223372036854775808`), "company_code type"},
		{"a number beyond all measure", but("company_code", `"company_code":1e400`), "company_code type"},
		{"a last day before the first", but("first_work_day", `"last_work_day":"2024-03-03","first_work_day":"2024-03-04"`),
			"last_work_day before_first"},
		{"a year before 1900", but("first_work_day", `"first_work_day":"1066-10-14"`), "first_work_day out_of_range"},
		{"a supervisor on create", but("company_code", `"supervisor_id":1,"company_code":1`), "supervisor_id unknown"},
		{"an id on create", but("company_code", `"id":1,"company_code":1`), "id unknown"},
		{"a key in another case", but("first_name", `"First_Name":"Marie"`), "First_Name unknown, first_name required"},
		{"a key twice", but("first_name", `"first_name":"Marie","first_name":"Mia"`), "duplicate_key"},
		{"a key twice, escaped", but("first_name", `"first_name":"Marie","first\u005fname":"Mia"`), "duplicate_key"},
		{"U+0000, escaped", but("first_name", `"first_name":"Ma\u0000rie"`), "malformed_json"},
		{"U+0000, raw", but("first_name", "\"first_name\":\"Ma\x00rie\""), "malformed_json"},
		{"a control character", but("first_name", `"first_name":"Ma\trie"`), "first_name format"},
		{"bytes that are no UTF-8", but("first_name", "\"first_name\":\"Ma\xffrie\""), "malformed_json"},
		{"a lone surrogate", but("first_name", `"first_name":"\ud800"`), "malformed_json"},
		{"a second value behind", marieJSON + "{}", "malformed_json"},
		{"a byte order mark", "\ufeff" + marieJSON, "malformed_json"},
		{"a trailing comma", strings.TrimSuffix(marieJSON, "}") + ",}", "malformed_json"},
		{"a comment", "/* */" + marieJSON, "malformed_json"},
		{"half of it", marieJSON[:60], "malformed_json"},
		{"an array", `[` + marieJSON + `]`, "type"},
		{"a text", `"Marie"`, "type"},
		{"null", `null`, "type"},
		{"objects 33 deep", but("first_name", `"first_name":`+strings.Repeat(`{"a":`, 32)+"1"+strings.Repeat("}", 32)), "malformed_json"},
		{"100,000 brackets", strings.Repeat("[", 100_000), "malformed_json"},
	}
	eachAPI(t, func(t *testing.T, w company, api *featuretest.Client) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				r := api.On(t).Post("/employees", tt.body).IsRefused(400, tt.want)
				if strings.Contains(r.Body, "marie.roy@") {
					t.Errorf("the problem echoes what was sent: %s", r.Body)
				}
			})
		}
		t.Run("a body of more than a megabyte", func(t *testing.T) {
			api.On(t).Post("/employees", but("first_name", `"first_name":"`+strings.Repeat("a", 1<<20)+`"`)).IsRefused(413, "too_large")
		})
		t.Run("no body", func(t *testing.T) {
			api.On(t).Do("POST", "/employees", "", "Content-Type", "application/json").IsRefused(400, "body_required")
		})
		t.Run("a form", func(t *testing.T) {
			api.On(t).Do("POST", "/employees", marieJSON, "Content-Type", "application/x-www-form-urlencoded").
				IsRefused(415, "unsupported_media_type")
		})
		for _, table := range []string{"employees", "people", "audit_log"} {
			if n := w.count(table); n != 0 {
				t.Errorf("refused requests left %d rows in %s", n, table)
			}
		}
	})
}

func TestAPI_update_refuses(t *testing.T) {
	eachAPI(t, func(t *testing.T, w company, api *featuretest.Client) {
		id := w.hire(1, 0)
		before := w.any(id)
		for _, tt := range []struct {
			name, body, want string
			status           int
		}{
			{"faults of the schema and of the rules together",
				`{"email":"no","phone_number":null,"company_code":-1,"last_work_day":"","first_name":" ","x":1}`,
				"company_code out_of_range, email format, first_name required, last_work_day required, phone_number required, x unknown", 400},
			{"an unknown supervisor", `{"first_name":"Half","supervisor_id":987654}`, "supervisor_id unknown", 400},
			{"a supervisor of id 0", `{"supervisor_id":0}`, "supervisor_id out_of_range", 400},
			{"oneself as supervisor", fmt.Sprintf(`{"first_name":"Half","supervisor_id":%d}`, id), "supervisor_id self", 400},
			{"a key twice", `{"first_name":"Half","first_name":"Half"}`, "duplicate_key", 400},
			{"a key in another case", `{"FIRST_NAME":"Half"}`, "FIRST_NAME unknown", 400},
			{"what the program keeps", `{"id":9,"version":9,"archived_at":1}`, "archived_at unknown, id unknown, version unknown", 400},
		} {
			t.Run(tt.name, func(t *testing.T) {
				api.On(t).Do("PATCH", fmt.Sprintf("/employees/%d", id), tt.body).IsRefused(tt.status, tt.want)
			})
		}
		if w.any(id) != before {
			t.Errorf("a refused update changed the record: %+v", w.any(id))
		}
	})
}

func TestAPI_conditional(t *testing.T) {
	eachAPI(t, func(t *testing.T, w company, api *featuretest.Client) {
		api.Post("/employees", marieJSON).Want(201)
		stale := func(method, tag string) {
			t.Helper()
			body := ""
			if method == "PATCH" {
				body = `{"first_name":"Mia"}`
			}
			api.Do(method, "/employees/1", body, "If-Match", tag).IsRefused(412, "stale")
		}
		r := api.Do("PATCH", "/employees/1", `{"first_name":"Mia"}`, "If-Match", `"1-1"`).Want(200)
		if r.Header.Get("ETag") != `"1-2"` {
			t.Errorf("ETag %s", r.Header.Get("ETag"))
		}
		for _, tag := range []string{`"1-1"`, `"2-2"`, `nonsense`} {
			stale("PATCH", tag)
			stale("DELETE", tag)
		}
		api.Do("PATCH", "/employees/1", `{"first_name":"Mia"}`, "If-Match", "*").Want(200)
		api.Do("DELETE", "/employees/1", "", "If-Match", `"1-3"`).Want(204)
		api.Post("/employees", marieJSON).IsRefused(409, "person_taken")
	})
}

func TestAPI_scope(t *testing.T) {
	eachAPI(t, func(t *testing.T, w company, api *featuretest.Client) {
		boss := w.hire(1, 0)
		w.hire(2, boss)
		other := w.hire(3, 0)
		api.By = auth.Actor{PersonID: uuidOf(1), EmployeeID: boss, Role: auth.Employee, Supervises: true}

		list := api.Get("/employees").Want(200).Body
		if !strings.Contains(list, "Roy1") || !strings.Contains(list, "Roy2") || strings.Contains(list, "Roy3") {
			t.Errorf("the crew's list: %s", list)
		}
		for _, query := range []string{"email=e3@example.com", "user_id=" + uuidOf(3), "modified_since=2000-01-01T00:00:00Z", "after=2",
			"limit=1000"} {
			if got := api.Get("/employees?" + query).Want(200).Body; strings.Contains(got, "Roy3") {
				t.Errorf("?%s shows another crew: %s", query, got)
			}
		}
		hidden, missing := api.Get(fmt.Sprintf("/employees/%d", other)), api.Get("/employees/987654")
		anonymous := strings.NewReplacer(fmt.Sprintf("/employees/%d", other), "ID", "/employees/987654", "ID",
			hidden.Header.Get("X-Request-Id"), "REQUEST", missing.Header.Get("X-Request-Id"), "REQUEST")
		if a, b := anonymous.Replace(hidden.Want(400).Body), anonymous.Replace(missing.Want(400).Body); a != b {
			t.Errorf("another crew's record answers %s, a missing one %s", a, b)
		}
		for _, r := range []*featuretest.Answer{
			api.Post("/employees", marieJSON), api.Do("PATCH", "/employees/2", `{"first_name":"X"}`), api.Do("DELETE", "/employees/2", ""),
			api.Do("PATCH", "/employees/987654", `{"first_name":"X"}`),
		} {
			r.IsRefused(403, "not_allowed")
		}
	})
}

func TestAPI_list(t *testing.T) {
	eachAPI(t, func(t *testing.T, w company, api *featuretest.Client) {
		if got := api.Get("/employees").Want(200).Body; strings.TrimSpace(got) != "[]" {
			t.Errorf("an empty list is %s", got)
		}
		for n := range 3 {
			w.hire(n+1, 0)
		}
		r := api.Get("/employees?limit=2&company_code=271583")
		if got := r.Want(200).Body; !strings.Contains(got, "Roy2") || strings.Contains(got, "Roy3") {
			t.Errorf("first page: %s", got)
		}
		if got, wanted := r.Header.Get("Link"), `</employees?after=2&company_code=271583&limit=2>; rel="next"`; got != wanted {
			t.Errorf("Link %q, want %q", got, wanted)
		}
		r = api.Get("/employees?limit=2&after=2")
		if got := r.Want(200).Body; !strings.Contains(got, "Roy3") || r.Header.Get("Link") != "" {
			t.Errorf("last page: %s (%s)", got, r.Header.Get("Link"))
		}
		for query, fault := range map[string]string{
			"nope=1": "nope unknown", "limit=0": "limit out_of_range", "limit=x": "limit type", "after=-1": "after out_of_range",
			"supervisor_id=x": "supervisor_id type",
			"user_id=x":       "user_id format", "email=x": "email format", "modified_since=x": "modified_since format",
		} {
			t.Run("refuses "+query, func(t *testing.T) {
				api.On(t).Get("/employees?"+query).IsRefused(400, fault)
			})
		}
		w.update(2, Changes{LastWorkDay: new(db.MustDay("2026-11-19"))})
		if got := api.Get("/employees").Want(200).Body; strings.Contains(got, "Roy2") {
			t.Errorf("an archived record is listed: %s", got)
		}
	})
}

// The last work day of a new record is stored, and all validation errors of a request are returned together.
func TestAPI_LastWorkDay(t *testing.T) {
	eachAPI(t, func(t *testing.T, w company, api *featuretest.Client) {
		const body = `{"user_id":"0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11","first_name":"Marie","last_name":"Roy","email":"marie.roy@example.com",
			"phone_number":5145550123,"external_payroll_id":7001,"company_code":271583,"first_work_day":"2024-03-04","last_work_day":"2027-01-29"}`
		created := api.Post("/employees", body).Want(201).Body
		if !strings.Contains(created, `"last_work_day":"2027-01-29`) {
			t.Errorf("created %s", created)
		}
		both := api.Do("PATCH", "/employees/1", `{"first_work_day":"2026-11-20","last_work_day":"2026-11-19","email":"x"}`).Want(400).Body
		if !strings.Contains(both, `"field":"last_work_day","code":"before_first"`) || !strings.Contains(both,
			`"field":"email","code":"format"`) {
			t.Errorf("told is %s", both)
		}
	})
}
