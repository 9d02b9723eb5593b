package openid

import (
	"context"
	"crypto/sha256"
	"net/http"
	"testing"
	"time"

	"presence/app/apptest/idp"
	"presence/app/platform/errs"
)

const publicURL = "http://presence.example:8080"

// client is a Provider that speaks with an idp.Provider, both with a clock of the test.
type client struct {
	*Provider
	idp  *idp.Provider
	time time.Time
}

func newClient(t *testing.T) *client {
	t.Helper()
	c := &client{time: time.Date(2026, 11, 20, 13, 0, 0, 250e6, time.UTC)}
	now := func() time.Time { return c.time }
	c.idp = idp.New(t, now)
	c.Provider = New(Config{Issuer: c.idp.Issuer(), ClientID: idp.ClientID, ClientSecret: idp.ClientSecret}, publicURL, now)
	return c
}

const (
	nonce    = "a nonce of the test"
	verifier = "a-verifier-of-the-test-with-43-characters--"
)

// begin starts a sign-in and returns the parameters with which the provider sends the browser back.
func (c *client) begin(t *testing.T) Response {
	t.Helper()
	address, err := c.AuthCodeURL(t.Context(), "a state", nonce, verifier)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := browser.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	back, err := answer.Location()
	if err != nil {
		t.Fatal(err)
	}
	q := back.Query()
	return Response{Code: q.Get("code"), Issuer: q.Get("iss"), Error: q.Get("error")}
}

func (c *client) exchange(ctx context.Context, r Response) (Identity, error) {
	hash := sha256.Sum256([]byte(nonce))
	return c.Exchange(ctx, r, verifier, hash[:])
}

func (c *client) accepts(t *testing.T, what, token string) {
	t.Helper()
	if got, err := c.VerifyAccessToken(t.Context(), token); err != nil || got.Subject != c.idp.Subject {
		t.Errorf("%s: %+v, %v", what, got, err)
	}
}

func (c *client) refuses(t *testing.T, what, token string) {
	t.Helper()
	if got, err := c.VerifyAccessToken(t.Context(), token); err == nil || errs.KindOf(err) == errs.KindUnavailable {
		t.Errorf("%s: %+v, %v", what, got, err)
	}
}
