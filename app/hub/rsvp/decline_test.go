package rsvp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"presence/app/apptest/htmltest"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

// declines submits that the guest is not coming, and returns the registration.
func (w *world) declines(a Answer, token string) RSVP {
	w.Helper()
	a.People = 0
	o, err := w.answer(a, token)
	if err != nil || !o.Declined {
		w.Fatalf("%+v, %v", o, err)
	}
	r, err := w.Get(context.Background(), "gala", o.ID)
	if err != nil {
		w.Fatal(err)
	}
	return r
}

func TestSubmit_Declines(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.exec("UPDATE events SET capacity = 3 WHERE id = 'gala'")
		t.Run("by the personal link alone, under the name of the invitation", func(t *testing.T) {
			w := w.on(t)
			w.link("tok", "Zoé Roy", "zoe@example.com", "")
			r := w.declines(Answer{}, "tok")
			if r.Name != "Zoé Roy" || r.People != 0 || r.RecipientID != 7 {
				t.Errorf("stored %+v", r)
			}
		})
		t.Run("and comes after all, with the same link", func(t *testing.T) {
			w := w.on(t)
			if r := w.answers(Answer{Name: "Zoé Roy", People: 2, Allergies: "nuts"}, "tok"); r.ID != 1 || r.People != 2 || r.Version != 2 {
				t.Errorf("stored %+v", r)
			}
			if seats, err := w.Seats(t.Context(), "gala"); err != nil || seats != (Seats{Headcount: 2, Registrations: 1}) {
				t.Errorf("%+v, %v", seats, err)
			}
		})
		t.Run("which frees the places for others at once", func(t *testing.T) {
			w := w.on(t)
			if _, err := w.answer(Answer{Name: "B", Email: "b@example.com", People: 3}, ""); !errs.HasCode(err, CodeBookingFull) {
				t.Fatalf("three people got the one place that is left: %v", err)
			}
			r := w.declines(Answer{Name: "Z", Email: "zoe@example.com", Allergies: "nuts"}, "")
			if r.ID != 1 || r.Allergies != "" {
				t.Errorf("the address found %+v", r)
			}
			w.answers(Answer{Name: "B", Email: "b@example.com", People: 3}, "")
			w.registrations("gala")
		})
		t.Run("and only comes after all while there is room", func(t *testing.T) {
			w := w.on(t)
			if _, err := w.answer(Answer{Name: "Zoé Roy", People: 1}, "tok"); !errs.HasCode(err, CodeBookingFull) {
				t.Errorf("a fourth guest got in: %v", err)
			}
			if _, err := w.Restore(t.Context(), staff, "gala", 1, 2, nil); !errs.HasCode(err, CodeBookingFull) {
				t.Errorf("restored two people into no places: %v", err)
			}
			if got := w.registrations("gala"); len(got) != 2 || got[0].People != 0 {
				t.Errorf("stored %+v", got)
			}
		})
		t.Run("even of an event that is full", func(t *testing.T) {
			w := w.on(t)
			w.declines(Answer{Name: "C", Email: "c@example.com"}, "")
			w.declines(Answer{Name: "C", Email: "c@example.com"}, "")
			if seats, err := w.Seats(t.Context(), "gala"); err != nil || seats != (Seats{Headcount: 3, Registrations: 3, Declined: 2}) {
				t.Errorf("%+v, %v", seats, err)
			}
		})
		t.Run("and is deleted without freeing any place", func(t *testing.T) {
			w := w.on(t)
			if err := w.Delete(t.Context(), staff, "gala", 1, nil); err != nil {
				t.Fatal(err)
			}
			if seats, err := w.Seats(t.Context(), "gala"); err != nil || seats != (Seats{Headcount: 3, Registrations: 2, Declined: 1}) {
				t.Errorf("%+v, %v", seats, err)
			}
		})
		t.Run("but not for a customer, with nothing but the name and number of that customer", func(t *testing.T) {
			w := w.on(t)
			w.knows(elise)
			w.event("second", "open", 0)
			submit := func(a Answer) {
				t.Helper()
				if _, err := w.Submit(t.Context(), "second", Submission{Answer: a}, Visitor{IP: newIP()}); err != nil {
					t.Fatal(err)
				}
			}
			submit(Answer{Name: "Élise Côté", Email: "elise@example.com", CustomerNumber: "C 1001", People: 2})
			submit(Answer{Name: "Élise Côté", Email: "mallory@example.com", CustomerNumber: "C 1001"})
			if got := w.registrations("second"); len(got) != 2 || got[0].People != 2 || got[0].Email != "elise@example.com" {
				t.Errorf("stored %+v", got)
			}
		})
		t.Run("but not once the event takes no more answers", func(t *testing.T) {
			w := w.on(t)
			w.event("shut", "closed", 0)
			_, err := w.Submit(t.Context(), "shut", Submission{Answer: Answer{Name: "C", Email: "c@example.com"}}, Visitor{IP: newIP()})
			if !errs.HasCode(err, "closed") {
				t.Errorf("%v", err)
			}
		})
	})
}

