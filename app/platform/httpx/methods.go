package httpx

import (
	"net/http"
	"slices"
	"strings"
)

// methods are the methods that routes may have. A client may send any other one.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
	http.MethodOptions}

// otherMethod replaces all other methods in the log and the metrics, so that clients cannot create labels.
const otherMethod = "OTHER"

func methodOf(r *http.Request) string {
	if slices.Contains(methods, r.Method) {
		return r.Method
	}
	return otherMethod
}

// rejectUnknownMethods answers 405 to all other methods.
func rejectUnknownMethods(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if methodOf(r) == otherMethod {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			WriteProblem(w, r, MethodNotAllowed("No resource takes this method."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// headAsGet lets every GET route answer HEAD; net/http omits the body.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			get := *r
			get.Method = http.MethodGet
			info := InfoOf(r.Context())
			info.Head = true
			r = withInfo(&get, info)
		}
		next.ServeHTTP(w, r)
	})
}
