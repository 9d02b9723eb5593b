package auth

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"presence/db/dbtest"
)

// attack is a sign-in that must come to nothing.
type attack struct {
	bend func(w *world, i *idp)                   // before it begins
	back func(w *world, b *browser, q url.Values) // what comes back is changed
	as   with                                     // who comes back; nil: a browser
	code string
}

func inToken(name string, value any) func(w *world, i *idp) {
	return func(_ *world, i *idp) {
		i.idToken = func(_ map[string]any, c jwt.MapClaims) {
			if c[name] = value; value == nil {
				delete(c, name)
			}
		}
	}
}

func signedAs(method jwt.SigningMethod, key any) func(w *world, i *idp) {
	return func(w *world, i *idp) {
		i.signed = func(header map[string]any, c jwt.MapClaims, _ string) string {
			return forge(w.t, method, key, header, c)
		}
	}
}

func person(claims jwt.MapClaims) func(w *world, i *idp) {
	return func(_ *world, i *idp) { i.claims = claims }
}

func inAnswer(name string, values ...string) func(w *world, b *browser, q url.Values) {
	return func(_ *world, _ *browser, q url.Values) { q[name] = values }
}

func attacks() map[string]attack {
	public := testKeys()[0].Public()
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		panic(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	later := func(d time.Duration) func(w *world, b *browser, q url.Values) {
		return func(w *world, _ *browser, _ url.Values) { w.now = w.now.Add(d) }
	}
	return map[string]attack{
		"no state":           {back: func(_ *world, _ *browser, q url.Values) { q.Del("state") }, code: "unknown_state"},
		"an empty state":     {back: inAnswer("state", ""), code: "unknown_state"},
		"another state":      {back: inAnswer("state", "AAAAAAAAAAAAAAAAAAAAAA"), code: "unknown_state"},
		"a huge state":       {back: inAnswer("state", strings.Repeat("A", 10_000)), code: "unknown_state"},
		"a state of SQL":     {back: inAnswer("state", "' OR 1=1 --"), code: "unknown_state"},
		"a state and NUL":    {back: func(_ *world, _ *browser, q url.Values) { q.Set("state", q.Get("state")+"\x00") }, code: "unknown_state"},
		"two states":         {back: func(_ *world, _ *browser, q url.Values) { q.Add("state", q.Get("state")) }, code: "unknown_state"},
		"two codes":          {back: func(_ *world, _ *browser, q url.Values) { q.Add("code", "x") }, code: "unknown_state"},
		"after 10 minutes":   {back: later(signInTTL), code: "unknown_state"},
		"in another browser": {back: func(w *world, b *browser, _ url.Values) { b.cookies = map[string]*http.Cookie{} }, code: "unknown_state"},
		"in another browser, which has begun too": {back: func(w *world, b *browser, _ url.Values) {
			other := w.browser()
			other.begin("")
			b.cookies = other.cookies
		}, code: "unknown_state"},
		"with another value in the cookie": {back: func(_ *world, b *browser, _ url.Values) {
			for _, c := range b.cookies {
				c.Value = "AAAAAAAAAAAAAAAAAAAAAA"
			}
		}, code: "unknown_state"},
		"by a program that has not begun it": {back: func(w *world, b *browser, _ url.Values) { b.cookies = map[string]*http.Cookie{} },
			as: asProgram, code: "unknown_state"},
		"cancelled": {back: func(_ *world, _ *browser, q url.Values) { q.Set("error", "access_denied"); q.Del("code") },
			code: "access_denied"},
		"refused, with a code":   {back: inAnswer("error", "server_error"), code: "sign_in_refused"},
		"cancelled, with a code": {back: inAnswer("error", "access_denied"), code: "access_denied"},
		"refused": {back: func(_ *world, _ *browser, q url.Values) { q.Set("error", "<script>"); q.Del("code") },
			code: "sign_in_refused"},
		"no code":      {back: func(_ *world, _ *browser, q url.Values) { q.Del("code") }, code: "sign_in_refused"},
		"another code": {back: inAnswer("code", "guessed"), code: "sign_in_refused"},
		"the code of another sign-in": {back: func(w *world, _ *browser, q url.Values) {
			other := w.browser()
			q.Set("code", mustParse(w.t, other.follow(other.begin(""), nil)).Query().Get("code"))
		}, code: "sign_in_refused"},
		"the answer of another provider": {back: inAnswer("iss", "https://evil.example"), code: "sign_in_refused"},
		"an answer without an issuer, of a provider that says who it is": {
			bend: func(_ *world, i *idp) {
				i.describe = func(d map[string]any) { d["authorization_response_iss_parameter_supported"] = true }
			},
			back: func(_ *world, _ *browser, q url.Values) { q.Del("iss") }, code: "sign_in_refused"},

		"another nonce":                  {bend: inToken("nonce", "n"), code: "sign_in_refused"},
		"no nonce":                       {bend: inToken("nonce", nil), code: "sign_in_refused"},
		"another audience":               {bend: inToken("aud", "another-client"), code: "sign_in_refused"},
		"no audience":                    {bend: inToken("aud", nil), code: "sign_in_refused"},
		"another party":                  {bend: inToken("azp", "another-client"), code: "sign_in_refused"},
		"another issuer":                 {bend: inToken("iss", "https://evil.example"), code: "sign_in_refused"},
		"no issuer":                      {bend: inToken("iss", nil), code: "sign_in_refused"},
		"expired":                        {bend: inToken("exp", 1_000_000_000), code: "sign_in_refused"},
		"no expiry":                      {bend: inToken("exp", nil), code: "sign_in_refused"},
		"from the future":                {bend: inToken("iat", 4_000_000_000), code: "sign_in_refused"},
		"of no time":                     {bend: inToken("iat", nil), code: "sign_in_refused"},
		"no subject":                     {bend: inToken("sub", ""), code: "sign_in_refused"},
		"a huge subject":                 {bend: inToken("sub", strings.Repeat("s", 256)), code: "sign_in_refused"},
		"a NUL in the subject":           {bend: inToken("sub", "subject-1\x00"), code: "sign_in_refused"},
		"another access token":           {bend: inToken("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"), code: "sign_in_refused"},
		"alg none":                       {bend: signedAs(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType), code: "sign_in_refused"},
		"HS256 with the client's secret": {bend: signedAs(jwt.SigningMethodHS256, []byte(clientSecret)), code: "sign_in_refused"},
		"HS256 with the public key":      {bend: signedAs(jwt.SigningMethodHS256, text), code: "sign_in_refused"},
		"a foreign key":                  {bend: signedAs(jwt.SigningMethodRS256, testKeys()[2]), code: "sign_in_refused"},
		"PS256 by a foreign key":         {bend: signedAs(jwt.SigningMethodPS256, testKeys()[2]), code: "sign_in_refused"},
		"a key of its own": {bend: func(w *world, i *idp) {
			i.signed = func(header map[string]any, c jwt.MapClaims, _ string) string {
				header = maps.Clone(header)
				header["jwk"] = map[string]any{"kty": "RSA", "e": "AQAB", "n": base64.RawURLEncoding.EncodeToString(testKeys()[2].N.Bytes())}
				return forge(w.t, jwt.SigningMethodRS256, testKeys()[2], header, c)
			}
		}, code: "sign_in_refused"},
		"no signature": {bend: func(_ *world, i *idp) {
			i.signed = func(_ map[string]any, _ jwt.MapClaims, token string) string {
				return token[:strings.LastIndexByte(token, '.')+1]
			}
		}, code: "sign_in_refused"},
		"no ID token": {bend: func(_ *world, i *idp) { i.signed = func(map[string]any, jwt.MapClaims, string) string { return "" } },
			code: "sign_in_refused"},
		"rubbish": {bend: func(_ *world, i *idp) {
			i.signed = func(map[string]any, jwt.MapClaims, string) string { return "a.b.c" }
		}, code: "sign_in_refused"},
		"a huge token": {bend: inToken("x", strings.Repeat("x", maxProviderToken)), code: "sign_in_refused"},
		"our own token": {bend: func(w *world, i *idp) {
			p := w.person("own@ferme.example")
			own, err := w.s.IssueToken(w.ctx(), p.Email, time.Hour)
			if err != nil {
				w.t.Fatal(err)
			}
			i.signed = func(map[string]any, jwt.MapClaims, string) string { return own }
		}, code: "sign_in_refused"},

		"an unverified address": {bend: person(jwt.MapClaims{"email": "jeanne@ferme.example", "email_verified": false}),
			code: "email_unverified"},
		"an unsure address": {bend: person(jwt.MapClaims{"email": "jeanne@ferme.example", "email_verified": "yes"}),
			code: "email_unverified"},
		"an unmentioned surety": {bend: person(jwt.MapClaims{"email": "jeanne@ferme.example"}), code: "email_unverified"},
		"an invisible character": {bend: person(jwt.MapClaims{"email": "jeanne@ferme.example\u200b", "email_verified": true}),
			code: "email_unverified"},
		"a soft hyphen": {bend: person(jwt.MapClaims{"email": "jean\u00adne@ferme.example", "email_verified": true}),
			code: "email_unverified"},
		"full-width letters": {bend: person(jwt.MapClaims{"email": "jeanne@ｆerme.example", "email_verified": true}),
			code: "email_unverified"},
		"an ideographic stop": {bend: person(jwt.MapClaims{"email": "jeanne@ferme。example", "email_verified": true}),
			code: "email_unverified"},
		"a space after it": {bend: person(jwt.MapClaims{"email": "jeanne@ferme.example ", "email_verified": true}),
			code: "email_unverified"},
		"an address with a name": {bend: person(jwt.MapClaims{"email": "Jeanne <jeanne@ferme.example>", "email_verified": true}),
			code: "email_unverified"},
		"an unknown address":   {bend: person(jwt.MapClaims{"email": "paul@ferme.example", "email_verified": true}), code: "no_access"},
		"a look-alike address": {bend: person(jwt.MapClaims{"email": "jеanne@ferme.example", "email_verified": true}), code: "no_access"},
		"a disabled person":    {bend: func(w *world, _ *idp) { w.exec(`UPDATE people SET disabled_at = 1`) }, code: "no_access"},
		"an archived employee": {bend: func(w *world, _ *idp) {
			p, _ := personByEmail(w.ctx(), w.db, "jeanne@ferme.example")
			w.employ(p, 1, 0)
			w.exec(`UPDATE employees SET archived_at = 1`)
		}, code: "no_access"},
		"a person who is another subject": {bend: func(w *world, i *idp) {
			w.exec(`INSERT INTO identities (issuer, subject, person_id, created_at) SELECT '` + i.issuer() + `', 'subject-0', id, 0 FROM people`)
		}, code: "no_access"},

		"a provider that fails": {bend: func(_ *world, i *idp) {
			i.answer = onToken(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
		}, code: "provider_unavailable"},
		"a provider that does not know us": {bend: func(_ *world, i *idp) {
			i.answer = onToken(func(w http.ResponseWriter, _ *http.Request) { i.refuse(w, http.StatusUnauthorized, "invalid_client") })
		}, code: "provider_unavailable"},
		"a provider that sends us elsewhere": {bend: func(_ *world, i *idp) {
			i.answer = onToken(func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "http://169.254.169.254/", http.StatusTemporaryRedirect)
			})
		}, code: ""},
		"a provider that never stops talking": {bend: func(_ *world, i *idp) {
			i.answer = onToken(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				for range 40 {
					if _, err := w.Write([]byte(strings.Repeat(" ", 64<<10))); err != nil {
						return
					}
				}
			})
		}, code: "provider_unavailable"},
	}
}

