package bankcodes

import (
	"strings"
	"testing"

	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
)

// eachAPI runs fn with a book and a client of its JSON API, which payroll calls.
func eachAPI(t *testing.T, fn func(t *testing.T, w book, api *featuretest.Client)) {
	t.Helper()
	each(t, func(t *testing.T, b book) {
		fn(t, b, featuretest.New(t, featuretest.Options{By: payroll, Now: b.now}, func(r *httpx.Router) { API(r, b.Service) }))
	})
}

func TestAPI(t *testing.T) {
	eachAPI(t, func(t *testing.T, w book, api *featuretest.Client) {
		api.Get("/bank-codes").Is(200, `[]`)
		created := api.Post("/bank-codes", `{"type":"regular","categorie":"shift","modifier":1.5,"bank_code":"G1"}`)
		const shown = `{"id":1,"type":"regular","categorie":"shift","modifier":1.5,"bank_code":"G1"}`
		created.Is(201, shown)
		if got := created.Header.Get("ETag"); got != `"1-1"` {
			t.Errorf("ETag %s", got)
		}
		api.Get("/bank-codes/1").Is(200, shown)
		api.Get("/bank-codes").Is(200, "["+shown+"]")
		api.Get("/bank-codes?categorie=leave").Is(200, "[]")
		api.Do("PATCH", "/bank-codes/1", `{"modifier":0.61}`, "If-Match", `"1-1"`).Is(200, strings.Replace(shown, "1.5", "0.61", 1))
		api.Do("PATCH", "/bank-codes/1", `{"modifier":2}`, "If-Match", `"1-1"`).IsRefused(412, "stale")
		api.Do("DELETE", "/bank-codes/1", "", "If-Match", `"1-1"`).IsRefused(412, "stale")
		api.Do("DELETE", "/bank-codes/1", "", "If-Match", `"1-2"`).Is(204, "")
		api.Get("/bank-codes/1").IsRefused(404, "not_found")
		api.Get("/bank-codes").Is(200, `[]`)
	})
}

func TestAPI_missing(t *testing.T) {
	eachAPI(t, func(t *testing.T, w book, api *featuretest.Client) {
		for _, id := range []string{"7", "0", "-1", "abc", "1.5", "9223372036854775808", "%00"} {
			api.Get("/bank-codes/"+id).IsRefused(404, "not_found")
			api.Do("PATCH", "/bank-codes/"+id, `{}`).IsRefused(404, "not_found")
			api.Do("DELETE", "/bank-codes/"+id, "").IsRefused(404, "not_found")
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
	eachAPI(t, func(t *testing.T, w book, api *featuretest.Client) {
		for _, tt := range create {
			t.Run("on create: "+tt.name, func(t *testing.T) { api.On(t).Post("/bank-codes", tt.body).IsRefused(400, tt.want) })
		}
		if got := w.listed(Filter{}); got != nil {
			t.Errorf("refused requests left the codes %v", got)
		}
		before := w.add(New{"regular", ForShift, 10_000, "G1"})
		for _, tt := range update {
			t.Run("on update: "+tt.name, func(t *testing.T) { api.On(t).Do("PATCH", "/bank-codes/1", tt.body).IsRefused(400, tt.want) })
		}
		if after, err := w.Get(t.Context(), before.ID); err != nil || after != before {
			t.Errorf("a refused update changed %+v to %+v (%v)", before, after, err)
		}
		api.Post("/bank-codes", with(`regular`, strings.Repeat("a", 1<<20))).IsRefused(413, "too_large")
		api.Do("POST", "/bank-codes", whole, "Content-Type", "text/plain").IsRefused(415, "unsupported_media_type")
		api.Do("POST", "/bank-codes", "", "Content-Type", "application/json").IsRefused(400, "body_required")
		api.Get("/bank-codes?categorie=x").IsRefused(400, "categorie not_allowed")
		api.Get("/bank-codes?nope=1").IsRefused(400, "nope unknown")
	})
}

func TestAPI_pages(t *testing.T) {
	eachAPI(t, func(t *testing.T, w book, api *featuretest.Client) {
		for _, code := range []string{"G1", "G2", "G3"} {
			w.add(New{"regular", ForShift, 10_000, code})
		}
		r := api.Get("/bank-codes?limit=2")
		if got, want := r.Header.Get("Link"), `</bank-codes?after=2&limit=2>; rel="next"`; got != want ||
			strings.Contains(r.Body, "G3") {
			t.Errorf("Link %q, want %q: %s", got, want, r.Body)
		}
		r = api.Get("/bank-codes?limit=2&after=2")
		r.Is(200, `[{"id":3,"type":"regular","categorie":"shift","modifier":1,"bank_code":"G3"}]`)
		if got := r.Header.Get("Link"); got != "" {
			t.Errorf("the last page has a Link %q", got)
		}
	})
}
