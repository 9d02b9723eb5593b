package httpx

import (
	"net/http"
	"slices"
	"strings"
)

// methods are those that some route takes. A client may invent any number of others.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
	http.MethodOptions}

// otherMethod stands for all other methods in the log and in the metrics, so that a client cannot make new labels.
const otherMethod = "OTHER"

func methodOf(r *http.Request) string {
	if slices.Contains(methods, r.Method) {
		return r.Method
	}
	return otherMethod
}

// rejectUnknownMethods answers 405 to all others before anything looks at them.
func rejectUnknownMethods(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if methodOf(r) == otherMethod {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			p := statusProblem(r.Context(), http.StatusMethodNotAllowed, "method_not_allowed", "No resource takes this method.")
			writeProblem(w, r, p)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// headAsGet lets every GET route answer HEAD: net/http itself leaves the body away.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			get := *r
			get.Method = http.MethodGet
			InfoOf(r.Context()).Head = true
			r = &get
		}
		next.ServeHTTP(w, r)
	})
}
