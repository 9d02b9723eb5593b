package sends

import (
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
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
)

// Client calls the routes of one feature as a person. The access rules of the routes do not apply; package app tests them.
type Client struct {
	t        testing.TB
	handler  http.Handler
	language string
}

// Client returns a client of the routes that register adds, as the person by.
func (w *World) Client(by auth.Actor, register func(r *httpx.Router)) *Client {
	gin.SetMode(gin.TestMode)
	engine, flashes := gin.New(), &session{}
	engine.Use(func(c *gin.Context) {
		c.Request = c.Request.WithContext(auth.With(c.Request.Context(), by))
		c.Set(sessions.DefaultKey, flashes)
	})
	r := httpx.NewRouter(engine, "test", "1")
	r.SetErrorPage(func(_ *gin.Context, p *httpx.Problem) templ.Component { return templ.Raw(p.Code) })
	register(r)
	around := httpx.Middleware{Log: slog.New(slog.NewTextHandler(w.Log, nil)), Now: w.Clock.Now, Zone: time.UTC}
	return &Client{w.TB, around.Wrap(engine), string(by.Language)}
}

// session keeps the messages of a form for the next page, which is all that pages use a session for.
type session struct {
	sessions.Session
	flashes []any
}

func (s *session) AddFlash(v any, _ ...string) { s.flashes = append(s.flashes, v) }
func (s *session) Save() error                 { return nil }
func (s *session) Get(any) any                 { return s.flashes }

func (s *session) Flashes(...string) (list []any) {
	list, s.flashes = s.flashes, nil
	return list
}

// On returns the client with failures reported to t.
func (c *Client) On(t testing.TB) *Client { return &Client{t, c.handler, c.language} }

// Get requests an address; headers are pairs of name and value.
func (c *Client) Get(path string, headers ...string) *Answer {
	c.t.Helper()
	return c.Do(http.MethodGet, path, "", headers...)
}

// Form posts a form.
func (c *Client) Form(path string, v url.Values) *Answer {
	c.t.Helper()
	return c.Do(http.MethodPost, path, v.Encode(), "Content-Type", "application/x-www-form-urlencoded")
}

// JSON posts a JSON body.
func (c *Client) JSON(path, body string) *Answer {
	c.t.Helper()
	return c.Do(http.MethodPost, path, body, "Content-Type", "application/json")
}

// Do sends a request; headers are pairs of name and value.
func (c *Client) Do(method, path, body string, headers ...string) *Answer {
	c.t.Helper()
	r := httptest.NewRequestWithContext(c.t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Accept-Language", c.language)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	out := httptest.NewRecorder()
	c.handler.ServeHTTP(out, r)
	return &Answer{Status: out.Code, Header: out.Header(), Body: out.Body.String(), client: c, asked: method + " " + path}
}

// Answer is a response.
type Answer struct {
	Status int
	Header http.Header
	Body   string

	client *Client
	asked  string
}

// Want stops the test unless the status is the one given.
func (a *Answer) Want(status int) *Answer {
	a.client.t.Helper()
	if a.Status != status {
		a.client.t.Fatalf("%s: status %d, want %d\n%.2000s", a.asked, a.Status, status, a.Body)
	}
	return a
}

// Follow requests the address to which a form redirects; the test stops unless it redirects.
func (a *Answer) Follow() *Answer {
	a.client.t.Helper()
	return a.client.Get(a.Want(http.StatusSeeOther).Header.Get("Location"))
}

// Doc returns the body as parsed HTML.
func (a *Answer) Doc() *goquery.Selection {
	a.client.t.Helper()
	return htmltest.Parse(a.client.t, a.Body)
}

// Text returns the text of the elements that a selector matches, as a reader sees it.
func (a *Answer) Text(selector string) string {
	a.client.t.Helper()
	return htmltest.Text(a.Doc().Find(selector))
}

// Has reports whether the page has an element that the selector matches.
func (a *Answer) Has(selector string) bool {
	a.client.t.Helper()
	return a.Doc().Find(selector).Length() > 0
}
