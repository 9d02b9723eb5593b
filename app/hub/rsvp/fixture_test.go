package rsvp

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/hub/timeline"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/views/layout"
)

// fixture serves the pages of the registrations to a person of staff who reads English, and the pages for guests.
type fixture struct {
	*world
	browser *featuretest.Client
	pass    func(time.Duration) // puts the clock on
}

func eachFixture(t *testing.T, fn func(t *testing.T, d *fixture)) {
	t.Helper()
	eachWorld(t, func(t *testing.T, w *world) { fn(t, newFixture(w)) })
}

func newFixture(w *world) *fixture {
	w.Helper()
	reader := staff
	reader.Language = i18n.EN
	guests := NewGuests(w.Service, time.UTC, Site{Origin: "https://presence.example", Host: "presence.example",
		Company: "Ferme Lune"})
	w.Cleanup(guests.Close)
	browser := featuretest.New(w, featuretest.Options{By: reader, Now: w.Service.now}, func(r *httpx.Router) {
		r.ErrorPage = func(c *gin.Context, p *httpx.Problem) templ.Component {
			if httpx.RouteOf(c).Kind == httpx.GuestPage {
				return guests.ErrorPage(c, p)
			}
			return templ.Raw(p.Code)
		}
		API(r, w.Service)
		GuestPages(r, guests)
		Pages(r, w.Service, time.UTC, func(_ context.Context, id string, _ layout.EventTab) (layout.EventHead, error) {
			return layout.EventHead{Title: id}, nil
		}, func(_ context.Context, g timeline.Guest, _ i18n.Lang) ([]timeline.Moment, error) {
			return []timeline.Moment{
				{At: 1, Kind: timeline.Answered, Event: "bal", RSVP: g.Registration, Title: g.CustomerID + g.Emails[0]},
				{At: 2, Kind: timeline.Invited, Event: "gala", Title: "Gala"},
			}, nil
		})
	})
	return &fixture{world: w, browser: browser, pass: func(d time.Duration) { w.clock = w.clock.Add(d) }}
}

// on returns the fixture for a subtest.
func (d *fixture) on(t testing.TB) *fixture {
	same := *d
	same.world, same.browser = d.world.on(t), d.browser.On(t)
	return &same
}

// send sends a request with a new IP address.
func (d *fixture) send(method, path, body string, headers ...string) *featuretest.Answer {
	d.Helper()
	r := featuretest.NewRequest(d.Context(), method, path, strings.NewReader(body), headers...)
	r.RemoteAddr = newIP() + ":5000"
	return d.browser.Send(r)
}

// page opens a page, and stops the test unless it is there.
func (d *fixture) page(path string, headers ...string) *goquery.Selection {
	d.Helper()
	return d.send(http.MethodGet, path, "", headers...).Want(http.StatusOK).Doc()
}

func (d *fixture) post(path string, form url.Values, headers ...string) *featuretest.Answer {
	d.Helper()
	return d.send(http.MethodPost, path, form.Encode(), append(headers, "Content-Type", "application/x-www-form-urlencoded")...)
}

// leadsTo fails unless the answer leads to an address, and returns the message that the next page shows.
func (d *fixture) leadsTo(a *featuretest.Answer, to string) (toast *goquery.Selection) {
	d.Helper()
	a.RedirectsTo(to)
	return d.page("/staff/events/gala/rsvps").Find(".toast")
}

func (d *fixture) says(toast *goquery.Selection, text string) {
	d.Helper()
	if got := htmltest.Text(toast.Find("p")); got != text {
		d.Errorf("the message is %q, want %q", got, text)
	}
}

// missing fails unless nothing is found at the addresses.
func (d *fixture) missing(method string, paths ...string) {
	d.Helper()
	for _, path := range paths {
		if a := d.send(method, path, ""); a.Status != http.StatusNotFound {
			d.Errorf("%s %s answers %d %s", method, path, a.Status, a.Body)
		}
	}
}

// staffEnters has staff enter an answer for a guest of the gala.
func (d *fixture) staffEnters(a Answer) RSVP {
	d.Helper()
	a.People = cmp.Or(a.People, 1)
	r, _, _, err := d.EnterForGuest(d.Context(), staff, "gala", a, false)
	if err != nil {
		d.Fatal(err)
	}
	return r
}

// kept returns a registration of the gala as it is stored.
func (d *fixture) kept(id int64) RSVP {
	d.Helper()
	r, err := d.Get(d.Context(), "gala", id)
	if err != nil {
		d.Fatal(err)
	}
	return r
}

// hidden returns the hidden fields of a form.
func hidden(form *goquery.Selection) url.Values {
	v := url.Values{}
	form.Find("input[type=hidden]").Each(func(_ int, s *goquery.Selection) { v.Set(s.AttrOr("name", ""), s.AttrOr("value", "")) })
	return v
}

// typed returns the value of a field of the only form with that field.
func typed(page *goquery.Selection, name string) string {
	field := page.Find("main form [name='" + name + "']")
	switch {
	case field.Is("textarea"):
		return field.Text()
	case field.Is("[type=radio]"):
		return field.Filter("[checked]").AttrOr("value", "")
	}
	return field.AttrOr("value", "")
}

// wrong returns the names of the fields that a page marks, in their order.
func wrong(page *goquery.Selection) (names []string) {
	page.Find("[aria-invalid=true]").Each(func(_ int, s *goquery.Selection) { names = append(names, s.AttrOr("name", "")) })
	return names
}
