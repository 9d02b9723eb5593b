package auth

import (
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"presence/app/apptest/idp"
)

func (w *world) accepts(what, token string) {
	w.t.Helper()
	if _, err := w.s.PersonByToken(w.ctx(), token); err != nil {
		w.t.Errorf("%s: %v", what, err)
	}
}

func TestProviderToken(t *testing.T) {
	w, i := oidcSQLite(t)
	p := w.person("jeanne@ferme.example")
	var id string
	i.Signed = func(_ map[string]any, _ jwt.MapClaims, token string) string { id = token; return token }
	wantStatus(t, w.browser().signOn(""), 200)
	good := i.Access(nil)
	ownKey, kid := w.signingKey()
	if got, err := w.s.PersonByToken(w.ctx(), good); err != nil || got.ID != p.ID {
		t.Fatal(got, err)
	}
	with := func(name string, value any) string { return i.Access(jwt.MapClaims{name: value}) }
	for what, token := range map[string]string{
		"the ID token of the sign-in": id,
		"an unknown subject":          with("sub", "subject-2"),
		"the subject a person's id":   with("sub", p.ID),
		"the subject an address":      with("sub", p.Email),
		"another audience":            with("aud", "another"),
		"the audience of our own":     with("aud", "presence"),
		"another issuer":              with("iss", i.Issuer()+"/"),
		"huge":                        with("x", strings.Repeat("x", 16<<10)),
		"our own key": i.AccessBy(jwt.SigningMethodEdDSA, ownKey,
			map[string]any{"typ": "at+jwt", "kid": kid}, nil),
		"ours, with the provider's key": i.AccessBy(jwt.SigningMethodRS256, i.Key, map[string]any{"typ": "at+jwt", "kid": kid},
			jwt.MapClaims{"iss": testURL, "aud": "presence", "sub": p.ID}),
	} {
		w.run(what, func(t *testing.T) {
			w.refuses(what, token)
		})
	}
	wantStatus(t, w.get("/auth/v1/me", bearerOf(good)), 200)
	refused := w.get("/auth/v1/me", bearerOf(id))
	if refused.Code != 401 || !strings.HasPrefix(refused.Header().Get("WWW-Authenticate"), "Bearer") {
		t.Errorf("an ID token as bearer: %d", refused.Code)
	}
	w.now = w.now.Add(5 * time.Minute)
	w.refuses("one that was good, and has expired", good)
}

func TestProviderToken_stops_with_the_person(t *testing.T) {
	eachOIDC(t, func(w *world, i *idp.Provider) {
		p := w.person("jeanne@ferme.example")
		w.refuses("a token of somebody who never signed in here", i.Access(nil))
		wantStatus(w.t, w.browser().signOn(""), 200)
		token := i.Access(nil)
		w.accepts("a token", token)
		w.exec(`UPDATE people SET disabled_at = 1`)
		w.refuses("a disabled person's", token)
		w.exec(`UPDATE people SET disabled_at = NULL`)
		w.employ(p, 1, 0)
		w.accepts("an employee's", token)
		w.exec(`UPDATE employees SET archived_at = 1`)
		w.refuses("an archived employee's", token)
		w.exec(`UPDATE employees SET archived_at = NULL`)
		wantStatus(w.t, w.postJSON("/auth/v1/logout", `{"everywhere":true}`, bearerOf(token)), 204)
		w.refuses("one of before signing out everywhere", token)
		w.now = w.now.Add(time.Second)
		w.accepts("one of after", i.Access(nil))
	})
}

func TestProviderToken_means_nothing_without_a_provider(t *testing.T) {
	w, i := oidcSQLite(t)
	w.person("jeanne@ferme.example")
	wantStatus(t, w.browser().signOn(""), 200)
	token := i.Access(nil)
	w.accepts("a token", token)
	alone := newWorldOf(t, Options{DB: w.db, PublicURL: testURL})
	alone.refuses("a provider's token", token)
	wantStatus(t, alone.get("/auth/v1/sso"), 404)
}
