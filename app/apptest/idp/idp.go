// Package idp is an identity provider for tests.
package idp

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"
)

// The client that the provider knows.
const (
	ClientID     = "presence-client"
	ClientSecret = "a secret of the client, with / and +"
)

// Keys returns three keys to sign with; the provider begins with the first. They are made once, because each takes a while.
var Keys = sync.OnceValue(func() []*rsa.PrivateKey {
	var keys []*rsa.PrivateKey
	for range 3 {
		k, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			panic(err)
		}
		keys = append(keys, k)
	}
	return keys
})

// Provider is an OpenID Connect provider that speaks the protocol over a socket. It is honest until a test sets one of the functions.
type Provider struct {
	Server *httptest.Server
	Now    func() time.Time

	KeyID   string
	Key     *rsa.PrivateKey
	Subject string
	Claims  jwt.MapClaims // of the person, in the ID token
	Info    jwt.MapClaims // at the user info endpoint

	// The functions change what the provider answers; nil: nothing.
	Describe func(doc map[string]any)
	KeySet   func(doc map[string]any)
	IDToken  func(header map[string]any, c jwt.MapClaims)                      // before it is signed
	Signed   func(header map[string]any, c jwt.MapClaims, token string) string // after
	Answer   func(w http.ResponseWriter, r *http.Request) bool                 // instead of the provider; true: it has answered

	t     testing.TB
	mu    sync.Mutex
	codes map[string]url.Values // the parameters of the request, by code
	asked map[string]int        // requests, by path
}

// New starts a provider with the clock now, which signs in the subject subject-1 with a verified e-mail address.
func New(t testing.TB, now func() time.Time) *Provider {
	t.Helper()
	i := &Provider{t: t, Now: now, KeyID: "first", Key: Keys()[0], codes: map[string]url.Values{}, asked: map[string]int{},
		Subject: "subject-1", Claims: jwt.MapClaims{"email": "jeanne@ferme.example", "email_verified": true}}
	i.Server = httptest.NewServer(http.HandlerFunc(i.serve))
	t.Cleanup(i.Server.Close)
	return i
}

// Issuer returns the provider's issuer, which is its address.
func (i *Provider) Issuer() string { return i.Server.URL }

// Times returns how often a path was asked for.
func (i *Provider) Times(path string) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.asked[path]
}

func (i *Provider) serve(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.asked[r.URL.Path]++
	if i.Answer != nil && i.Answer(w, r) {
		return
	}
	switch r.URL.Path {
	case "/.well-known/openid-configuration", "/moved":
		i.json(w, i.Describe, map[string]any{"issuer": i.Issuer(), "authorization_endpoint": i.Issuer() + "/authorize",
			"token_endpoint": i.Issuer() + "/token",
			"jwks_uri":       i.Issuer() + "/keys", "userinfo_endpoint": i.Issuer() + "/userinfo",
			"id_token_signing_alg_values_supported": []string{"RS256"}})
	case "/keys":
		key, err := json.Marshal(jose.JSONWebKey{Key: i.Key.Public(), KeyID: i.KeyID, Algorithm: "RS256", Use: "sig"})
		if err != nil {
			i.t.Error(err)
		}
		i.json(w, i.KeySet, map[string]any{"keys": []any{json.RawMessage(key)}})
	case "/authorize":
		code := rand.Text()
		i.codes[code] = r.URL.Query()
		http.Redirect(w, r, r.URL.Query().Get("redirect_uri")+"?"+
			url.Values{"code": {code}, "state": {r.URL.Query().Get("state")}, "iss": {i.Issuer()}}.Encode(), http.StatusFound)
	case "/token":
		i.token(w, r)
	case "/userinfo":
		i.json(w, nil, i.Info)
	default:
		http.NotFound(w, r)
	}
}

func (i *Provider) json(w http.ResponseWriter, bend func(map[string]any), doc map[string]any) {
	if bend != nil {
		bend(doc)
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(doc); err != nil {
		i.t.Error(err)
	}
}

// Refuse answers with an error of OAuth.
func (i *Provider) Refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	i.json(w, nil, map[string]any{"error": code})
}

// token accepts a code once, from the client alone, with the verifier of its challenge.
func (i *Provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	id, _ = url.QueryUnescape(id)
	secret, _ = url.QueryUnescape(secret)
	asked, known := i.codes[r.PostFormValue("code")]
	delete(i.codes, r.PostFormValue("code"))
	challenge := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if id != ClientID || secret != ClientSecret || !known || r.PostFormValue("redirect_uri") != asked.Get("redirect_uri") ||
		base64.RawURLEncoding.EncodeToString(challenge[:]) != asked.Get("code_challenge") || asked.Get("code_challenge_method") != "S256" {
		i.Refuse(w, http.StatusBadRequest, "invalid_grant")
		return
	}
	access := i.Access(nil)
	c := i.base(ClientID)
	c["nonce"] = asked.Get("nonce")
	maps.Copy(c, i.Claims)
	hash := sha256.Sum256([]byte(access))
	c["at_hash"] = base64.RawURLEncoding.EncodeToString(hash[:16])
	header := map[string]any{"kid": i.KeyID}
	if i.IDToken != nil {
		i.IDToken(header, c)
	}
	token := Forge(i.t, jwt.SigningMethodRS256, i.Key, header, c)
	if i.Signed != nil {
		token = i.Signed(header, c, token)
	}
	i.json(w, nil, map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": 300, "id_token": token})
}

func (i *Provider) base(audience string) jwt.MapClaims {
	return jwt.MapClaims{"iss": i.Issuer(), "sub": i.Subject, "aud": audience, "iat": i.Now().Unix(),
		"exp": i.Now().Add(5 * time.Minute).Unix()}
}

// Access returns an access token with some claims changed; nil removes one.
func (i *Provider) Access(change jwt.MapClaims) string {
	return i.AccessBy(jwt.SigningMethodRS256, i.Key, map[string]any{"kid": i.KeyID, "typ": "at+jwt"}, change)
}

// AccessBy is Access, with another method, key and header.
func (i *Provider) AccessBy(method jwt.SigningMethod, key crypto.PrivateKey, header map[string]any, change jwt.MapClaims) string {
	c := i.base(ClientID)
	c["scope"], c["jti"], c["client_id"] = "openid", rand.Text(), ClientID
	for name, value := range change {
		if c[name] = value; value == nil {
			delete(c, name)
		}
	}
	return Forge(i.t, method, key, header, c)
}

// Rotate makes the provider sign with another of the Keys.
func (i *Provider) Rotate(id string, key int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.KeyID, i.Key = id, Keys()[key]
}

// Forge signs claims with any method, key and header, as an attacker does.
func Forge(t testing.TB, method jwt.SigningMethod, key any, header map[string]any, c jwt.MapClaims) string {
	t.Helper()
	token := jwt.NewWithClaims(method, c)
	for k, v := range header {
		token.Header[k] = v
	}
	s, err := token.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
