package rsvp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
)

// caller calls the JSON API as staff and as guests do.
type caller struct {
	*world
	client *featuretest.Client
}

func eachCaller(t *testing.T, fn func(t *testing.T, w caller)) {
	t.Helper()
	eachWorld(t, func(t *testing.T, w *world) {
		fn(t, caller{w, featuretest.New(t, featuretest.Options{By: staff, Now: w.Service.now}, func(r *httpx.Router) {
			API(r, w.Service)
			registerSubmit(r, w.Service, func(c *gin.Context) error { c.String(http.StatusOK, "the page"); return nil })
		})})
	})
}

// on returns the caller for a subtest.
func (w caller) on(t testing.TB) caller { return caller{w.world.on(t), w.client.On(t)} }

// ask sends a request of staff, or of a guest with an IP address of their own.
func (w caller) ask(method, path, body string, headers ...string) *featuretest.Answer {
	w.Helper()
	return w.send(newIP(), method, path, body, headers...)
}

// from is ask for a guest of that address.
func (w caller) from(ip, path, body string, headers ...string) *featuretest.Answer {
	w.Helper()
	return w.send(ip, "POST", path, body, headers...)
}

func (w caller) send(ip, method, path, body string, headers ...string) *featuretest.Answer {
	w.Helper()
	if body != "" {
		headers = append([]string{"Content-Type", "application/json"}, headers...)
	}
	r := featuretest.NewRequest(w.Context(), method, path, strings.NewReader(body), headers...)
	r.RemoteAddr = ip + ":5000"
	return w.client.Send(r)
}

const (
	stored    = `{"status":"stored","message":"Nous avons bien reçu votre réponse.","language":"fr"}`
	updated   = `{"status":"updated","message":"Votre nouvelle réponse remplace l’ancienne.","language":"fr"}`
	confirmed = `{"status":"updated","message":"We’ve got your RSVP. Thank you for being a customer!","language":"en"}`
)

// TestAPI shows R16 and R19 as JSON.
func TestAPI(t *testing.T) {
	eachCaller(t, func(t *testing.T, w caller) {
		w.knows(elise)
		w.exec("UPDATE events SET capacity = 6 WHERE id = 'gala'")
		w.ask("POST", "/rsvp/gala/submit", `{"name":"X","email":"elise@example.com"}`).Is(200, stored)
		w.ask("POST", "/rsvp/gala/submit",
			`{"name":"X","email":"elise@example.com","attending":true,"people":null,"allergies":null,"phone":null,"customer_number":null,"t":null}`).Is(200, updated)
		w.ask("POST", "/rsvp/gala/submit",
			`{"name":"Élise Côté","email":"elise@example.com","attending":true,"people":2,"allergies":"noix","customer_number":"C 1001"}`, "Accept-Language",
			"en-CA, fr;q=0.5").Is(200, confirmed)
		w.ask("POST", "/rsvp/gala/submit", `{"name":"Y","people":4}`).Is(200, stored)
		w.ask("POST", "/rsvp/gala/submit", `{"name":"Z","email":"z@example.com"}`).IsRefused(409, "booking_full")
		const one = `{"id":1,"event_id":"gala","name":"Élise Côté","customer_number":"C 1001","phone":"","email":"elise@example.com","attending":true,"people":2,"allergies":"noix","language":"en",` +
			`"confidence":"confirmed","signals":["email","customer_number","name"],"ip":"IP","account_id":"A1","name_on_file":"Élise Côté","companions":[],"answers":[],"walk_in":false,"arrived":0,"created_at":"2026-11-20T13:00:00Z","responded_at":"2026-11-20T13:00:00Z",` +
			`"changed_at":"2026-11-20T13:00:00Z"}`
		const two = `{"id":2,"event_id":"gala","name":"Y","customer_number":"","phone":"","email":"","attending":true,"people":4,"allergies":"","language":"fr",` +
			`"confidence":"none","signals":[],"ip":"IP","account_id":"","name_on_file":"","companions":[],"answers":[],"walk_in":false,"arrived":0,"created_at":"2026-11-20T13:00:00Z","responded_at":"2026-11-20T13:00:00Z",` +
			`"changed_at":"2026-11-20T13:00:00Z"}`
		const rest = `],"headcount":6,"capacity":6,"registrations_count":2,"declined_count":0,"held":0,"waiting_count":0}`
		answers := func(r *featuretest.Answer, body string) {
			t.Helper()
			text := r.Body
			for _, x := range w.registrations("gala") {
				text = strings.ReplaceAll(text, `"ip":"`+x.IP+`"`, `"ip":"IP"`)
			}
			if strings.TrimSpace(text) != body || r.Status != 200 {
				t.Errorf("answered %d %s\nwant %s", r.Status, text, body)
			}
		}
		answers(w.ask("GET", "/events/gala/rsvps", ""), `{"registrations":[`+one+","+two+rest)
		answers(w.ask("GET", "/events/gala/rsvps?confidence=none", ""), `{"registrations":[`+two+rest)
		first := w.ask("GET", "/events/gala/rsvps?limit=1&confidence=confirmed", "")
		answers(first, `{"registrations":[`+one+rest)
		if link := first.Header.Get("Link"); link != "" {
			t.Errorf("the last page leads to %s", link)
		}
		first = w.ask("GET", "/events/gala/rsvps?limit=1", "")
		if link := first.Header.Get("Link"); link != `</events/gala/rsvps?after=1&limit=1>; rel="next"` {
			t.Errorf("the first page leads to %s", link)
		}
		answers(w.ask("GET", "/events/gala/rsvps?limit=1&after=1", ""), `{"registrations":[`+two+rest)
		got := w.ask("GET", "/events/gala/rsvps/1", "")
		answers(got, one)
		if tag := got.Header.Get("ETag"); tag != `"1-3"` {
			t.Errorf("ETag %s", tag)
		}
		w.ask("DELETE", "/events/gala/rsvps/1", "", "If-Match", `"1-1"`).IsRefused(412, "stale")
		w.ask("DELETE", "/events/gala/rsvps/1", "", "If-Match", `"1-3"`).Is(204, "")
		for _, path := range []string{"/events/nowhere/rsvps", "/events/nowhere/rsvps?limit=1",
			"/events/gala/rsvps/1", "/events/gala/rsvps/0", "/events/gala/rsvps/x", "/events/%00/rsvps", "/events/%00/rsvps/1", "/events/%ff/rsvps"} {
			w.ask("GET", path, "").IsRefused(404, "not_found")
		}
		w.ask("DELETE", "/events/gala/rsvps/1", "").IsRefused(404, "not_found")
		w.event("empty", "open", 0)
		w.ask("GET", "/events/empty/rsvps", "").Is(200, `{"registrations":[],"headcount":0,"capacity":null,"registrations_count":0,"declined_count":0,"held":0,"waiting_count":0}`)
	})
}

