package auth

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"

	"presence/db"
	"presence/db/dbtest"
)

const (
	clientID     = "presence-client"
	clientSecret = "a secret of the client, with / and +"
)

// testKeys are made once: each takes a while.
var testKeys = sync.OnceValue(func() []*rsa.PrivateKey {
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

// idp is a sign-in provider that speaks the protocol over a socket, honestly until a test bends it.
type idp struct {
	t      *testing.T
	server *httptest.Server
	now    func() time.Time

	mu      sync.Mutex
	kid     string
	key     *rsa.PrivateKey
	codes   map[string]url.Values // what was asked for, by code
	subject string
	claims  jwt.MapClaims // of the person, in the ID token
	info    jwt.MapClaims // at the user info
	asked   map[string]int

	// What is bent.
	describe func(doc map[string]any)
	keySet   func(doc map[string]any)
	idToken  func(header map[string]any, c jwt.MapClaims)                      // before it is signed
	signed   func(header map[string]any, c jwt.MapClaims, token string) string // after
	answer   func(w http.ResponseWriter, r *http.Request) bool                 // instead of the provider; true: it has answered
}

func newIDP(t *testing.T) *idp {
	t.Helper()
	i := &idp{t: t, now: time.Now, kid: "first", key: testKeys()[0], codes: map[string]url.Values{}, asked: map[string]int{},
		subject: "subject-1", claims: jwt.MapClaims{"email": "jeanne@ferme.example", "email_verified": true}}
	i.server = httptest.NewServer(http.HandlerFunc(i.serve))
	t.Cleanup(i.server.Close)
	return i
}

func (i *idp) issuer() string { return i.server.URL }

func (i *idp) oidc() OIDC { return OIDC{i.issuer(), clientID, clientSecret} }

// times is how often a path was asked for.
func (i *idp) times(path string) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.asked[path]
}

func (i *idp) serve(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.asked[r.URL.Path]++
	if i.answer != nil && i.answer(w, r) {
		return
	}
	switch r.URL.Path {
	case "/.well-known/openid-configuration", "/moved":
		i.json(w, i.describe, map[string]any{"issuer": i.issuer(), "authorization_endpoint": i.issuer() + "/authorize",
			"token_endpoint": i.issuer() + "/token",
			"jwks_uri":       i.issuer() + "/keys", "userinfo_endpoint": i.issuer() + "/userinfo",
			"id_token_signing_alg_values_supported": []string{"RS256"}})
	case "/keys":
		key, err := json.Marshal(jose.JSONWebKey{Key: i.key.Public(), KeyID: i.kid, Algorithm: "RS256", Use: "sig"})
		if err != nil {
			i.t.Error(err)
		}
		i.json(w, i.keySet, map[string]any{"keys": []any{json.RawMessage(key)}})
	case "/authorize":
		code := rand.Text()
		i.codes[code] = r.URL.Query()
		http.Redirect(w, r, r.URL.Query().Get("redirect_uri")+"?"+
			url.Values{"code": {code}, "state": {r.URL.Query().Get("state")}, "iss": {i.issuer()}}.Encode(), http.StatusFound)
	case "/token":
		i.token(w, r)
	case "/userinfo":
		i.json(w, nil, i.info)
	default:
		http.NotFound(w, r)
	}
}

func (i *idp) json(w http.ResponseWriter, bend func(map[string]any), doc map[string]any) {
	if bend != nil {
		bend(doc)
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(doc); err != nil {
		i.t.Error(err)
	}
}

func (i *idp) refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	i.json(w, nil, map[string]any{"error": code})
}

// token takes a code once, from the client alone, with the verifier of its challenge.
func (i *idp) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	id, _ = url.QueryUnescape(id)
	secret, _ = url.QueryUnescape(secret)
	asked, known := i.codes[r.PostFormValue("code")]
	delete(i.codes, r.PostFormValue("code"))
	challenge := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if id != clientID || secret != clientSecret || !known || r.PostFormValue("redirect_uri") != asked.Get("redirect_uri") ||
		base64.RawURLEncoding.EncodeToString(challenge[:]) != asked.Get("code_challenge") || asked.Get("code_challenge_method") != "S256" {
		i.refuse(w, http.StatusBadRequest, "invalid_grant")
		return
	}
	access := i.access(nil)
	c := i.base(clientID)
	c["nonce"] = asked.Get("nonce")
	maps.Copy(c, i.claims)
	hash := sha256.Sum256([]byte(access))
	c["at_hash"] = base64.RawURLEncoding.EncodeToString(hash[:16])
	header := map[string]any{"kid": i.kid}
	if i.idToken != nil {
		i.idToken(header, c)
	}
	token := forge(i.t, jwt.SigningMethodRS256, i.key, header, c)
	if i.signed != nil {
		token = i.signed(header, c, token)
	}
	i.json(w, nil, map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": 300, "id_token": token})
}

func (i *idp) base(audience string) jwt.MapClaims {
	return jwt.MapClaims{"iss": i.issuer(), "sub": i.subject, "aud": audience, "iat": i.now().Unix(),
		"exp": i.now().Add(5 * time.Minute).Unix()}
}

// access is an access token, with claims changed; nil removes one.
func (i *idp) access(change jwt.MapClaims) string {
	return i.accessBy(jwt.SigningMethodRS256, i.key, map[string]any{"kid": i.kid, "typ": "at+jwt"}, change)
}

func (i *idp) accessBy(method jwt.SigningMethod, key crypto.PrivateKey, header map[string]any, change jwt.MapClaims) string {
	c := i.base(clientID)
	c["scope"], c["jti"], c["client_id"] = "openid", rand.Text(), clientID
	for name, value := range change {
		if c[name] = value; value == nil {
			delete(c, name)
		}
	}
	return forge(i.t, method, key, header, c)
}

// oidcWorld is a world with that provider.
func oidcWorld(t *testing.T, d *db.DB, i *idp) *world {
	t.Helper()
	w := newWorldOf(t, Options{DB: d, PublicURL: testURL, OIDC: i.oidc()})
	i.now = func() time.Time { return w.now }
	return w
}

func oidcSQLite(t *testing.T) (*world, *idp) {
	t.Helper()
	i := newIDP(t)
	return oidcWorld(t, dbtest.OpenSQLite(t), i), i
}

// eachOIDC runs fn on both engines.
func eachOIDC(t *testing.T, fn func(w *world, i *idp)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		i := newIDP(t)
		fn(oidcWorld(t, d, i), i)
	})
}

