package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"presence/app/platform/errs"
	"presence/db"
)

// providerClaims are the claims of an access token of the provider.
type providerClaims struct {
	subject                    string
	issued, expires, notBefore time.Time
	keysAt                     time.Time // when the keys were read that its signature was checked with
}

// tokenShape are the claims that distinguish an access token from the provider's other tokens.
type tokenShape struct {
	Kind      string          `json:"typ"` // Keycloak: "Bearer", "ID", "Refresh" …
	Nonce     json.RawMessage `json:"nonce"`
	AtHash    json.RawMessage `json:"at_hash"`
	CodeHash  json.RawMessage `json:"c_hash"`
	StateHash json.RawMessage `json:"s_hash"`
	Scope     json.RawMessage `json:"scope"`
	Scp       json.RawMessage `json:"scp"`
	Client    json.RawMessage `json:"client_id"`
	ID        json.RawMessage `json:"jti"`
	NotBefore float64         `json:"nbf"`
}

// isAccessToken reports whether a token is an access token. An ID token must be refused: it tells a client who signed in, and
// other parties see it. Providers that follow RFC 9068 set typ to at+jwt. Others set JWT or nothing: then claims that only ID
// tokens have must be absent, and a claim that ID tokens need not have must be present.
func (m tokenShape) isAccessToken(headerType string) bool {
	switch strings.ToLower(headerType) {
	case "at+jwt", "application/at+jwt":
		return true
	case "", "jwt":
	default:
		return false
	}
	if m.Nonce != nil || m.AtHash != nil || m.CodeHash != nil || m.StateHash != nil || m.Kind != "" && m.Kind != "Bearer" {
		return false
	}
	return m.Scope != nil || m.Scp != nil || m.Client != nil || m.ID != nil
}

// claimsIssuer returns the issuer in an unverified token; "" if it cannot be read.
func claimsIssuer(token string) string {
	_, rest, _ := strings.Cut(token, ".")
	payload, _, _ := strings.Cut(rest, ".")
	var c struct {
		Issuer string `json:"iss"`
	}
	decodePart(payload, &c)
	return c.Issuer
}

func decodePart(part string, into any) {
	if b, err := base64.RawURLEncoding.DecodeString(part); err == nil {
		_ = json.Unmarshal(b, into)
	}
}

// isProviderToken reports whether a token names the provider as its issuer. It verifies nothing.
func (s *Service) isProviderToken(token string) bool {
	return s.provider != nil && len(token) <= maxProviderToken && claimsIssuer(token) == s.provider.Issuer
}

// personByProviderToken returns the person linked to the subject of an access token of the provider (A3).
func (s *Service) personByProviderToken(ctx context.Context, token string) (Person, error) {
	c, err := s.provider.parse(ctx, token)
	if err != nil {
		return Person{}, err
	}
	p, err := personByIdentity(ctx, s.db, s.provider.Issuer, c.subject)
	switch {
	case errs.KindOf(err) == errs.KindNotFound:
		return Person{}, errToken(err)
	case err != nil:
		return Person{}, err
	case !p.Active() || db.InstantOf(c.issued) < p.TokensAfter:
		return Person{}, errToken(errors.New("ended"))
	}
	return p, nil
}

// parse verifies everything except the person. The signature is checked once for as long as the keys are fresh, the times on
// every call.
func (p *provider) parse(ctx context.Context, token string) (*providerClaims, error) {
	now, hash := p.now(), sha256.Sum256([]byte(token))
	c, known := p.verified.Get(hash)
	if !known || !within(now.Sub(c.keysAt), descriptionFresh) {
		var err error
		if c, err = p.verify(ctx, token); err != nil {
			return nil, err
		}
		p.verified.Add(hash, c)
	}
	if !now.Before(c.expires) || c.issued.After(now.Add(clockDrift)) || c.notBefore.After(now.Add(clockDrift)) {
		return nil, errToken(errors.New("not its time"))
	}
	return c, nil
}

// verify checks signature, issuer, audience and type.
func (p *provider) verify(ctx context.Context, token string) (*providerClaims, error) {
	d, err := p.described(ctx)
	if err != nil {
		return nil, err
	}
	verifier := oidc.NewVerifier(p.Issuer, d.keys, &oidc.Config{SkipClientIDCheck: true, SkipExpiryCheck: true,
		SupportedSigningAlgs: asymmetric})
	t, err := verifier.Verify(ctx, token)
	if err != nil {
		return nil, errToken(err)
	}
	var header struct {
		Type string `json:"typ"`
	}
	head, _, _ := strings.Cut(token, ".")
	decodePart(head, &header)
	var m tokenShape
	if err := t.Claims(&m); err != nil || !m.isAccessToken(header.Type) {
		return nil, errToken(errors.New("not an access token"))
	}
	if !slices.Contains(t.Audience, p.ClientID) && !slices.Contains(t.Audience, p.publicURL) {
		return nil, errToken(errors.New("for another audience"))
	}
	if t.Subject == "" || t.IssuedAt.IsZero() || t.Expiry.IsZero() {
		return nil, errToken(errors.New("no subject or no times"))
	}
	return &providerClaims{subject: t.Subject, issued: t.IssuedAt, expires: t.Expiry, notBefore: time.Unix(int64(m.NotBefore), 0),
		keysAt: d.at}, nil
}