// TestDeclined shows where staff see those who are not coming, and where they do not.
func TestDeclined(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		l := i18n.EN
		d.answers(Answer{Name: "Anna Abel", Email: "a@example.com", People: 2}, "")
		d.declines(Answer{Name: "Bea Bold", Email: "b@example.com"}, "")
		const list = "/staff/events/gala/rsvps"
		t.Run("in the list of all, in words", func(t *testing.T) {
			row := d.on(t).page(list).Find(".reg-row").First()
			if got := htmltest.Text(row.Find("th")); got != "Bea Bold "+l.T(i18n.RegDeclined) || htmltest.Text(row.Find(".num")) != "–" {
				t.Errorf("%q", htmltest.Text(row))
			}
		})
		t.Run("in a list of their own, and in the figures", func(t *testing.T) {
			page := d.on(t).page(list + "?declined=1")
			if got := htmltest.Text(page.Find(".reg-row .person-name")); got != "Bea Bold" {
				t.Errorf("listed %q", got)
			}
			if got := htmltest.Text(page.Find(".chips a[aria-current]")); got != "Not coming 1" {
				t.Errorf("selected is %q", got)
			}
			if got := htmltest.Text(page.Find("#seats")); !strings.Contains(got, "1 not coming") {
				t.Errorf("the figures are %q", got)
			}
		})
		t.Run("on their page", func(t *testing.T) {
			if got := htmltest.Text(d.on(t).page(list + "/2").Find("main")); !strings.Contains(got, l.T(i18n.RegDeclined)) {
				t.Errorf("%q", got)
			}
		})
		t.Run("not in the chart of registrations", func(t *testing.T) {
			recent, err := d.on(t).Recent(t.Context(), "gala", 0)
			var n int64
			for _, count := range recent {
				n += count
			}
			if err != nil || n != 1 {
				t.Errorf("%v, %v", recent, err)
			}
		})
	})
}

// list reads the registrations of the gala.
func (w caller) list(query string) (got listJSON) {
	w.Helper()
	if err := json.Unmarshal([]byte(w.ask("GET", "/events/gala/rsvps"+query, "").Body), &got); err != nil {
		w.Fatal(err)
	}
	return got
}

// said returns the names of a list with who is coming.
func (l listJSON) said() string {
	list := make([]string, len(l.Registrations))
	for i, r := range l.Registrations {
		list[i] = fmt.Sprintf("%s %v %d", r.Name, r.Attending, r.People)
	}
	return strings.Join(list, ", ")
}

