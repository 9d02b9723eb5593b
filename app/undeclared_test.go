package app_test

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/platform/httpx"
)

// TestUndeclared is the last sentence of C10: what UNDECLARED_ROUTES=documented opens, and what it does not.
func TestUndeclared(t *testing.T) {
	t.Parallel()
	undeclared, rules := map[string]bool{}, map[string]httpx.Rule{}
	for _, r := range apptest.New(t, apptest.Empty()).Routes() {
		undeclared[r.Method+" "+r.Path], rules[r.Method+" "+r.Path] = r.Undeclared, r.Rule
	}
	streams := func(route string) bool { return strings.HasSuffix(route, "/stream") } // which would not end
	t.Run("opens exactly the undeclared routes to anyone", func(t *testing.T) {
		for _, open := range []bool{false, true} {
			options := []apptest.Option{}
			if open {
				options = append(options, apptest.Open())
			}
			a := apptest.New(t, options...)
			for route, is := range undeclared {
				c, known := calls[route]
				if !known || streams(route) || isPage(route[strings.IndexByte(route, '/'):]) {
					continue
				}
				method, path, body, headers := c.about(route, "employee")
				r := a.As(apptest.Anonymous).On(t).Do(method, path, payload(body), headers...)
				if let := r.Status != http.StatusUnauthorized; is && let != open {
					t.Errorf("%s with open %v: %d", route, open, r.Status)
				} else if !is && let && rules[route] != httpx.Anyone {
					t.Errorf("%s is not undeclared, and answers anyone %d with open %v", route, r.Status, open)
				}
			}
		}
	})
	t.Run("the description declares their security as it is enforced", func(t *testing.T) {
		for _, open := range []bool{false, true} {
			options := []apptest.Option{apptest.Empty()}
			if open {
				options = append(options, apptest.Open())
			}
			for _, o := range describe(t, apptest.New(t, options...)).operations() {
				route := o.method + " " + strings.NewReplacer("{", ":", "}", "").Replace(o.path)
				if is, known := undeclared[route]; known && is && (len(o.Security) == 0) != open {
					t.Errorf("C9: %s with open %v declares %v", route, open, o.Security)
				} else if known && !is && (len(o.Security) == 0) != (rules[route] == httpx.Anyone) {
					t.Errorf("C9: %s, which is for %s, declares %v", route, rules[route], o.Security)
				}
			}
		}
	})
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		anyone := a.As(apptest.Anonymous).On(t)
		t.Run("shows anyone what payroll sees", func(t *testing.T) {
			for _, path := range []string{"/pay-periods/2026/25/overview", "/exports/csv?period=2026-25", "/archives/expenses?id={stranger.gone}"} {
				if got, want := string(anyone.Get(path).Want(http.StatusOK).Body), string(a.As("payroll").On(t).Get(path).Body); got != want {
					t.Errorf("%s: anyone sees\n%s\npayroll\n%s", path, got, want)
				}
			}
		})
		t.Run("anyone may name whose crew to show", func(t *testing.T) {
			const crew = "/pay-periods/2026/25/crew-overview"
			anyone.Get(crew).Want(http.StatusOK).HasNot(a.World.People["employee"].LastName)
			anyone.Get(crew + "?supervisor_id={supervisor}").Want(http.StatusOK).Has(a.World.People["employee"].LastName).
				HasNot(a.World.People["stranger"].LastName)
		})
		t.Run("lets somebody signed in call what their role would not allow, and leaves the others' scope as it is", func(t *testing.T) {
			a.As("employee").On(t).Get("/exports/csv?period=2026-25").Want(http.StatusOK).Has(a.World.People["stranger"].LastName)
			a.As("employee").On(t).Get("/pay-periods/2026/25/overview").Want(http.StatusOK).HasNot(a.World.People["stranger"].LastName)
			a.As("employee").On(t).Get("/customers").Want(http.StatusForbidden)
		})
		t.Run("audits every write of anyone", func(t *testing.T) {
			made := anyone.Post("/bank-codes", `{"type":"sick","categorie":"leave","modifier":1,"bank_code":"G105"}`).Want(http.StatusCreated).ID()
			anyone.Patch("/bank-codes/{regular}", `{"bank_code":"G2"}`).Want(http.StatusOK)
			anyone.Delete("/bank-codes/{vacation}").Want(http.StatusNoContent)
			anyone.Patch("/pay-periods/2026/25/approval", nil).Want(http.StatusOK).Has(`"approved":6`)
			for condition, want := range map[string]int{
				"kind = 'bank_code' AND action = 'created' AND record_id = $1": 1, "kind = 'bank_code' AND record_id <> $1": 2,
				"kind = 'timesheet' AND action = 'approved' AND record_id <> $1 || '.'": 6,
			} {
				if n := a.Count("audit_log", "via = 'anonymous' AND ip <> '' AND request_id <> '' AND person_name = 'Anonymous' AND "+condition,
					strconv.FormatInt(made, 10)); n != want {
					t.Errorf("%s: %d entries, want %d", condition, n, want)
				}
			}
		})
		t.Run("makes nobody who could sign in", func(t *testing.T) {
			if n := a.Count("people",
				"email = 'anonymous@presence.invalid' AND disabled_at IS NOT NULL AND password_hash IS NULL AND role = 'employee'"); n != 1 {
				t.Errorf("%d of them", n)
			}
		})
		t.Run("warns staff on every page", func(t *testing.T) {
			a.Browser("admin").On(t).Get("/staff/").Want(http.StatusOK).Has("UNDECLARED_ROUTES=documented")
		})
	}, apptest.Open())
	t.Run("warns nobody by default", func(t *testing.T) {
		apptest.New(t).Browser("admin").On(t).Get("/staff/").Want(http.StatusOK).HasNot("UNDECLARED_ROUTES")
	})
	if n := len(slices.DeleteFunc(slices.Collect(maps.Values(undeclared)), func(is bool) bool { return !is })); n < 15 {
		t.Errorf("only %d undeclared routes are known", n)
	}
}