// person is one without a password, which costs time to hash.
func (w *world) person(email string) Person {
	w.t.Helper()
	p, err := w.s.AddPerson(w.ctx(), Actor{Via: "command"}, NewPerson{Email: email, Name: "Jeanne Roy", Role: Employee})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// browser is somebody's: it keeps the cookies of both sites.
type browser struct {
	*world
	jar     http.CookieJar
	cookies map[string]*http.Cookie // of ours
}

func (w *world) browser() *browser {
	w.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &browser{w, jar, map[string]*http.Cookie{}}
}

var (
	asPage    = header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	asProgram = header("Accept", "application/json")
)

func (b *browser) visit(path string, changes ...with) *httptest.ResponseRecorder {
	b.t.Helper()
	return b.keep(b.world.get(path, append(changes, b.carry)...))
}

func (b *browser) post(path string, form url.Values) *httptest.ResponseRecorder {
	b.t.Helper()
	return b.keep(b.world.post(path, form, b.carry))
}

// carry puts the browser's cookies into a request, and keep those of an answer into the browser.
func (b *browser) carry(r *http.Request) {
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
}

func (b *browser) keep(rec *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	for _, c := range rec.Result().Cookies() {
		b.cookies[c.Name] = c
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return rec
}

// begin follows the button of the sign-in page, and gives the provider's address.
func (b *browser) begin(next string) string {
	b.t.Helper()
	rec := b.visit("/auth/v1/sso?next="+url.QueryEscape(next), asPage)
	wantStatus(b.t, rec, http.StatusSeeOther)
	return rec.Header().Get("Location")
}

// follow goes on from the provider's page until it sends the browser back to us, filling in its form on the way, and
// gives the address of ours.
func (b *browser) follow(address string, signIn url.Values) string {
	b.t.Helper()
	client := &http.Client{Jar: b.jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for range 10 {
		answer, err := client.Get(address)
		if err != nil {
			b.t.Fatal(err)
		}
		answer.Body.Close()
		at := answer.Request.URL
		if answer.StatusCode == http.StatusOK && signIn != nil { // the provider's form
			form := url.Values{"id": {at.Query().Get("authRequestID")}}
			maps.Copy(form, signIn)
			if answer, err = client.PostForm(at.String(), form); err != nil {
				b.t.Fatal(err)
			}
			answer.Body.Close()
		}
		to, err := answer.Location()
		if err != nil {
			b.t.Fatalf("%s answers %d", at, answer.StatusCode)
		}
		if strings.HasPrefix(to.String(), testURL+"/auth/callback?") {
			return to.RequestURI()
		}
		address = to.String()
	}
	b.t.Fatal("the provider goes round in circles")
	return ""
}

// signOn is the whole way of a person with a browser.
func (b *browser) signOn(next string) *httptest.ResponseRecorder {
	b.t.Helper()
	return b.visit(b.follow(b.begin(next), nil), asPage)
}

// me is who the browser is taken for, "" for nobody.
func (b *browser) me() string {
	b.t.Helper()
	rec := b.visit("/auth/v1/me")
	if rec.Code != http.StatusOK {
		return ""
	}
	return decode(b.t, rec)["id"].(string)
}
