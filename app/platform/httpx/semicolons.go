package httpx

import (
	"net/http"
	"strings"
)

// keepSemicolons reads a bare semicolon in a query as what was typed (sep=; of W14): the standard parser would drop the
// whole parameter without a word.
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
