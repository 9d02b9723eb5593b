package rsvp

import (
	"net/http"
	"strings"
	"testing"
)

// A program does with registrations what staff do on the pages.
func TestStaffAPI(t *testing.T) {
	eachCaller(t, func(t *testing.T, w caller) {
		w.knows(elise)
		const all, one = "/events/gala/rsvps", "/events/gala/rsvps/1"
		has := func(t *testing.T, body string, words ...string) {
			t.Helper()
			for _, word := range words {
				if !strings.Contains(body, word) {
					t.Errorf("%s is missing in %s", word, body)
				}
			}
		}
		t.Run("a response is entered for a guest", func(t *testing.T) {
			w := w.on(t)
			w.ask("POST", all, `{"name":"","people":21}`).IsRefused(http.StatusBadRequest, "name required, people out_of_range")
			a := w.ask("POST", all, `{"name":"Somebody Else","email":"elise@example.com","people":2}`).Want(http.StatusCreated)
			has(t, a.Body, `"people":2`, `"ip":""`, `"confidence":"probable"`, `"language":"fr"`)
		})
		t.Run("a probable match is decided about, once", func(t *testing.T) {
			w := w.on(t)
			has(t, w.ask("POST", one+"/match", `{"same":true}`, "If-Match", `"1-1"`).Want(http.StatusOK).Body, `"confidence":"confirmed"`)
			w.ask("POST", one+"/match", `{"same":true}`).Want(http.StatusPreconditionFailed)
		})
		t.Run("a response is corrected whole, unless it has changed", func(t *testing.T) {
			w := w.on(t)
			w.ask("PUT", one, `{"name":"Élise","people":3}`, "If-Match", `"1-1"`).Want(http.StatusPreconditionFailed)
			has(t, w.ask("PUT", one, `{"name":"Élise","people":3}`, "If-Match", `"1-2"`).Want(http.StatusOK).Body, `"name":"Élise"`, `"people":3`, `"email":""`)
			has(t, w.ask("PUT", one, `{"name":"Élise","attending":false}`).Want(http.StatusOK).Body, `"people":0`, `"attending":false`)
		})
		t.Run("an earlier revision is restored", func(t *testing.T) {
			w := w.on(t)
			has(t, w.ask("POST", one+"/restore", `{"version":1}`).Want(http.StatusOK).Body, `"name":"Somebody Else"`, `"people":2`)
			w.ask("POST", one+"/restore", `{"version":99}`).Want(http.StatusNotFound)
		})
		t.Run("guests are told of the event as the caller has read it", func(t *testing.T) {
			w := w.on(t)
			w.ask("POST", all+"/updates", "").IsRefused(http.StatusBadRequest, "If-Match required")
			w.ask("POST", all+"/updates", "", "If-Match", `"gala-1"`).Is(http.StatusOK, `{"queued":0}`) // there is no mail server
		})
	})
}

// A program has the guest confirmed only if it says so.
func TestStaffAPI_confirms(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		d := newFixture(w.world)
		for path, want := range map[string]int{"/events/gala/rsvps": 0, "/events/gala/rsvps?confirm=true": 1} {
			d.send("POST", path, `{"name":"Zoé","email":"zoe@example.org"}`, "Content-Type", "application/json").Want(http.StatusCreated)
			if list := w.delivered(); len(list) != want {
				t.Errorf("%s sends %d messages, want %d", path, len(list), want)
			}
		}
	})
}
