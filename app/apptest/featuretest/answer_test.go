package featuretest

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/views/ui"
)

// recorder counts failures instead of failing.
type recorder struct {
	testing.TB
	failures int
}

func (r *recorder) Errorf(string, ...any) { r.failures++ }
func (r *recorder) Fatalf(string, ...any) { r.failures++ }

func serve(t testing.TB) *Client {
	return New(t, Options{By: auth.Actor{Name: "Ann"}, Now: time.Now}, func(r *httpx.Router) {
		get := func(path string, handle func(c *gin.Context) error) {
			r.Page(http.MethodGet, path, httpx.Anyone, handle)
		}
		get("/staff/name", func(c *gin.Context) error { c.String(http.StatusOK, auth.From(c.Request.Context()).Name); return nil })
		get("/staff/flash", func(c *gin.Context) error {
			httpx.Flash(c, ui.Toast{Text: "Saved."})
			c.Redirect(http.StatusSeeOther, "/staff/name")
			return nil
		})
		get("/staff/invalid", func(*gin.Context) error { return errs.InvalidField("name", "required", "Say a name.") })
		get("/staff/silent", func(*gin.Context) error { return errs.InvalidField("name", "required", "") })
		get("/staff/broken", func(*gin.Context) error { return errors.New("broken") })
	})
}

// TestAnswer_checks shows that each check passes what it should, and fails what it should not pass.
func TestAnswer_checks(t *testing.T) {
	c := serve(t)
	for _, x := range []struct {
		name, path string
		check      func(a *Answer)
		failures   int
	}{
		{"the status", "/staff/name", func(a *Answer) { a.Want(200) }, 0},
		{"another status", "/staff/name", func(a *Answer) { a.Want(404) }, 1},
		{"the body", "/staff/name", func(a *Answer) { a.Is(200, "Ann") }, 0},
		{"another body", "/staff/name", func(a *Answer) { a.Is(200, "An") }, 1},
		{"the address", "/staff/flash", func(a *Answer) { a.RedirectsTo("/staff/name") }, 0},
		{"another address", "/staff/flash", func(a *Answer) { a.RedirectsTo("/staff") }, 1},
		{"the refusal", "/staff/invalid", func(a *Answer) { a.IsRefused(400, "name required") }, 0},
		{"another status of the refusal", "/staff/invalid", func(a *Answer) { a.IsRefused(409, "name required") }, 1},
		{"another validation error", "/staff/invalid", func(a *Answer) { a.IsRefused(400, "name format") }, 1},
		{"a validation error without a text", "/staff/silent", func(a *Answer) { a.IsRefused(400, "name required") }, 1},
		{"a failure", "/staff/broken", func(a *Answer) { a.IsRefused(500, "internal") }, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := &recorder{TB: t}
			if x.check(c.On(r).Get(x.path)); r.failures != x.failures {
				t.Errorf("%d failures, want %d", r.failures, x.failures)
			}
		})
	}
}

func TestClient(t *testing.T) {
	c := serve(t)
	c.Get("/staff/flash").Want(http.StatusSeeOther)
	other := c.As(auth.Actor{Name: "Bo"})
	other.Get("/staff/name").Is(200, "Bo")
	if got := other.Messages(); len(got) != 0 {
		t.Errorf("another person is told %+v", got)
	}
	if got := c.On(t).Messages(); len(got) != 1 || got[0].Text != "Saved." {
		t.Errorf("the next page has %+v", got)
	}
	if got := c.Messages(); len(got) != 0 {
		t.Errorf("the page after it has %+v", got)
	}
	c.By.Name = "Cid"
	c.Get("/staff/name").Is(200, "Cid")
}
