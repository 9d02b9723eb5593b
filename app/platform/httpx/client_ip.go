package httpx

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// clientIP is the right-most hop of X-Forwarded-For that is not a proxy of ours, when the socket is one; else the socket (R20).
func (e Middleware) clientIP(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if !e.isTrustedProxy(host) {
		e.warnForwarded(r)
		return host
	}
	hops := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	for range maxProxyHops {
		at := strings.LastIndexByte(hops, ',')
		hop, err := parseHop(strings.TrimSpace(hops[at+1:]))
		if err != nil {
			break
		}
		if host = hop.Unmap().WithZone("").String(); at < 0 || !e.isTrustedProxy(host) { // in one spelling, since limits count by it
			break
		}
		hops = hops[:at]
	}
	return host
}

// parseHop reads an address, with or without the port that some proxies add, or in brackets.
func parseHop(hop string) (netip.Addr, error) {
	if with, err := netip.ParseAddrPort(hop); err == nil {
		return with.Addr(), nil
	}
	return netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(hop, "["), "]"))
}

// maxProxyHops is how many proxies of ours may stand one behind another.
const maxProxyHops = 16

// warnForwarded logs once that a client that is not a trusted proxy sent X-Forwarded-For: a proxy that is missing in
// TRUSTED_PROXIES, or any visitor. Neither the address nor the header's value is kept.
func (e Middleware) warnForwarded(r *http.Request) {
	if e.ForwardedIgnored == nil || e.ForwardedIgnored.Load() || r.Header["X-Forwarded-For"] == nil && r.Header["Forwarded"] == nil {
		return
	}
	if !e.ForwardedIgnored.Swap(true) {
		e.Log.Warn("X-Forwarded-For is ignored: it comes from an address that is not among TRUSTED_PROXIES")
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