func onToken(answer http.HandlerFunc) func(w http.ResponseWriter, r *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/token" {
			return false
		}
		answer(w, r)
		return true
	}
}

func TestSignOn_refuses(t *testing.T) {
	for what, a := range attacks() {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			i := newIDP(t)
			w := oidcWorld(t, dbtest.OpenSQLite(t), i)
			w.person("jeanne@ferme.example")
			if a.bend != nil {
				a.bend(w, i)
			}
			links := w.count(`SELECT COUNT(*) FROM identities`)
			b := w.browser()
			back := mustParse(t, b.follow(b.begin("/staff/"), nil))
			genuine := back.RequestURI()
			q := back.Query()
			if a.back != nil {
				a.back(w, b, q)
			}
			as := a.as
			if as == nil {
				as = asPage
			}
			path := "/auth/callback?" + q.Encode()
			rec := b.visit(path, as)
			switch {
			case a.code == "provider_unavailable":
				wantStatus(t, rec, 503)
			case a.code != "":
				wantStatus(t, rec, 400)
			case rec.Code < 400:
				t.Fatalf("let in: %d", rec.Code)
			}
			if as := b.visit(path, asProgram); as.Code < 400 {
				t.Errorf("afterwards: %d", as.Code)
			}
			if n := w.count(`SELECT COUNT(*) FROM sessions WHERE person_id IS NOT NULL`) + w.count(`SELECT COUNT(*) FROM refresh_tokens`); n != 0 ||
				session(rec) != nil || rec.Header().Get("Refresh") != "" {
				t.Errorf("%d sessions, cookie %v", n, session(rec))
			}
			if w.count(`SELECT COUNT(*) FROM identities`) != links {
				t.Error("a person was linked")
			}
			if strings.Contains(rec.Body.String(), "<script>") || strings.Contains(rec.Body.String(), "evil.example") ||
				strings.Contains(rec.Body.String(), "state=") {
				t.Error("what came is shown")
			}
			if q.Get("state") == back.Query().Get("state") && a.code != "" && len(q["state"]) == 1 && len(q["code"]) < 2 {
				if again := b.visit(genuine, asPage); again.Code != 400 {
					t.Errorf("the state is good still: %d", again.Code)
				}
			}
		})
	}
}

