package openid

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"presence/app/apptest/idp"
)

func TestProvider_keys_rotate(t *testing.T) {
	run := func(name string, fn func(t *testing.T, c *client)) {
		t.Run(name, func(t *testing.T) { fn(t, newClient(t)) })
	}
	run("a new key is found as soon as the provider may be asked again", func(t *testing.T, c *client) {
		old := c.idp.Access(nil)
		c.accepts(t, "a token of the first key", c.idp.Access(nil))
		for n, kid := range []string{"second", "third"} {
			c.idp.Rotate(kid, n+1)
			c.time = c.time.Add(retryInterval)
			c.accepts(t, "a token of the "+kid+" key", c.idp.Access(nil))
		}
		c.refuses(t, "a token of the old key, not seen before", old)
	})
	run("a withdrawn key is refused after an hour", func(t *testing.T, c *client) {
		c.accepts(t, "a token", c.idp.Access(nil))
		c.time = c.time.Add(descriptionFresh - time.Second)
		kept := c.idp.Access(jwt.MapClaims{"exp": c.time.Add(24 * time.Hour).Unix()})
		c.accepts(t, "a token", kept)
		c.idp.Rotate("second", 1)
		c.time = c.time.Add(time.Second)
		c.refuses(t, "a token of a withdrawn key", kept)
	})
	run("the known keys stay good while the provider cannot be asked for others", func(t *testing.T, c *client) {
		c.accepts(t, "a token", c.idp.Access(nil))
		c.idp.Answer = func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == "/keys" {
				w.WriteHeader(http.StatusBadGateway)
			}
			return r.URL.Path == "/keys"
		}
		c.time = c.time.Add(retryInterval)
		c.refuses(t, "an unknown key", c.idp.AccessBy(jwt.SigningMethodRS256, idp.Keys()[2], map[string]any{"kid": "x", "typ": "at+jwt"}, nil))
		c.accepts(t, "a token of a known key", c.idp.Access(nil))
		c.time = c.time.Add(descriptionFresh)
		c.accepts(t, "one an hour later", c.idp.Access(nil))
		c.idp.Answer = nil
		c.time = c.time.Add(retryInterval)
		c.idp.Rotate("second", 1)
		c.accepts(t, "a token of a new key, once the provider answers", c.idp.Access(nil))
	})
}

func TestProvider_is_not_flooded_with_invented_keys(t *testing.T) {
	c := newClient(t)
	c.accepts(t, "a good token", c.idp.Access(nil))
	for _, kid := range strings.Split(strings.Repeat("x ", 100), " ") {
		c.refuses(t, "an invented key", c.idp.AccessBy(jwt.SigningMethodRS256, idp.Keys()[2], map[string]any{"kid": kid, "typ": "at+jwt"}, nil))
	}
	if n := c.idp.Times("/keys"); n > 2 {
		t.Errorf("%d questions for keys", n)
	}
	c.accepts(t, "a good token meanwhile", c.idp.Access(nil))
}

func TestProvider_whose_keys_are_not_taken(t *testing.T) {
	for what, change := range map[string]func(d map[string]any){
		"101 keys": func(d map[string]any) {
			key := d["keys"].([]any)[0]
			for range maxKeys {
				d["keys"] = append(d["keys"].([]any), key)
			}
		},
		"2 MB":         func(d map[string]any) { d["x"] = strings.Repeat("x", 2<<20) },
		"no key set":   func(d map[string]any) { d["keys"] = map[string]any{} },
		"keys of text": func(d map[string]any) { d["keys"] = "first" },
	} {
		t.Run(what, func(t *testing.T) {
			c := newClient(t)
			c.idp.KeySet = change
			if c.Available(t.Context()) {
				t.Error("the provider is taken for available")
			}
			c.idp.KeySet = nil
			c.time = c.time.Add(retryInterval)
			c.accepts(t, "a token, once the keys are good", c.idp.Access(nil))
		})
	}
}

// The key set contains keys of unknown types next to one that is used for signing.
func TestProvider_keys_that_do_not_sign(t *testing.T) {
	c := newClient(t)
	c.idp.KeySet = func(d map[string]any) {
		d["keys"] = append([]any{
			map[string]any{"kty": "oct", "k": "c2VjcmV0", "kid": "first"}, map[string]any{"kty": "OKP", "crv": "Ed448", "x": "AAAA"},
			map[string]any{"kty": "EC", "crv": "secp256k1", "alg": "ES256K"}, map[string]any{"kty": "future", "use": "enc"},
		}, d["keys"].([]any)...)
	}
	c.accepts(t, "one of the key that signs", c.idp.Access(nil))
	c.refuses(t, "one signed with the secret in the set",
		c.idp.AccessBy(jwt.SigningMethodHS256, []byte("secret"), map[string]any{"kid": "first", "typ": "at+jwt"}, nil))
}
