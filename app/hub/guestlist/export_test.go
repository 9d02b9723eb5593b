package guestlist

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"presence/app/hub/rsvp"
	"presence/db"
)

const file = "/events/gala/rsvps.csv"

// TestAPI_file shows the columns in their order, and one line for each registration (R19).
func TestAPI_file(t *testing.T) {
	const head = "customer,customer number,account id,name on " +
		"file,phone,people,email,allergies,confidence,signals,language,IP,created at,responded at\r\n"
	const line = `Élise Côté,C-1001,A1,Élise Côté,418-656-2131,3,elise@example.com,"noix, ""lait""",confirmed,"email,phone,customer_number,name",en,` +
		"192.0.2.7,2026-11-20T13:00:00Z,2026-11-20T13:00:00Z\r\n"
	eachWorld(t, func(t *testing.T, w *world) {
		w.exec(`INSERT INTO rsvps (event_id, identity, name, customer_number, phone, email, people, allergies, language, confidence, signals, ip,
			account_id, name_on_file, created_at, responded_at) VALUES ('gala', 'account:A1', 'Élise Côté', 'C-1001', '418-656-2131',
			'elise@example.com', 3, 'noix, "lait"', 'en', 'confirmed', 'email,phone,customer_number,name', '192.0.2.7', 'A1', 'Élise Côté', $1, $1)`,
			db.InstantOf(began))
		w.exec(`INSERT INTO arrivals (event_id, rsvp_id, people, tap_key, person_name, at) SELECT 'gala', id, 3, 'a', '', 1 FROM rsvps
			UNION ALL SELECT 'gala', id, -1, 'b', '', 1 FROM rsvps`)
		t.Run("it has the documented columns", func(t *testing.T) {
			r := w.on(t).client.Get(file)
			if r.Body != head+line || r.Header.Get("Content-Disposition") != "attachment; filename=gala-rsvps.csv" {
				t.Errorf("the file is\n%s\nwant\n%s%s (%s)", r.Body, head, line, r.Header)
			}
		})
		t.Run("a French Excel reads it", func(t *testing.T) {
			r := w.on(t).client.Get(file + "?bom=1&sep=" + url.QueryEscape(";"))
			if !strings.HasPrefix(r.Body, "\xEF\xBB\xBF"+strings.ReplaceAll(head, ",", ";")) {
				t.Errorf("the file is\n%s", r.Body)
			}
		})
		t.Run("those who are there stand in a last column", func(t *testing.T) {
			r := w.on(t).client.Get(file + "?arrivals=1")
			if want := strings.ReplaceAll(head, "\r", ",arrived\r") + strings.ReplaceAll(line, "\r", ",2\r"); r.Body != want {
				t.Errorf("the file is\n%s\nwant\n%s", r.Body, want)
			}
		})
		t.Run("another separator is refused", func(t *testing.T) {
			w.on(t).client.Get(file+"?sep=x").IsRefused(400, "sep not_allowed")
		})
		t.Run("an event that does not exist has none", func(t *testing.T) {
			for _, path := range []string{"/events/nowhere/rsvps.csv", "/events/%ff/rsvps.csv", "/events/nowhere/rsvp-totals",
				"/events/nowhere/rsvp-totals.csv"} {
				w.on(t).client.Get(path).IsRefused(404, "not_found")
			}
		})
	})
}

func TestAPI_file_answers(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.enters("gala", rsvp.Answer{Name: "A", Email: "a@example.com", People: 2})
		w.enters("gala", rsvp.Answer{Name: "B", Email: "b@example.com"})
		w.enters("gala", rsvp.Answer{Name: "=1+1", Email: "c@example.com"})
		for query, want := range map[string][]string{"": {"A"}, "?answers=attending": {"A"}, "?answers=all": {"A", "B", "'=1+1"}} {
			t.Run("has those of "+query, func(t *testing.T) {
				var names []string
				for line := range strings.Lines(w.on(t).client.Get(file + query).Want(http.StatusOK).Body) {
					name, _, _ := strings.Cut(line, ",")
					names = append(names, name)
				}
				if !slices.Equal(names[1:], want) {
					t.Errorf("listed %q", names)
				}
			})
		}
		t.Run("refuses another choice", func(t *testing.T) {
			w.on(t).client.Get(file+"?answers=none").IsRefused(400, "answers not_allowed")
		})
	})
}

func TestAPI_details(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.asks()
		w.enters("gala", three())
		for _, x := range []struct {
			name, path string
			want       []string
		}{
			{"the file has them behind its columns", file + "?details=1",
				[]string{"responded at,companions,Meal,Parking,Music,Note,Old", "Zoé Roy: Chicken; Luc: Fish", ",2,\"Waltz, Rock\",'=1+1,"}},
			{"the file of the totals has a line for each option", "/events/gala/rsvp-totals.csv",
				[]string{"question,option,per,answers,people,sum", "Meal,Fish,person,2,2,", "Music,Rock,party,1,3,", "Parking,,party,1,,2"}},
			{"the totals count them", "/events/gala/rsvp-totals", []string{`"headcount":3,"registrations_count":1`,
				`"option_id":2,"fr":"Poisson","en":"Fish","answers":2,"people":2`, `"answered":1,"sum":2`}},
		} {
			t.Run(x.name, func(t *testing.T) {
				body := w.on(t).client.Get(x.path).Want(http.StatusOK).Body
				for _, part := range x.want {
					if !strings.Contains(body, part) {
						t.Errorf("%s is not in\n%s", part, body)
					}
				}
			})
		}
	})
}