// TestAPI_Next shows that the link to the next page keeps the filters.
func TestAPI_Next(t *testing.T) {
	eachCaller(t, func(t *testing.T, w caller) {
		for _, name := range []string{"A", "B", "C"} {
			w.answers(Answer{Name: name}, "")
		}
		const since = "&modified_since=2026-11-01T00%3A00%3A00Z"
		for after, want := range map[string]string{"0": "1", "1": "2", "2": ""} {
			r := w.ask("GET", "/events/gala/rsvps?limit=1&confidence=none&after="+after+since, "")
			if want != "" {
				want = "</events/gala/rsvps?after=" + want + "&confidence=none&limit=1" + since + `>; rel="next"`
			}
			if got := r.Header.Get("Link"); r.Status != 200 || got != want {
				t.Errorf("after %s it is %d, and the next page is at %s", after, r.Status, got)
			}
		}
	})
}

// TestAPI_Token answers by a personal link as JSON.
func TestAPI_Token(t *testing.T) {
	eachCaller(t, func(t *testing.T, w caller) {
		w.knows(elise)
		w.link("tok", "Élise Côté", "elise@example.com", elise.id)
		r := w.ask("POST", "/rsvp/gala/submit", `{"name":"Somebody","t":"tok"}`)
		if got := w.registrations("gala"); r.Status != 200 || len(got) != 1 || got[0].CustomerID != elise.id || got[0].Language != "en" {
			t.Errorf("answered %d, kept %+v", r.Status, got)
		}
	})
}

