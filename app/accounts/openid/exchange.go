package openid

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"presence/app/platform/errs"
)

// AuthCodeURL returns the address at the provider where a sign-in begins. state and nonce are random values of at least 128 bits,
// verifier is PKCE's, of 43 to 128 characters. It fails with errs.KindUnavailable while the provider does not answer.
func (p *Provider) AuthCodeURL(ctx context.Context, state, nonce, verifier string) (string, error) {
	d, err := p.described(ctx)
	if err != nil {
		return "", err
	}
	return d.oauth.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)), nil
}

// errSignIn returns the error for a sign-in that is refused.
func errSignIn(detail string) error {
	return &errs.Error{Kind: errs.KindInvalid, Code: "sign_in_refused", Detail: detail}
}

// Exchange finishes a sign-in: it exchanges the code for tokens, and verifies the ID token. verifier is that of AuthCodeURL, nonceHash
// the SHA-256 of its nonce. A refusal is errs.KindInvalid: access_denied or sign_in_refused (A2); it fails with errs.KindUnavailable while
// the provider does not answer as it should.
func (p *Provider) Exchange(ctx context.Context, r Response, verifier string, nonceHash []byte) (Identity, error) {
	d, err := p.described(ctx)
	if err != nil {
		return Identity{}, err
	}
	if r.Issuer != p.Issuer && (r.Issuer != "" || d.SendsIssuer) {
		return Identity{}, errSignIn("The response is from another provider.")
	}
	switch {
	case r.Error == "access_denied":
		return Identity{}, &errs.Error{Kind: errs.KindInvalid, Code: "access_denied", Detail: "The sign-in was cancelled at the provider."}
	case r.Error != "" || r.Code == "":
		return Identity{}, errSignIn("The provider rejected the sign-in.")
	}
	return p.exchangeCode(ctx, d, r.Code, verifier, nonceHash)
}

// exchangeCode exchanges the code for tokens and verifies the ID token.
func (p *Provider) exchangeCode(ctx context.Context, d *description, code, verifier string, nonceHash []byte) (Identity, error) {
	ctx = oidc.ClientContext(ctx, p.client)
	tokens, err := d.oauth.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return Identity{}, codeExchangeError(err)
	}
	raw, _ := tokens.Extra("id_token").(string)
	if raw == "" || len(raw) > maxToken {
		return Identity{}, errSignIn("The provider gave no ID token.")
	}
	config := oidc.Config{ClientID: p.ClientID, Now: p.now, SupportedSigningAlgs: asymmetric}
	token, err := oidc.NewVerifier(p.Issuer, d.keys, &config).Verify(ctx, raw)
	if err != nil {
		return Identity{}, errSignIn("The provider's ID token is not good: its signature, issuer, audience or time.")
	}
	return p.identify(d, token, tokens, nonceHash)
}

// codeExchangeError distinguishes an invalid code (400) from a provider that fails or rejects the client's credentials (503,
// logged for the operator).
func codeExchangeError(err error) error {
	refusal, answered := errors.AsType[*oauth2.RetrieveError](err)
	if !answered {
		return errUnavailable(err)
	}
	logged := fmt.Errorf("the provider's token endpoint: %s %q", refusal.Response.Status, refusal.ErrorCode)
	switch refusal.ErrorCode {
	case "invalid_client", "unauthorized_client", "temporarily_unavailable", "server_error":
		return errUnavailable(logged)
	}
	if refusal.Response.StatusCode >= http.StatusInternalServerError || refusal.Response.StatusCode == http.StatusTooManyRequests {
		return errUnavailable(logged)
	}
	return errSignIn("The provider does not take the code.")
}

// identify makes the checks of an ID token that go-oidc leaves to its caller.
func (p *Provider) identify(d *description, token *oidc.IDToken, tokens *oauth2.Token, nonceHash []byte) (Identity, error) {
	var c struct {
		Party string `json:"azp"`
		emailClaims
	}
	now, nonce := p.now(), sha256.Sum256([]byte(token.Nonce))
	switch {
	case subtle.ConstantTimeCompare(nonce[:], nonceHash) != 1:
		return Identity{}, errSignIn("The provider's ID token is of another sign-in.")
	case token.Claims(&c) != nil || token.Subject == "" || len(token.Subject) > 255 || strings.ContainsRune(token.Subject, 0):
		return Identity{}, errSignIn("The provider's ID token names nobody.")
	case c.Party != "" && c.Party != p.ClientID:
		return Identity{}, errSignIn("The provider's ID token is for another program.")
	case token.IssuedAt.IsZero() || token.IssuedAt.After(now.Add(clockDrift)):
		return Identity{}, errSignIn("The provider's ID token is from the future: the clocks differ.")
	case token.AccessTokenHash != "" && token.VerifyAccessToken(tokens.AccessToken) != nil:
		return Identity{}, errSignIn("The provider's tokens do not belong together.")
	}
	return Identity{Subject: token.Subject, Email: func(ctx context.Context) (Email, error) {
		claims, err := p.emailOf(ctx, d, token.Subject, c.emailClaims, tokens)
		return Email{Address: claims.Email, Verified: bool(claims.Verified)}, err
	}}, nil
}

// emailClaims are the claims of an ID token, or of the user info, about the e-mail address.
type emailClaims struct {
	Email    string     `json:"email"`
	Verified boolString `json:"email_verified"`
}

// boolString reads true and "true": some providers send the boolean as a string.
type boolString bool

// UnmarshalJSON accepts any value; everything except true and "true" is false.
func (c *boolString) UnmarshalJSON(b []byte) error {
	*c = string(b) == "true" || string(b) == `"true"`
	return nil
}

// emailOf returns the address in the ID token, else that of the same subject at the provider's userinfo endpoint.
func (p *Provider) emailOf(ctx context.Context, d *description, subject string, c emailClaims, tokens *oauth2.Token) (emailClaims, error) {
	if c.Email != "" || d.UserInfo == "" {
		return c, nil
	}
	info, err := d.provider.UserInfo(oidc.ClientContext(ctx, p.client), oauth2.StaticTokenSource(tokens))
	if _, lost := errors.AsType[*url.Error](err); lost {
		return c, errUnavailable(err)
	}
	if err != nil {
		return c, errUnavailable(errors.New("the provider's user info is refused or unreadable"))
	}
	if info.Subject != subject {
		return c, errSignIn("The provider's user info is of another person.")
	}
	err = info.Claims(&c)
	if _, bad := errors.AsType[*json.UnmarshalTypeError](err); bad {
		return emailClaims{}, nil
	}
	return c, err
}
