package openid

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"presence/app/apptest/idp"
)

func TestProvider_VerifyAccessToken(t *testing.T) {
	c := newClient(t)
	i := c.idp
	var id string
	i.IDToken = func(_ map[string]any, c jwt.MapClaims) { c["jti"] = "x" }
	i.Signed = func(_ map[string]any, _ jwt.MapClaims, token string) string { id = token; return token }
	if _, err := c.exchange(t.Context(), c.begin(t)); err != nil {
		t.Fatal(err)
	}
	rs, key := jwt.SigningMethodRS256, i.Key
	plain := map[string]any{"kid": i.KeyID, "typ": "JWT"}
	typed := func(typ any) map[string]any { return map[string]any{"kid": i.KeyID, "typ": typ} }
	with := func(name string, value any) string { return i.Access(jwt.MapClaims{name: value}) }
	unix := func(d time.Duration) int64 { return c.time.Add(d).Unix() }
	_, other, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for what, token := range map[string]string{
		"for the address of this service": with("aud", publicURL),
		"for several":                     with("aud", []string{"x", idp.ClientID}),
		"spelled out":                     i.AccessBy(rs, key, typed("application/at+jwt"), nil),
		"of a provider without the type":  i.AccessBy(rs, key, plain, nil),
		"with scp":                        i.AccessBy(rs, key, plain, jwt.MapClaims{"scope": nil, "client_id": nil, "jti": nil, "scp": "openid"}),
		"of Keycloak":                     i.AccessBy(rs, key, plain, jwt.MapClaims{"typ": "Bearer"}),
		"without a type, with an id":      i.AccessBy(rs, key, map[string]any{"kid": i.KeyID}, jwt.MapClaims{"scope": nil, "client_id": nil}),
		"good since now":                  with("nbf", unix(0)),
	} {
		t.Run(what, func(t *testing.T) {
			c.accepts(t, "the token", token)
		})
	}
	good := i.Access(nil)
	parts := strings.Split(good, ".")
	for what, token := range map[string]string{
		"the ID token of the sign-in":    id,
		"an ID token with a nonce":       i.AccessBy(rs, key, plain, jwt.MapClaims{"nonce": "n"}),
		"an ID token with at_hash":       i.AccessBy(rs, key, plain, jwt.MapClaims{"at_hash": "h"}),
		"an ID token with c_hash":        i.AccessBy(rs, key, plain, jwt.MapClaims{"c_hash": "h"}),
		"a bare ID token":                i.AccessBy(rs, key, plain, jwt.MapClaims{"scope": nil, "client_id": nil, "jti": nil}),
		"an ID token of Keycloak":        i.AccessBy(rs, key, plain, jwt.MapClaims{"typ": "ID"}),
		"a refresh token of Keycloak":    i.AccessBy(rs, key, plain, jwt.MapClaims{"typ": "Refresh"}),
		"a logout token":                 i.AccessBy(rs, key, typed("logout+jwt"), nil),
		"a type that is a number":        i.AccessBy(rs, key, typed(5), jwt.MapClaims{"scope": nil, "client_id": nil, "jti": nil}),
		"another audience":               with("aud", "another"),
		"no audience":                    with("aud", nil),
		"the audience of our own":        with("aud", "presence"),
		"another issuer":                 with("iss", i.Issuer()+"/"),
		"expired":                        with("exp", unix(0)),
		"no expiry":                      with("exp", nil),
		"not yet good":                   with("nbf", unix(2*time.Minute)),
		"of the future":                  with("iat", unix(2*time.Minute)),
		"of no time":                     with("iat", nil),
		"nobody":                         with("sub", nil),
		"alg none":                       i.AccessBy(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, typed("at+jwt"), nil),
		"HS256 with the client's secret": i.AccessBy(jwt.SigningMethodHS256, []byte(idp.ClientSecret), typed("at+jwt"), nil),
		"a foreign key":                  i.AccessBy(rs, idp.Keys()[2], typed("at+jwt"), nil),
		"a key of another kind":          i.AccessBy(jwt.SigningMethodEdDSA, other, typed("at+jwt"), nil),
		"no signature":                   parts[0] + "." + parts[1] + ".",
		"another payload":                parts[0] + "." + flip(parts[1]) + "." + parts[2],
		"another signature":              parts[0] + "." + parts[1] + "." + flip(parts[2]),
	} {
		t.Run(what, func(t *testing.T) {
			c.refuses(t, "the token", token)
		})
	}
	c.accepts(t, "a token that was verified before", good)
	c.time = c.time.Add(5 * time.Minute)
	c.refuses(t, "one that was good, and has expired", good)
	c.time = c.time.Add(-time.Hour) // the clock is set back: the token comes from the future
	c.refuses(t, "one that was good, and is not yet", good)
}

// flip changes one character in the middle.
func flip(s string) string {
	b := []byte(s)
	if i := len(b) / 2; b[i] == 'A' {
		b[i] = 'B'
	} else {
		b[i] = 'A'
	}
	return string(b)
}

func TestProvider_Issued(t *testing.T) {
	c := newClient(t)
	for what, x := range map[string]struct {
		token string
		want  bool
	}{
		"a token of the provider": {c.idp.Access(nil), true},
		"one of another issuer":   {c.idp.Access(jwt.MapClaims{"iss": "https://other.example"}), false},
		"one that is too long":    {c.idp.Access(jwt.MapClaims{"x": strings.Repeat("x", maxToken)}), false},
		"no token":                {"a.b.c", false},
		"nothing":                 {"", false},
	} {
		t.Run(what, func(t *testing.T) {
			if got := c.Issued(x.token); got != x.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestTokenShape_isAccessToken(t *testing.T) {
	for _, x := range []struct {
		header, claims string
		want           bool
	}{
		{"at+jwt", `{}`, true}, {"application/AT+JWT", `{"nonce":"x"}`, true}, {"JWT", `{"scope":"a"}`, true}, {"", `{"scp":["a"]}`, true},
		{"", `{"client_id":"c"}`, true}, {"", `{"jti":"1"}`, true}, {"", `{}`, false}, {"dpop+jwt", `{"scope":"a"}`, false},
		{"", `{"scope":"a","nonce":"n"}`, false}, {"", `{"scope":"a","at_hash":"n"}`, false}, {"", `{"scope":"a","c_hash":"n"}`, false},
		{"", `{"scope":"a","s_hash":"n"}`, false}, {"", `{"scope":"a","typ":"ID"}`, false}, {"", `{"scope":"a","typ":"Bearer"}`, true},
	} {
		var m tokenShape
		if err := json.Unmarshal([]byte(x.claims), &m); err != nil {
			t.Fatal(err)
		}
		if got := m.isAccessToken(x.header); got != x.want {
			t.Errorf("%s %s is an access token: %v", x.header, x.claims, got)
		}
	}
}
