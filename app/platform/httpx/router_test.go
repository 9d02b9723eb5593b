package httpx

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

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

func TestRouter_AskAgain(t *testing.T) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	unconfirmed := false
	engine.Use(func(c *gin.Context) { c.Request = withInfo(c.Request, &Info{Unconfirmed: unconfirmed}) })
	r := NewRouter(engine, "Test", "1")
	nothing := func(*gin.Context) error { return nil }
	r.Page(http.MethodGet, "/staff/act", SignedIn, nothing)
	r.Page(http.MethodPost, "/staff/act", SignedIn, nothing, AskingAgain)
	r.Page(http.MethodPost, "/staff/act/:id", SignedIn, nothing, AskingAgainIf(func(c *gin.Context) (bool, error) {
		return c.Param("id") == "2", nil
	}))
	op := Op{Method: http.MethodPost, Path: "/act", Rule: Anyone, ID: "act", Success: 200, AskAgain: AskAlways}
	Handle(r, op, func(context.Context, *struct{}) (*NoContent, error) { return nil, nil })
	HandleAskingAgainIf(r, Op{Method: http.MethodPost, Path: "/act/{id}", Rule: Anyone, ID: "act-on", Success: 200},
		func(_ context.Context, in *ByID) (bool, error) { return in.ID == 2, nil },
		func(context.Context, *ByID) (*NoContent, error) { return nil, nil })
	for _, x := range []struct {
		name, method, path string
		want               AskAgain
		asks               bool // before a request with the id 2
	}{
		{"a page", "GET", "/staff/act", AskNever, false},
		{"another method of its path", "POST", "/staff/act", AskAlways, true},
		{"a page that asks sometimes", "POST", "/staff/act/:id", AskSometimes, true},
		{"an operation", "POST", "/act", AskAlways, true},
		{"an operation that asks sometimes", "POST", "/act/:id", AskSometimes, false},
	} {
		t.Run("the row of "+x.name, func(t *testing.T) {
			row, _ := r.Rule(x.method, x.path)
			asks, err := row.AsksAgain(&gin.Context{Params: gin.Params{{Key: "id", Value: "2"}}})
			if row.AskAgain != x.want || asks != x.asks || err != nil {
				t.Errorf("%q, %v, %v", row.AskAgain, asks, err)
			}
		})
	}
	t.Run("a page that asks sometimes does not ask before other requests", func(t *testing.T) {
		row, _ := r.Rule("POST", "/staff/act/:id")
		if asks, err := row.AsksAgain(&gin.Context{Params: gin.Params{{Key: "id", Value: "1"}}}); asks || err != nil {
			t.Errorf("%v, %v", asks, err)
		}
	})
	for _, x := range []struct {
		name        string
		unconfirmed bool
		path        string
		want        int
	}{
		{"refuses a selected request", true, "/act/2", http.StatusForbidden},
		{"refuses no other request", true, "/act/1", http.StatusOK},
		{"refuses no caller who has confirmed", false, "/act/2", http.StatusOK},
	} {
		t.Run("an operation that asks sometimes "+x.name, func(t *testing.T) {
			unconfirmed = x.unconfirmed
			rec := httptest.NewRecorder()
			engine.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, x.path, http.NoBody))
			if rec.Code != x.want {
				t.Errorf("answered %d: %s", rec.Code, rec.Body)
			}
		})
	}
}
