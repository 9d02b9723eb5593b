package bankcodes

import (
	"encoding/json"
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
)

// wire serves the JSON API to payroll. Package app checks the access rules of the routes.
type wire struct {
	book
	handler http.Handler
}

func eachWire(t *testing.T, fn func(t *testing.T, w wire)) {
	gin.SetMode(gin.TestMode)
	each(t, func(t *testing.T, b book) {
		engine := gin.New()
		engine.Use(func(g *gin.Context) { g.Request = g.Request.WithContext(auth.With(g.Request.Context(), payroll)) })
		API(httpx.NewRouter(engine, "test", "1.0"), b.Service)
		fn(t, wire{b, httpx.Middleware{Log: slog.New(slog.DiscardHandler), Now: b.now, Zone: time.UTC}.Wrap(engine)})
	})
}

func (w wire) ask(method, path, body string, headers ...string) *httptest.ResponseRecorder {
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

// answers fails unless the answer has the status and the body.
func answers(t *testing.T, r *httptest.ResponseRecorder, status int, body string) {
	t.Helper()
	if got := strings.TrimSpace(r.Body.String()); r.Code != status || got != body {
		t.Errorf("answered %d %s\nwant     %d %s", r.Code, got, status, body)
	}
}

// refuses fails unless the answer is a problem with the status and these faults ("field code", sorted), or this code
// when it has none.
func refuses(t *testing.T, r *httptest.ResponseRecorder, status int, faults string) {
	t.Helper()
	var p httpx.Problem
	if err := json.Unmarshal(r.Body.Bytes(), &p); err != nil || r.Header().Get("Content-Type") != "application/problem+json" {
		t.Fatalf("no problem: %d %s (%v)", r.Code, r.Body, err)
	}
	list := []string{}
	for _, f := range p.Errors {
		list = append(list, f.Field+" "+f.Code)
	}
	slices.Sort(list)
	if len(list) == 0 {
		list = append(list, p.Code)
	}
	if got := strings.Join(list, ", "); r.Code != status || got != faults {
		t.Errorf("refused with %d %s\nwant         %d %s", r.Code, got, status, faults)
	}
}

func TestAPI(t *testing.T) {
	eachWire(t, func(t *testing.T, w wire) {
		answers(t, w.ask("GET", "/bank-codes", ""), 200, `[]`)
		created := w.ask("POST", "/bank-codes", `{"type":"regular","categorie":"shift","modifier":1.5,"bank_code":"G1"}`)
		const shown = `{"id":1,"type":"regular","categorie":"shift","modifier":1.5,"bank_code":"G1"}`
		answers(t, created, 201, shown)
		if got := created.Header().Get("ETag"); got != `"1-1"` {
			t.Errorf("ETag %s", got)
		}
		answers(t, w.ask("GET", "/bank-codes/1", ""), 200, shown)
		answers(t, w.ask("GET", "/bank-codes", ""), 200, "["+shown+"]")
		answers(t, w.ask("GET", "/bank-codes?categorie=leave", ""), 200, "[]")
		answers(t, w.ask("PATCH", "/bank-codes/1", `{"modifier":0.61}`, "If-Match", `"1-1"`), 200, strings.Replace(shown, "1.5", "0.61", 1))
		refuses(t, w.ask("PATCH", "/bank-codes/1", `{"modifier":2}`, "If-Match", `"1-1"`), 412, "stale")
		refuses(t, w.ask("DELETE", "/bank-codes/1", "", "If-Match", `"1-1"`), 412, "stale")
		answers(t, w.ask("DELETE", "/bank-codes/1", "", "If-Match", `"1-2"`), 204, "")
		refuses(t, w.ask("GET", "/bank-codes/1", ""), 404, "not_found")
		answers(t, w.ask("GET", "/bank-codes", ""), 200, `[]`)
	})
}

func TestAPI_missing(t *testing.T) {
	eachWire(t, func(t *testing.T, w wire) {
		for _, id := range []string{"7", "0", "-1", "abc", "1.5", "9223372036854775808", "%00"} {
			refuses(t, w.ask("GET", "/bank-codes/"+id, ""), 404, "not_found")
			refuses(t, w.ask("PATCH", "/bank-codes/"+id, `{}`), 404, "not_found")
			refuses(t, w.ask("DELETE", "/bank-codes/"+id, ""), 404, "not_found")
		}
	})
}

func TestAPI_refuses(t *testing.T) {
	const whole = `{"type":"regular","categorie":"shift","modifier":1,"bank_code":"G1"}`
	with := func(old, written string) string { return strings.Replace(whole, old, written, 1) }
	create := []struct{ name, body, want string }{
		{"an empty object, naming every field", `{}`, "bank_code required, categorie required, modifier required, type required"},
		{"faults of the schema and of the rules together", `{"type":"","categorie":"Shift","modifier":"1","bank_code":7,"x":null}`,
			"bank_code type, categorie not_allowed, modifier type, type required, x unknown"},
		{"faults behind a value of another type", `{"type":7,"categorie":"shift","modifier":101,"bank_code":" "}`,
			"bank_code required, modifier out_of_range, type type"},
		{"null where a value must be", with(`"regular"`, `null`), "type type"},
		{"mileage without dollars", `{"type":"mileage","categorie":"expense","modifier":0,"bank_code":"G503"}`, "modifier out_of_range"},
		{"a modifier beyond all measure", with(`:1,`, `:1e308,`), "modifier out_of_range"},
		{"a modifier that is no number", with(`:1,`, `:NaN,`), "malformed_json"},
		{"the id, which is read-only", with(`{`, `{"id":9,`), "id unknown"},
		{"a key in another case", with(`"type"`, `"Type"`), "Type unknown, type required"},
		{"a key twice", with(`{`, `{"type":"evening",`), "duplicate_key"},
		{"U+0000", with(`regular`, `reg\u0000ular`), "malformed_json"},
		{"bytes that are no UTF-8", with(`regular`, "reg\xffular"), "malformed_json"},
		{"a second value behind", whole + whole, "malformed_json"},
		{"a byte order mark", "\ufeff" + whole, "malformed_json"},
		{"lists 33 deep", with(`"regular"`, strings.Repeat("[", 32)+strings.Repeat("]", 32)), "malformed_json"},
		{"an array", "[" + whole + "]", "type"},
	}
	update := []struct{ name, body, want string }{
		{"faults of the schema and of the rules together", `{"type":null,"categorie":"x","modifier":-1,"bank_code":"","x":1}`,
			"bank_code required, categorie not_allowed, modifier out_of_range, type required, x unknown"},
		{"mileage without dollars", `{"type":"mileage","categorie":"expense","modifier":0}`, "modifier out_of_range"},
		{"the id, which is read-only", `{"id":9}`, "id unknown"},
		{"a key twice", `{"type":"a","type":"b"}`, "duplicate_key"},
	}
	eachWire(t, func(t *testing.T, w wire) {
		for _, tt := range create {
			t.Run("on create: "+tt.name, func(t *testing.T) { refuses(t, w.ask("POST", "/bank-codes", tt.body), 400, tt.want) })
		}
		if got := w.listed(Filter{}); got != nil {
			t.Errorf("refused requests left the codes %v", got)
		}
		before := w.add(New{"regular", ForShift, 10_000, "G1"})
		for _, tt := range update {
			t.Run("on update: "+tt.name, func(t *testing.T) { refuses(t, w.ask("PATCH", "/bank-codes/1", tt.body), 400, tt.want) })
		}
		if after, err := w.Get(t.Context(), before.ID); err != nil || after != before {
			t.Errorf("a refused update changed %+v to %+v (%v)", before, after, err)
		}
		refuses(t, w.ask("POST", "/bank-codes", with(`regular`, strings.Repeat("a", 1<<20))), 413, "too_large")
		refuses(t, w.ask("POST", "/bank-codes", whole, "Content-Type", "text/plain"), 415, "unsupported_media_type")
		refuses(t, w.ask("POST", "/bank-codes", "", "Content-Type", "application/json"), 400, "body_required")
		refuses(t, w.ask("GET", "/bank-codes?categorie=x", ""), 400, "categorie not_allowed")
		refuses(t, w.ask("GET", "/bank-codes?nope=1", ""), 400, "nope unknown")
	})
}

func TestAPI_pages(t *testing.T) {
	eachWire(t, func(t *testing.T, w wire) {
		for _, code := range []string{"G1", "G2", "G3"} {
			w.add(New{"regular", ForShift, 10_000, code})
		}
		r := w.ask("GET", "/bank-codes?limit=2", "")
		if got, want := r.Header().Get("Link"), `</bank-codes?after=2&limit=2>; rel="next"`; got != want ||
			strings.Contains(r.Body.String(), "G3") {
			t.Errorf("Link %q, want %q: %s", got, want, r.Body)
		}
		r = w.ask("GET", "/bank-codes?limit=2&after=2", "")
		answers(t, r, 200, `[{"id":3,"type":"regular","categorie":"shift","modifier":1,"bank_code":"G3"}]`)
		if got := r.Header().Get("Link"); got != "" {
			t.Errorf("the last page has a Link %q", got)
		}
	})
}
