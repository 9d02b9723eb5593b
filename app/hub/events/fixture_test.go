package events

import (
	"context"
	"fmt"
	"io"
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
	"presence/db"
	"presence/db/dbtest"
	"presence/views/layout"
)

// fixture serves the pages and the API of events to a person of staff who reads English, at noon UTC. The access rules of the
// routes are not tested here.
type fixture struct {
	*Service
	t       testing.TB
	handler http.Handler
	cookies []*http.Cookie // of the browser
}

func eachFixture(t *testing.T, fn func(t *testing.T, d *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newFixture(t, d)) })
}

func newFixture(t testing.TB, database *db.DB) *fixture {
	gin.SetMode(gin.TestMode)
	d := &fixture{Service: serve(database), t: t}
	reader := staff
	reader.Language = i18n.EN
	engine := gin.New()
	engine.Use(sessions.Sessions("browser", cookie.NewStore([]byte("a key of the tests"))), func(c *gin.Context) {
		c.Request = c.Request.WithContext(auth.With(c.Request.Context(), reader))
		frame.Set(c, layout.Frame{Lang: i18n.EN, Viewer: layout.Viewer{SignedIn: true}})
	})
	r := httpx.NewRouter(engine, "test", "1")
	r.SetErrorPage(func(_ *gin.Context, p *httpx.Problem) templ.Component { return templ.Raw(p.Code) })
	API(r, d.Service)
	Pages(r, d.Service, time.UTC, func(_ context.Context, e Event, headcount int64, lang i18n.Lang) (string, error) {
		return fmt.Sprintf("%s in %s at %d with %d people", e.Content.FR.Title, lang, e.StartsAt.Time().UTC().Hour(), headcount), nil
	}, func(context.Context) ([]string, error) { return []string{"event-a"}, nil },
		func(context.Context) (map[string]bool, error) { return nil, nil })
	d.handler = httpx.Middleware{Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return noon }, Zone: time.UTC}.Wrap(engine)
	return d
}

// on returns the fixture for a subtest.
func (d *fixture) on(t testing.TB) *fixture {
	same := *d
	same.t = t
	return &same
}

// answer is what a request was answered.
type answer struct {
	status int
	to     string // of a redirect
	header http.Header
	body   string
}

func (d *fixture) send(method, path string, body io.Reader, headers ...string) answer {
	d.t.Helper()
	return d.sendWithin(d.t.Context(), method, path, body, headers...)
}

func (d *fixture) sendWithin(ctx context.Context, method, path string, body io.Reader, headers ...string) answer {
	d.t.Helper()
	r := httptest.NewRequestWithContext(ctx, method, path, body)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	for _, c := range d.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	if set := w.Result().Cookies(); len(set) > 0 {
		d.cookies = set
	}
	return answer{w.Code, w.Header().Get("Location"), w.Header(), strings.TrimSpace(w.Body.String())}
}

// get opens a page, and stops the test unless it is there.
func (d *fixture) get(path string, headers ...string) *goquery.Selection {
	d.t.Helper()
	a := d.send(http.MethodGet, path, nil, headers...)
	if a.status != http.StatusOK {
		d.t.Fatalf("%s answers %d %s", path, a.status, a.body)
	}
	return htmltest.Parse(d.t, a.body)
}

func (d *fixture) post(path string, form url.Values, headers ...string) answer {
	d.t.Helper()
	return d.send(http.MethodPost, path, strings.NewReader(form.Encode()),
		append(headers, "Content-Type", "application/x-www-form-urlencoded")...)
}

// leadsTo fails unless the answer leads to an address, and returns the message that the next page shows.
func (d *fixture) leadsTo(a answer, to string) (toast *goquery.Selection) {
	d.t.Helper()
	if a.status != http.StatusSeeOther || a.to != to {
		d.t.Fatalf("answered %d to %q, want %q: %s", a.status, a.to, to, a.body)
	}
	return d.get("/staff/events").Find(".toast")
}

func (d *fixture) says(toast *goquery.Selection, text string) {
	d.t.Helper()
	if got := htmltest.Text(toast.Find("p")); got != text {
		d.t.Errorf("the message is %q, want %q", got, text)
	}
}

func value(t testing.TB, page *goquery.Selection, name string) string {
	t.Helper()
	field := page.Find("#event [name='" + name + "']")
	switch {
	case field.Is("textarea"):
		return field.Text()
	case field.Is("select"):
		return field.Find("option[selected]").AttrOr("value", "")
	case field.Is("[type=radio]"):
		return field.Filter("[checked]").AttrOr("value", "")
	}
	return htmltest.One(t, page, "#event [name='"+name+"']").AttrOr("value", "")
}

// faulty returns the names of the fields that a page marks, in their order.
func faulty(page *goquery.Selection) (names []string) {
	page.Find("[aria-invalid=true]").Each(func(_ int, s *goquery.Selection) { names = append(names, s.AttrOr("name", "")) })
	return names
}

// saved returns an event as it is stored, and stops the test when there is none.
func (d *fixture) saved(id string) Record {
	d.t.Helper()
	r, err := d.Get(d.t.Context(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

// made saves an event with nothing but what it needs, and some changes.
func (d *fixture) made(id string, change func(*Changes)) Record {
	d.t.Helper()
	r, err := d.Create(d.t.Context(), staff, id, with(gala(), change))
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}
