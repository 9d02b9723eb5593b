package auth

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"presence/app/accounts/passwords"
	"presence/app/apptest/htmltest"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
	"presence/views/layout"
)

const (
	testURL      = "http://presence.example:8080"
	testPassword = "une phrase assez longue"
)

// world is the part of the product that signs people in, on a real database and with a clock of its own.
type world struct {
	t   *testing.T
	db  *db.DB
	s   *Service
	now time.Time
	h   http.Handler
	// described are the statuses that the description has for a method and path (C9).
	described map[string]map[string]bool
}

// each runs fn on both engines.
func each(t *testing.T, fn func(w *world)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(newWorld(t, d, testURL)) })
}

func newWorld(t *testing.T, d *db.DB, publicURL string, demo ...DemoPerson) *world {
	t.Helper()
	return newWorldOf(t, Options{DB: d, PublicURL: publicURL, Demo: demo})
}

// newWorldOf adds to the options what every world has.
func newWorldOf(t *testing.T, o Options) *world {
	t.Helper()
	w := &world{t: t, db: o.DB, now: time.Date(2026, 11, 20, 13, 0, 0, 250e6, time.UTC)}
	o.Now, o.Secret = func() time.Time { return w.now }, []byte("0123456789abcdef0123456789abcdef")
	s, err := New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	w.s = s
	w.h = w.routes()
	return w
}

// routes are the feature's own behind its middleware, with a gate that knows "signed-in" only.
func (w *world) routes() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	page := func(c *gin.Context, p *httpx.Problem) templ.Component {
		return layout.ErrorPage(frame.ErrorPage(c), layout.Problem{Status: p.Status, Title: p.Title, Text: p.Detail})
	}
	r := httpx.NewRouter(e, httpx.Config{ReauthPage: w.s.ReauthPage, ErrorPage: page}, func(r *httpx.Router) httpx.Stages {
		return httpx.Stages{
			Identify: []gin.HandlerFunc{w.s.BrowserSessions(), w.s.Authenticate(r.Refuse), ProvideViewer},
			Authorize: func(c *gin.Context) httpx.Caller {
				by := From(c.Request.Context())
				if httpx.RouteOf(c).Rule != httpx.Anyone && !by.SignedIn() {
					c.AbortWithStatus(http.StatusUnauthorized)
				}
				return httpx.Caller{PersonID: by.PersonID, SignedIn: by.SignedIn()}
			},
			Reauth: w.s.RequireReauth(r.Refuse),
		}
	})
	API(r, w.s)
	Pages(r, w.s)
	protectedActs(r)
	if err := r.Build(httpx.APIInfo{Server: testURL}); err != nil {
		w.t.Fatal(err)
	}
	w.described = describedIn(w.t, r)
	return e
}

func describedIn(t *testing.T, r *httpx.Router) map[string]map[string]bool {
	t.Helper()
	b, err := r.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Paths map[string]map[string]struct{ Responses map[string]any }
	}
	if err := json.Unmarshal(b, &d); err != nil {
		t.Fatal(err)
	}
	described := map[string]map[string]bool{}
	for path, methods := range d.Paths {
		for method, o := range methods {
			statuses := map[string]bool{}
			for status := range o.Responses {
				statuses[status] = true
			}
			described[strings.ToUpper(method)+" "+path] = statuses
		}
	}
	return described
}

// run runs fn as a subtest that shares the world. While it runs, w.t is the subtest's, so subtests must not be parallel.
func (w *world) run(name string, fn func(t *testing.T)) {
	parent := w.t
	parent.Run(name, func(t *testing.T) {
		w.t = t
		defer func() { w.t = parent }()
		fn(t)
	})
}

func (w *world) ctx() context.Context { return w.t.Context() }

// testHash is the hash of testPassword, which is made once, because that takes longer than most tests.
var testHash = sync.OnceValues(func() (string, error) { return passwords.New(1, 0).Hash(context.Background(), testPassword) })

