package accesstokens

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"presence/app/apptest/idp"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

const (
	publicURL = "http://presence.example:8080"
	personID  = "0c1b9f5e-52f5-4c6d-8a0e-5d1c2f3b4a59"
)

var start = time.Date(2026, 11, 20, 13, 0, 0, 250e6, time.UTC)

func sealer(t testing.TB, secret string) seal.Sealer {
	t.Helper()
	s, err := seal.New([]byte(secret), "auth secrets")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func open(ctx context.Context, t testing.TB, d *db.DB, publicURL string) *Tokens {
	t.Helper()
	tokens, err := New(ctx, d, sealer(t, "0123456789abcdef0123456789abcdef"), publicURL, func() time.Time { return start })
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

// alone returns Tokens without a database, with a clock that the test sets.
func alone(t testing.TB) (tokens *Tokens, now *time.Time) {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	clock := start
	return newTokens(key, publicURL, func() time.Time { return clock }), &clock
}

func TestSign(t *testing.T) {
	tokens, now := alone(t)
	token, err := tokens.Sign(personID, Claims{Family: "family", APITokenID: "named"}, 0, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	c, err := tokens.Verify(token)
	if err != nil || c.Subject != personID || c.Family != "family" || c.APITokenID != "named" || c.ID == "" {
		t.Fatalf("%+v, %v", c, err)
	}
	if again, err := tokens.Verify(token); err != nil || again != c {
		t.Errorf("the signature is verified again: %v", err)
	}
	*now = now.Add(time.Hour - time.Second)
	if _, err := tokens.Verify(token); err != nil {
		t.Errorf("a second before its end: %v", err)
	}
	*now = now.Add(time.Second)
	if _, err := tokens.Verify(token); err == nil {
		t.Error("it outlives its time, because its signature is known")
	}
	*now = now.Add(-2 * time.Hour) // the clock is set back: the token comes from the future
	if _, err := tokens.Verify(token); err == nil {
		t.Error("it is good before its time")
	}
}

func TestSign_right_after_tokens_were_voided(t *testing.T) {
	tokens, now := alone(t)
	token, err := tokens.Sign(personID, Claims{}, db.InstantOf(*now), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := tokens.Verify(token); err != nil || db.InstantOf(c.IssuedAt.Time) < db.InstantOf(*now) {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestVerify_refuses(t *testing.T) {
	tokens, now := alone(t)
	key, kid := tokens.key, tokens.jwk.KeyID
	public := key.Public().(ed25519.PublicKey)
	_, foreign, _ := ed25519.GenerateKey(rand.Reader)
	rsaKey, _ := rsa.GenerateKey(rand.Reader, 2048)
	head := map[string]any{"typ": "at+jwt", "kid": kid}
	eddsa := jwt.SigningMethodEdDSA
	unix := func(d time.Duration) int64 { return now.Add(d).Unix() }
	claims := func() jwt.MapClaims {
		return jwt.MapClaims{"iss": publicURL, "aud": []string{"presence"}, "sub": personID, "jti": "x", "iat": unix(0),
			"exp": unix(time.Minute)}
	}
	changed := func(name string, value any) string {
		c := claims()
		if c[name] = value; value == nil {
			delete(c, name)
		}
		return idp.Forge(t, eddsa, key, head, c)
	}
	signed := func(method jwt.SigningMethod, key any, header map[string]any) string {
		return idp.Forge(t, method, key, header, claims())
	}
	good := signed(eddsa, key, head)
	if c, err := tokens.Verify(good); err != nil || c.Subject != personID {
		t.Fatalf("a good token: %+v, %v", c, err)
	}
	parts := strings.Split(good, ".")
	encoded := base64.RawURLEncoding.EncodeToString
	for what, token := range map[string]string{
		"alg none":                  signed(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, head),
		"alg none by header":        encoded([]byte(`{"alg":"none","typ":"at+jwt","kid":"`+kid+`"}`)) + "." + parts[1] + ".",
		"alg nOnE by header":        encoded([]byte(`{"alg":"nOnE","typ":"at+jwt","kid":"`+kid+`"}`)) + "." + parts[1] + "." + parts[2],
		"no signature":              parts[0] + "." + parts[1] + ".",
		"two parts":                 parts[0] + "." + parts[1],
		"four parts":                good + ".x",
		"HS256 with the public key": signed(jwt.SigningMethodHS256, []byte(public), head),
		"HS256 with its base64":     signed(jwt.SigningMethodHS256, []byte(tokens.jwk.X), head),
		"RS256":                     signed(jwt.SigningMethodRS256, rsaKey, head),
		"a foreign key":             signed(eddsa, foreign, head),
		"a foreign key and its own id": signed(eddsa, foreign,
			map[string]any{"typ": "at+jwt", "kid": jwkOf(foreign.Public().(ed25519.PublicKey)).KeyID}),
		"a key in the header": signed(eddsa, foreign,
			map[string]any{"typ": "at+jwt", "kid": kid, "jwk": jwkOf(foreign.Public().(ed25519.PublicKey))}),
		"no kid":     signed(eddsa, key, map[string]any{"typ": "at+jwt"}),
		"kid a path": signed(eddsa, key, map[string]any{"typ": "at+jwt", "kid": "../../dev/null"}),
		"typ JWT":    signed(eddsa, key, map[string]any{"kid": kid}),
		"an ID token": idp.Forge(t, eddsa, key, map[string]any{"kid": kid, "typ": "JWT"}, jwt.MapClaims{"iss": publicURL, "aud": "presence",
			"sub": personID, "iat": unix(0), "exp": unix(time.Minute), "nonce": "n", "email": "jeanne@ferme.example"}),
		"typ a number":          signed(eddsa, key, map[string]any{"kid": kid, "typ": 1}),
		"a critical header":     signed(eddsa, key, map[string]any{"kid": kid, "typ": "at+jwt", "crit": []string{"exp"}}),
		"another issuer":        changed("iss", "https://evil.example"),
		"no issuer":             changed("iss", nil),
		"another audience":      changed("aud", "payroll"),
		"no audience":           changed("aud", nil),
		"expired":               changed("exp", unix(-time.Second)),
		"expiring now":          changed("exp", unix(0)),
		"no expiry":             changed("exp", nil),
		"expiry a text":         changed("exp", "never"),
		"expiry negative":       changed("exp", -1),
		"not before the future": changed("nbf", unix(time.Minute)),
		"issued in the future":  changed("iat", unix(5*time.Minute)),
		"no time of issue":      changed("iat", nil),
		"no subject":            changed("sub", nil),
		"subject an e-mail":     changed("sub", "jeanne@ferme.example"),
		"subject a short UUID":  changed("sub", strings.ReplaceAll(personID, "-", "")),
		"subject SQL":           changed("sub", "' OR 1=1 --"),
		"subject a number":      changed("sub", 1),
		"huge":                  changed("x", strings.Repeat("x", 5000)),
		"empty":                 "",
		"dots":                  "..",
		"a session id":          "kq1sZ0m5xPqgJb1P9m1k2w",
		"padded base64":         good + "=",
		"a space in it":         parts[0] + "." + parts[1] + ". " + parts[2],
		"another signature":     parts[0] + "." + parts[1] + "." + flip(parts[2]),
		"another payload":       parts[0] + "." + flip(parts[1]) + "." + parts[2],
	} {
		t.Run(what, func(t *testing.T) {
			if c, err := tokens.Verify(token); err == nil || c != nil {
				t.Errorf("%+v, %v", c, err)
			}
		})
	}
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

func TestCheck(t *testing.T) {
	s, clock := alone(t)
	now := clock.Truncate(time.Second)
	good := func() *Claims {
		return &Claims{RegisteredClaims: jwt.RegisteredClaims{Issuer: publicURL, Subject: personID,
			Audience: jwt.ClaimStrings{audience}, IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(time.Minute))}}
	}
	for _, x := range []struct {
		name   string
		change func(*Claims)
		want   bool
	}{
		{"as we make it", func(*Claims) {}, true},
		{"of a clock that is a minute ahead", func(c *Claims) { c.IssuedAt = jwt.NewNumericDate(now.Add(clockDrift)) }, true},
		{"of the future", func(c *Claims) { c.IssuedAt = jwt.NewNumericDate(now.Add(clockDrift + time.Second)) }, false},
		{"without its time", func(c *Claims) { c.IssuedAt = nil }, false}, {"without a person", func(c *Claims) { c.Subject = "anna" }, false},
		{"at its end", func(c *Claims) { c.ExpiresAt = jwt.NewNumericDate(now) }, false},
		{"of another issuer", func(c *Claims) { c.Issuer = "http://other.example" }, false},
		{"for another audience", func(c *Claims) { c.Audience = jwt.ClaimStrings{"other"} }, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := good()
			x.change(c)
			if err := s.check(c); (err == nil) != x.want {
				t.Errorf("got %v", err)
			}
		})
	}
	for n, want := range map[int]string{maxToken: "malformed", maxToken + 1: "too long"} {
		if _, err := s.Verify(strings.Repeat("a", n)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes: %v, want %s", n, err, want)
		}
	}
}

func BenchmarkVerify_known_token(b *testing.B) {
	tokens, _ := alone(b)
	token, err := tokens.Sign(personID, Claims{Family: "1b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10"}, 0, time.Hour)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := tokens.Verify(token); err != nil {
			b.Fatal(err)
		}
	}
}

func TestSigningKey_is_made_once_and_opened_with_its_secret_only(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if has, err := HasSigningKey(t.Context(), d); err != nil || has {
			t.Errorf("before the first start: %v, %v", has, err)
		}
		first := open(t.Context(), t, d, publicURL)
		if has, err := HasSigningKey(t.Context(), d); err != nil || !has {
			t.Errorf("after it: %v, %v", has, err)
		}
		if again := open(t.Context(), t, d, publicURL); again.jwk != first.jwk {
			t.Error("a second start has another key")
		}
		var sealed []byte
		if err := d.QueryRow(t.Context(), `SELECT value FROM auth_secrets WHERE name = 'signing_key'`).Scan(&sealed); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(sealed), string(first.key.Seed())) {
			t.Error("the key lies open in the database")
		}
		now := func() time.Time { return start }
		if _, err := New(t.Context(), d, sealer(t, "another secret key, as long"), publicURL, now); err == nil ||
			!strings.Contains(err.Error(), "SECRET_KEY") {
			t.Errorf("with another secret: %v", err)
		}
		for what, value := range map[string][]byte{"a row that is not sealed": []byte("x"),
			"a key of another size": sealer(t, "0123456789abcdef0123456789abcdef").Seal(signingKeyName, "x")} {
			t.Run(what, func(t *testing.T) {
				if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					return save(ctx, tx, signingKeyName, value, 0)
				}); err != nil {
					t.Fatal(err)
				}
				if _, err := New(t.Context(), d, sealer(t, "0123456789abcdef0123456789abcdef"), publicURL, now); err == nil {
					t.Error("it is taken")
				}
			})
		}
	})
}

// A command that issues tokens beside the service must run with the same PUBLIC_URL.
func TestRecordIssuer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const otherURL = "http://other.example"
		service, other := open(t.Context(), t, d, publicURL), open(t.Context(), t, d, otherURL)
		if err := other.CheckIssuer(t.Context()); err != nil {
			t.Errorf("before any service has run: %v", err)
		}
		for _, url := range []string{publicURL, publicURL + "/"} {
			if err := RecordIssuer(t.Context(), d, url, 0); err != nil {
				t.Fatal(err)
			}
		}
		if err := service.CheckIssuer(t.Context()); err != nil {
			t.Errorf("with the service's PUBLIC_URL: %v", err)
		}
		if err := other.CheckIssuer(t.Context()); !errs.HasCode(err, "other_public_url") {
			t.Errorf("with another PUBLIC_URL: %v", err)
		}
		if err := RecordIssuer(t.Context(), d, otherURL, 0); err != nil {
			t.Fatal(err)
		}
		if err := service.CheckIssuer(t.Context()); !errs.HasCode(err, "other_public_url") {
			t.Errorf("after the service moved: %v", err)
		}
	})
}
