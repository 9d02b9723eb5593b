package app_test

import (
	"net/http"
	"testing"

	"presence/app/apptest"
)

func TestErrorPage(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	rail, account := `<nav class="rail`, `action="/auth/v1/logout"`
	for name, c := range map[string]struct {
		who, path string
		status    int
	}{
		"no such page":             {"employee", "/staff/nowhere", http.StatusNotFound},
		"nothing under the number": {"payroll", "/staff/employees/999999", http.StatusNotFound},
		"a page of another role":   {"employee", "/staff/payroll", http.StatusForbidden},
	} {
		t.Run("keeps navigation and account of who is signed in: "+name, func(t *testing.T) {
			a.Browser(c.who).On(t).Get(c.path).Want(c.status).Has(rail, account, `href="/staff/"`).HasNot(`href="/auth/v1/login"`)
		})
	}
	t.Run("shows the id of the request and its trace, as a trusted proxy gave them", func(t *testing.T) {
		behind := apptest.New(t, apptest.Trusting("127.0.0.0/8"))
		behind.Browser("employee").On(t).Do(http.MethodGet, "/staff/nowhere", nil, "X-Request-Id", "of-the-proxy", "Traceparent",
			"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01").Want(http.StatusNotFound).
			Has("<code>of-the-proxy · 4bf92f3577b34da6a3ce929d0e0e4736</code>")
	})
	t.Run("counts what waits for an approver", func(t *testing.T) {
		a.Browser("supervisor").On(t).Get("/staff/nowhere").Want(http.StatusNotFound).Has(`id="count-rail-approvals" class="nav-count num">`)
	})
	t.Run("offers to sign in to nobody else", func(t *testing.T) {
		a.Browser(apptest.Anonymous).On(t).Get("/staff/nowhere").Want(http.StatusNotFound).Has(`href="/auth/v1/login"`).HasNot(rail, account)
	})
	for name, c := range map[string]struct {
		referer string
		back    bool
	}{
		"leads back to the staff page before":      {a.URL + "/staff/time?x=1", true},
		"offers Today once":                        {a.URL + "/staff/", false},
		"does not lead back to itself":             {a.URL + "/staff/nowhere", false},
		"leads to no other host by a double slash": {a.URL + "//evil.example/staff/time", false},
		"leads to no other host":                   {"https://evil.example/staff/time", false},
		"leads back to no page for guests":         {a.URL + "/rsvp/gala-2026", false},
		"knows nothing of the page before":         {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			page := a.Browser("employee").On(t).Do(http.MethodGet, "/staff/nowhere", nil, "Referer", c.referer, "Accept-Language", "en")
			if page.Want(http.StatusNotFound); c.back {
				page.Has(`href="/staff/time?x=1" class="btn"`)
			} else {
				page.HasNot("<span>Back</span>", "<span>Retour</span>", "evil", "gala-2026")
			}
		})
	}
}
