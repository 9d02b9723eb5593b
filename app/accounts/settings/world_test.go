package settings

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/apptest/htmltest"
	"presence/app/platform/audit"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
	"presence/views/layout"
)

// world is the settings pages on a real database, with the accounts that they show and a clock of its own.
type world struct {
	t    *testing.T
	db   *db.DB
	auth *auth.Service
	s    *Service
	h    http.Handler
	now  time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, db: dbtest.OpenSQLite(t), now: time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return w.now }
	accounts, err := auth.New(t.Context(), auth.Options{DB: w.db, Now: clock, Secret: []byte("0123456789abcdef0123456789abcdef"),
		PublicURL: "http://presence.example:8080"})
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	w.auth, w.s = accounts, NewService(w.db, accounts, zone, clock)
	w.h = w.routes()
	return w
}

// routes are the pages behind the middleware of sign-in, with a gate that knows the two rules of these pages.
func (w *world) routes() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	r := httpx.NewRouter(e, "test", "1")
	r.SetErrorPage(func(c *gin.Context, p *httpx.Problem) templ.Component {
		return layout.ErrorPage(frame.ErrorPage(c), layout.Problem{Status: p.Status, Title: p.Title, Text: p.Detail})
	})
	refuse := func(c *gin.Context, err error) {
		httpx.Abort(c, httpx.ProblemOf(c.Request.Context(), err, http.StatusNotFound))
	}
	e.Use(w.auth.BrowserSessions(), w.auth.Authenticate(refuse), auth.ProvideViewer, func(c *gin.Context) {
		row, _ := r.Rule(c.Request.Method, c.FullPath())
		by := auth.From(c.Request.Context())
		if row.Rule == httpx.SignedIn && !by.SignedIn() || row.Rule == httpx.Admin && by.Role != auth.Admin {
			c.AbortWithStatus(http.StatusForbidden)
		}
	})
	Pages(r, w.s)
	return e
}

// on returns the world with failures reported to a subtest.
func (w *world) on(t *testing.T) *world {
	d := *w
	d.t = t
	return &d
}

// add makes a person who has no password.
func (w *world) add(name string, role auth.Role) auth.Person {
	w.t.Helper()
	p, err := w.auth.AddPerson(w.t.Context(), auth.Actor{Via: "command"}, auth.NewPerson{Email: strings.ToLower(name) + "@ferme.example",
		Name: name, Role: role, Language: i18n.EN})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

// record adds entries to the audit log.
func (w *world) record(entries ...audit.Entry) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error { return audit.Record(ctx, tx, entries...) }); err != nil {
		w.t.Fatal(err)
	}
}

// browser is a browser in which a person is signed in.
type browser struct {
	w      *world
	cookie *http.Cookie
}

func (w *world) signIn(p auth.Person, ip, agent string) browser {
	w.t.Helper()
	cookie, err := w.auth.StartSession(w.t.Context(), auth.NewSession{Person: p, How: "password", IP: ip, Agent: agent})
	if err != nil {
		w.t.Fatal(err)
	}
	return browser{w, cookie}
}

func (b browser) on(t *testing.T) browser { return browser{b.w.on(t), b.cookie} }

func (b browser) send(method, path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(b.w.t.Context(), method, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.AddCookie(b.cookie)
	answer := httptest.NewRecorder()
	b.w.h.ServeHTTP(answer, r)
	return answer
}

// get returns the page at path, which must answer with 200.
func (b browser) get(path string) *goquery.Selection {
	b.w.t.Helper()
	return b.page(b.send(http.MethodGet, path, nil), http.StatusOK)
}

func (b browser) page(answer *httptest.ResponseRecorder, status int) *goquery.Selection {
	b.w.t.Helper()
	if answer.Code != status {
		b.w.t.Fatalf("status %d, want %d: %.500s", answer.Code, status, answer.Body)
	}
	return htmltest.Parse(b.w.t, answer.Body.String())
}

// post sends a form that must succeed, and returns the page to which the answer leads.
func (b browser) post(path string, form url.Values) (to string, page *goquery.Selection) {
	b.w.t.Helper()
	answer := b.send(http.MethodPost, path, form)
	if answer.Code != http.StatusSeeOther {
		b.w.t.Fatalf("POST %s: status %d: %.500s", path, answer.Code, answer.Body)
	}
	for _, c := range answer.Result().Cookies() {
		if c.Name == b.cookie.Name {
			b.cookie = c
		}
	}
	to = answer.Header().Get("Location")
	return to, b.get(to)
}

// refused sends a form that must be refused with 422, and returns the page.
func (b browser) refused(path string, form url.Values) *goquery.Selection {
	b.w.t.Helper()
	return b.page(b.send(http.MethodPost, path, form), http.StatusUnprocessableEntity)
}

// has compares a text of a page.
func has(t *testing.T, page *goquery.Selection, selector, want string) {
	t.Helper()
	if got := strings.ReplaceAll(htmltest.Text(page.Find(selector)), "\u00a0", " "); got != want {
		t.Errorf("%s is %q, want %q", selector, got, want)
	}
}

// finds compares how many elements of a page a selector matches.
func finds(t *testing.T, page *goquery.Selection, selector string, want int) {
	t.Helper()
	if got := page.Find(selector).Length(); got != want {
		t.Errorf("%d elements match %s, want %d", got, selector, want)
	}
}

// texts returns the texts of the elements, separated by commas.
func texts(page *goquery.Selection, selector string) string {
	list := page.Find(selector).Map(func(_ int, s *goquery.Selection) string { return htmltest.Text(s) })
	return strings.ReplaceAll(strings.Join(list, ", "), "\u00a0", " ")
}

// crowd adds n people without passwords, named in order.
func (w *world) crowd(n int) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for i := range n {
			if _, err := tx.Exec(ctx, `INSERT INTO people (id, email, name, role, created_at, updated_at) VALUES ($1, $2, $3, 'payroll', 1, 1)`,
				fmt.Sprintf("00000000-0000-4000-9000-%012d", i), fmt.Sprintf("crowd%02d@ferme.example", i), fmt.Sprintf("Crowd %02d", i)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		w.t.Fatal(err)
	}
}
