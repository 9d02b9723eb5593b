package openid

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
)

// AccessToken is a verified access token of the provider.
type AccessToken struct {
	Subject string
	Issued  time.Time

	expires, notBefore time.Time
	keysAt             time.Time // when the keys were read that its signature was checked with
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

// Issued reports whether a token names the provider as its issuer. It verifies nothing.
func (p *Provider) Issued(token string) bool {
	return len(token) <= maxToken && claimsIssuer(token) == p.Issuer
}

// VerifyAccessToken verifies an access token of the provider. The signature is checked once for as long as the keys are fresh, the
// times on every call. It fails with errs.KindUnavailable when the provider's keys cannot be read.
func (p *Provider) VerifyAccessToken(ctx context.Context, token string) (*AccessToken, error) {
	now, hash := p.now(), sha256.Sum256([]byte(token))
	c, known := p.verified.Get(hash)
	if !known || !within(now.Sub(c.keysAt), descriptionFresh) {
		var err error
		if c, err = p.verify(ctx, token); err != nil {
			return nil, err
		}
		p.verified.Add(hash, c)
	}
	if !now.Before(c.expires) || c.Issued.After(now.Add(clockDrift)) || c.notBefore.After(now.Add(clockDrift)) {
		return nil, errors.New("not its time")
	}
	return c, nil
}

// verify checks signature, issuer, audience and type.
func (p *Provider) verify(ctx context.Context, token string) (*AccessToken, error) {
	d, err := p.described(ctx)
	if err != nil {
		return nil, err
	}
	verifier := oidc.NewVerifier(p.Issuer, d.keys, &oidc.Config{SkipClientIDCheck: true, SkipExpiryCheck: true,
		SupportedSigningAlgs: asymmetric})
	t, err := verifier.Verify(ctx, token)
	if err != nil {
		return nil, err
	}
	var header struct {
		Type string `json:"typ"`
	}
	head, _, _ := strings.Cut(token, ".")
	decodePart(head, &header)
	var m tokenShape
	if err := t.Claims(&m); err != nil || !m.isAccessToken(header.Type) {
		return nil, errors.New("not an access token")
	}
	if !slices.Contains(t.Audience, p.ClientID) && !slices.Contains(t.Audience, p.publicURL) {
		return nil, errors.New("for another audience")
	}
	if t.Subject == "" || t.IssuedAt.IsZero() || t.Expiry.IsZero() {
		return nil, errors.New("no subject or no times")
	}
	return &AccessToken{Subject: t.Subject, Issued: t.IssuedAt, expires: t.Expiry, notBefore: time.Unix(int64(m.NotBefore), 0),
		keysAt: d.at}, nil
}
