package auth

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"presence/app/apptest/idp"
	"presence/db/dbtest"
)

// attack is a sign-in that must come to nothing.
type attack struct {
	bend func(w *world, i *idp.Provider)          // before it begins
	back func(w *world, b *browser, q url.Values) // what comes back is changed
	as   with                                     // who comes back; nil: a browser
	code string
}

func inToken(name string, value any) func(w *world, i *idp.Provider) {
	return func(_ *world, i *idp.Provider) {
		i.IDToken = func(_ map[string]any, c jwt.MapClaims) {
			if c[name] = value; value == nil {
				delete(c, name)
			}
		}
	}
}

func signedAs(method jwt.SigningMethod, key any) func(w *world, i *idp.Provider) {
	return func(w *world, i *idp.Provider) {
		i.Signed = func(header map[string]any, c jwt.MapClaims, _ string) string {
			return idp.Forge(w.t, method, key, header, c)
		}
	}
}

func person(claims jwt.MapClaims) func(w *world, i *idp.Provider) {
	return func(_ *world, i *idp.Provider) { i.Claims = claims }
}

func inAnswer(name string, values ...string) func(w *world, b *browser, q url.Values) {
	return func(_ *world, _ *browser, q url.Values) { q[name] = values }
}

func attacks() map[string]attack {
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
			bend: func(_ *world, i *idp.Provider) {
				i.Describe = func(d map[string]any) { d["authorization_response_iss_parameter_supported"] = true }
			},
			back: func(_ *world, _ *browser, q url.Values) { q.Del("iss") }, code: "sign_in_refused"},

		"another nonce":    {bend: inToken("nonce", "n"), code: "sign_in_refused"},
		"another audience": {bend: inToken("aud", "another-client"), code: "sign_in_refused"},
		"a foreign key":    {bend: signedAs(jwt.SigningMethodRS256, idp.Keys()[2]), code: "sign_in_refused"},
		"our own token": {bend: func(w *world, i *idp.Provider) {
			p := w.person("own@ferme.example")
			own, err := w.s.IssueToken(w.ctx(), p.Email, time.Hour)
			if err != nil {
				w.t.Fatal(err)
			}
			i.Signed = func(map[string]any, jwt.MapClaims, string) string { return own }
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
		"a disabled person":    {bend: func(w *world, _ *idp.Provider) { w.exec(`UPDATE people SET disabled_at = 1`) }, code: "no_access"},
		"an archived employee": {bend: func(w *world, _ *idp.Provider) {
			p, _ := personByEmail(w.ctx(), w.db, "jeanne@ferme.example")
			w.employ(p, 1, 0)
			w.exec(`UPDATE employees SET archived_at = 1`)
		}, code: "no_access"},
		"a person who is another subject": {bend: func(w *world, i *idp.Provider) {
			w.exec(`INSERT INTO identities (issuer, subject, person_id, created_at) SELECT '` + i.Issuer() + `', 'subject-0', id, 0 FROM people`)
		}, code: "no_access"},

		"a provider that fails": {bend: func(_ *world, i *idp.Provider) {
			i.Answer = onToken(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
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
			i := idp.New(t, time.Now)
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
			if a.code == "provider_unavailable" {
				wantStatus(t, rec, 503)
			} else {
				wantStatus(t, rec, 400)
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
			if q.Get("state") == back.Query().Get("state") && len(q["state"]) == 1 && len(q["code"]) < 2 {
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
		if a.as != nil || a.code == "unknown_state" {
			continue
		}
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			i := idp.New(t, time.Now)
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

	i.Subject, i.Claims = "pirate", jwt.MapClaims{"email": "pirate@ferme.example", "email_verified": true}
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

	i.Subject, i.Claims = "victim", jwt.MapClaims{"email": "jeanne@ferme.example", "email_verified": true}
	begun = decode(t, w.get("/auth/v1/login", asProgram))
	back := victim.follow(begun["authorization_url"].(string), nil) // the victim clicks the pirate's link
	wantStatus(t, victim.visit(back, asPage), 400)
	wantStatus(t, w.get(back, asProgram), 400) // and the pirate has nothing of it, even with the code
	if w.count(`SELECT COUNT(*) FROM sessions WHERE person_id IS NOT NULL`)+w.count(`SELECT COUNT(*) FROM refresh_tokens`) != 0 {
		t.Error("a person was signed in")
	}
}
