package httpx

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"
)

func TestRoute_bodyLimit(t *testing.T) {
	for _, x := range []struct {
		name  string
		route Route
		known bool
		want  int64
	}{
		{"a caller who is signed in", Route{Rule: SignedIn}, true, maxBody},
		{"a caller who is not", Route{Rule: SignedIn}, false, maxPublicBody},
		{"a route that needs no sign-in", Route{Rule: Anyone}, true, maxPublicBody},
		{"a route with a limit of its own", Route{Rule: Anyone, MaxBody: 1}, false, 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.route.bodyLimit(x.known); got != x.want {
				t.Errorf("got %d, want %d", got, x.want)
			}
		})
	}
}

func TestRoute_IgnoresCredentials(t *testing.T) {
	for _, x := range []struct {
		name string
		row  Route
		want bool
	}{
		{"a route of the API", Route{Path: "/shifts"}, false},
		{"a page of staff", Route{Path: "/staff/", Kind: StaffPage}, false},
		{"a public page", Route{Path: "/docs", Kind: PublicPage}, false},
		{"a page of guests", Route{Path: "/rsvp/:event", Kind: GuestPage}, true},
		{"a probe", Route{Path: "/health", Kind: Probe}, true},
		{"a file of the layout", Route{Path: "/static/*file", Kind: File}, true},
		{"no route", Route{}, true},
		{"no route among the pages of staff, whose answer has their navigation", Route{Kind: StaffPage}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.row.IgnoresCredentials(); got != x.want {
				t.Errorf("%t", got)
			}
		})
	}
}

