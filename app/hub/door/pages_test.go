package door

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

const self = "/staff/events/gala/door"

// presses returns the values that a form sends when one of its buttons is pressed.
func presses(t testing.TB, form *goquery.Selection, button string) url.Values {
	t.Helper()
	v := htmltest.Values(form)
	b := form.Find("button").FilterFunction(func(_ int, s *goquery.Selection) bool { return htmltest.Text(s) == button })
	if b.Length() != 1 {
		t.Fatalf("%d buttons %q in %s", b.Length(), button, htmltest.Text(form))
	}
	if name := b.AttrOr("name", ""); name != "" {
		v.Set(name, b.AttrOr("value", ""))
	}
	return v
}

// formOf returns the form of a party in the list.
func formOf(t testing.TB, c *featuretest.Client, name string) *goquery.Selection {
	t.Helper()
	return htmltest.One(t, c.Get(self+"?q="+url.QueryEscape(name)).Want(http.StatusOK).Doc(), "#door-list .door-party")
}

func press(t testing.TB, c *featuretest.Client, form *goquery.Selection, button string) *featuretest.Answer {
	t.Helper()
	return c.Form(form.AttrOr("action", ""), presses(t, form, button))
}

func TestPages(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		a, b := w.browser(rosalie), w.browser(marc)
		id := w.party("Maude", 4)
		w.party("Luc", 0)
		t.Run("count a whole party in with one tap, and show it on top", func(t *testing.T) {
			a := a.On(t)
			page := press(t, a, formOf(t, a, "maude"), "Check in all 4").Follow().Want(http.StatusOK).Doc()
			w.on(t).there(id, 4)
			if got := htmltest.Text(htmltest.One(t, page, ".door-now .door-who")); got != "Maude4 guests arrivedAt 7:04 p.m. by Rosalie" {
				t.Errorf("on top is %q", got)
			}
			if got := htmltest.Text(htmltest.One(t, page, "#door-list")); got != "" {
				t.Errorf("below it is %q: the party that was found is shown twice, or nobody is said to be found", got)
			}
			if got := htmltest.Text(page.Find("#door-totals")); !strings.HasPrefix(got, "4 of 4 expected") {
				t.Errorf("the totals are %q", got)
			}
		})
		t.Run("ask the second device, which shows the party as it was, before it is counted again", func(t *testing.T) {
			b := b.On(t)
			v := url.Values{"registration": {itoa(id)}, "people": {"4"}, "key": {newKey()}}
			page := b.Form(self+"/arrivals", v).Want(http.StatusConflict).Doc()
			form := htmltest.One(t, page, ".door-now .door-party")
			if got := htmltest.Text(form.Find(".door-question .strong")); got != "Already checked in at 7:04 p.m. by Rosalie: 4 of 4." {
				t.Errorf("asks %q", got)
			}
			w.on(t).there(id, 4)
			press(t, b, form, "Check in 4 anyway").RedirectsTo(self + "?at=" + itoa(id))
			w.on(t).there(id, 8)
		})
		t.Run("undo the latest arrival", func(t *testing.T) {
			a := a.On(t)
			press(t, a, formOf(t, a, "maude"), "Undo").RedirectsTo(self + "?at=" + itoa(id))
			w.on(t).there(id, 4)
		})
		t.Run("count one more or one less", func(t *testing.T) {
			a := a.On(t)
			press(t, a, formOf(t, a, "maude"), "1 fewer").RedirectsTo(self + "?at=" + itoa(id))
			w.on(t).there(id, 3)
			press(t, a, formOf(t, a, "maude"), "Check in the other guest").RedirectsTo(self + "?at=" + itoa(id))
			w.on(t).there(id, 4)
		})
		t.Run("say so when a form is sent again", func(t *testing.T) {
			a := a.On(t)
			form := formOf(t, a, "maude")
			press(t, a, form, "1 fewer")
			a.Messages()
			if got := press(t, a, form, "1 fewer").Result(); !strings.Contains(got, "Maude: already checked in.") {
				t.Errorf("answers %s", got)
			}
			w.on(t).there(id, 3)
		})
		t.Run("ask when a guest who declined comes", func(t *testing.T) {
			a := a.On(t)
			form := formOf(t, a, "luc")
			if got := htmltest.Text(form.Find(".door-status")); got != "Replied “not coming”" {
				t.Errorf("the status is %q", got)
			}
			page := press(t, a, form, "Check in").Want(http.StatusConflict).Doc()
			press(t, a, htmltest.One(t, page, ".door-now .door-party"), "Check in 1 anyway").Want(http.StatusSeeOther)
		})
		t.Run("say that fewer have arrived than are taken back", func(t *testing.T) {
			a := a.On(t)
			v := url.Values{"registration": {itoa(id)}, "people": {"-9"}, "key": {newKey()}}
			if got := a.Form(self+"/arrivals", v).Result(); !strings.Contains(got, "There aren’t that many check-ins to undo.") {
				t.Errorf("answers %s", got)
			}
		})
		for target, want := range map[string]string{"door-totals": "door-totals", "door-list": "door-list"} {
			t.Run("send the script only "+target, func(t *testing.T) {
				page := a.On(t).Get(self, "HX-Request", "true", "HX-Target", target).Want(http.StatusOK).Doc()
				if page.Find("#"+want).Length() != 1 || page.Find("h1").Length() != 0 || page.Find("[id^=door-]").Length() != 1 {
					t.Errorf("it is %s", htmltest.Text(page))
				}
			})
		}
		t.Run("find nothing of an event that there is not", func(t *testing.T) {
			a.On(t).Get("/staff/events/nowhere/door").Want(http.StatusNotFound)
		})
		t.Run("open without the party on top when it was deleted", func(t *testing.T) {
			if page := a.On(t).Get(self + "?at=999999").Want(http.StatusOK).Doc(); page.Find(".door-now").Length() != 0 {
				t.Error("there is a party on top")
			}
		})
	})
}

