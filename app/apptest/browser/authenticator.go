package browser

import (
	"errors"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// Authenticator gives the tab a device for passkeys, which agrees to everything at once.
func (p *Page) Authenticator() *Page {
	p.t.Helper()
	ctx, done := p.step()
	defer done()
	_, on := chromedp.Call(ctx, webauthn.Enable, webauthn.EnableParams{})
	_, err := chromedp.Call(ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{
		Options: &webauthn.VirtualAuthenticatorOptions{Protocol: webauthn.AuthenticatorProtocolCtap2,
			Transport: webauthn.AuthenticatorTransportInternal, HasResidentKey: true, HasUserVerification: true, IsUserVerified: true,
			AutomaticPresenceSimulation: true}})
	p.must("adding an authenticator", errors.Join(on, err))
	return p
}
