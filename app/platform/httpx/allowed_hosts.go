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

// allows tells whether requests for that host are served. An IP address is allowed, since nobody can point it here as they can
// a name; so is no host at all, which no browser sends.
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

// checkHost answers 421 to requests for a host that is not among Hosts. Probes are exempt: their answers hold nothing about
// anybody, and a load balancer may know the service under any name. X-Forwarded-Host is ignored: the script of a page may set it.
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