func TestPages_walkIn(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		a := w.browser(rosalie)
		form := func(t testing.TB, page *goquery.Selection) *goquery.Selection {
			return htmltest.One(t, page, "#walk-in form")
		}
		send := func(t testing.TB, c *featuretest.Client, name, people string) *featuretest.Answer {
			f := form(t, c.Get(self).Want(http.StatusOK).Doc())
			v := presses(t, f, "Register and check in")
			v.Set("name", name)
			v.Set("people", people)
			return c.Form(f.AttrOr("action", ""), v)
		}
		t.Run("is shown on top when it is registered", func(t *testing.T) {
			page := send(t, a.On(t), "Zoé Roy", "19").Follow().Want(http.StatusOK).Doc()
			if got := htmltest.Text(page.Find(".door-now .door-name")); got != "Zoé Roy" {
				t.Errorf("on top is %q", got)
			}
		})
		for _, x := range []struct{ name, guest, people, field string }{
			{"without a name", "", "1", "name"}, {"of nobody", "Ann", "0", "people"}, {"of too many", "Ann", "21", "people"},
			{"with a number that is none", "Ann", "x", "people"},
		} {
			t.Run("comes back with its error: "+x.name, func(t *testing.T) {
				page := send(t, a.On(t), x.guest, x.people).Want(http.StatusUnprocessableEntity).Doc()
				if got := page.Find("#walk-in[open] [aria-invalid=true]").AttrOr("name", ""); got != x.field {
					t.Errorf("marked is %q", got)
				}
			})
		}
		t.Run("asks when the event is full, and registers then", func(t *testing.T) {
			a := a.On(t)
			page := send(t, a, "Ann", "2").Want(http.StatusConflict).Doc()
			f := form(t, page)
			if got := htmltest.Text(f.Find(".door-question p")); got != "The event is full.19 guests expected, for a capacity of 20." {
				t.Errorf("asks %q", got)
			}
			press(t, a, f, "Register anyway").Want(http.StatusSeeOther)
			if n := w.count("SELECT people FROM rsvps WHERE name = 'Ann' AND walk_in"); n != 2 {
				t.Errorf("%d people", n)
			}
		})
		t.Run("shows the registration that there is", func(t *testing.T) {
			page := send(t, a.On(t), "zoe roy", "1").Want(http.StatusConflict).Doc()
			if got := htmltest.Text(page.Find(".door-now .door-name")); got != "Zoé Roy" {
				t.Errorf("on top is %q", got)
			}
		})
	})
}

// Helpers see what tells guests of the same name apart, however they spell it, wherever a party of them is shown.
func TestPages_same_names_of_helpers(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.exec("UPDATE events SET capacity = NULL")
		comes := func(name, email string, companions ...string) int64 {
			a := rsvp.Answer{Name: name, Email: email, People: int64(1 + len(companions)), Details: rsvp.Details{Companions: companions}}
			r, _, _, err := w.RSVP.EnterForGuest(t.Context(), rosalie, "gala", a, false)
			if err != nil {
				t.Fatal(err)
			}
			return r.ID
		}
		rene, lea := comes("René Côté", "rene@example.com"), comes("Léa Roy", "lea@example.com")
		comes("RENE COTE", "other@example.com", "Zoé Roy")
		w.event("elsewhere", 10)
		if _, _, _, err := w.RSVP.EnterForGuest(t.Context(), rosalie, "elsewhere", rsvp.Answer{Name: "Léa Roy", Email: "lea.roy@example.com", People: 1},
			false); err != nil {
			t.Fatal(err)
		}
		helper := w.browser(auth.Actor{Name: "Entrance B", Language: i18n.EN, HelperOf: "gala"})
		for _, x := range []struct {
			name, query string
			contact     string // that the page shows, or must not
			shown       bool
		}{
			{"in a list that has one of them alone", "?q=zo", "other@example.com", true},
			{"on top", "?at=" + itoa(rene), "rene@example.com", true},
			{"but not of another one on top", "?at=" + itoa(lea), "lea@example.com", false},
			{"nor in a list", "?q=roy", "lea@example.com", false},
		} {
			t.Run(x.name, func(t *testing.T) {
				if a := helper.On(t).Get(self + x.query).Want(http.StatusOK); strings.Contains(a.Text("main"), x.contact) != x.shown {
					t.Error(a.Text("main"))
				}
			})
		}
		t.Run("in the list that a device keeps", func(t *testing.T) {
			notes := map[string]string{}
			err := w.EachEntry(t.Context(), "gala", func(e Entry) error { notes[e.Name] = e.Note; return nil }, func(Code) error { return nil })
			if err != nil || notes["René Côté"] == "" || notes["RENE COTE"] == "" || notes["Léa Roy"] != "" {
				t.Errorf("%v, %v", notes, err)
			}
		})
	})
}
