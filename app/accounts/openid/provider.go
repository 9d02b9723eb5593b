package openid

import (
	"context"
	"crypto/sha256"
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
	"presence/app/platform/outbound"
)

// Limits of the requests to the provider, and of the use of its answers.
const (
	descriptionFresh = time.Hour        // then description and keys are read again, so that withdrawn keys are refused
	retryInterval    = 10 * time.Second // between two requests after a failure, and between two for unknown keys
	staleWait        = 2 * time.Second  // to wait for a new description if an older one is known
	providerTimeout  = 10 * time.Second // for each response
	maxAnswer        = 1 << 20          // bytes of a response
	maxToken         = 16 << 10         // bytes of a token of the provider
	clockDrift       = time.Minute      // how far ahead a token's time may be: clocks differ
	cacheSize        = 16384            // verified access tokens that are cached
)

// asymmetric are the accepted signature algorithms. "none" and algorithms with a shared secret are not among them: with those,
// everyone who knows the public key or the client's secret could sign.
var asymmetric = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.ES256, oidc.ES384, oidc.ES512,
	oidc.EdDSA}

// Provider sends requests to the identity provider. It sends none before the first sign-in, so that the product starts and
// works without the provider.
type Provider struct {
	Config
	publicURL string
	client    *http.Client
	now       func() time.Time
	verified  *lru.Cache[[sha256.Size]byte, *AccessToken] // by the hash of the token; the keys are of valid ones

	reads  singleflight.Group // of the description; concurrent callers share one
	mu     sync.Mutex
	known  *description // nil: none yet
	failed error        // error of the last read
	asked  time.Time    // when the last read began
}

// description is the provider's parsed metadata.
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

// New returns a client of the provider for this program at publicURL, which has no trailing slash.
func New(c Config, publicURL string, now func() time.Time) *Provider {
	verified, err := lru.New[[sha256.Size]byte, *AccessToken](cacheSize)
	if err != nil {
		panic(err) // a size below 1
	}
	return &Provider{Config: c, publicURL: publicURL, now: now, verified: verified, client: &http.Client{
		Transport: limitedTransport{outbound.Transport()}, Timeout: providerTimeout,
		// Redirects are not followed: one could lead to a machine in our own network.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// errUnavailable returns the error while the provider cannot be reached. The cause is logged.
func errUnavailable(cause error) error {
	return fmt.Errorf("%w: %w", &errs.Error{Kind: errs.KindUnavailable, Code: "provider_unavailable", RetryAfter: int(retryInterval.Seconds()),
		Detail: "The sign-in provider is not responding as expected. Try again later, or sign in with a password."}, truncated(cause))
}

// truncated shortens a cause for the log: it may contain a whole response of the provider.
func truncated(err error) error {
	text := err.Error()
	if len(text) > 200 {
		text = text[:200] + "…"
	}
	return errors.New(strings.ToValidUTF8(text, "?"))
}

// Check reads the description and the keys of an identity provider, without a sign-in. Its error quotes no answer that
// is not a description: the address was typed, and may be that of another service in our network.
func Check(ctx context.Context, c Config, publicURL string, now func() time.Time) error {
	p := New(c, publicURL, now)
	p.client.Transport = successTransport{p.client.Transport}
	_, err := p.describe(ctx)
	if err != nil {
		err = truncated(err)
	}
	return err
}

// Available reports whether the provider's description is known, or can be read before ctx ends.
func (p *Provider) Available(ctx context.Context) bool {
	_, err := p.described(ctx)
	return err == nil
}

// described returns the provider's description, and reads it again when it is older than descriptionFresh. If that fails or
// takes longer than staleWait, it returns the previous one; if there is none, it fails with errs.KindUnavailable.
func (p *Provider) described(ctx context.Context) (*description, error) {
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
		failed = errUnavailable(context.Cause(ctx))
	}
	return known, failed
}

// last returns the known description, whether it must be read again, and if there is none the error of the last read.
func (p *Provider) last() (known *description, ask bool, failed error) {
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

// within reports whether an age is within a limit. A negative age means that the clock was set back, so that the true age is
// unknown: it returns false.
func within(age, limit time.Duration) bool { return age >= 0 && age < limit }

// read reads the description, unless a concurrent read has just finished.
func (p *Provider) read(ctx context.Context) error {
	if _, ask, _ := p.last(); !ask {
		return nil
	}
	at := p.now()
	d, err := p.describe(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked, p.failed = at, nil
	if err != nil {
		p.failed = errUnavailable(err)
		return err
	}
	d.at, p.known = at, d
	return nil
}

// describe reads the description (OpenID Connect Discovery) and the keys. The issuer in it must equal the configured one, byte
// for byte.
func (p *Provider) describe(ctx context.Context) (*description, error) {
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
	if d.keys, err = newKeySet(ctx, p.client, d.Keys, p.now); err != nil {
		return nil, err
	}
	d.oauth = &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: found.Endpoint(),
		RedirectURL: p.publicURL + "/auth/callback", Scopes: []string{oidc.ScopeOpenID, "profile", "email"}}
	if p.ClientSecret == "" {
		d.oauth.Endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return d, nil
}

// checkAddresses fails if the provider is reached by https and an address in its description is not https.
func (p *Provider) checkAddresses(m metadata) error {
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

// successTransport leaves out the content of responses with another status than 200.
type successTransport struct{ http.RoundTripper }

// RoundTrip sends the request.
func (b successTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil && answer.StatusCode != http.StatusOK {
		_ = answer.Body.Close() // it is not read
		answer.Body = http.NoBody
	}
	return answer, err
}

// limitedTransport limits every response to maxAnswer bytes; reading more fails.
type limitedTransport struct{ http.RoundTripper }

// RoundTrip sends the request.
func (b limitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, maxAnswer)
	}
	return answer, err
}
