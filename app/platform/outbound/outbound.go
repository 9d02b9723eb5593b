// Package outbound makes the connections to addresses that administrators type: mail servers and providers, the identity provider, the
// source of the customers, endpoints of webhooks. Every such connection goes through a Dialer or a RoundTripper, also that of a redirect.
// Both fail with db.ErrInWrite inside a write transaction.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"presence/app/platform/tracing"
	"presence/db"
)

// metadata are the addresses, besides link-local ones, at which clouds serve the credentials of a machine.
var metadata = []netip.Addr{
	netip.MustParseAddr("fd00:ec2::254"),   // Amazon
	netip.MustParseAddr("fd20:ce::254"),    // Google
	netip.MustParseAddr("168.63.129.16"),   // Azure
	netip.MustParseAddr("100.100.100.200"), // Alibaba
	netip.MustParseAddr("192.0.0.192"),     // Oracle
}

// ErrRefused is the error of a connection to one of those addresses.
var ErrRefused = errors.New("link-local addresses and those of cloud metadata are refused")

// errThisMachine is the error of a connection of RemoteTransport to the machine itself. It is an ErrRefused.
var errThisMachine = fmt.Errorf("%w, and so are those of this machine: only the environment of the service can set one", ErrRefused)

// refuseMetadata is the Control of dialers. It is called with the address that a name resolved to, so that a name cannot hide one.
func refuseMetadata(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if ip := to.Addr().Unmap(); ip.IsLinkLocalUnicast() || slices.Contains(metadata, ip) {
		return ErrRefused
	}
	return nil
}

// refuseThisMachine is the Control of RemoteTransport.
func refuseThisMachine(network, address string, c syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if ip := to.Addr().Unmap(); ip.IsLoopback() || ip.IsUnspecified() {
		return errThisMachine
	}
	return refuseMetadata(network, address, c)
}

// errPrivate is the error of a connection of publicTransport to an address that is not public. It is an ErrRefused.
var errPrivate = fmt.Errorf("%w, and so are private ones", ErrRefused)

// notPublic are networks that netip.Addr does not tell from public ones.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network
	netip.MustParsePrefix("100.64.0.0/10"),   // shared by the customers of a provider
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved, and broadcast
	netip.MustParsePrefix("64:ff9b::/96"),    // IPv4 addresses behind NAT64, also private ones
	netip.MustParsePrefix("64:ff9b:1::/48"),  // NAT64 of a network
	netip.MustParsePrefix("2002::/16"),       // 6to4: contains an IPv4 address
	netip.MustParsePrefix("2001::/32"),       // Teredo: contains an IPv4 address
	netip.MustParsePrefix("fec0::/10"),       // site-local
	netip.MustParsePrefix("::/96"),           // compatible with IPv4: contains an address
	netip.MustParsePrefix("::ffff:0:0:0/96"), // translated: contains an IPv4 address
}

// refusePrivate is the Control of publicTransport.
func refusePrivate(network, address string, c syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	ip := to.Addr().Unmap().WithZone("")
	special := slices.ContainsFunc(notPublic, func(p netip.Prefix) bool { return p.Contains(ip) })
	if special || ip.IsPrivate() || ip.IsMulticast() {
		return errPrivate
	}
	return refuseThisMachine(network, address, c)
}

// Dialer refuses link-local and metadata addresses. Those of the machine itself and of private networks are allowed: a company that
// runs Presence on its own machines has its mail server and its customers there.
type Dialer struct{ dialer net.Dialer }

// NewDialer returns a dialer that gives up after a time.
func NewDialer(timeout time.Duration) *Dialer {
	return &Dialer{net.Dialer{Timeout: timeout, Control: refuseMetadata}}
}

// DialContext connects. Inside a write transaction it fails with db.ErrInWrite.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	if err := db.NotInWrite(ctx); err != nil {
		return nil, err
	}
	return d.dialer.DialContext(ctx, network, address)
}

// RoundTripper is a transport that sends no request inside a write transaction, not even by a connection that is open already.
type RoundTripper struct{ *http.Transport }

// RoundTrip implements http.RoundTripper. The request carries the id and the trace of the request that it is made for. Inside a write
// transaction it fails with db.ErrInWrite.
func (t RoundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := db.NotInWrite(r.Context()); err != nil {
		if r.Body != nil {
			_ = r.Body.Close() // as http.RoundTripper requires
		}
		return nil, err
	}
	return tracing.RoundTrip(r, t.Transport.RoundTrip)
}

// Transport returns a transport that refuses the addresses that a Dialer refuses. A proxy of the environment (HTTPS_PROXY) is used if
// there is one; then the proxy decides where it connects to.
func Transport() RoundTripper { return transport(refuseMetadata) }

// RemoteTransport returns a transport that also refuses the addresses of this machine, whose services may trust every client that reaches
// them.
func RemoteTransport() RoundTripper { return transport(refuseThisMachine) }

// publicTransport returns a transport that refuses every address that is not public: those of this machine and of private networks, too.
// It uses no proxy, because a proxy would decide where it connects to.
func publicTransport() RoundTripper {
	t := transport(refusePrivate)
	t.Proxy = nil
	return t
}

// Client makes requests to addresses that are not trusted. It follows no redirects.
type Client struct{ http.Client }

// NewClient returns a Client that connects to public addresses only; with private also to those that Transport allows.
func NewClient(private bool) *Client {
	t := publicTransport()
	if private {
		t = Transport()
	}
	return &Client{http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

const dialTimeout = 10 * time.Second

// transport returns a transport whose connections control may refuse.
func transport(control func(network, address string, c syscall.RawConn) error) RoundTripper {
	d := net.Dialer{Timeout: dialTimeout, Control: control}
	return RoundTripper{&http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: d.DialContext, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: 30 * time.Second, MaxResponseHeaderBytes: 64 << 10}}
}
