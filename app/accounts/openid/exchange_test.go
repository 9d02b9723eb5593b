package openid

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/oauth2"

	"presence/app/apptest/idp"
	"presence/app/platform/errs"
)

func TestProvider_Exchange(t *testing.T) {
	c := newClient(t)
	who, err := c.exchange(t.Context(), c.begin(t))
	if err != nil || who.Subject != "subject-1" {
		t.Fatal(who.Subject, err)
	}
	if email, err := who.Email(t.Context()); err != nil || email != (Email{"jeanne@ferme.example", true}) || c.idp.Times("/userinfo") != 0 {
		t.Errorf("%+v, %v, asked %d times", email, err, c.idp.Times("/userinfo"))
	}
}

// refused is an exchange that fails with a code.
type refused struct {
	provider func(t *testing.T, i *idp.Provider) // changes the provider
	response func(r *Response)                   // changes what it answers
	code     string
}

func inToken(name string, value any) refused {
	return refused{code: "sign_in_refused", provider: func(_ *testing.T, i *idp.Provider) {
		i.IDToken = func(_ map[string]any, c jwt.MapClaims) {
			if c[name] = value; value == nil {
				delete(c, name)
			}
		}
	}}
}

func signedAs(method jwt.SigningMethod, key any) refused {
	return refused{code: "sign_in_refused", provider: func(t *testing.T, i *idp.Provider) {
		i.Signed = func(header map[string]any, c jwt.MapClaims, _ string) string {
			return idp.Forge(t, method, key, header, c)
		}
	}}
}

func asToken(token func(token string) string) refused {
	return refused{code: "sign_in_refused", provider: func(_ *testing.T, i *idp.Provider) {
		i.Signed = func(_ map[string]any, _ jwt.MapClaims, t string) string { return token(t) }
	}}
}

func atTokenEndpoint(code string, answer http.HandlerFunc) refused {
	return refused{code: code, provider: func(_ *testing.T, i *idp.Provider) {
		i.Answer = func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/token" {
				return false
			}
			answer(w, r)
			return true
		}
	}}
}

func refusedTokens(t *testing.T) map[string]refused {
	der, err := x509.MarshalPKIXPublicKey(idp.Keys()[0].Public())
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	return map[string]refused{
		"another nonce":                  inToken("nonce", "n"),
		"no nonce":                       inToken("nonce", nil),
		"another audience":               inToken("aud", "another-client"),
		"no audience":                    inToken("aud", nil),
		"another party":                  inToken("azp", "another-client"),
		"another issuer":                 inToken("iss", "https://evil.example"),
		"no issuer":                      inToken("iss", nil),
		"expired":                        inToken("exp", 1_000_000_000),
		"no expiry":                      inToken("exp", nil),
		"from the future":                inToken("iat", 4_000_000_000),
		"of no time":                     inToken("iat", nil),
		"no subject":                     inToken("sub", ""),
		"a huge subject":                 inToken("sub", strings.Repeat("s", 256)),
		"a NUL in the subject":           inToken("sub", "subject-1\x00"),
		"another access token":           inToken("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"),
		"a huge token":                   inToken("x", strings.Repeat("x", maxToken)),
		"alg none":                       signedAs(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType),
		"HS256 with the client's secret": signedAs(jwt.SigningMethodHS256, []byte(idp.ClientSecret)),
		"HS256 with the public key":      signedAs(jwt.SigningMethodHS256, text),
		"a foreign key":                  signedAs(jwt.SigningMethodRS256, idp.Keys()[2]),
		"PS256 by a foreign key":         signedAs(jwt.SigningMethodPS256, idp.Keys()[2]),
		"a key of its own": {code: "sign_in_refused", provider: func(t *testing.T, i *idp.Provider) {
			i.Signed = func(header map[string]any, c jwt.MapClaims, _ string) string {
				header = maps.Clone(header)
				header["jwk"] = map[string]any{"kty": "RSA", "e": "AQAB", "n": base64.RawURLEncoding.EncodeToString(idp.Keys()[2].N.Bytes())}
				return idp.Forge(t, jwt.SigningMethodRS256, idp.Keys()[2], header, c)
			}
		}},
		"no signature": asToken(func(token string) string { return token[:strings.LastIndexByte(token, '.')+1] }),
		"no ID token":  asToken(func(string) string { return "" }),
		"rubbish":      asToken(func(string) string { return "a.b.c" }),
	}
}

