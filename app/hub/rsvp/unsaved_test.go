package rsvp

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"presence/app/apptest/htmltest"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// TestSubmit_while_storage_is_unavailable sends a form while PostgreSQL refuses connections. The page has what was typed, and sends it
// again when the database is back.
func TestSubmit_while_storage_is_unavailable(t *testing.T) {
	l := i18n.EN
	typedIn := url.Values{"language": {"en"}, "name": {`Zoé "Z" <Roy>`}, "email": {"zoe@example.org"}, "people": {"3"}, "allergies": {"Nuts\nand milk"},
		"phone": {"418 555-0142"}, "attending": {"yes"}}
	with := func(name, value string) url.Values {
		v := url.Values{}
		for k, list := range typedIn {
			v[k] = list
		}
		v.Set(name, value)
		return v
	}
	for _, x := range []struct {
		name string
		read bool // this process has read the event before
		path string
		form url.Values
		find string // the form with what was sent
	}{
		{"an event that was read before has its form", true, "/rsvp/gala/submit", typedIn, "form#attend"},
		{"a guest who does not come has the form of a no", true, "/rsvp/gala/submit", with("attending", "no"), "form#decline"},
		{"a personal link is still in it", true, "/rsvp/gala/submit", with("t", "TOKEN"), "form#attend"},
		{"an event that was not read has one button", false, "/rsvp/gala/submit", typedIn, "form"},
		{"a party for the waiting list has one button", true, "/rsvp/gala/waiting-list", typedIn, "form"},
	} {
		t.Run(x.name, func(t *testing.T) {
			wire := dbtest.NewWire(t, dbtest.URL(t, db.Postgres))
			d := newFixture(newWorld(t, openAt(t, wire.URL())))
			if x.read {
				d.page("/rsvp/gala?lang=en")
			}
			accept := wire.Refuse(t)
			a := d.post(x.path, x.form)
			if a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" {
				t.Fatalf("answered %d, Retry-After %q", a.Status, a.Header.Get("Retry-After"))
			}
			page := a.Doc()
			if page.Find("script").Length() != 0 {
				t.Error("the page has a script")
			}
			main := htmltest.Text(page.Find("main"))
			for _, text := range []i18n.Text{i18n.RsvpUnsaved, i18n.RsvpUnsavedText} {
				if !strings.Contains(main, l.T(text)) {
					t.Errorf("it does not say %q:\n%s", l.T(text), main)
				}
			}
			form := htmltest.One(t, page, "main "+x.find)
			if got := form.AttrOr("action", ""); got != x.path {
				t.Errorf("it posts to %s", got)
			}
			again := htmltest.Values(form)
			for name, want := range x.form {
				if name == "attending" && again.Get(name) == "" {
					if button := form.Find("button[name=attending]").AttrOr("value", ""); button != want[0] {
						t.Errorf("its button says %q, want %q", button, want[0])
					}
					again.Set(name, want[0])
				}
				if x.find == "form#decline" && form.Find("[name="+name+"]").Length() == 0 {
					continue // it asks only who does not come
				}
				if got := again.Get(name); got != want[0] {
					t.Errorf("%s is %q, want %q", name, got, want[0])
				}
			}
			accept()
			if x.path == "/rsvp/gala/submit" {
				dbtest.Until(t, "the form is saved", func() bool { // one request for each connection that was lost may still fail
					a = d.post(x.path, again)
					return a.Status != http.StatusServiceUnavailable
				})
				a.Want(http.StatusOK)
				if n := d.count("SELECT COUNT(*) FROM rsvps WHERE email = 'zoe@example.org'"); n != 1 {
					t.Errorf("%d registrations", n)
				}
			}
		})
	}
}