// TestAPI_Declined shows that programs read who is not coming.
func TestAPI_Declined(t *testing.T) {
	eachCaller(t, func(t *testing.T, w caller) {
		w.link("tok", "Cléo Roy", "cleo@example.com", "")
		w.answers(Answer{Name: "A", Email: "a@example.com", People: 2}, "")
		w.ask("POST", "/rsvp/gala/submit", `{"name":"B","email":"b@example.com","attending":false}`).
			Is(200, `{"status":"stored","message":"`+i18n.RsvpDeclined.FR+`","language":"fr"}`)
		w.ask("POST", "/rsvp/gala/submit", `{"t":"tok","attending":false,"people":0}`).
			Is(200, `{"status":"stored","message":"`+i18n.RsvpDeclined.EN+`","language":"en"}`)
		for _, x := range []struct{ name, query, want string }{
			{"all", "", "A true 2, B false 0, Cléo Roy false 0"},
			{"only who is coming", "?attending=true", "A true 2"},
			{"only who is not", "?attending=false", "B false 0, Cléo Roy false 0"},
		} {
			t.Run(x.name, func(t *testing.T) {
				got := w.on(t).list(x.query)
				if got.said() != x.want || got.Count != 3 || got.Declined != 2 || got.Headcount != 2 {
					t.Errorf("%s, %+v", got.said(), got)
				}
			})
		}
		t.Run("page by page", func(t *testing.T) {
			r := w.on(t).ask("GET", "/events/gala/rsvps?attending=false&limit=1", "")
			if link := r.Header.Get("Link"); link != `</events/gala/rsvps?after=2&attending=false&limit=1>; rel="next"` {
				t.Errorf("the next page is %s", link)
			}
		})
		t.Run("what is no such choice is refused", func(t *testing.T) {
			w.on(t).ask("GET", "/events/gala/rsvps?attending=maybe", "").IsRefused(400, "attending not_allowed")
		})
	})
}

// TestGuests_Decline shows the two buttons of the invitation and what follows the second.
func TestGuests_Decline(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.link("tok", "Zoé Roy", "zoe@example.com", "")
		const kind, value = "Content-Type", "application/x-www-form-urlencoded"
		t.Run("yes and no stand together above what is read, and again below the form", func(t *testing.T) {
			for path, want := range map[string][]string{"/rsvp/gala?lang=en&t=tok": {"#yes", "no", "yes", "no"},
				"/rsvp/gala?lang=en": {"#yes", "#decline", "yes", "#decline", "no", "#yes"}} {
				var got []string
				for _, b := range d.on(t).page(path).Find(".go").EachIter() {
					got = append(got, b.AttrOr("href", b.AttrOr("value", "")))
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s: %q", path, got)
				}
			}
		})
		t.Run("a no is thanked without a ticket, and says how to come after all", func(t *testing.T) {
			a := d.on(t).send(http.MethodPost, "/rsvp/gala/submit", "t=tok&name=Zo%C3%A9+Roy&people=2&attending=no&language=en", kind, value)
			page := a.Doc()
			text := htmltest.Text(page.Find("main"))
			if a.Status != http.StatusOK || !strings.Contains(text, i18n.RsvpDeclined.EN) || !strings.Contains(text, i18n.RsvpBackLink.EN) {
				t.Errorf("%d %q", a.Status, text)
			}
			if page.Find(".admits, .calendars").Length() != 0 {
				t.Errorf("there is a ticket: %q", text)
			}
		})
		t.Run("without a link or an address it asks for the address", func(t *testing.T) {
			a := d.on(t).send(http.MethodPost, "/rsvp/gala/submit", "name=X&people=1&attending=no&language=en", kind, value)
			if got := a.Doc().Find("#decline.open .faults a").AttrOr("href", ""); a.Status != http.StatusUnprocessableEntity || got != "#no-email" {
				t.Errorf("%d %q", a.Status, got)
			}
		})
		t.Run("no people who are coming are not a no", func(t *testing.T) {
			a := d.on(t).send(http.MethodPost, "/rsvp/gala/submit", "name=X&email=x@example.com&people=0&attending=yes", kind, value)
			if got := a.Doc().Find(".faults a").AttrOr("href", ""); a.Status != http.StatusUnprocessableEntity || got != "#people" {
				t.Errorf("%d %q", a.Status, got)
			}
		})
	})
}