// TestAPI_Refuses tries what a hostile client sends; nothing of it may be stored.
func TestAPI_Refuses(t *testing.T) {
	eachCaller(t, func(t *testing.T, w caller) {
		for _, tt := range []struct {
			name, body string
			status     int
			want       string
		}{
			{"an empty object", `{}`, 400, "name required"},
			{"every fault at once", `{"name":7,"email":"x","people":21,"language":"de","phone":"1","is_approved":true}`, 400,
				"email format, is_approved unknown, language not_allowed, name type, people out_of_range, phone format"},
			{"people as text", `{"name":"X","people":"2"}`, 400, "people type"},
			{"half a person", `{"name":"X","people":1.5}`, 400, "people type"},
			{"no people", `{"name":"X","people":0}`, 400, "people out_of_range"},
			{"no people who are coming", `{"name":"X","attending":true,"people":0}`, 400, "people out_of_range"},
			{"people who are not coming", `{"name":"X","email":"x@example.com","attending":false,"people":2}`, 400, "people out_of_range"},
			{"to decline as text", `{"name":"X","email":"x@example.com","attending":"no"}`, 400, "attending type"},
			{"to decline without an address or a link", `{"name":"X","attending":false}`, 400, "email required"},
			{"to decline without a name or a link", `{"email":"x@example.com","attending":false}`, 400, "name required"},
			{"more people than a number holds", `{"name":"X","people":1e99}`, 400, "people out_of_range"},
			{"the confidence, which is not for guests to say", `{"name":"X","confidence":"confirmed","account_id":"A1"}`, 400,
				"account_id unknown, confidence unknown"},
			{"a key twice", `{"name":"X","name":"Y"}`, 400, "duplicate_key"},
			{"a key in another case", `{"Name":"X"}`, 400, "Name unknown, name required"},
			{"U+0000", `{"name":"X\u0000"}`, 400, "malformed_json"},
			{"bytes that are no UTF-8", "{\"name\":\"X\xff\"}", 400, "malformed_json"},
			{"a list", `[]`, 400, "type"},
			{"deep nesting", strings.Repeat("[", 10_000), 400, "malformed_json"},
			{"a name that is null", `{"name":null}`, 400, "name required"},
			{"nothing", " ", 400, "malformed_json"},
			{"a huge body", `{"name":"` + strings.Repeat("x", 2<<20) + `"}`, 413, "too_large"},
			{"CRLF in the address", `{"name":"X","email":"a@example.com\r\nBcc: b@example.com"}`, 400, "email format"},
			{"a display name", `{"name":"X","email":"X <a@example.com>"}`, 400, "email format"},
		} {
			t.Run(tt.name, func(t *testing.T) { w.on(t).ask("POST", "/rsvp/gala/submit", tt.body).IsRefused(tt.status, tt.want) })
		}
		w.ask("POST", "/rsvp/gala/submit", "name=X", "Content-Type", "text/plain").IsRefused(415, "unsupported_media_type")
		w.ask("POST", "/rsvp/nowhere/submit", `{"name":"X"}`).IsRefused(404, "not_found")
		w.ask("POST", "/rsvp/"+strings.Repeat("a", 5000)+"/submit", `{"name":"X"}`).IsRefused(404, "not_found")
		w.ask("POST", "/rsvp/gala/submit", "name=X", "Content-Type", "application/x-www-form-urlencoded; charset=utf-8").Is(200, "the page")
		if n := w.count("SELECT COUNT(*) FROM rsvps"); n != 0 {
			t.Errorf("refused answers left %d rows", n)
		}
	})
}

// naughty are texts that have to come back as they went in.
var naughty = []string{"'; DROP TABLE rsvps; --", "<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "%s%n%d",
	"${jndi:ldap://x}", "{{7*7}}", "\u202egnp.exe", "Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤",
	"田中さんにあげて下さい", "👩‍👩‍👧‍👦", "﷽", "ı İ ß ﬁ", "=1+1", "+1", "-1", "@SUM(A1)", "null", "undefined", "NaN", "\\", "`id`", "../../etc/passwd",
	"%00", "a\tb"}

// TestAPI_Naughty keeps what people may type, and gives it out where it cannot do harm.
func TestAPI_Naughty(t *testing.T) {
	eachCaller(t, func(t *testing.T, w caller) {
		for i, text := range naughty {
			name := strings.ReplaceAll(text, "\t", " ")
			body, err := json.Marshal(map[string]any{"name": name, "allergies": text, "email": fmt.Sprintf("n%d@example.com", i)})
			if err != nil {
				t.Fatal(err)
			}
			if r := w.ask("POST", "/rsvp/gala/submit", string(body)); r.Status != 200 {
				t.Errorf("%q: %d %s", text, r.Status, r.Body)
			}
		}
		list := w.registrations("gala")
		if len(list) != len(naughty) {
			t.Fatalf("%d of %d are kept", len(list), len(naughty))
		}
		for i, r := range list {
			if want := strings.ReplaceAll(naughty[i], "\u202e", ""); r.Allergies != want { // marks of direction are left out
				t.Errorf("%q is kept as %q", naughty[i], r.Allergies)
			}
		}
	})
}

// TestAPI_Reading shows that nothing is changed by looking: scanners of links send GET and HEAD to all of them.
func TestAPI_Reading(t *testing.T) {
	eachCaller(t, func(t *testing.T, w caller) {
		w.link("t", "G", "g@example.com", "")
		for _, method := range []string{"GET", "HEAD"} {
			for _, path := range []string{"/rsvp/gala/submit?t=t&name=X", "/rsvp/gala/submit"} {
				if r := w.ask(method, path, ""); r.Status < 400 {
					t.Errorf("%s %s answers %d", method, path, r.Status)
				}
			}
		}
		if n := w.count("SELECT COUNT(*) FROM rsvps") + w.count("SELECT COUNT(*) FROM rsvp_attempts") + w.count("SELECT COUNT(*) FROM rsvp_tallies"); n != 0 {
			t.Errorf("looking left %d rows", n)
		}
	})
}
