package configuration

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/configuration"
	"presence/views/ui"
)

// Names of the settings on the page of the sign-in.
const (
	oidcIssuer = "OIDC_ISSUER"
	oidcClient = "OIDC_CLIENT_ID"
	oidcSecret = "OIDC_CLIENT_SECRET"
)

// providers are the identity providers of which only the issuer differs. What stands in capitals is to be replaced.
var providers = []struct{ id, name, issuer string }{
	{"entra", "Microsoft Entra ID", "https://login.microsoftonline.com/TENANT-ID/v2.0"},
	{"google", "Google", "https://accounts.google.com"},
	{"okta", "Okta", "https://COMPANY.okta.com"},
	{"keycloak", "Keycloak", "https://HOST/realms/REALM"},
}

// preset fills in the issuer of the provider that the address of the page names, and returns the links to all of them.
func preset(c *gin.Context, issuer *ui.Field) (chips []ui.Chip) {
	for _, x := range providers {
		chosen := c.Query("provider") == x.id && !issuer.Disabled
		if chosen {
			issuer.Value = x.issuer
		}
		chips = append(chips, ui.Chip{Label: x.name, Href: paths.SignInSettings() + "?provider=" + x.id, Current: chosen})
	}
	return chips
}

func (p pages) signIn(c *gin.Context) error { return p.signInPage(c, http.StatusOK, state{}) }

// signInPage shows the form of the identity provider.
func (p pages) signInPage(c *gin.Context, status int, st state) error {
	page, f, err := p.start(c, paths.SignInSettings(), st)
	if err != nil {
		return err
	}
	l := f.l
	page.Save = l.T(i18n.ConfTestAndSave)
	issuer := f.field(oidcIssuer, ui.Field{Type: "url", Hint: l.T(i18n.ConfIssuerHint), AutoComplete: "off"})
	page.Groups = []views.Group{{Title: l.T(i18n.ConfSignInTitle), Note: l.T(i18n.ConfSignInNote),
		Copy:    &views.Copy{Label: l.T(i18n.ConfRedirect), Text: p.callback},
		Presets: preset(c, &issuer),
		Fields: []ui.Field{
			issuer,
			f.field(oidcClient, ui.Field{AutoComplete: "off"}),
			f.secret(oidcSecret, ui.Field{Hint: l.T(i18n.ConfSecretHint)}),
		}}}
	f.finish(&page)
	page.More = []views.Link{{Label: l.T(i18n.FactorRoles), Text: l.T(i18n.FactorRolesMore), Href: paths.FactorRoles(),
		Button: l.T(i18n.FactorRolesOpen)}}
	return frame.Page(c, status, views.SettingsPage, page)
}

// saveSignIn stores the provider. Without an issuer the other values are taken back too. The stored secret is not kept for another
// issuer, to which it would be sent.
func (p pages) saveSignIn(c *gin.Context) error {
	read := func(c *gin.Context, values Values) map[string]*string {
		changes := Posted(oidcIssuer, oidcClient, oidcSecret)(c, values)
		issuer, sent := changes[oidcIssuer]
		if !sent {
			return changes
		}
		if issuer == nil {
			changes[oidcClient], changes[oidcSecret] = nil, nil
		} else if _, typed := changes[oidcSecret]; !typed && *issuer != values.Of(oidcIssuer).Text {
			changes[oidcSecret] = nil
		}
		return changes
	}
	return p.save(c, read, p.signInPage, p.s.o.TestSignIn)
}