// add makes a person with testPassword, as AddPerson does.
func (w *world) add(email string, role Role) Person {
	w.t.Helper()
	p, err := w.s.buildPerson(w.ctx(), NewPerson{Email: email, Name: "Jeanne Roy", Role: role, Language: w.s.language})
	if err != nil {
		w.t.Fatal(err)
	}
	if p.passwordHash, err = testHash(); err != nil {
		w.t.Fatal(err)
	}
	err = w.db.Write(w.ctx(), func(ctx context.Context, tx *db.Tx) error { return createPerson(ctx, tx, Actor{Via: "command"}, p) })
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	err := w.db.Write(w.ctx(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// count is the number that the query gives.
func (w *world) count(sql string, args ...any) (n int) {
	w.t.Helper()
	if err := w.db.QueryRow(w.ctx(), sql, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

// employ gives the person an employee record with that id, under a supervisor (0: none).
func (w *world) employ(p Person, id, supervisor int64) {
	w.t.Helper()
	var boss any
	if supervisor != 0 {
		boss = supervisor
	}
	w.exec(`INSERT INTO employees (id, user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code,
		first_work_day, supervisor_id, created_at, updated_at)
		VALUES ($1, $2, 'Léa', 'Côté', 'cote lea', $3, 5145550100, 1, 1, '2020-01-06', $4, 0, 0)`, id, p.ID, p.Email, boss)
}

func (w *world) tokens(email string) TokenPair {
	w.t.Helper()
	p, err := w.s.CheckPassword(w.ctx(), email, testPassword, Origin{IP: "192.0.2.1"})
	if err != nil {
		w.t.Fatal(err)
	}
	tokens, err := w.s.IssueTokenPair(w.ctx(), p, "password")
	if err != nil {
		w.t.Fatal(err)
	}
	return tokens
}

// with changes a request before it is sent.
type with func(r *http.Request)

func header(name, value string) with {
	return func(r *http.Request) { r.Header.Add(name, value) }
}

func cookie(c *http.Cookie) with { return func(r *http.Request) { r.AddCookie(c) } }

func bearerOf(token string) with { return header("Authorization", "Bearer "+token) }

func (w *world) get(path string, changes ...with) *httptest.ResponseRecorder {
	return w.send(httptest.NewRequestWithContext(w.ctx(), http.MethodGet, path, nil), changes)
}

func (w *world) post(path string, form url.Values, changes ...with) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(w.ctx(), http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.send(r, changes)
}

func (w *world) postJSON(path, body string, changes ...with) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(w.ctx(), http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return w.send(r, changes)
}

func (w *world) send(r *http.Request, changes []with) *httptest.ResponseRecorder {
	for _, change := range changes {
		change(r)
	}
	rec := httptest.NewRecorder()
	w.h.ServeHTTP(rec, r)
	if statuses, ok := w.described[r.Method+" "+r.URL.Path]; ok && !statuses[strconv.Itoa(rec.Code)] {
		w.t.Errorf("%s %s answers %d, which is not described", r.Method, r.URL.Path, rec.Code)
	}
	return rec
}

// session is the session cookie that an answer sets, nil for none.
func session(rec *httptest.ResponseRecorder) *http.Cookie {
	for _, c := range rec.Result().Cookies() {
		if strings.HasSuffix(c.Name, "presence") {
			return c
		}
	}
	return nil
}

func decode(t *testing.T, rec *httptest.ResponseRecorder) map[string]any {
	t.Helper()
	m := map[string]any{}
	if err := json.Unmarshal(rec.Body.Bytes(), &m); err != nil {
		t.Fatalf("%v in %q", err, rec.Body)
	}
	return m
}

// shows reports whether a page has an element that the CSS selector matches.
func shows(t *testing.T, rec *httptest.ResponseRecorder, selector string) bool {
	t.Helper()
	return htmltest.Parse(t, rec.Body.String()).Find(selector).Length() > 0
}

func wantStatus(t *testing.T, rec *httptest.ResponseRecorder, status int) {
	t.Helper()
	if rec.Code != status {
		t.Fatalf("status %d, want %d: %s", rec.Code, status, rec.Body)
	}
}

// member adds a person of a role and gives them as an actor.
func (w *world) member(email string, role Role) Actor {
	w.t.Helper()
	p, err := w.s.AddPerson(w.t.Context(), Actor{Via: "command"}, NewPerson{Email: email, Role: role, Language: i18n.EN})
	if err != nil {
		w.t.Fatal(err)
	}
	return p.actor("cookie")
}

// apiToken creates an API token of a person, as package apitokens does.
func (w *world) apiToken(personID string) string {
	w.t.Helper()
	p, err := personByID(w.ctx(), w.db, personID)
	if err != nil {
		w.t.Fatal(err)
	}
	id := uuid.NewString()
	token, err := w.s.SignAPIToken(p.actor("cookie"), id, time.Hour)
	if err != nil {
		w.t.Fatal(err)
	}
	w.exec(`INSERT INTO api_tokens (id, person_id, name, created_at, expires_at) VALUES ($1, $2, 'script', $3, $4)`, id, personID,
		db.InstantOf(w.now), db.InstantOf(w.now.Add(time.Hour)))
	return token
}
