package httpx

import (
	"net/http"
	"net/url"
	"strings"

	"presence/app/platform/paths"
)

// CameFrom returns the address of the staff page that led to a request; empty if there is none, or if it is the request's own.
func CameFrom(r *http.Request) string {
	u, err := url.Parse(r.Referer())
	if err != nil || u.Host != r.Host || paths.Local(u.RequestURI()) == paths.Local(r.RequestURI) {
		return ""
	}
	if page, ok := strings.CutPrefix(u.Path, paths.Today()); !ok || page == "" { // Today has its own button
		return ""
	}
	return u.RequestURI()
}
