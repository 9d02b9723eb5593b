package auth

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"presence/app/apptest/idp"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// goodClaims are those of an access token of the person.
func (w *world) goodClaims(p Person) jwt.MapClaims {
	return jwt.MapClaims{"iss": testURL, "aud": []string{"presence"}, "sub": p.ID, "jti": "x", "iat": w.now.Unix(),
		"exp": w.now.Add(time.Minute).Unix()}
}

func (w *world) refuses(what, token string) {
	w.t.Helper()
	if p, err := w.s.PersonByToken(w.ctx(), token); errs.KindOf(err) != errs.KindUnauthenticated || p.ID != "" {
		w.t.Errorf("%s: %v, %v", what, p.Email, err)
	}
}

func TestPersonByToken_corpus(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	p := w.add("jeanne@ferme.example", Employee)
	key, kid := w.s.tokens.key, w.s.tokens.jwk.KeyID
	public := key.Public().(ed25519.PublicKey)
	_, foreign, _ := ed25519.GenerateKey(rand.Reader)
	rsaKey, _ := rsa.GenerateKey(rand.Reader, 2048)
	head := map[string]any{"typ": "at+jwt", "kid": kid}
	eddsa := jwt.SigningMethodEdDSA
	changed := func(name string, value any) jwt.MapClaims {
		c := w.goodClaims(p)
		if c[name] = value; value == nil {
			delete(c, name)
		}
		return c
	}
	good := idp.Forge(t, eddsa, key, head, w.goodClaims(p))
	if got, err := w.s.PersonByToken(w.ctx(), good); err != nil || got.ID != p.ID {
		t.Fatalf("a good token: %v, %v", got, err)
	}
	parts := strings.Split(good, ".")
	unix := func(d time.Duration) int64 { return w.now.Add(d).Unix() }
	for what, token := range map[string]string{
		"alg none": idp.Forge(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, head, w.goodClaims(p)),
		"alg none by header": base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"at+jwt","kid":"`+kid+`"}`)) + "." +
			parts[1] + ".",
		"alg nOnE by header": base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"nOnE","typ":"at+jwt","kid":"`+kid+`"}`)) + "." +
			parts[1] + "." + parts[2],
		"no signature":              parts[0] + "." + parts[1] + ".",
		"two parts":                 parts[0] + "." + parts[1],
		"four parts":                good + ".x",
		"HS256 with the public key": idp.Forge(t, jwt.SigningMethodHS256, []byte(public), head, w.goodClaims(p)),
		"HS256 with its base64":     idp.Forge(t, jwt.SigningMethodHS256, []byte(w.s.tokens.jwk.X), head, w.goodClaims(p)),
		"RS256":                     idp.Forge(t, jwt.SigningMethodRS256, rsaKey, head, w.goodClaims(p)),
		"a foreign key":             idp.Forge(t, eddsa, foreign, head, w.goodClaims(p)),
		"a foreign key and its own id": idp.Forge(t, eddsa, foreign,
			map[string]any{"typ": "at+jwt", "kid": jwkOf(foreign.Public().(ed25519.PublicKey)).KeyID}, w.goodClaims(p)),
		"a key in the header": idp.Forge(t, eddsa, foreign,
			map[string]any{"typ": "at+jwt", "kid": kid, "jwk": jwkOf(foreign.Public().(ed25519.PublicKey))}, w.goodClaims(p)),
		"no kid":     idp.Forge(t, eddsa, key, map[string]any{"typ": "at+jwt"}, w.goodClaims(p)),
		"kid a path": idp.Forge(t, eddsa, key, map[string]any{"typ": "at+jwt", "kid": "../../dev/null"}, w.goodClaims(p)),
		"typ JWT":    idp.Forge(t, eddsa, key, map[string]any{"kid": kid}, w.goodClaims(p)),
		"an ID token": idp.Forge(t, eddsa, key, map[string]any{"kid": kid, "typ": "JWT"},
			jwt.MapClaims{"iss": testURL, "aud": "presence", "sub": p.ID, "iat": unix(0), "exp": unix(time.Minute), "nonce": "n", "email": p.Email}),
		"typ a number": idp.Forge(t, eddsa, key, map[string]any{"kid": kid, "typ": 1}, w.goodClaims(p)),
		"a critical header": idp.Forge(t, eddsa, key, map[string]any{"kid": kid, "typ": "at+jwt", "crit": []string{"exp"}},
			w.goodClaims(p)),
		"another issuer":           idp.Forge(t, eddsa, key, head, changed("iss", "https://evil.example")),
		"no issuer":                idp.Forge(t, eddsa, key, head, changed("iss", nil)),
		"another audience":         idp.Forge(t, eddsa, key, head, changed("aud", "payroll")),
		"no audience":              idp.Forge(t, eddsa, key, head, changed("aud", nil)),
		"expired":                  idp.Forge(t, eddsa, key, head, changed("exp", unix(-time.Second))),
		"expiring now":             idp.Forge(t, eddsa, key, head, changed("exp", unix(0))),
		"no expiry":                idp.Forge(t, eddsa, key, head, changed("exp", nil)),
		"expiry a text":            idp.Forge(t, eddsa, key, head, changed("exp", "never")),
		"expiry negative":          idp.Forge(t, eddsa, key, head, changed("exp", -1)),
		"not before the future":    idp.Forge(t, eddsa, key, head, changed("nbf", unix(time.Minute))),
		"issued in the future":     idp.Forge(t, eddsa, key, head, changed("iat", unix(5*time.Minute))),
		"no time of issue":         idp.Forge(t, eddsa, key, head, changed("iat", nil)),
		"no subject":               idp.Forge(t, eddsa, key, head, changed("sub", nil)),
		"subject an e-mail":        idp.Forge(t, eddsa, key, head, changed("sub", p.Email)),
		"subject SQL":              idp.Forge(t, eddsa, key, head, changed("sub", "' OR 1=1 --")),
		"subject unknown":          idp.Forge(t, eddsa, key, head, changed("sub", "0b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10")),
		"subject a number":         idp.Forge(t, eddsa, key, head, changed("sub", 1)),
		"a sign-in that never was": idp.Forge(t, eddsa, key, head, changed("sid", "0b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10")),
		"huge":                     idp.Forge(t, eddsa, key, head, changed("x", strings.Repeat("x", 5000))),
		"empty":                    "",
		"dots":                     "..",
		"a session id":             "kq1sZ0m5xPqgJb1P9m1k2w",
		"padded base64":            good + "=",
		"a space in it":            parts[0] + "." + parts[1] + ". " + parts[2],
		"another signature":        parts[0] + "." + parts[1] + "." + flip(parts[2]),
		"another payload":          parts[0] + "." + flip(parts[1]) + "." + parts[2],
	} {
		w.run(what, func(t *testing.T) {
			w.refuses(what, token)
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

func TestPersonByToken_expires_though_its_signature_is_remembered(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	token := w.tokens(w.add("jeanne@ferme.example", Employee).Email).Access
	if _, err := w.s.PersonByToken(w.ctx(), token); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(15*time.Minute - 2*time.Second)
	if _, err := w.s.PersonByToken(w.ctx(), token); err != nil {
		t.Errorf("a second before: %v", err)
	}
	w.now = w.now.Add(2 * time.Second)
	w.refuses("after 15 minutes", token)
	w.now = w.now.Add(-time.Hour) // the clock is set back: the token comes from the future now
	w.refuses("before its time", token)
}

func TestPersonByToken_stops_at_once(t *testing.T) {
	for what, stop := range map[string]func(w *world, p Person){
		"disabled": func(w *world, p Person) { w.exec(`UPDATE people SET disabled_at = 1 WHERE id = $1`, p.ID) },
		"archived": func(w *world, p Person) {
			w.employ(p, 7, 0)
			w.exec(`UPDATE employees SET archived_at = 1, archived_reason = 'left' WHERE id = 7`)
		},
		"voided": func(w *world, p Person) {
			w.now = w.now.Add(time.Second)
			if err := w.s.SetPassword(w.ctx(), Actor{}, p.Email, "une tout autre phrase"); err != nil {
				w.t.Fatal(err)
			}
		},
		"signed out": func(w *world, p Person) { w.exec(`DELETE FROM refresh_tokens`) },
		"deleted":    func(w *world, p Person) { w.exec(`DELETE FROM people WHERE id = $1`, p.ID) },
	} {
		t.Run(what, func(t *testing.T) {
			each(t, func(w *world) {
				p := w.add("jeanne@ferme.example", Employee)
				tokens := w.tokens(p.Email)
				if _, err := w.s.PersonByToken(w.ctx(), tokens.Access); err != nil {
					w.t.Fatal(err)
				}
				stop(w, p)
				w.refuses("the access token", tokens.Access)
				if _, err := w.s.Refresh(w.ctx(), Actor{}, tokens.Refresh); !errs.HasCode(err, "invalid_grant") {
					w.t.Errorf("the refresh token: %v", err)
				}
			})
		})
	}
}

func TestSign_right_after_tokens_were_voided_gives_a_good_token(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	p := w.add("jeanne@ferme.example", Employee)
	if err := w.s.SetPassword(w.ctx(), Actor{}, p.Email, testPassword); err != nil {
		t.Fatal(err)
	}
	if _, err := w.s.PersonByToken(w.ctx(), w.tokens(p.Email).Access); err != nil { // in the same second
		t.Error(err)
	}
}

func TestIssueToken(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	p := w.add("jeanne@ferme.example", Employee)
	token, err := w.s.IssueToken(w.ctx(), "JEANNE@ferme.example", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(59 * time.Minute)
	if got, err := w.s.PersonByToken(w.ctx(), token); err != nil || got.ID != p.ID {
		t.Errorf("%v, %v", got, err)
	}
	w.now = w.now.Add(time.Minute)
	w.refuses("after an hour", token)
	for _, ttl := range []time.Duration{0, -time.Hour, 367 * 24 * time.Hour} {
		if _, err := w.s.IssueToken(w.ctx(), p.Email, ttl); errs.KindOf(err) != errs.KindInvalid {
			t.Errorf("%v: %v", ttl, err)
		}
	}
	if _, err := w.s.IssueToken(w.ctx(), "personne@ferme.example", time.Hour); errs.KindOf(err) != errs.KindNotFound {
		t.Errorf("for nobody: %v", err)
	}
	w.exec(`UPDATE people SET disabled_at = 1`)
	if _, err := w.s.IssueToken(w.ctx(), p.Email, time.Hour); !errs.HasCode(err, "person_inactive") {
		t.Errorf("for somebody who left: %v", err)
	}
}

func TestSigningKey_is_made_once_and_opened_with_its_secret_only(t *testing.T) {
	each(t, func(w *world) {
		again := newWorld(w.t, w.db, testURL)
		if again.s.tokens.jwk != w.s.tokens.jwk {
			w.t.Error("a second start has another key")
		}
		var sealed []byte
		if err := w.db.QueryRow(w.ctx(), `SELECT value FROM auth_secrets WHERE name = 'signing_key'`).Scan(&sealed); err != nil {
			w.t.Fatal(err)
		}
		if strings.Contains(string(sealed), string(w.s.tokens.key.Seed())) {
			w.t.Error("the key lies open in the database")
		}
		_, err := New(w.ctx(), Options{DB: w.db, Now: func() time.Time { return w.now }, Secret: []byte("another secret key, as long"),
			PublicURL: testURL})
		if err == nil || !strings.Contains(err.Error(), "SECRET_KEY") {
			w.t.Errorf("with another secret: %v", err)
		}
		if _, err := New(w.ctx(), Options{DB: w.db, Now: func() time.Time { return w.now }, Secret: []byte("short")}); err == nil {
			w.t.Error("a short secret is taken")
		}
		w.exec(`UPDATE auth_secrets SET value = $1 WHERE name = 'signing_key'`, []byte("x"))
		if _, err := New(w.ctx(), Options{DB: w.db, Now: func() time.Time { return w.now },
			Secret: []byte("0123456789abcdef0123456789abcdef")}); err == nil {
			w.t.Error("a broken row is taken")
		}
	})
}

func TestKeys_let_others_check_our_tokens(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	p := w.add("jeanne@ferme.example", Employee)
	rec := w.get("/.well-known/jwks.json")
	wantStatus(t, rec, 200)
	var set struct{ Keys []JWK }
	if err := json.Unmarshal(rec.Body.Bytes(), &set); err != nil || len(set.Keys) != 1 {
		t.Fatalf("%s, %v", rec.Body, err)
	}
	x, err := base64.RawURLEncoding.DecodeString(set.Keys[0].X)
	if err != nil {
		t.Fatal(err)
	}
	c := jwt.MapClaims{}
	token, err := jwt.ParseWithClaims(w.tokens(p.Email).Access, c, func(*jwt.Token) (any, error) { return ed25519.PublicKey(x), nil },
		jwt.WithTimeFunc(func() time.Time { return w.now }))
	if err != nil || token.Header["kid"] != set.Keys[0].KeyID || token.Header["typ"] != "at+jwt" || token.Header["alg"] != "EdDSA" {
		t.Fatalf("%v, %v", token, err)
	}
	if c["iss"] != testURL || c["sub"] != p.ID || c["jti"] == "" || c["exp"].(float64)-c["iat"].(float64) > 900 {
		t.Errorf("claims %v", c)
	}
	if strings.Contains(rec.Body.String(), `"d"`) {
		t.Error("the private key is published")
	}
}

func TestPersonByToken_reads_the_supervisor_from_the_tree(t *testing.T) {
	each(t, func(w *world) {
		boss, worker := w.add("boss@ferme.example", Employee), w.add("jeanne@ferme.example", Employee)
		w.employ(boss, 1, 0)
		w.employ(worker, 2, 1)
		for email, want := range map[string]Actor{
			boss.Email: {PersonID: boss.ID, EmployeeID: 1, Supervises: true, Name: "Léa Côté", Email: boss.Email, Role: Employee, Language: "fr",
				Via: "bearer"},
			worker.Email: {PersonID: worker.ID, EmployeeID: 2, Name: "Léa Côté", Email: worker.Email, Role: Employee, Language: "fr", Via: "bearer"},
		} {
			w.run(email, func(t *testing.T) {
				p, err := w.s.PersonByToken(w.ctx(), w.tokens(email).Access)
				if got := p.actor("bearer"); err != nil || got != want {
					w.t.Errorf("%+v, %v; want %+v", got, err, want)
				}
			})
		}
		w.exec(`UPDATE employees SET archived_at = 1 WHERE id = 2`)
		if p, _ := personByID(w.ctx(), w.db, boss.ID); p.Supervises {
			w.t.Error("an archived report still makes a supervisor")
		}
	})
}

func BenchmarkParse_known_token(b *testing.B) {
	tokens, token := benchTokens(b)
	for b.Loop() {
		if _, err := tokens.parse(token); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPersonByToken(b *testing.B) {
	d := dbtest.OpenSQLite(b)
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	s, err := New(context.Background(), Options{DB: d, Now: func() time.Time { return now }, Secret: []byte("0123456789abcdef"),
		PublicURL: testURL})
	if err != nil {
		b.Fatal(err)
	}
	p, err := s.AddPerson(context.Background(), Actor{}, NewPerson{Email: "a@b.example", Role: Employee})
	if err != nil {
		b.Fatal(err)
	}
	t, err := s.IssueTokenPair(context.Background(), p, "password")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.PersonByToken(context.Background(), t.Access); err != nil {
			b.Fatal(err)
		}
	}
}

func benchTokens(b *testing.B) (*tokens, string) {
	_, key, _ := ed25519.GenerateKey(rand.Reader)
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	tokens := newTokens(key, testURL, func() time.Time { return now })
	token, err := tokens.sign("0b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10", "1b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10", db.Instant(0), time.Hour)
	if err != nil {
		b.Fatal(err)
	}
	return tokens, token
}
