package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/oauth2"

	"presence/app/platform/errs"
)

// OIDC is the company's sign-in provider (A1). The zero OIDC is none.
type OIDC struct {
	Issuer       string // as the provider spells itself in its tokens
	ClientID     string
	ClientSecret string // empty: a public client, for which PKCE alone stands
}

// What is believed of the provider, and for how long.
const (
	descriptionFresh = time.Hour        // its description is read anew after
	keysFresh        = time.Hour        // its keys too: one that was withdrawn is refused after
	providerTimeout  = 10 * time.Second // for each of its answers
	maxAnswer        = 1 << 20          // bytes of each of them
	maxProviderToken = 16 << 10         // bytes of a token of its making
)

// asymmetric are the signatures that are believed. Neither "none" nor those made with a secret are among them: with
// those, whoever knows the public key or the client's secret could sign.
var asymmetric = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.ES256, oidc.ES384, oidc.ES512,
	oidc.EdDSA}

// provider speaks with the sign-in provider. Nothing is asked of it before somebody wants to sign in, so that the
// product starts and works without it.
type provider struct {
	OIDC
	publicURL   string
	client      *http.Client
	now         func() time.Time
	pageTimeout time.Duration // of the sign-in page, to hear whether the provider is there
	description *fetched[*description]
	keys        *fetched[[]jose.JSONWebKey]
	verified    *lru.Cache[tokenHash, *providerClaims]
}

// description is what the provider says of itself, ready for use.
type description struct {
	oauth    *oauth2.Config
	provider *oidc.Provider
	verifier *oidc.IDTokenVerifier
	metadata
}

type metadata struct {
	Authorization string `json:"authorization_endpoint"`
	Token         string `json:"token_endpoint"`
	Keys          string `json:"jwks_uri"`
	UserInfo      string `json:"userinfo_endpoint"`
	SendsIssuer   bool   `json:"authorization_response_iss_parameter_supported"` // RFC 9207
}

func newProvider(o OIDC, publicURL string, now func() time.Time) *provider {
	p := &provider{OIDC: o, publicURL: publicURL, now: now, pageTimeout: time.Second, verified: newCache[*providerClaims]()}
	p.client = &http.Client{
		Transport: limitedTransport{http.DefaultTransport}, Timeout: providerTimeout,
		// Each address is the provider's own word; one that sends elsewhere could send us to a machine of our own network.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	p.description = newFetched(now, p.describe)
	p.keys = newFetched(now, p.fetchKeys)
	p.keys.differs = otherKeys
	return p
}

// errProviderUnavailable says that the provider cannot be asked just now. The cause is for the log.
func errProviderUnavailable(cause error) error {
	return fmt.Errorf("%w: %w", &errs.Error{Kind: errs.KindUnavailable, Code: "provider_unavailable", RetryAfter: int(retryInterval.Seconds()),
		Detail: "The sign-in provider does not answer as it should. Try again later, or sign in with a password."}, truncated(cause))
}

// truncated keeps an answer that came with a failure from filling the log.
func truncated(err error) error {
	text := err.Error()
	if len(text) > 200 {
		text = text[:200] + "…"
	}
	return errors.New(strings.ToValidUTF8(text, "?"))
}

// described is the provider's description, asked for when there is none or it is old.
func (p *provider) described(ctx context.Context) (*description, error) {
	d, err := p.description.get(ctx, descriptionFresh)
	if err != nil {
		return nil, errProviderUnavailable(err)
	}
	return d, nil
}

// describe reads the description (OpenID Connect Discovery). The issuer in it must be ours, letter by letter.
func (p *provider) describe(ctx context.Context) (*description, error) {
	found, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.Issuer)
	if err != nil {
		return nil, err
	}
	d := &description{provider: found}
	if err := found.Claims(&d.metadata); err != nil {
		return nil, err
	}
	if err := p.checkAddresses(d.metadata); err != nil {
		return nil, err
	}
	d.oauth = &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: found.Endpoint(),
		RedirectURL: p.publicURL + "/auth/callback", Scopes: []string{oidc.ScopeOpenID, "profile", "email"}}
	if p.ClientSecret == "" {
		d.oauth.Endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	d.verifier = oidc.NewVerifier(p.Issuer, keySet{p}, &oidc.Config{ClientID: p.ClientID, Now: p.now, SupportedSigningAlgs: asymmetric})
	return d, nil
}

// checkAddresses keeps a provider that is reached by https from being spoken to without.
func (p *provider) checkAddresses(m metadata) error {
	for name, address := range map[string]string{"authorization_endpoint": m.Authorization, "token_endpoint": m.Token, "jwks_uri": m.Keys,
		"userinfo_endpoint": m.UserInfo} {
		if address == "" && name == "userinfo_endpoint" {
			continue
		}
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || strings.HasPrefix(p.Issuer, "https://")) {
			return fmt.Errorf("the provider's %s is no address to trust", name)
		}
	}
	return nil
}

// limitedTransport cuts every answer at maxAnswer, which no honest one reaches.
type limitedTransport struct{ http.RoundTripper }

// RoundTrip sends the request.
func (b limitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, maxAnswer)
	}
	return answer, err
}
