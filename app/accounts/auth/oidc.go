package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"presence/app/platform/errs"
)

// OIDC is the company's sign-in provider (A1). The zero OIDC is none.
type OIDC struct {
	Issuer       string // as the provider spells itself in its tokens
	ClientID     string
	ClientSecret string // empty: a public client, protected by PKCE alone
}

// How long what the provider says is believed, and what it may cost.
const (
	descriptionFresh = time.Hour        // then description and keys are read anew, and withdrawn keys refused
	retryInterval    = 10 * time.Second // between two requests after a failure, and between two for unknown keys
	staleWait        = 2 * time.Second  // to wait for a new description where an older one is known
	pageWait         = time.Second      // that the sign-in page waits for the provider
	providerTimeout  = 10 * time.Second // for each of its answers
	maxAnswer        = 1 << 20          // bytes of each of them
	maxProviderToken = 16 << 10         // bytes of one of its tokens
)

// asymmetric are the signature algorithms that are accepted. "none" and those with a shared secret are not among them: with
// those, whoever knows the public key or the client's secret could sign.
var asymmetric = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.ES256, oidc.ES384, oidc.ES512,
	oidc.EdDSA}

// provider talks to the sign-in provider. Nothing is asked of it before somebody wants to sign in, so that the product starts
// and works without it.
type provider struct {
	OIDC
	publicURL string
	client    *http.Client
	now       func() time.Time
	verified  *lru.Cache[tokenHash, *providerClaims]

	reads  singleflight.Group // of the description; concurrent callers share one
	mu     sync.Mutex
	known  *description // nil: none yet
	failed error        // why the last read gave none
	asked  time.Time    // when the last read began
}

// description is what the provider says of itself, ready for use.
type description struct {
	at       time.Time // when it was read
	oauth    *oauth2.Config
	provider *oidc.Provider
	keys     oidc.KeySet
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
	return &provider{OIDC: o, publicURL: publicURL, now: now, verified: newCache[*providerClaims](), client: &http.Client{
		Transport: limitedTransport{http.DefaultTransport}, Timeout: providerTimeout,
		// The provider names the addresses; following a redirect could lead to a machine of our own network.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// errProviderUnavailable answers while the provider cannot be asked. The cause goes to the log.
func errProviderUnavailable(cause error) error {
	return fmt.Errorf("%w: %w", &errs.Error{Kind: errs.KindUnavailable, Code: "provider_unavailable", RetryAfter: int(retryInterval.Seconds()),
		Detail: "The sign-in provider does not answer as it should. Try again later, or sign in with a password."}, truncated(cause))
}

// truncated shortens a cause for the log: it may hold a whole answer of the provider.
func truncated(err error) error {
	text := err.Error()
	if len(text) > 200 {
		text = text[:200] + "…"
	}
	return errors.New(strings.ToValidUTF8(text, "?"))
}

// described returns the provider's description, read anew when it is older than descriptionFresh. Where that fails or takes
// longer than staleWait, it returns the previous one; without one it fails with errs.Unavailable.
func (p *provider) described(ctx context.Context) (*description, error) {
	known, ask, failed := p.last()
	if !ask {
		return known, failed
	}
	if known != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, staleWait)
		defer cancel()
	}
	read := p.reads.DoChan("", func() (any, error) { return nil, p.read(context.WithoutCancel(ctx)) })
	select {
	case <-read:
	case <-ctx.Done():
	}
	known, _, failed = p.last()
	if known == nil && failed == nil {
		failed = errProviderUnavailable(context.Cause(ctx))
	}
	return known, failed
}

// last returns the known description, whether the provider is to be asked, and without a description why there is none.
func (p *provider) last() (known *description, ask bool, failed error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	fresh := p.known != nil && within(now.Sub(p.known.at), descriptionFresh)
	waits := p.failed != nil && within(now.Sub(p.asked), retryInterval)
	if p.known == nil {
		failed = p.failed
	}
	return p.known, !fresh && !waits, failed
}

// within is false for a negative age: the clock was set back, and what is known may be of any age.
func within(age, limit time.Duration) bool { return age >= 0 && age < limit }

// read reads the description, unless somebody else's read has just ended.
func (p *provider) read(ctx context.Context) error {
	if _, ask, _ := p.last(); !ask {
		return nil
	}
	at := p.now()
	d, err := p.describe(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked, p.failed = at, nil
	if err != nil {
		p.failed = errProviderUnavailable(err)
		return err
	}
	d.at, p.known = at, d
	return nil
}

// describe reads the description (OpenID Connect Discovery) and the keys. The issuer in it must equal the configured one, byte
// for byte.
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
	if d.keys, err = p.readKeySet(ctx, d.Keys); err != nil {
		return nil, err
	}
	d.oauth = &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: found.Endpoint(),
		RedirectURL: p.publicURL + "/auth/callback", Scopes: []string{oidc.ScopeOpenID, "profile", "email"}}
	if p.ClientSecret == "" {
		d.oauth.Endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return d, nil
}

// checkAddresses fails where the description of a provider that is reached by https has an address that is not.
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

// limitedTransport limits every answer to maxAnswer bytes; reading beyond fails.
type limitedTransport struct{ http.RoundTripper }

// RoundTrip sends the request.
func (b limitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, maxAnswer)
	}
	return answer, err
}
