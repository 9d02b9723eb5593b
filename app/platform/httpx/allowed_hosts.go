package httpx

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// AllowedHosts are the host names that the product answers to. Without this check, a page of another host whose name resolves
// to this machine (DNS rebinding) would have the same origin as ours.
type AllowedHosts struct {
	names  []string
	public string // the public address, for the error text
}

// NewAllowedHosts returns the names of the public address and of the listening address, and localhost if the product can be
// reached under it.
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

// hostName returns the name or address in a Host header, without the port and normalized.
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

// allows reports whether requests for that host are served. An IP address is allowed, because no other host can make one resolve
// to this machine; so is an empty host, which no browser sends.
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

// checkHost answers 421 to requests for a host that is not allowed. Probes are exempt: their answers contain nothing personal,
// and a load balancer may use any name. X-Forwarded-Host is ignored, because a page's script can set it.
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
