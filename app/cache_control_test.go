package app_test

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/platform/httpx"
)

// Every answer of the JSON API that needs a sign-in says that no shared cache keeps it, and those with a validator that a browser asks
// again.
func TestCacheControl(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		admin := a.As("admin")
		for _, r := range a.Routes() {
			route := r.Method + " " + r.Path
			if r.Method != http.MethodGet || r.Kind != httpx.API || r.Rule == httpx.Anyone || strings.HasSuffix(r.Path, "/stream") {
				continue
			}
			method, path, body, _ := calls[route].about(route, "employee")
			got := admin.Do(method, path, payload(body))
			value := got.Header.Get("Cache-Control")
			switch {
			case got.Status >= 400: // of a route that does not answer an administrator
			case got.Header.Get("ETag") != "" && value != "private, no-cache" && value != "private, no-store":
				t.Errorf("%s has an ETag and says %q", route, value)
			case got.Header.Get("ETag") == "" && value != "private, no-store" && value != "no-store":
				t.Errorf("%s says %q", route, value)
			}
		}
	})
}