func TestWithArticle(t *testing.T) {
	for noun, want := range map[string]string{"expense": "an expense", "shift": "a shift"} {
		t.Run(noun, func(t *testing.T) {
			if got := withArticle(noun); got != want {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestRouter_Reauth(t *testing.T) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	due, known := false, false
	engine.Use(func(c *gin.Context) {
		if known {
			c.Request = c.Request.WithContext(WithReauthentication(c.Request.Context(), Reauthentication{Due: due}))
		}
	})
	r := NewRouter(engine, Config{}, NoRules)
	r.ErrorPage = func(_ *gin.Context, p *Problem) templ.Component { return templ.Raw(p.Code) }
	r.ReauthPage = func(c *gin.Context) error {
		c.String(http.StatusOK, "the form that asks for a proof")
		return nil
	}
	act := func(ctx context.Context, id int64) error {
		due, err := ReauthDue(ctx)
		if err == nil && due && id == 2 {
			err = ErrReauthRequired
		}
		return err
	}
	nothing := func(*gin.Context) error { return nil }
	r.Page(http.MethodGet, "/staff/act", SignedIn, nothing)
	r.Page(http.MethodPost, "/staff/act", SignedIn, nothing, RequiresReauth)
	r.Page(http.MethodPost, "/staff/act/:id", SignedIn, func(c *gin.Context) error {
		return act(c.Request.Context(), ID(c.Param("id")))
	}, MayRequireReauth)
	Handle(r, Op{Method: http.MethodPost, Path: "/act", Rule: Anyone, ID: "act", Success: 200}.With(RequiresReauth),
		func(context.Context, *struct{}) (*NoContent, error) { return nil, nil })
	Handle(r, Op{Method: http.MethodPost, Path: "/act/{id}", Rule: Anyone, ID: "act-on", Success: 200}.With(MayRequireReauth),
		func(ctx context.Context, in *ByID) (*NoContent, error) { return nil, act(ctx, in.ID) })
	r.HandleRaw(Op{Method: http.MethodPost, Path: "/upload", Rule: Anyone}.With(RequiresReauth), nothing)
	for _, x := range []struct {
		name, method, path string
		want               Reauth
	}{
		{"a page", "GET", "/staff/act", ReauthNever},
		{"another method of its path", "POST", "/staff/act", ReauthAlways},
		{"a page that requires it sometimes", "POST", "/staff/act/:id", ReauthSometimes},
		{"an operation", "POST", "/act", ReauthAlways},
		{"an operation that requires it sometimes", "POST", "/act/:id", ReauthSometimes},
	} {
		t.Run("the row of "+x.name, func(t *testing.T) {
			if row := r.table[x.method+" "+x.path]; row.Reauth != x.want {
				t.Errorf("%q", row.Reauth)
			}
		})
	}
	for _, x := range []struct {
		name string
		due  bool
		path string
		want int
		body string // part of it
	}{
		{"an operation that always requires it", true, "/act", http.StatusForbidden, `"code":"confirm_first"`},
		{"an upload that always requires it", true, "/upload", http.StatusForbidden, `"code":"confirm_first"`},
		{"a page that always requires it asks for a proof", true, "/staff/act", http.StatusOK, "asks for a proof"},
		{"an operation that always requires it, of a caller who has reauthenticated", false, "/act", http.StatusOK, ""},
		{"an upload that always requires it, of a caller who has reauthenticated", false, "/upload", http.StatusOK, ""},
		{"a page that always requires it, of a caller who has reauthenticated", false, "/staff/act", http.StatusOK, ""},
		{"an operation refuses a sensitive change", true, "/act/2", http.StatusForbidden, `"code":"confirm_first"`},
		{"an operation refuses no other change", true, "/act/1", http.StatusOK, ""},
		{"an operation refuses no caller who has reauthenticated", false, "/act/2", http.StatusOK, ""},
		{"a page asks for a proof before a sensitive change", true, "/staff/act/2", http.StatusOK, "asks for a proof"},
		{"a page asks before no other change", true, "/staff/act/1", http.StatusOK, ""},
		{"a page asks no caller who has reauthenticated", false, "/staff/act/2", http.StatusOK, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			due, known = x.due, true
			rec := httptest.NewRecorder()
			engine.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, x.path, http.NoBody))
			if rec.Code != x.want || !strings.Contains(rec.Body.String(), x.body) || x.body == "" && rec.Body.Len() > 0 {
				t.Errorf("answered %d: %s", rec.Code, rec.Body)
			}
		})
	}
	for name, path := range map[string]string{"an operation": "/act", "an operation that requires it sometimes": "/act/2",
		"an upload": "/upload",
		"a page":    "/staff/act", "a page that requires it sometimes": "/staff/act/2"} {
		t.Run(name+" fails if nobody has found out whether it is due", func(t *testing.T) {
			known = false
			rec := httptest.NewRecorder()
			engine.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, path, http.NoBody))
			if rec.Code != http.StatusInternalServerError || strings.Contains(rec.Body.String(), "confirm_first") {
				t.Errorf("answered %d: %s", rec.Code, rec.Body)
			}
		})
	}
}

// TestNewRouter_without_rules shows that a router without access rules is not made by mistake.
func TestNewRouter_without_rules(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it was made")
		}
	}()
	NewRouter(gin.New(), Config{}, func(*Router) Stages { return Stages{} })
}

// TestNewRouter_stages has a request pass all stages, which are installed before the routes.
func TestNewRouter_stages(t *testing.T) {
	gin.SetMode(gin.TestMode)
	var passed []string
	stage := func(name string) gin.HandlerFunc { return func(*gin.Context) { passed = append(passed, name) } }
	engine := gin.New()
	r := NewRouter(engine, Config{}, func(r *Router) Stages {
		return Stages{
			First:    []gin.HandlerFunc{stage("first of all"), stage("second")},
			Identify: []gin.HandlerFunc{stage("identify")},
			Authorize: func(c *gin.Context) Caller {
				passed = append(passed, "authorize "+RouteOf(c).Path)
				if c.Query("refuse") != "" {
					r.Refuse(c, errTooMuch)
				}
				return Caller{PersonID: "p", SignedIn: c.Query("stranger") == ""}
			},
			Reauth: func(c *gin.Context) {
				by, known := callerOf(c.Request.Context())
				passed = append(passed, fmt.Sprintf("reauth of %s, %t", by.PersonID, known))
			},
		}
	})
	r.HandleRaw(Op{Method: http.MethodPost, Path: "/act", Rule: SignedIn}, func(*gin.Context) error {
		passed = append(passed, "handler")
		return nil
	})
	large := strings.Repeat("x", maxPublicBody+1)
	before := "first of all, second, identify"
	for _, x := range []struct {
		name, path, body string
		status           int
		want             string
	}{
		{"in their order", "/act", large, http.StatusOK, before + ", authorize /act, reauth of p, true, handler"},
		{"up to the one that refuses", "/act?refuse=1", large, http.StatusServiceUnavailable, before + ", authorize /act"},
		{"up to the limit of the body, which depends on the caller", "/act?stranger=1", large, http.StatusRequestEntityTooLarge,
			before + ", authorize /act"},
		{"without access rules where there is no route", "/nowhere", "", http.StatusNotFound, before + ", reauth of , false"},
	} {
		t.Run(x.name, func(t *testing.T) {
			passed = nil
			w := httptest.NewRecorder()
			engine.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, x.path, strings.NewReader(x.body)))
			if got := strings.Join(passed, ", "); w.Code != x.status || got != x.want {
				t.Errorf("answered %d after %s", w.Code, got)
			}
		})
	}
}

