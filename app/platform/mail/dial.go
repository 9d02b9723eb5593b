package mail

import (
	"errors"
	"net"
	"net/netip"
	"syscall"
)

var errLinkLocal = errors.New("link-local addresses are refused")

// refuseLinkLocal is the Control of dialers: addresses are typed by administrators, and at link-local ones clouds give out the
// credentials of the machine. It is called with the address that a name resolved to.
func refuseLinkLocal(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if to.Addr().Unmap().IsLinkLocalUnicast() {
		return errLinkLocal
	}
	return nil
}

// newDialer returns the dialer for relays and providers.
func newDialer() *net.Dialer { return &net.Dialer{Control: refuseLinkLocal} }
