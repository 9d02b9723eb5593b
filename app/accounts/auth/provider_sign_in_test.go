package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"presence/app/accounts/openid"
	"presence/app/apptest/idp"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db/dbtest"
)

func TestSignOn(t *testing.T) {
	eachOIDC(t, func(w *world, i *idp.Provider) {
		p := w.person("jeanne@ferme.example")
		b := w.browser()
		page := b.visit("/auth/v1/login?next=/staff/time", asPage)
		if page.Code != 200 || !shows(w.t, page, "a[href='/auth/v1/sso?next=%2Fstaff%2Ftime']") || !shows(w.t, page, "input[name=password]") {
			w.t.Fatalf("the sign-in page has no button, or no form: %d", page.Code)
		}
		to := b.begin("/staff/time?x=1")
		q := mustParse(w.t, to).Query()
		for name, want := range map[string]string{"response_type": "code", "client_id": idp.ClientID, "redirect_uri": testURL + "/auth/callback",
			"code_challenge_method": "S256", "scope": "openid profile email"} {
			if q.Get(name) != want {
				w.t.Errorf("%s=%q goes to the provider, want %q", name, q.Get(name), want)
			}
		}
		if len(q.Get("nonce")) < 22 || len(q.Get("state")) < 22 || len(q.Get("code_challenge")) != 43 {
			w.t.Errorf("weak: %v", q)
		}
		rec := b.visit(b.follow(to, nil), asPage)
		wantStatus(w.t, rec, 200)
		if got := rec.Header().Get("Refresh"); got != "0; url=/staff/time?x=1" {
			w.t.Errorf("the page moves on to %q", got)
		}
		if !shows(w.t, rec, "a[href='/staff/time?x=1']") || shows(w.t, rec, "script:not([src])") {
			w.t.Error("no link, or an inline script")
		}
		if b.me() != p.ID {
			w.t.Error("no session")
		}
		if c := session(rec); !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
			w.t.Errorf("%v", c)
		}
		if len(b.cookies) != 1 || w.count(`SELECT COUNT(*) FROM sessions WHERE browser_hash IS NOT NULL`) != 0 {
			w.t.Errorf("something of the sign-in is left: %v", b.cookies)
		}
		if w.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'identity_linked' AND record_id = $1 AND person_id = $2`, p.ID, p.ID) != 1 {
			w.t.Error("the link left no trail")
		}
		i.Claims = jwt.MapClaims{"email": "another@ferme.example", "email_verified": false} // it is the subject that counts from now on
		again := w.browser()
		wantStatus(w.t, again.signOn(""), 200)
		if again.me() != p.ID || w.count(`SELECT COUNT(*) FROM identities`) != 1 {
			w.t.Error("the subject is not enough")
		}
	})
}

func mustParse(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestSignOn_of_a_program(t *testing.T) {
	eachOIDC(t, func(w *world, i *idp.Provider) {
		p := w.person("jeanne@ferme.example")
		begun := decode(w.t, w.get("/auth/v1/login", asProgram))
		to := begun["authorization_url"].(string)
		if !strings.HasPrefix(to, i.Issuer()+"/authorize?") || begun["expires_in"] != 600.0 ||
			mustParse(w.t, to).Query().Get("state") != begun["state"] {
			w.t.Fatalf("%v", begun)
		}
		rec := w.get(w.browser().follow(to, nil), asProgram)
		wantStatus(w.t, rec, 200)
		body := decode(w.t, rec)
		if body["token_type"] != "Bearer" || body["expires_in"] != 900.0 || body["user"].(map[string]any)["id"] != p.ID ||
			rec.Header().Get("Cache-Control") != "no-store" || rec.Header().Get("Vary") != "Accept" || session(rec) != nil {
			w.t.Errorf("%v, %v", body, rec.Header())
		}
		wantStatus(w.t, w.get("/auth/v1/me", bearerOf(body["access_token"].(string))), 200)
		wantStatus(w.t, w.post("/auth/v1/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {body["refresh_token"].(string)}}),
			200)
	})
}

// A page of ours may ask as a program does, and let the browser come back by itself.
func TestSignOn_begun_by_a_program_in_a_browser(t *testing.T) {
	w, _ := oidcSQLite(t)
	p, b := w.person("jeanne@ferme.example"), w.browser()
	begun := decode(t, b.visit("/auth/v1/login", asProgram))
	wantStatus(t, b.visit(b.follow(begun["authorization_url"].(string), nil), asPage), 200)
	if b.me() != p.ID {
		t.Error("no session")
	}
}

func TestSignOn_in_two_tabs(t *testing.T) {
	w, _ := oidcSQLite(t)
	w.person("jeanne@ferme.example")
	b := w.browser()
	one, two := b.begin("/staff/one"), b.begin("/staff/two")
	for want, to := range map[string]string{"/staff/one": one, "/staff/two": two} {
		if rec := b.visit(b.follow(to, nil), asPage); rec.Code != 200 || rec.Header().Get("Refresh") != "0; url="+want {
			t.Errorf("%s: %d", want, rec.Code)
		}
	}
}

// The id in the cookie is another after each step, and a sign-in that was begun under the one of before still ends.
func TestSignOn_while_the_browser_is_given_another_id(t *testing.T) {
	for what, step := range map[string]func(b *browser, p Person){
		"for choosing a theme": func(b *browser, _ Person) { b.post("/staff/preferences", url.Values{"theme": {"dark"}}) },
		"for another sign-in":  func(b *browser, _ Person) { wantStatus(b.t, b.signOn(""), 200) },
		"for signing in and out": func(b *browser, _ Person) {
			b.signOn("")
			b.post("/staff/preferences", url.Values{"theme": {"dark"}})
			b.post("/auth/v1/logout", nil)
		},
		"for nothing: it keeps its": func(b *browser, _ Person) { b.begin("/staff/three") },
	} {
		t.Run(what, func(t *testing.T) {
			eachOIDC(t, func(w *world, i *idp.Provider) {
				p, b := w.person("jeanne@ferme.example"), w.browser()
				back := b.follow(b.begin("/staff/one"), nil)
				step(b, p)
				if rec := b.visit(back, asPage); rec.Code != 200 || rec.Header().Get("Refresh") != "0; url=/staff/one" || b.me() != p.ID {
					w.t.Errorf("%d", rec.Code)
				}
			})
		})
	}
}

func TestSignOn_begun_at_one_replica_ends_at_another(t *testing.T) {
	eachOIDC(t, func(w *world, i *idp.Provider) {
		p, other := w.person("jeanne@ferme.example"), oidcWorld(w.t, w.db, i)
		b := w.browser()
		back := b.follow(b.begin("/staff/"), nil)
		b.world = other
		wantStatus(w.t, b.visit(back, asPage), 200)
		if b.me() != p.ID {
			w.t.Error("no session")
		}
	})
}

func TestSignOn_leaves_no_session_of_before(t *testing.T) {
	w, _ := oidcSQLite(t)
	p := w.person("jeanne@ferme.example")
	planted := w.start(w.person("pirate@ferme.example"), "")
	b := w.browser()
	b.cookies[planted.Name] = planted
	c := session(b.signOn(""))
	if c.Value == planted.Value || b.me() != p.ID {
		t.Error("the session that was there is used on")
	}
	w.wantSession("the one of before", planted.Value, false)
}

func TestSignOn_goes_nowhere_else(t *testing.T) {
	w, _ := oidcSQLite(t)
	w.person("jeanne@ferme.example")
	for _, next := range elsewhere {
		rec := w.browser().signOn(next)
		if rec.Code != 200 || rec.Header().Get("Refresh") != "0; url=/staff/" {
			t.Errorf("next=%q: %d, on to %q", next, rec.Code, rec.Header().Get("Refresh"))
		}
	}
	w.exec(`UPDATE people SET language = 'en'`)
	b := w.browser()
	back := b.follow(b.begin("/staff/"), nil)
	if rec := b.visit(back+"&next=//evil.example", asPage); rec.Header().Get("Refresh") != "0; url=/staff/" {
		t.Errorf("a next in the answer counts: %q", rec.Header().Get("Refresh"))
	}
}

func TestSignOn_state_is_good_once(t *testing.T) {
	eachOIDC(t, func(w *world, i *idp.Provider) {
		w.person("jeanne@ferme.example")
		b := w.browser()
		back := b.follow(b.begin(""), nil)
		var carried []with
		for _, c := range b.cookies {
			carried = append(carried, cookie(c))
		}
		answers := make(chan int)
		for range 20 {
			go func() { answers <- w.get(back, append(carried, asPage)...).Code }()
		}
		codes := map[int]int{}
		for range 20 {
			codes[<-answers]++
		}
		if codes[200] != 1 || codes[400] != 19 || w.count(`SELECT COUNT(*) FROM sessions`) != 1 || i.Times("/token") != 1 {
			w.t.Errorf("20 at once: %v, %d exchanges", codes, i.Times("/token"))
		}
		wantStatus(w.t, w.get(back, append(carried, asPage)...), 400)
	})
}

func TestSignOn_links_one_subject_to_one_person(t *testing.T) {
	eachOIDC(t, func(w *world, i *idp.Provider) {
		p := w.person("jeanne@ferme.example")
		who := func(subject string) openid.Identity {
			return openid.Identity{Subject: subject, Email: func(context.Context) (openid.Email, error) {
				return openid.Email{Address: p.Email, Verified: true}, nil
			}}
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		linked := map[string]int{}
		for n := range 10 {
			subject := []string{"a", "b"}[n%2]
			all.Go(func() {
				got, err := w.s.personOfIdentity(w.ctx(), Actor{}, who(subject))
				if err != nil && !errs.HasCode(err, "no_access") || err == nil && got.ID != p.ID {
					w.t.Error(got, err)
				}
				if err == nil {
					mu.Lock()
					linked[subject]++
					mu.Unlock()
				}
			})
		}
		all.Wait()
		if len(linked) != 1 || linked["a"]+linked["b"] != 5 || w.count(`SELECT COUNT(*) FROM identities`) != 1 ||
			w.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'identity_linked'`) != 1 {
			w.t.Errorf("linked: %v", linked)
		}
	})
}

