package app

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
)

// TestAllowed has every rule with every kind of caller (C10, C11).
func TestAllowed(t *testing.T) {
	callers := []struct {
		name  string
		actor auth.Actor
	}{
		{"anyone", auth.Actor{}},
		{"employee", auth.Actor{PersonID: "p", Role: auth.Employee}},
		{"supervisor", auth.Actor{PersonID: "p", Role: auth.Employee, Supervises: true}},
		{"events", auth.Actor{PersonID: "p", Role: auth.Events}},
		{"payroll", auth.Actor{PersonID: "p", Role: auth.Payroll}},
		{"admin", auth.Actor{PersonID: "p", Role: auth.Admin}},
		{"a kiosk", auth.Actor{Via: "kiosk", Kiosk: "Entrepôt", KioskID: 1}},
		{"a caller who supervises and has not signed in", auth.Actor{Supervises: true}},
	}
	for rule, want := range map[httpx.Rule]string{
		httpx.Anyone:     "anyone, employee, supervisor, events, payroll, admin, a kiosk, a caller who supervises and has not signed in",
		httpx.Kiosk:      "a kiosk",
		httpx.SignedIn:   "employee, supervisor, events, payroll, admin",
		httpx.Approver:   "supervisor, payroll, admin",
		httpx.Payroll:    "payroll, admin",
		httpx.Events:     "events, admin",
		httpx.Door:       "events, admin",
		httpx.Backoffice: "events, payroll, admin",
		httpx.Admin:      "admin",
		"no such rule":   "",
	} {
		t.Run(string(rule), func(t *testing.T) {
			var got []string
			for _, c := range callers {
				if allowed(rule, c.actor) {
					got = append(got, c.name)
				}
			}
			if s := strings.Join(got, ", "); s != want {
				t.Errorf("allows %s, want %s", s, want)
			}
		})
	}
}

func TestSignInFirst(t *testing.T) {
	for _, x := range []struct {
		name, method string
		htmx, polled bool
		status       int
		next         string // where the sign-in page continues
	}{
		{"a page is opened afterwards, with its query", http.MethodGet, false, false, http.StatusSeeOther, "/staff/time?day=2026-11-20"},
		{"a form is not sent again", http.MethodPost, false, false, http.StatusSeeOther, "/staff/"},
		{"a part of a page leads the whole page to the sign-in", http.MethodGet, true, false, http.StatusUnauthorized, "/staff/"},
		{"a page that polls itself is opened afterwards", http.MethodGet, true, true, http.StatusUnauthorized, "/staff/time?day=2026-11-20"},
		{"its form is not sent again", http.MethodPost, true, true, http.StatusUnauthorized, "/staff/"},
	} {
		t.Run(x.name, func(t *testing.T) {
			rec, e, called := httptest.NewRecorder(), newEngine(), false
			r := httpx.NewRouter(e, httpx.Config{ErrorPage: new(App).errorPage}, httpx.NoRules)
			e.Use(signInFirst)
			var options []httpx.PageOption
			if x.polled {
				options = append(options, httpx.Polled)
			}
			r.Page(x.method, "/staff/time", httpx.SignedIn, func(*gin.Context) error { called = true; return nil }, options...)
			q := httptest.NewRequestWithContext(t.Context(), x.method, "/staff/time?day=2026-11-20", nil)
			if x.htmx {
				q.Header.Set("Hx-Request", "true")
			}
			e.ServeHTTP(rec, q)
			location, other := rec.Header().Get("Location"), rec.Header().Get("Hx-Redirect")
			if x.htmx {
				location, other = other, location
			}
			if rec.Code != x.status || location != paths.LoginThen(x.next) || other != "" {
				t.Errorf("answered %d, to %s and %q; want %d, to %s", rec.Code, location, other, x.status, paths.LoginThen(x.next))
			}
			if called {
				t.Error("the page was called all the same")
			}
		})
	}
}

// TestRecoverPanics calls handlers that panic before and after they have answered.
func TestRecoverPanics(t *testing.T) {
	engine := newEngine()
	router := httpx.NewRouter(engine, httpx.Config{}, httpx.NoRules)
	router.ErrorPage = new(App).errorPage
	engine.Use(recoverPanics(router))
	handle := func(path string, value any, answer string) {
		engine.GET(path, func(c *gin.Context) {
			if answer != "" {
				c.String(http.StatusOK, answer)
			}
			panic(value)
		})
	}
	handle("/broken", "a map of nil", "")
	handle("/staff/broken", errors.New("a map of nil"), "")
	handle("/half", "a map of nil", "the beginning")
	handle("/aborted", http.ErrAbortHandler, "")
	for _, x := range []struct {
		name, path string
		media      string // of the answer; empty: the connection is closed
	}{
		{"a program gets a problem", "/broken", "application/problem+json"},
		{"a page gets an error page", "/staff/broken", "text/html; charset=utf-8"},
		{"an answer that has begun is cut off", "/half", ""},
		{"a handler that cuts off its answer may", "/aborted", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			rec := httptest.NewRecorder()
			var aborted any
			func() {
				defer func() { aborted = recover() }()
				engine.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, x.path, nil))
			}()
			if x.media == "" {
				if err, _ := aborted.(error); !errors.Is(err, http.ErrAbortHandler) {
					t.Errorf("the server is told %v, answered %d %s", aborted, rec.Code, rec.Body)
				}
				return
			}
			if aborted != nil || rec.Code != http.StatusInternalServerError || rec.Header().Get("Content-Type") != x.media {
				t.Errorf("panics with %v, answers %d %v", aborted, rec.Code, rec.Header())
			}
			if strings.Contains(rec.Body.String(), "a map of nil") {
				t.Errorf("the cause is told: %s", rec.Body)
			}
		})
	}
}
