package auth

import (
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/openid"
	"presence/app/apptest/idp"
	"presence/db"
	"presence/db/dbtest"
)

// oidcWorld is a world with that provider.
func oidcWorld(t *testing.T, d *db.DB, i *idp.Provider) *world {
	t.Helper()
	w := newWorldOf(t, Options{DB: d, PublicURL: testURL, OIDC: openid.Config{Issuer: i.Issuer(), ClientID: idp.ClientID, ClientSecret: idp.ClientSecret}})
	i.Now = func() time.Time { return w.now }
	return w
}

func oidcSQLite(t *testing.T) (*world, *idp.Provider) {
	t.Helper()
	i := idp.New(t, time.Now)
	return oidcWorld(t, dbtest.OpenSQLite(t), i), i
}

// eachOIDC runs fn on both engines.
func eachOIDC(t *testing.T, fn func(w *world, i *idp.Provider)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		i := idp.New(t, time.Now)
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

// browser keeps the cookies of both sites, as a browser does.
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