func TestUnlink_lets_another_subject_in(t *testing.T) {
	eachOIDC(t, func(w *world, i *idp.Provider) {
		p := w.person("jeanne@ferme.example")
		b := w.browser()
		wantStatus(w.t, b.signOn(""), 200)
		i.Subject = "subject-2"
		wantStatus(w.t, w.browser().signOn(""), 400)
		if err := w.s.UnlinkIdentities(w.ctx(), Actor{Via: "command"}, p.Email); err != nil {
			w.t.Fatal(err)
		}
		if b.me() != "" {
			w.t.Error("the session of the old subject goes on")
		}
		w.now = w.now.Add(time.Second)
		wantStatus(w.t, w.browser().signOn(""), 200)
		if err := w.s.UnlinkIdentities(w.ctx(), Actor{}, "nobody@ferme.example"); errs.KindOf(err) != errs.KindNotFound {
			w.t.Error(err)
		}
	})
}

func TestSignOn_asks_user_info_for_an_address(t *testing.T) {
	for what, c := range map[string]struct {
		info jwt.MapClaims
		code int
	}{
		"a verified one": {jwt.MapClaims{"sub": "subject-1", "email": "Jeanne@Ferme.example",
			"email_verified": true}, 200},
		"an unverified one": {jwt.MapClaims{"sub": "subject-1", "email": "jeanne@ferme.example",
			"email_verified": false}, 400},
		"that of another": {jwt.MapClaims{"sub": "subject-2", "email": "jeanne@ferme.example", "email_verified": true}, 400},
	} {
		t.Run(what, func(t *testing.T) {
			w, i := oidcSQLite(t)
			w.person("jeanne@ferme.example")
			i.Claims, i.Info = nil, c.info
			wantStatus(t, w.browser().signOn(""), c.code)
		})
	}
}

