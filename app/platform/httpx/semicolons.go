package httpx

import (
	"net/http"
	"strings"
)

// keepSemicolons escapes bare semicolons in a query (sep=; of W14), because the standard parser would silently drop the
// parameter.
func keepSemicolons(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.RawQuery, ";") {
			u := *r.URL
			u.RawQuery = strings.ReplaceAll(u.RawQuery, ";", "%3B")
			same := *r
			same.URL = &u
			r = &same
		}
		next.ServeHTTP(w, r)
	})
}