// TestRouter_Refuse refuses requests of each kind of route, by middleware.
func TestRouter_Refuse(t *testing.T) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	r.ErrorPage = func(*gin.Context, *Problem) templ.Component { return templ.Raw("a page") }
	engine.Use(func(c *gin.Context) { r.Refuse(c, errTooMuch) })
	nothing := func(*gin.Context) error { return nil }
	r.Page(http.MethodPost, "/staff/act", SignedIn, nothing)
	r.Page(http.MethodPost, "/auth/login", Anyone, nothing, SigningIn)
	r.PageOf(Op{Method: http.MethodPost, Path: "/rsvp/gala", Kind: GuestPage, Rule: Anyone}, nothing)
	r.HandleRaw(Op{Method: http.MethodPost, Path: "/act", Rule: SignedIn}, nothing)
	r.HandleRaw(Op{Method: http.MethodPost, Path: "/livez", Kind: Probe, Rule: Anyone}, nothing)
	for _, x := range []struct {
		name, path, media, accept string
		page                      bool
	}{
		{"a page of staff", "/staff/act", "", "", true},
		{"no page of staff", "/staff/nowhere", "", "", true},
		{"a page on which people sign in", "/auth/login", "application/x-www-form-urlencoded", "", true},
		{"the same for a program", "/auth/login", "", "application/json", false},
		{"the form of a guest", "/rsvp/gala", "application/x-www-form-urlencoded", "", true},
		{"the same from a program", "/rsvp/gala", "application/json; charset=utf-8", "", false},
		{"no page of guests", "/rsvp/nowhere", "", "", true},
		{"a route of the API", "/act", "", "text/html", false},
		{"a probe", "/livez", "", "", false},
		{"nothing", "/nowhere", "", "", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			q := httptest.NewRequestWithContext(t.Context(), http.MethodPost, x.path, http.NoBody)
			q.Header.Set("Content-Type", x.media)
			q.Header.Set("Accept", x.accept)
			w := httptest.NewRecorder()
			engine.ServeHTTP(w, q)
			if page := w.Body.String() == "a page"; w.Code != http.StatusServiceUnavailable || page != x.page {
				t.Errorf("answered %d %s", w.Code, w.Body)
			}
		})
	}
}