func TestSignOn_page_of_a_refusal(t *testing.T) {
	w, _ := oidcSQLite(t) // without accounts
	rec := w.browser().signOn("")
	if rec.Code != 400 || !strings.Contains(rec.Body.String(), "Ask your administrator") ||
		!shows(t, rec, "a[href='/auth/v1/login']") {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
	if w.count(`SELECT COUNT(*) FROM people`) != 0 {
		t.Error("signing in made a person")
	}
}

func TestProvider_that_is_down_at_first(t *testing.T) {
	i := idp.New(t, time.Now)
	down := true
	i.Answer = func(w http.ResponseWriter, r *http.Request) bool {
		if down {
			w.WriteHeader(http.StatusBadGateway)
		}
		return down
	}
	w := oidcWorld(t, dbtest.OpenSQLite(t), i)
	w.person("jeanne@ferme.example")
	w.add("local@ferme.example", Employee)
	for range 5 {
		page := w.get("/auth/v1/login", asPage, header("Accept-Language", "en"))
		if page.Code != 200 || !strings.Contains(page.Body.String(), "Company sign-in isn’t responding") ||
			!shows(t, page, "input[name=password]") {
			t.Fatalf("the page does not say so: %d", page.Code)
		}
	}
	if n := i.Times("/.well-known/openid-configuration"); n != 1 {
		t.Errorf("asked %d times within ten seconds", n)
	}
	sso := w.get("/auth/v1/sso", asPage)
	if sso.Code != 503 || sso.Header().Get("Retry-After") != "10" || !shows(t, sso, "input[name=password]") {
		t.Errorf("the button: %d %v", sso.Code, sso.Header())
	}
	api := w.get("/auth/v1/login", asProgram)
	if api.Code != 503 || decode(t, api)["code"] != "provider_unavailable" || api.Header().Get("Retry-After") == "" {
		t.Errorf("a program: %d %s", api.Code, api.Body)
	}
	wantStatus(t, w.get("/auth/v1/me", bearerOf(i.Access(nil))), 503) // a token of the provider, which may be good
	wantStatus(t, w.post("/auth/v1/login", url.Values{"email": {"local@ferme.example"}, "password": {testPassword}}), 303)
	down = false
	w.now = w.now.Add(10 * time.Second)
	wantStatus(t, w.browser().signOn(""), 200)
	down = true // and gone again: what is known of it stands, but it must take the code
	w.now = w.now.Add(2 * time.Hour)
	page := w.get("/auth/v1/login", asPage, header("Accept-Language", "en"))
	if page.Code != 200 || strings.Contains(page.Body.String(), "Company sign-in isn’t responding") {
		t.Errorf("the button is gone")
	}
	wantStatus(t, w.get("/auth/v1/sso", asPage), 303)
}

func TestSignInPage_does_not_wait_for_a_slow_provider(t *testing.T) {
	t.Parallel()
	i := idp.New(t, time.Now)
	hang := make(chan struct{})
	i.Server.Config.Handler = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	})
	t.Cleanup(func() { close(hang) })
	w := oidcWorld(t, dbtest.OpenSQLite(t), i)
	began := time.Now()
	page := w.get("/auth/v1/login", asPage, header("Accept-Language", "en"))
	if page.Code != 200 || !strings.Contains(page.Body.String(), "Company sign-in isn’t responding") {
		t.Errorf("the page does not say so: %d", page.Code)
	}
	if waited := time.Since(began); waited > 5*time.Second {
		t.Errorf("the page came after %v", waited)
	}
}

