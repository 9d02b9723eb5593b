// Package wire serves the routes of one feature by themselves, for tests beside the feature's code: its pages and its JSON API,
// called by one person. The access rules of the routes are those of package app and are not tested with it.
package wire

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
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
	"presence/views/layout"
	"presence/views/ui"
)

// Wire is a browser and an API client of one person.
type Wire struct {
	By auth.Actor // who calls; its language is that of the pages

	t       testing.TB
	handler http.Handler
	cookies map[string]*http.Cookie
}

// toldPath is the route that returns the messages for the next page.
const toldPath = "/wire/told"

// New serves the routes that register adds.
func New(t testing.TB, by auth.Actor, now func() time.Time, register func(r *httpx.Router)) *Wire {
	t.Helper()
	gin.SetMode(gin.TestMode)
	w := &Wire{By: by, t: t, cookies: map[string]*http.Cookie{}}
	engine := gin.New()
	engine.Use(sessions.Sessions("wire", cookie.NewStore([]byte("thirty-two bytes for tests only!"))), func(c *gin.Context) {
		c.Request = c.Request.WithContext(auth.With(c.Request.Context(), w.By))
		frame.Set(c, layout.Frame{Lang: w.By.Language})
	})
	engine.GET(toldPath, func(c *gin.Context) { c.JSON(http.StatusOK, httpx.PopFlash(c)) })
	r := httpx.NewRouter(engine, "test", "1")
	r.SetErrorPage(func(_ *gin.Context, p *httpx.Problem) templ.Component {
		text, err := json.Marshal(p)
		if err != nil {
			t.Error(err)
		}
		return templ.Raw(string(text))
	})
	register(r)
	w.handler = httpx.Middleware{Log: slog.New(slog.DiscardHandler), Now: now, Zone: time.UTC}.Wrap(engine)
	return w
}

// On returns the client with failures reported to a subtest.
func (w *Wire) On(t testing.TB) *Wire {
	d := *w
	d.t = t
	return &d
}

// Do sends one request; headers are pairs of name and value. A body without a Content-Type is JSON.
func (w *Wire) Do(method, path, body string, headers ...string) *Answer {
	w.t.Helper()
	r := httptest.NewRequestWithContext(w.t.Context(), method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	for _, c := range w.cookies {
		r.AddCookie(c)
	}
	out := httptest.NewRecorder()
	w.handler.ServeHTTP(out, r)
	for _, c := range out.Result().Cookies() {
		w.cookies[c.Name] = c
	}
	return &Answer{Status: out.Code, Header: out.Header(), Body: out.Body.String(), t: w.t, asked: method + " " + path}
}

// Get requests a page or a record.
func (w *Wire) Get(path string, headers ...string) *Answer {
	w.t.Helper()
	return w.Do(http.MethodGet, path, "", headers...)
}

// Part requests the part of a page with this id, as htmx does.
func (w *Wire) Part(path, target string) *Answer {
	w.t.Helper()
	return w.Get(path, "HX-Request", "true", "HX-Target", target)
}

// Form posts a form, as a page does.
func (w *Wire) Form(path string, form url.Values, headers ...string) *Answer {
	w.t.Helper()
	return w.Do(http.MethodPost, path, form.Encode(), slices.Concat([]string{"Content-Type", "application/x-www-form-urlencoded"}, headers)...)
}

// FormHTMX is Form for a request of htmx.
func (w *Wire) FormHTMX(path string, form url.Values) *Answer {
	w.t.Helper()
	return w.Form(path, form, "HX-Request", "true")
}

// Told returns the messages that the next page would show, and removes them.
func (w *Wire) Told() (toasts []ui.Toast) {
	w.t.Helper()
	w.Get(toldPath).Want(http.StatusOK).JSON(&toasts)
	return toasts
}

// Answer is an answer with its whole body.
type Answer struct {
	Status int
	Header http.Header
	Body   string

	t     testing.TB
	asked string
}

// Want stops the test unless the status is the one given.
func (a *Answer) Want(status int) *Answer {
	a.t.Helper()
	if a.Status != status {
		a.t.Fatalf("%s: status %d, want %d\n%.2000s", a.asked, a.Status, status, a.Body)
	}
	return a
}

// Leads fails unless the answer redirects to this address.
func (a *Answer) Leads(address string) *Answer {
	a.t.Helper()
	if got := a.Want(http.StatusSeeOther).Header.Get("Location"); got != address {
		a.t.Errorf("%s leads to %q, want %q", a.asked, got, address)
	}
	return a
}

// JSON decodes the body.
func (a *Answer) JSON(into any) *Answer {
	a.t.Helper()
	if err := json.Unmarshal([]byte(a.Body), into); err != nil {
		a.t.Fatalf("%s: the answer is no such JSON: %v\n%.2000s", a.asked, err, a.Body)
	}
	return a
}

// Refused returns the status, and the code or the validation errors of a refusal: "404 not_found", "400 name required".
func (a *Answer) Refused() (status int, faults string) {
	a.t.Helper()
	var p httpx.Problem
	a.JSON(&p)
	if len(p.Errors) == 0 {
		return a.Status, p.Code
	}
	var list []string
	for _, f := range p.Errors {
		list = append(list, f.Field+" "+f.Code)
	}
	return a.Status, strings.Join(list, ", ")
}

// Doc returns the body as parsed HTML.
func (a *Answer) Doc() *goquery.Selection {
	a.t.Helper()
	return htmltest.Parse(a.t, a.Body)
}

// Texts returns the texts of the elements that the selector matches.
func (a *Answer) Texts(selector string) (list []string) {
	a.t.Helper()
	a.Doc().Find(selector).Each(func(_ int, s *goquery.Selection) { list = append(list, htmltest.Text(s)) })
	return list
}
