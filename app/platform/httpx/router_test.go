package httpx

import (
	"context"
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

func TestRouter_allowsUnknownQuery(t *testing.T) {
	var r Router
	r.AllowUnknownQuery("/", "/auth/", "/health")
	for path, want := range map[string]bool{"/": true, "/shifts": false, "/auth/login": true, "/auth": false, "/health": true,
		"/health/x": false} {
		t.Run(path, func(t *testing.T) {
			if got := r.allowsUnknownQuery(path); got != want {
				t.Errorf("got %v, want %v", got, want)
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
	r := NewRouter(engine, "Test", "1")
	r.SetErrorPage(func(_ *gin.Context, p *Problem) templ.Component { return templ.Raw(p.Code) })
	r.SetReauthPage(func(c *gin.Context) error {
		c.String(http.StatusOK, "the form that asks for a proof")
		return nil
	})
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
	Handle(r, Op{Method: http.MethodPost, Path: "/act", Rule: Anyone, ID: "act", Success: 200}.RequiresReauth(),
		func(context.Context, *struct{}) (*NoContent, error) { return nil, nil })
	Handle(r, Op{Method: http.MethodPost, Path: "/act/{id}", Rule: Anyone, ID: "act-on", Success: 200}.MayRequireReauth(),
		func(ctx context.Context, in *ByID) (*NoContent, error) { return nil, act(ctx, in.ID) })
	r.HandleRaw(Op{Method: http.MethodPost, Path: "/upload", Rule: Anyone}.RequiresReauth(), nothing)
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
			if row, _ := r.Rule(x.method, x.path); row.Reauth != x.want {
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
	for name, path := range map[string]string{"an operation": "/act", "an operation that requires it sometimes": "/act/2", "an upload": "/upload",
		"a page": "/staff/act", "a page that requires it sometimes": "/staff/act/2"} {
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
