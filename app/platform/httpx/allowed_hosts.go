package httpx

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// AllowedHosts are the names that the product answers to. A page of another name, made to resolve to this machine (DNS rebinding),
// would otherwise be of the same origin as ours.
type AllowedHosts struct {
	names  []string
	public string // for people: where the product is
}

// NewAllowedHosts are the name of the public address, that of the address to listen on and, where that is reachable on this
// machine by it, localhost.
func NewAllowedHosts(public, publicHost, listen string) AllowedHosts {
	h := AllowedHosts{names: []string{hostName(publicHost)}, public: public}
	name := hostName(listen)
	a, err := netip.ParseAddr(name)
	switch {
	case name == "" || err == nil && (a.IsUnspecified() || a.IsLoopback()):
		h.names = append(h.names, "localhost")
	case err != nil:
		h.names = append(h.names, name)
	}
	return h
}

// hostName is the name or address of a host with or without a port, as it is compared.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		return ascii
	}
	return strings.ToLower(host)
}

// allows tells whether a request for that host is one for us. An address is no name that somebody could point at us, and a
// program that sends no host is no browser.
func (h AllowedHosts) allows(host string) bool {
	if host == "" || len(h.names) == 0 {
		return true
	}
	name := hostName(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return slices.Contains(h.names, name)
}

// checkHost answers 421 to requests for another host (see Hosts), but to probes, which tell nothing of anybody and may know the
// service under any name. X-Forwarded-Host is not looked at, whoever sends it: a page of another name may set it.
func (e Middleware) checkHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !e.Hosts.allows(r.Host) && !slices.Contains(e.Probes, strings.TrimPrefix(r.URL.Path, e.Prefix)) {
			writeProblem(w, r, statusProblem(r.Context(), http.StatusMisdirectedRequest, "misdirected",
				"This host is not served here. Presence is at "+e.Hosts.public+"."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// methods are those that some route takes; any other word is as good as no word.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
	http.MethodOptions}

// otherMethod stands for all methods that are not ours, in the log and in the metrics.
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