func refusedResponses() map[string]refused {
	in := func(change func(r *Response), code string) refused { return refused{response: change, code: code} }
	return map[string]refused{
		"cancelled":                      in(func(r *Response) { r.Error, r.Code = "access_denied", "" }, "access_denied"),
		"cancelled, with a code":         in(func(r *Response) { r.Error = "access_denied" }, "access_denied"),
		"refused":                        in(func(r *Response) { r.Error, r.Code = "<script>", "" }, "sign_in_refused"),
		"refused, with a code":           in(func(r *Response) { r.Error = "server_error" }, "sign_in_refused"),
		"no code":                        in(func(r *Response) { r.Code = "" }, "sign_in_refused"),
		"another code":                   in(func(r *Response) { r.Code = "guessed" }, "sign_in_refused"),
		"the answer of another provider": in(func(r *Response) { r.Issuer = "https://evil.example" }, "sign_in_refused"),
		"an answer without an issuer, of a provider that says who it is": {code: "sign_in_refused",
			provider: func(_ *testing.T, i *idp.Provider) {
				i.Describe = func(d map[string]any) { d["authorization_response_iss_parameter_supported"] = true }
			},
			response: func(r *Response) { r.Issuer = "" }},
		"a provider that fails": atTokenEndpoint("provider_unavailable",
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }),
		"a provider that does not know us": atTokenEndpoint("provider_unavailable", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"error":"invalid_client"}`))
		}),
		"a provider that sends us elsewhere": atTokenEndpoint("sign_in_refused", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/", http.StatusTemporaryRedirect)
		}),
		"a provider that never stops talking": atTokenEndpoint("provider_unavailable", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for range 40 {
				if _, err := w.Write([]byte(strings.Repeat(" ", 64<<10))); err != nil {
					return
				}
			}
		}),
	}
}

func TestProvider_Exchange_refuses(t *testing.T) {
	cases := refusedTokens(t)
	maps.Copy(cases, refusedResponses())
	for what, x := range cases {
		t.Run(what, func(t *testing.T) {
			c := newClient(t)
			if x.provider != nil {
				x.provider(t, c.idp)
			}
			r := c.begin(t)
			if x.response != nil {
				x.response(&r)
			}
			if who, err := c.exchange(t.Context(), r); !errs.HasCode(err, x.code) || who.Subject != "" {
				t.Errorf("%q, %v", who.Subject, err)
			}
		})
	}
	t.Run("another verifier", func(t *testing.T) {
		c := newClient(t)
		hash := []byte("not reached")
		if who, err := c.Exchange(t.Context(), c.begin(t), strings.ToUpper(verifier), hash); !errs.HasCode(err, "sign_in_refused") {
			t.Errorf("%q, %v", who.Subject, err)
		}
	})
}

func TestIdentity_Email_of_the_user_info(t *testing.T) {
	for what, x := range map[string]struct {
		info jwt.MapClaims
		want Email
		code string
	}{
		"a verified one":                           {jwt.MapClaims{"sub": "subject-1", "email": "A@b.example", "email_verified": true}, Email{"A@b.example", true}, ""},
		"a verified one, as text":                  {jwt.MapClaims{"sub": "subject-1", "email": "a@b.example", "email_verified": "true"}, Email{"a@b.example", true}, ""},
		"an unverified one":                        {jwt.MapClaims{"sub": "subject-1", "email": "a@b.example", "email_verified": false}, Email{"a@b.example", false}, ""},
		"one that the provider does not vouch for": {jwt.MapClaims{"sub": "subject-1", "email": "a@b.example"}, Email{"a@b.example", false}, ""},
		"none":            {jwt.MapClaims{"sub": "subject-1"}, Email{}, ""},
		"a number":        {jwt.MapClaims{"sub": "subject-1", "email": 5, "email_verified": true}, Email{}, "provider_unavailable"},
		"that of another": {jwt.MapClaims{"sub": "subject-2", "email": "a@b.example", "email_verified": true}, Email{}, "sign_in_refused"},
	} {
		t.Run(what, func(t *testing.T) {
			c := newClient(t)
			c.idp.Claims, c.idp.Info = nil, x.info
			who, err := c.exchange(t.Context(), c.begin(t))
			if err != nil {
				t.Fatal(err)
			}
			if email, err := who.Email(t.Context()); x.code == "" && (err != nil || email != x.want) || x.code != "" && !errs.HasCode(err, x.code) {
				t.Errorf("%+v, %v", email, err)
			}
		})
	}
}

func TestCodeExchangeError(t *testing.T) {
	refusal := func(status int, code string) error {
		return fmt.Errorf("exchange: %w", &oauth2.RetrieveError{Response: &http.Response{StatusCode: status, Status: http.StatusText(status)},
			ErrorCode: code})
	}
	for _, x := range []struct {
		name string
		err  error
		want errs.Kind
	}{
		{"no answer", &url.Error{Op: "Post", Err: context.DeadlineExceeded}, errs.KindUnavailable},
		{"a bad code", refusal(400, "invalid_grant"), errs.KindInvalid}, {"a bad client", refusal(401, "invalid_client"), errs.KindUnavailable},
		{"a client that may not", refusal(400, "unauthorized_client"), errs.KindUnavailable},
		{"a fault of the provider", refusal(400, "server_error"), errs.KindUnavailable},
		{"another fault of the provider", refusal(500, ""), errs.KindUnavailable}, {"a refusal without a word", refusal(499, ""),
			errs.KindInvalid},
		{"too many", refusal(429, ""), errs.KindUnavailable},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := codeExchangeError(x.err); errs.KindOf(got) != x.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
