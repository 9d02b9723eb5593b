// Package openid is the client of the company's identity provider, which speaks OpenID Connect. It reads the provider's metadata and
// keys, begins sign-ins and finishes them with a code, and verifies access tokens of the provider. It knows subjects and e-mail
// addresses; which person they belong to is decided by package auth (A1-A3).
package openid

import "context"

// Config is the configuration of the company's identity provider (A1). The zero Config means that there is none.
type Config struct {
	Issuer       string // as the provider writes it in its tokens
	ClientID     string
	ClientSecret string // empty: a public client, protected by PKCE alone
}

// Response are the parameters with which the provider sends the browser back, except for the state.
type Response struct{ Code, Issuer, Error string }

// Identity is the account that the provider has authenticated.
type Identity struct {
	Subject string
	// Email returns the e-mail address of the account, for a subject that is not linked to a person yet. It may ask the provider.
	Email func(ctx context.Context) (Email, error)
}

// Email is an e-mail address as the provider writes it, "" for none.
type Email struct {
	Address  string
	Verified bool // the provider has verified that it belongs to the person
}
