package httpx

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"presence/app/platform/paths"
)

// TestCameFrom has the path of PUBLIC_URL, which a proxy may remove from the requests but never from the Referer.
func TestCameFrom(t *testing.T) {
	for _, x := range []struct {
		name, prefix, request, referer string
		want                           string
	}{
		{"a page of staff", "", "/staff/leave", "http://presence.example/staff/time?day=1", "/staff/time?day=1"},
		{"the page itself", "", "/staff/time?day=1", "http://presence.example/staff/time?day=1", ""},
		{"today, which has its own button", "", "/staff/time", "http://presence.example/staff/", ""},
		{"a page of guests", "", "/staff/time", "http://presence.example/rsvp/gala", ""},
		{"another site", "", "/staff/time", "http://example.com/staff/leave", ""},
		{"nothing", "", "/staff/time", "", ""},
		{"a page below a path that the proxy keeps", "/hr", "/hr/staff/leave", "http://presence.example/hr/staff/time", "/hr/staff/time"},
		{"a page below a path that the proxy removes", "/hr", "/staff/leave", "http://presence.example/hr/staff/time", "/hr/staff/time"},
		{"the page itself below a path that the proxy keeps", "/hr", "/hr/staff/time?day=1", "http://presence.example/hr/staff/time?day=1", ""},
		{"the page itself below a path that the proxy removes", "/hr", "/staff/time?day=1", "http://presence.example/hr/staff/time?day=1", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			paths.Mount(x.prefix)
			defer paths.Mount("")
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, x.request, nil)
			r.Host = "presence.example"
			r.Header.Set("Referer", x.referer)
			if got := CameFrom(r); got != x.want {
				t.Errorf("%q", got)
			}
		})
	}
}