// The same refusals, as a program hears them.
func TestSignOn_says_why_to_a_program(t *testing.T) {
	for what, a := range attacks() {
		if a.as != nil || a.code == "" || a.code == "unknown_state" {
			continue
		}
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			i := newIDP(t)
			w := oidcWorld(t, dbtest.OpenSQLite(t), i)
			w.person("jeanne@ferme.example")
			if a.bend != nil {
				a.bend(w, i)
			}
			b := w.browser()
			begun := decode(t, w.get("/auth/v1/login", asProgram))
			q := mustParse(t, b.follow(begun["authorization_url"].(string), nil)).Query()
			if a.back != nil {
				a.back(w, b, q)
			}
			rec := w.get("/auth/callback?"+q.Encode(), asProgram)
			if body := decode(t, rec); body["code"] != a.code || body["access_token"] != nil {
				t.Errorf("%d %v, want %s", rec.Code, body, a.code)
			}
		})
	}
}

// Login CSRF: a person who has signed in must not be able to make the browser or program of another person continue under that
// account, nor to send another person the address of a sign-in that they have begun, and get its result.
func TestSignOn_in_the_place_of_another(t *testing.T) {
	w, i := oidcSQLite(t)
	w.person("pirate@ferme.example")
	w.person("jeanne@ferme.example")
	pirate, victim := w.browser(), w.browser()

	i.subject, i.claims = "pirate", jwt.MapClaims{"email": "pirate@ferme.example", "email_verified": true}
	begun := decode(t, w.get("/auth/v1/login", asProgram))
	for what, back := range map[string]string{
		"the pirate's browser": pirate.follow(pirate.begin(""), nil),
		"the pirate's program": pirate.follow(begun["authorization_url"].(string), nil),
	} {
		t.Run(what, func(t *testing.T) {
			if rec := victim.visit(back, asPage); rec.Code != 400 || victim.me() != "" {
				t.Errorf("a sign-in of %s ends in the victim's browser: %d", what, rec.Code)
			}
		})
	}

	i.subject, i.claims = "victim", jwt.MapClaims{"email": "jeanne@ferme.example", "email_verified": true}
	begun = decode(t, w.get("/auth/v1/login", asProgram))
	back := victim.follow(begun["authorization_url"].(string), nil) // the victim clicks the pirate's link
	wantStatus(t, victim.visit(back, asPage), 400)
	wantStatus(t, w.get(back, asProgram), 400) // and the pirate has nothing of it, even with the code
	if w.count(`SELECT COUNT(*) FROM sessions WHERE person_id IS NOT NULL`)+w.count(`SELECT COUNT(*) FROM refresh_tokens`) != 0 {
		t.Error("a person was signed in")
	}
}