// TestOp_refuse registers routes with what their kind of registration would ignore.
func TestOp_refuse(t *testing.T) {
	nothing := func(*gin.Context) error { return nil }
	handler := func(context.Context, *struct{}) (*NoContent, error) { return nil, nil }
	post := Op{Method: http.MethodPost, Path: "/act", Rule: SignedIn}
	named := Op{Method: http.MethodPost, Path: "/act", Rule: SignedIn, ID: "act", Tag: "acts", Summary: "Act", Success: 200}
	doc := Described(OperationDoc{Responses: []ResponseDoc{{Status: 200}}})
	operation := func(op Op) func(r *Router) { return func(r *Router) { Handle(r, op, handler) } }
	raw := func(op Op) func(r *Router) { return func(r *Router) { r.HandleRaw(op, nothing) } }
	page := func(op Op) func(r *Router) { return func(r *Router) { r.PageOf(op.With(Public), nothing) } }
	plain := func(options ...PageOption) func(r *Router) {
		return func(r *Router) { r.Page(http.MethodPost, "/act", SignedIn, nothing, options...) }
	}
	file := func(op Op) func(r *Router) {
		return func(r *Router) {
			HandleFile(r, op, nil, func(context.Context, *struct{}) (*Download, error) { return nil, nil })
		}
	}
	events := func(op Op) func(r *Router) {
		return func(r *Router) {
			HandleEvents(r, op, func(context.Context, *http.Request, *struct{}) (func(*EventStream), error) { return nil, nil })
		}
	}
	open := named
	open.Rule = Anyone
	other := named
	other.Success = http.StatusCreated
	missing := post
	missing.NotFoundStatus = http.StatusBadRequest
	for _, x := range []struct {
		name     string
		register func(r *Router)
		refused  bool
	}{
		{"an operation that refuses the key", operation(named.With(RefusesKey)), false},
		{"an operation that refuses the key, which it never gets", operation(open.With(RefusesKey)), true},
		{"an operation that shows a secret once", operation(named.With(ShownOnce("again"))), false},
		{"an operation that shows a secret once, and never gets a key", operation(open.With(ShownOnce("again"))), true},
		{"an operation that shows a secret once, and refuses the key", operation(named.With(ShownOnce("again"), RefusesKey)), true},
		{"an operation that is described by hand", operation(named.With(doc)), true},
		{"a raw route", raw(post.With(RequiresReauth, Undeclared, MaxBody(1), IssuesCredentials)), false},
		{"a raw route that is described", raw(named.With(doc)), false},
		{"a raw route that is described without its status", raw(other.With(doc)), true},
		{"a raw route with a name, and not described", raw(named), true},
		{"a raw route that is described without a name", raw(post.With(doc)), true},
		{"a raw route that refuses the key, as all do", raw(post.With(RefusesKey)), true},
		{"a raw route that shows a secret once", raw(post.With(ShownOnce("again"))), true},
		{"a raw route that takes a file of JSON", raw(post.With(WithFile)), true},
		{"a raw route that ignores unknown parameters", raw(post.With(IgnoresUnknownQuery)), true},
		{"a page", plain(Public, RequiresReauth, MaxBody(1), Polled, AdmitsUnenrolled), false},
		{"a page by an Op", page(post.With(RequiresReauth, MaxBody(1))), false},
		{"an operation on a public page", operation(named.With(Public)), true},
		{"a page that refuses the key", page(post.With(RefusesKey)), true},
		{"a page with a status for no such record", page(missing), true},
		{"a file", file(named), false},
		{"a file that refuses the key, as all do", file(named.With(RefusesKey)), true},
		{"a file that shows a secret once", file(named.With(ShownOnce("again"))), true},
		{"a file that is described by hand", file(named.With(doc)), true},
		{"events that show a secret once", events(named.With(ShownOnce("again"))), true},
	} {
		t.Run(x.name, func(t *testing.T) {
			defer func() {
				if v := recover(); (v != nil) != x.refused {
					t.Errorf("it panics with %v", v)
				}
			}()
			x.register(NewRouter(gin.New(), Config{}, NoRules))
		})
	}
}

func TestRouter_refuses_a_path_of_another_kind(t *testing.T) {
	nothing := func(*gin.Context) error { return nil }
	for name, register := range map[string]func(r *Router){
		"a page of staff elsewhere":  func(r *Router) { r.Page(http.MethodGet, "/act", SignedIn, nothing) },
		"a public page under /staff": func(r *Router) { r.Page(http.MethodGet, "/staff/act", Anyone, nothing, Public) },
		"a page of guests elsewhere": func(r *Router) {
			r.PageOf(Op{Method: http.MethodGet, Path: "/act", Kind: GuestPage, Rule: Anyone}, nothing)
		},
		"another page under /rsvp": func(r *Router) { r.Page(http.MethodGet, "/rsvp/act", Anyone, nothing, Public) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it is registered")
				}
			}()
			register(NewRouter(gin.New(), Config{}, NoRules))
		})
	}
}
