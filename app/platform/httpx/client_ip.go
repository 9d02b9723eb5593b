package httpx

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"presence/app/platform/tracing"
)

// clientIP returns the right-most address in X-Forwarded-For that is not a trusted proxy, if the socket belongs to a trusted
// proxy; else the socket's address (R20).
func (e Middleware) clientIP(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if !e.isTrustedProxy(host) {
		e.warnForwarded(r, host)
		return host
	}
	hops := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	for range maxProxyHops {
		at := strings.LastIndexByte(hops, ',')
		hop, err := parseHop(strings.TrimSpace(hops[at+1:]))
		if err != nil {
			break
		}
		if host = hop.Unmap().WithZone("").String(); at < 0 || !e.isTrustedProxy(host) { // normalized, because limits count by it
			break
		}
		hops = hops[:at]
	}
	return host
}

// identify returns the request id and the traceparent that a trusted proxy has sent; empty where it sent none that is well-formed.
func (e Middleware) identify(r *http.Request) (id, traceparent string) {
	ids, traces := r.Header["X-Request-Id"], r.Header["Traceparent"]
	if len(ids) == 0 && len(traces) == 0 {
		return "", ""
	}
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err != nil || !e.isTrustedProxy(host) {
		return "", ""
	}
	if len(ids) == 1 && tracing.IsRequestID(ids[0]) {
		id = ids[0]
	}
	if len(traces) == 1 && tracing.IsTraceparent(traces[0]) {
		traceparent = traces[0]
	}
	return id, traceparent
}

// parseHop parses an address with or without brackets, and with or without the port that some proxies add.
func parseHop(hop string) (netip.Addr, error) {
	if with, err := netip.ParseAddrPort(hop); err == nil {
		return with.Addr(), nil
	}
	return netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(hop, "["), "]"))
}

// maxProxyHops is the maximum number of trusted proxies in a chain.
const maxProxyHops = 16

// warnForwarded logs once that a client that is not a trusted proxy sent X-Forwarded-For: a proxy that is missing in
// TRUSTED_PROXIES, or some visitor. It names the address if that is one of a private network or of this machine, as that of a proxy usually
// is; a public one may be a visitor's and is not logged. The header is never.
func (e Middleware) warnForwarded(r *http.Request, peer string) {
	if e.ForwardedIgnored == nil || r.Header["X-Forwarded-For"] == nil && r.Header["Forwarded"] == nil {
		return
	}
	if !e.ForwardedIgnored.Swap(true) {
		const text = "X-Forwarded-For is ignored: it comes from an address that is not among TRUSTED_PROXIES"
		if a, err := netip.ParseAddr(peer); err == nil && (a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast()) {
			e.Log.Warn(text+"; if it is your reverse proxy, add it", "address", a.WithZone("").String())
			return
		}
		e.Log.Warn(text)
	}
}

func (e Middleware) isTrustedProxy(host string) bool {
	a, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range e.TrustedProxies {
		if p.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}