func TestSignOn_begun_too_often(t *testing.T) {
	w, _ := oidcSQLite(t)
	for range providerSignIns.Burst {
		rec := w.get("/auth/v1/sso", asPage)
		wantStatus(t, rec, 303)
		if got := rec.Header().Get("Cache-Control"); got != "no-store" {
			t.Fatalf("Cache-Control is %q", got)
		}
	}
	for _, path := range []string{"/auth/v1/sso", "/auth/v1/login"} {
		if rec := w.get(path, asProgram); rec.Code != 429 || rec.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d", path, rec.Code)
		}
	}
	w.now = w.now.Add(signInTTL)
	if err := w.s.Sweep(t.Context()); err != nil || w.count(`SELECT COUNT(*) FROM sessions`) != 0 {
		t.Error("sign-ins that are over stay", err)
	}
}

// A copy of the database is not enough to finish a sign-in.
func TestSignOn_keeps_no_secret_in_the_clear(t *testing.T) {
	eachOIDC(t, func(w *world, i *idp.Provider) {
		b := w.browser()
		to := mustParse(w.t, b.begin("/staff/time")).Query()
		var idHash, browserHash, data []byte
		if err := w.db.QueryRow(w.ctx(), `SELECT id_hash, browser_hash, data FROM sessions`).Scan(&idHash, &browserHash, &data); err != nil {
			w.t.Fatal(err)
		}
		cookie := b.cookies["presence"].Value
		plain, err := w.s.seal.Open(signInSealName(idHash), data)
		var begun pendingSignIn
		if err != nil || json.Unmarshal([]byte(plain), &begun) != nil || len(begun.Verifier) < 43 {
			w.t.Fatalf("not sealed for its row: %v", err)
		}
		for what, secret := range map[string]string{"state": to.Get("state"), "nonce": to.Get("nonce"), "cookie": cookie,
			"verifier": begun.Verifier, "path": "/staff/time",
			"hash of the state": string(seal.Hash(to.Get("state"))), "hash of the nonce": string(begun.NonceHash)} {
			for _, column := range [][]byte{idHash, browserHash, data} {
				if bytes.Contains(column, []byte(secret)) {
					w.t.Errorf("the %s stands in the table", what)
				}
			}
		}
		if _, err := w.s.seal.Open(signInSealName(stateHash("another")), data); err == nil {
			w.t.Error("what was sealed for one row opens in another")
		}
	})
}

// A state is valid for the callback only, and not as a session id, although both are rows of one table.
func TestSignOn_state_is_no_session(t *testing.T) {
	eachOIDC(t, func(w *world, i *idp.Provider) {
		b := w.browser()
		state := mustParse(w.t, b.begin("")).Query().Get("state")
		thief := cookie(w.s.cookie(state, sessionAbsolute))
		wantStatus(w.t, w.get("/auth/v1/me", thief), 401)
		wantStatus(w.t, w.get("/auth/v1/login", thief), 200)
		wantStatus(w.t, w.post("/auth/v1/logout", nil, thief), 303)
		w.person("jeanne@ferme.example")
		if w.count(`SELECT COUNT(*) FROM sessions`) != 1 {
			w.t.Error("a person who knows the state can end the sign-in")
		}
	})
}
