// Package featuretest serves the routes of one feature by themselves, for tests beside the feature's code: its pages and its JSON
// API, called by one person. The access rules of the routes do not apply, and no route requires reauthentication; package app tests
// both.
package featuretest

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a-h/templ"
	"github.com/gin-contrib/sessions"
	"github.com/gin-contrib/sessions/cookie"
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/views/ui"
)

// Options are what surrounds the routes.
type Options struct {
	By   auth.Actor // who calls; the pages are in this person's language
	Now  func() time.Time
	Zone *time.Location    // of times without an offset; nil: UTC
	Log  *slog.Logger      // nil: nothing is logged
	Use  []gin.HandlerFunc // further middleware of the routes
}

// Client is a browser and an API client of one person. It keeps cookies.
type Client struct {
	By auth.Actor // who makes the next request

	t       testing.TB
	handler http.Handler
	cookies *cookies
}

type cookies struct {
	sync.Mutex
	byName map[string]*http.Cookie
}

// messagesPath is the route that returns the messages for the next page.
const messagesPath = "/featuretest/messages"

// New serves the routes that register adds. An error page is the problem as JSON, for Answer.Refused, unless register sets another.
func New(t testing.TB, o Options, register func(r *httpx.Router)) *Client {
	t.Helper()
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := httpx.NewRouter(engine, httpx.Config{}, httpx.NoRules)
	engine.Use(sessions.Sessions("featuretest", cookie.NewStore([]byte("thirty-two bytes for tests only!"))), auth.ProvideViewer,
		ReauthNotDue)
	engine.Use(o.Use...)
	r.HandleRaw(httpx.Op{Method: http.MethodGet, Path: messagesPath, Rule: httpx.Anyone}, func(c *gin.Context) error {
		c.JSON(http.StatusOK, httpx.PopFlash(c))
		return nil
	})
	r.ErrorPage = func(_ *gin.Context, p *httpx.Problem) templ.Component {
		text, err := json.Marshal(p)
		if err != nil {
			t.Error(err)
		}
		return templ.Raw(string(text))
	}
	register(r)
	around := httpx.Middleware{Log: o.Log, Now: o.Now, Zone: o.Zone}
	if o.Log == nil {
		around.Log = slog.New(slog.DiscardHandler)
	}
	if o.Zone == nil {
		around.Zone = time.UTC
	}
	return &Client{By: o.By, t: t, handler: around.Wrap(engine), cookies: newCookies()}
}

// ReauthNotDue is middleware in the place of auth.Service.RequireReauth: no caller has to reauthenticate.
func ReauthNotDue(c *gin.Context) {
	c.Request = c.Request.WithContext(httpx.WithReauthentication(c.Request.Context(), httpx.Reauthentication{}))
}

func newCookies() *cookies { return &cookies{byName: map[string]*http.Cookie{}} }

// On returns the client with failures reported to a subtest.
func (c *Client) On(t testing.TB) *Client {
	same := *c
	same.t = t
	return &same
}

// As returns the client of another person, without cookies.
func (c *Client) As(by auth.Actor) *Client {
	other := *c
	other.By, other.cookies = by, newCookies()
	return &other
}

// SetCookie has the client send a cookie from now on.
func (c *Client) SetCookie(set *http.Cookie) {
	c.cookies.Lock()
	defer c.cookies.Unlock()
	c.cookies.byName[set.Name] = set
}

// Do sends one request; headers are pairs of name and value. A body without a Content-Type is JSON.
func (c *Client) Do(method, path, body string, headers ...string) *Answer {
	c.t.Helper()
	if body != "" {
		headers = slices.Concat([]string{"Content-Type", "application/json"}, headers)
	}
	return c.Send(NewRequest(c.t.Context(), method, path, strings.NewReader(body), headers...))
}

// NewRequest returns a request for Send; headers are pairs of name and value.
func NewRequest(ctx context.Context, method, path string, body io.Reader, headers ...string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, method, path, body)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// Send sends a request as this person, with the cookies.
func (c *Client) Send(r *http.Request) *Answer {
	c.t.Helper()
	r = r.WithContext(auth.With(r.Context(), c.By))
	c.cookies.Lock()
	for _, kept := range c.cookies.byName {
		r.AddCookie(kept)
	}
	c.cookies.Unlock()
	out := httptest.NewRecorder()
	c.handler.ServeHTTP(out, r)
	for _, set := range out.Result().Cookies() {
		c.SetCookie(set)
	}
	return &Answer{Status: out.Code, Header: out.Header(), Body: out.Body.String(), client: c, asked: r.Method + " " + r.URL.String()}
}

// Get requests a page or a record.
func (c *Client) Get(path string, headers ...string) *Answer {
	c.t.Helper()
	return c.Do(http.MethodGet, path, "", headers...)
}

// Part requests the part of a page with this id, as htmx does.
func (c *Client) Part(path, target string) *Answer {
	c.t.Helper()
	return c.Get(path, "HX-Request", "true", "HX-Target", target)
}

// Post sends a JSON body.
func (c *Client) Post(path, body string) *Answer {
	c.t.Helper()
	return c.Do(http.MethodPost, path, body)
}

// Form posts a form, as a page does.
func (c *Client) Form(path string, form url.Values, headers ...string) *Answer {
	c.t.Helper()
	return c.Do(http.MethodPost, path, form.Encode(), slices.Concat([]string{"Content-Type", "application/x-www-form-urlencoded"}, headers)...)
}

// FormHTMX is Form for a request of htmx.
func (c *Client) FormHTMX(path string, form url.Values) *Answer {
	c.t.Helper()
	return c.Form(path, form, "HX-Request", "true")
}

// Messages returns the messages that the next page would show, and removes them.
func (c *Client) Messages() (toasts []ui.Toast) {
	c.t.Helper()
	c.Get(messagesPath).Want(http.StatusOK).JSON(&toasts)
	return toasts
}
