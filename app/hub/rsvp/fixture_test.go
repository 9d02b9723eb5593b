package rsvp

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"
	"github.com/gin-contrib/sessions"
	"github.com/gin-contrib/sessions/cookie"
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/apptest/htmltest"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/views/layout"
)

// fixture serves the pages of the registrations to a person of staff who reads English, and the pages for guests. The access
// rules of the routes are not tested here.
type fixture struct {
	*world
	handler http.Handler
	browser *browser
	pass    func(time.Duration) // puts the clock on
}

// browser keeps the cookies.
type browser struct{ cookies []*http.Cookie }

func eachFixture(t *testing.T, fn func(t *testing.T, d *fixture)) {
	t.Helper()
	gin.SetMode(gin.TestMode)
	eachWorld(t, func(t *testing.T, w *world) { fn(t, newFixture(w)) })
}

func newFixture(w *world) *fixture {
	reader := staff
	reader.Language = i18n.EN
	engine := gin.New()
	engine.Use(sessions.Sessions("browser", cookie.NewStore([]byte("a key of the tests"))), func(c *gin.Context) {
		c.Request = c.Request.WithContext(auth.With(c.Request.Context(), reader))
		frame.Set(c, layout.Frame{Lang: i18n.EN, Viewer: layout.Viewer{SignedIn: true}})
	})
	r := httpx.NewRouter(engine, "test", "1")
	r.SetErrorPage(func(c *gin.Context, p *httpx.Problem) templ.Component {
		if ForGuest(c.Request) {
			return Refusal(c, p)
		}
		return templ.Raw(p.Code)
	})
	guests := NewGuests(w.Service, time.UTC, "presence.example")
	w.Cleanup(guests.Close)
	GuestPages(r, guests)
	Pages(r, w.Service, time.UTC, func(_ context.Context, id string, _ layout.EventTab) (layout.EventHead, error) {
		return layout.EventHead{Title: id}, nil
	})
	return &fixture{world: w, browser: &browser{}, pass: func(d time.Duration) { w.clock = w.clock.Add(d) },
		handler: httpx.Middleware{Log: slog.New(slog.DiscardHandler), Now: w.Service.now, Zone: time.UTC}.Wrap(engine)}
}

// on returns the fixture for a subtest.
func (d *fixture) on(t testing.TB) *fixture {
	same := *d
	same.world = d.world.on(t)
	return &same
}

// answered is what a request was answered.
type answered struct {
	status int
	to     string // of a redirect
	header http.Header
	body   string
}

func (d *fixture) send(method, path, body string, headers ...string) answered {
	d.Helper()
	r := httptest.NewRequestWithContext(d.Context(), method, path, strings.NewReader(body))
	visitors++
	r.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:5000", visitors>>16&255, visitors>>8&255, visitors&255)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	for _, c := range d.browser.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	if set := w.Result().Cookies(); len(set) > 0 {
		d.browser.cookies = set
	}
	return answered{w.Code, w.Header().Get("Location"), w.Header(), w.Body.String()}
}

// page opens a page, and stops the test unless it is there.
func (d *fixture) page(path string, headers ...string) *goquery.Selection {
	d.Helper()
	a := d.send(http.MethodGet, path, "", headers...)
	if a.status != http.StatusOK {
		d.Fatalf("%s answers %d %s", path, a.status, a.body)
	}
	return htmltest.Parse(d, a.body)
}

func (d *fixture) post(path string, form url.Values, headers ...string) answered {
	d.Helper()
	return d.send(http.MethodPost, path, form.Encode(), append(headers, "Content-Type", "application/x-www-form-urlencoded")...)
}

// leadsTo fails unless the answer leads to an address, and returns the message that the next page shows.
func (d *fixture) leadsTo(a answered, to string) (toast *goquery.Selection) {
	d.Helper()
	if a.status != http.StatusSeeOther || a.to != to {
		d.Fatalf("answered %d to %q, want %q: %s", a.status, a.to, to, a.body)
	}
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
		if a := d.send(method, path, ""); a.status != http.StatusNotFound {
			d.Errorf("%s %s answers %d %s", method, path, a.status, a.body)
		}
	}
}

// staffEnters has staff enter an answer for a guest of the gala.
func (d *fixture) staffEnters(a Answer) RSVP {
	d.Helper()
	a.People = cmp.Or(a.People, 1)
	r, _, err := d.EnterForGuest(d.Context(), staff, "gala", a)
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
