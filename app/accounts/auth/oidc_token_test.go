package auth

import (
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
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
	i.idToken = func(_ map[string]any, c jwt.MapClaims) { c["jti"] = "x" }
	i.signed = func(_ map[string]any, _ jwt.MapClaims, token string) string { id = token; return token }
	wantStatus(t, w.browser().signOn(""), 200)
	rs, key := jwt.SigningMethodRS256, i.key
	plain := map[string]any{"kid": i.kid, "typ": "JWT"}
	typed := func(typ any) map[string]any { return map[string]any{"kid": i.kid, "typ": typ} }
	with := func(name string, value any) string { return i.access(jwt.MapClaims{name: value}) }
	unix := func(d time.Duration) int64 { return w.now.Add(d).Unix() }
	if got, err := w.s.PersonByToken(w.ctx(), i.access(nil)); err != nil || got.ID != p.ID {
		t.Fatal(got, err)
	}
	for what, token := range map[string]string{
		"for the address of this service": with("aud", testURL),
		"for several":                     with("aud", []string{"x", clientID}),
		"spelled out":                     i.accessBy(rs, key, typed("application/at+jwt"), nil),
		"of a provider without the type":  i.accessBy(rs, key, plain, nil),
		"with scp":                        i.accessBy(rs, key, plain, jwt.MapClaims{"scope": nil, "client_id": nil, "jti": nil, "scp": "openid"}),
		"of Keycloak":                     i.accessBy(rs, key, plain, jwt.MapClaims{"typ": "Bearer"}),
		"without a type, with an id":      i.accessBy(rs, key, map[string]any{"kid": i.kid}, jwt.MapClaims{"scope": nil, "client_id": nil}),
		"good since now":                  with("nbf", unix(0)),
	} {
		w.run(what, func(t *testing.T) {
			w.accepts(what, token)
		})
	}
	good := i.access(nil)
	parts := strings.Split(good, ".")
	for what, token := range map[string]string{
		"the ID token of the sign-in":    id,
		"an ID token with a nonce":       i.accessBy(rs, key, plain, jwt.MapClaims{"nonce": "n"}),
		"an ID token with at_hash":       i.accessBy(rs, key, plain, jwt.MapClaims{"at_hash": "h"}),
		"an ID token with c_hash":        i.accessBy(rs, key, plain, jwt.MapClaims{"c_hash": "h"}),
		"a bare ID token":                i.accessBy(rs, key, plain, jwt.MapClaims{"scope": nil, "client_id": nil, "jti": nil}),
		"an ID token of Keycloak":        i.accessBy(rs, key, plain, jwt.MapClaims{"typ": "ID"}),
		"a refresh token of Keycloak":    i.accessBy(rs, key, plain, jwt.MapClaims{"typ": "Refresh"}),
		"a logout token":                 i.accessBy(rs, key, typed("logout+jwt"), nil),
		"a type that is a number":        i.accessBy(rs, key, typed(5), jwt.MapClaims{"scope": nil, "client_id": nil, "jti": nil}),
		"another audience":               with("aud", "another"),
		"no audience":                    with("aud", nil),
		"the audience of our own":        with("aud", "presence"),
		"another issuer":                 with("iss", i.issuer()+"/"),
		"expired":                        with("exp", unix(0)),
		"no expiry":                      with("exp", nil),
		"not yet good":                   with("nbf", unix(2*time.Minute)),
		"of the future":                  with("iat", unix(2*time.Minute)),
		"of no time":                     with("iat", nil),
		"nobody":                         with("sub", nil),
		"an unknown subject":             with("sub", "subject-2"),
		"the subject a person's id":      with("sub", p.ID),
		"the subject an address":         with("sub", p.Email),
		"huge":                           with("x", strings.Repeat("x", maxProviderToken)),
		"alg none":                       i.accessBy(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, typed("at+jwt"), nil),
		"HS256 with the client's secret": i.accessBy(jwt.SigningMethodHS256, []byte(clientSecret), typed("at+jwt"), nil),
		"a foreign key":                  i.accessBy(rs, testKeys()[2], typed("at+jwt"), nil),
		"our own key": i.accessBy(jwt.SigningMethodEdDSA, w.s.tokens.key,
			map[string]any{"typ": "at+jwt", "kid": w.s.tokens.jwk.KeyID}, nil),
		"no signature":      parts[0] + "." + parts[1] + ".",
		"another payload":   parts[0] + "." + flip(parts[1]) + "." + parts[2],
		"another signature": parts[0] + "." + parts[1] + "." + flip(parts[2]),
		"ours, with the provider's key": i.accessBy(rs, key, map[string]any{"typ": "at+jwt", "kid": w.s.tokens.jwk.KeyID},
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
	eachOIDC(t, func(w *world, i *idp) {
		p := w.person("jeanne@ferme.example")
		w.refuses("a token of somebody who never signed in here", i.access(nil))
		wantStatus(w.t, w.browser().signOn(""), 200)
		token := i.access(nil)
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
		w.accepts("one of after", i.access(nil))
	})
}

func TestProviderToken_means_nothing_without_a_provider(t *testing.T) {
	w, i := oidcSQLite(t)
	w.person("jeanne@ferme.example")
	wantStatus(t, w.browser().signOn(""), 200)
	token := i.access(nil)
	w.accepts("a token", token)
	alone := newWorldOf(t, Options{DB: w.db, PublicURL: testURL})
	alone.refuses("a provider's token", token)
	wantStatus(t, alone.get("/auth/v1/sso"), 404)
}
