package employees

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/db"
)

// wire serves the JSON API of a company to one actor. Package app checks the access rules of the routes.
type wire struct {
	company
	handler http.Handler
	by      auth.Actor
}

func eachWire(t *testing.T, fn func(t *testing.T, w *wire)) {
	gin.SetMode(gin.TestMode)
	each(t, func(t *testing.T, c company) {
		w := &wire{company: c, by: payroll}
		engine := gin.New()
		engine.Use(func(g *gin.Context) { g.Request = g.Request.WithContext(auth.With(g.Request.Context(), w.by)) })
		API(httpx.NewRouter(engine, "test", "1.0"), c.Service)
		w.handler = httpx.Middleware{Log: slog.New(slog.DiscardHandler), Now: c.now, Zone: time.UTC}.Wrap(engine)
		fn(t, w)
	})
}

func (w *wire) ask(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	out := httptest.NewRecorder()
	w.handler.ServeHTTP(out, r)
	return out
}

// want fails unless the answer has the status, and gives its body.
func want(t *testing.T, r *httptest.ResponseRecorder, status int) string {
	t.Helper()
	if r.Code != status {
		t.Fatalf("status %d, want %d: %s", r.Code, status, r.Body)
	}
	return r.Body.String()
}

// faultsOf are the faults of a problem as "field code", sorted; its code alone when there are none.
func faultsOf(t *testing.T, r *httptest.ResponseRecorder) string {
	t.Helper()
	var p httpx.Problem
	if got := r.Header().Get("Content-Type"); got != "application/problem+json" {
		t.Fatalf("%d with Content-Type %q: %s", r.Code, got, r.Body)
	}
	if err := json.Unmarshal(r.Body.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	if len(p.Errors) == 0 {
		return p.Code
	}
	var list []string
	for _, f := range p.Errors {
		if f.Detail == "" {
			t.Errorf("the fault of %s says nothing", f.Field)
		}
		list = append(list, f.Field+" "+f.Code)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
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
	eachWire(t, func(t *testing.T, w *wire) {
		r := w.ask("POST", "/employees", marieJSON)
		shown := want(t, r, 201)
		wantBody := `{"id":1,"user_id":"0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11","first_name":"Marie","last_name":"Roy","email":"marie.roy@example.com",` +
			`"phone_number":5145550123,"residence":"Laval & <fils>","external_payroll_id":7001,"company_code":271583,"first_work_day":"2024-03-04",` +
			`"last_work_day":null,"supervisor_id":null}`
		if strings.TrimSpace(shown) != wantBody || r.Header().Get("ETag") != `"1-1"` {
			t.Errorf("created %s (%s)\nwant    %s", shown, r.Header().Get("ETag"), wantBody)
		}
		if got := want(t, w.ask("GET", "/employees/1", ""), 200); got != shown {
			t.Errorf("read %s", got)
		}
		if got := want(t, w.ask("GET", "/employees", ""), 200); strings.TrimSpace(got) != "["+wantBody+"]" {
			t.Errorf("list %s", got)
		}
		boss := w.hire(2, 0)

		patch := func(body string, status int) string {
			t.Helper()
			return want(t, w.ask("PATCH", "/employees/1", body), status)
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
		want(t, w.ask("GET", "/employees/1", ""), 400)
		if got := want(t, w.ask("GET", "/employees", ""), 200); strings.Contains(got, "Marie\",\"last_name\":\"Roy\"") {
			t.Errorf("the list shows an archived record: %s", got)
		}
		want(t, w.ask("DELETE", "/employees/1", ""), 404)
		patch(`{"company_code":271585}`, 200)
		if got := patch(`{"last_work_day":null}`, 200); !strings.Contains(got, `"last_work_day":null`) {
			t.Errorf("restored: %s", got)
		}
		want(t, w.ask("GET", "/employees/1", ""), 200)
		patch(`{"supervisor_id":null}`, 200)
		if got := want(t, w.ask("DELETE", "/employees/1", ""), 204); got != "" {
			t.Errorf("DELETE answers %q", got)
		}
		want(t, w.ask("GET", "/employees/1", ""), 400)
	})
}

func TestAPI_describes_both_answers_of_an_update(t *testing.T) {
	engine := gin.New()
	r := httpx.NewRouter(engine, "test", "1.0")
	API(r, nil)
	r.Complete(httpx.APIInfo{})
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
	eachWire(t, func(t *testing.T, w *wire) {
		for _, id := range []string{"7", "0", "-1", "abc", "1.5", "9223372036854775808", "1%27%20OR%201=1", "%00"} {
			for method, status := range map[string]int{"GET": 400, "PATCH": 404, "DELETE": 404} {
				t.Run(method+" of "+id+" finds nothing", func(t *testing.T) {
					body := ""
					if method == "PATCH" {
						body = `{}`
					}
					r := w.ask(method, "/employees/"+id, body)
					if r.Code != status || faultsOf(t, r) != "not_found" {
						t.Errorf("%d %s", r.Code, r.Body)
					}
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
		{"a number beyond all measure", but("company_code", `"company_code":1e400`), "malformed_json"},
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
	eachWire(t, func(t *testing.T, w *wire) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				r := w.ask("POST", "/employees", tt.body)
				if got := faultsOf(t, r); r.Code != 400 || got != tt.want {
					t.Errorf("%d %s\nwant 400 %s", r.Code, got, tt.want)
				}
				if bytes.Contains(r.Body.Bytes(), []byte("marie.roy@")) {
					t.Errorf("the problem echoes what was sent: %s", r.Body)
				}
			})
		}
		t.Run("a body of more than a megabyte", func(t *testing.T) {
			r := w.ask("POST", "/employees", but("first_name", `"first_name":"`+strings.Repeat("a", 1<<20)+`"`))
			if got := faultsOf(t, r); r.Code != 413 || got != "too_large" {
				t.Errorf("%d %s", r.Code, got)
			}
		})
		t.Run("no body", func(t *testing.T) {
			if r := w.ask("POST", "/employees", "", "Content-Type", "application/json"); r.Code != 400 || faultsOf(t, r) != "body_required" {
				t.Errorf("%d %s", r.Code, r.Body)
			}
		})
		t.Run("a form", func(t *testing.T) {
			r := w.ask("POST", "/employees", marieJSON, "Content-Type", "application/x-www-form-urlencoded")
			if got := faultsOf(t, r); r.Code != 415 || got != "unsupported_media_type" {
				t.Errorf("%d %s", r.Code, got)
			}
		})
		for _, table := range []string{"employees", "people", "audit_log"} {
			if n := w.count(table); n != 0 {
				t.Errorf("refused requests left %d rows in %s", n, table)
			}
		}
	})
}

func TestAPI_update_refuses(t *testing.T) {
	eachWire(t, func(t *testing.T, w *wire) {
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
				r := w.ask("PATCH", fmt.Sprintf("/employees/%d", id), tt.body)
				if got := faultsOf(t, r); r.Code != tt.status || got != tt.want {
					t.Errorf("%d %s\nwant %d %s", r.Code, got, tt.status, tt.want)
				}
			})
		}
		if w.any(id) != before {
			t.Errorf("a refused update changed the record: %+v", w.any(id))
		}
	})
}

func TestAPI_conditional(t *testing.T) {
	eachWire(t, func(t *testing.T, w *wire) {
		want(t, w.ask("POST", "/employees", marieJSON), 201)
		stale := func(method, tag string) {
			t.Helper()
			body := ""
			if method == "PATCH" {
				body = `{"first_name":"Mia"}`
			}
			if r := w.ask(method, "/employees/1", body, "If-Match", tag); r.Code != 412 || faultsOf(t, r) != "stale" {
				t.Errorf("%s with %s: %d %s", method, tag, r.Code, r.Body)
			}
		}
		r := w.ask("PATCH", "/employees/1", `{"first_name":"Mia"}`, "If-Match", `"1-1"`)
		if want(t, r, 200); r.Header().Get("ETag") != `"1-2"` {
			t.Errorf("ETag %s", r.Header().Get("ETag"))
		}
		for _, tag := range []string{`"1-1"`, `"2-2"`, `nonsense`} {
			stale("PATCH", tag)
			stale("DELETE", tag)
		}
		want(t, w.ask("PATCH", "/employees/1", `{"first_name":"Mia"}`, "If-Match", "*"), 200)
		want(t, w.ask("DELETE", "/employees/1", "", "If-Match", `"1-3"`), 204)
		if r := w.ask("POST", "/employees", marieJSON); r.Code != 409 || faultsOf(t, r) != "person_taken" {
			t.Errorf("a second record of a person: %d %s", r.Code, r.Body)
		}
	})
}

func TestAPI_scope(t *testing.T) {
	eachWire(t, func(t *testing.T, w *wire) {
		boss := w.hire(1, 0)
		w.hire(2, boss)
		other := w.hire(3, 0)
		w.by = auth.Actor{PersonID: uuidOf(1), EmployeeID: boss, Role: auth.Employee, Supervises: true}

		list := want(t, w.ask("GET", "/employees", ""), 200)
		if !strings.Contains(list, "Roy1") || !strings.Contains(list, "Roy2") || strings.Contains(list, "Roy3") {
			t.Errorf("the crew's list: %s", list)
		}
		for _, query := range []string{"email=e3@example.com", "user_id=" + uuidOf(3), "modified_since=2000-01-01T00:00:00Z", "after=2",
			"limit=1000"} {
			if got := want(t, w.ask("GET", "/employees?"+query, ""), 200); strings.Contains(got, "Roy3") {
				t.Errorf("?%s shows another crew: %s", query, got)
			}
		}
		hidden, missing := w.ask("GET", fmt.Sprintf("/employees/%d", other), ""), w.ask("GET", "/employees/987654", "")
		anonymous := strings.NewReplacer(fmt.Sprintf("/employees/%d", other), "ID", "/employees/987654", "ID",
			hidden.Header().Get("X-Request-Id"), "REQUEST", missing.Header().Get("X-Request-Id"), "REQUEST")
		if a, b := anonymous.Replace(want(t, hidden, 400)), anonymous.Replace(want(t, missing, 400)); a != b {
			t.Errorf("another crew's record answers %s, a missing one %s", a, b)
		}
		for _, r := range []*httptest.ResponseRecorder{
			w.ask("POST", "/employees", marieJSON), w.ask("PATCH", "/employees/2", `{"first_name":"X"}`), w.ask("DELETE", "/employees/2", ""),
			w.ask("PATCH", "/employees/987654", `{"first_name":"X"}`),
		} {
			if want(t, r, 403); faultsOf(t, r) != "not_allowed" {
				t.Errorf("%s", r.Body)
			}
		}
	})
}

func TestAPI_list(t *testing.T) {
	eachWire(t, func(t *testing.T, w *wire) {
		if got := want(t, w.ask("GET", "/employees", ""), 200); strings.TrimSpace(got) != "[]" {
			t.Errorf("an empty list is %s", got)
		}
		for n := range 3 {
			w.hire(n+1, 0)
		}
		r := w.ask("GET", "/employees?limit=2&company_code=271583", "")
		if got := want(t, r, 200); !strings.Contains(got, "Roy2") || strings.Contains(got, "Roy3") {
			t.Errorf("first page: %s", got)
		}
		if got, wanted := r.Header().Get("Link"), `</employees?after=2&company_code=271583&limit=2>; rel="next"`; got != wanted {
			t.Errorf("Link %q, want %q", got, wanted)
		}
		r = w.ask("GET", "/employees?limit=2&after=2", "")
		if got := want(t, r, 200); !strings.Contains(got, "Roy3") || r.Header().Get("Link") != "" {
			t.Errorf("last page: %s (%s)", got, r.Header().Get("Link"))
		}
		for query, fault := range map[string]string{
			"nope=1": "nope unknown", "limit=0": "limit out_of_range", "limit=x": "limit type", "after=-1": "after out_of_range",
			"supervisor_id=x": "supervisor_id type",
			"user_id=x":       "user_id format", "email=x": "email format", "modified_since=x": "modified_since format",
		} {
			t.Run("refuses "+query, func(t *testing.T) {
				if r := w.ask("GET", "/employees?"+query, ""); r.Code != 400 || faultsOf(t, r) != fault {
					t.Errorf("%d %s", r.Code, r.Body)
				}
			})
		}
		w.update(2, Changes{LastWorkDay: new(db.MustDay("2026-11-19"))})
		if got := want(t, w.ask("GET", "/employees", ""), 200); strings.Contains(got, "Roy2") {
			t.Errorf("an archived record is listed: %s", got)
		}
	})
}

// The last work day of a new record is kept, and faults of one request are told together.
func TestAPI_LastWorkDay(t *testing.T) {
	eachWire(t, func(t *testing.T, w *wire) {
		const body = `{"user_id":"0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11","first_name":"Marie","last_name":"Roy","email":"marie.roy@example.com",
			"phone_number":5145550123,"external_payroll_id":7001,"company_code":271583,"first_work_day":"2024-03-04","last_work_day":"2027-01-29"}`
		created := want(t, w.ask("POST", "/employees", body), 201)
		if !strings.Contains(created, `"last_work_day":"2027-01-29`) {
			t.Errorf("created %s", created)
		}
		both := want(t, w.ask("PATCH", "/employees/1", `{"first_work_day":"2026-11-20","last_work_day":"2026-11-19","email":"x"}`), 400)
		if !strings.Contains(both, `"field":"last_work_day","code":"before_first"`) || !strings.Contains(both,
			`"field":"email","code":"format"`) {
			t.Errorf("told is %s", both)
		}
	})
}
