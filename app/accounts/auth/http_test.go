package auth

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/passwords"
	"presence/app/apptest/argon"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

func TestSignIn(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Payroll)
		rec := w.post("/auth/v1/login", url.Values{"email": {" JEANNE@ferme.example"}, "password": {testPassword},
			"next": {"/staff/periods?x=1"}})
		wantStatus(w.t, rec, 303)
		if to := rec.Header().Get("Location"); to != "/staff/periods?x=1" {
			w.t.Errorf("on to %q", to)
		}
		me := decode(w.t, w.get("/auth/v1/me", cookie(session(rec))))
		want := map[string]any{"id": p.ID, "email": p.Email, "name": "Jeanne Roy", "role": "payroll", "language": "fr", "employee_id": nil,
			"supervisor": false}
		for k, v := range want {
			if me[k] != v {
				w.t.Errorf("me.%s = %v, want %v", k, me[k], v)
			}
		}
		if len(me) != len(want) {
			w.t.Errorf("me = %v", me)
		}
		page := w.get("/auth/v1/login?next=/staff/time", cookie(session(rec)))
		if !strings.Contains(page.Body.String(), "Jeanne Roy") || !shows(w.t, page, "a[href='/staff/time']") {
			w.t.Error("the page does not know who is signed in")
		}
	})
}

// A person who guesses learns nothing, neither from the text nor from the work that is done.
func TestSignIn_does_not_reveal_who_is_known(t *testing.T) {
	each(t, func(w *world) {
		form := url.Values{"email": {"jeanne@ferme.example"}, "password": {testPassword + "?"}, "next": {"/staff/time"}}
		grant := url.Values{"grant_type": {"password"}, "username": form["email"], "password": form["password"]}
		ask := func() (page, token string, hashes int) {
			runs := argon.Runs()
			rec, api := w.post("/auth/v1/login", form), w.post("/auth/v1/token", grant)
			wantStatus(w.t, rec, 422)
			wantStatus(w.t, api, 400)
			if session(rec) != nil || api.Header().Get("Content-Type") != "application/problem+json" {
				w.t.Error("not a plain refusal")
			}
			if !shows(w.t, rec, "input[name=email][value='jeanne@ferme.example']") {
				w.t.Error("what was typed is gone")
			}
			return rec.Body.String(), api.Body.String(), runs()
		}
		page, token, hashes := ask() // no account has that address yet
		if hashes != 2 || strings.Contains(page, testPassword) ||
			!strings.Contains(token, `"code":"invalid_grant"`) {
			w.t.Fatalf("%d hashes; %s", hashes, token)
		}
		p := w.add("jeanne@ferme.example", Employee)
		right := url.Values{"email": form["email"], "password": {testPassword}}
		for _, c := range []struct {
			what     string
			prepare  func()
			password string
		}{
			{"a wrong password", func() {}, testPassword + "?"},
			{"a disabled person", func() { w.exec(`UPDATE people SET disabled_at = 1`) }, testPassword},
			{"an archived employee", func() {
				w.exec(`UPDATE people SET disabled_at = NULL`)
				w.employ(p, 1, 0)
				w.exec(`UPDATE employees SET archived_at = 1`)
			}, testPassword},
			{"a person without a password", func() { w.exec(`DELETE FROM employees`); w.exec(`UPDATE people SET password_hash = NULL`) },
				testPassword},
		} {
			w.run(c.what, func(t *testing.T) {
				c.prepare()
				form.Set("password", c.password)
				grant.Set("password", c.password)
				gotPage, gotToken, gotHashes := ask()
				if gotPage != page || gotToken != token || gotHashes != hashes {
					w.t.Errorf("%s is told apart (%d hashes)", c.what, gotHashes)
				}
			})
		}
		if rec := w.post("/auth/v1/login", right); rec.Code == 303 {
			w.t.Error("signed in without a password")
		}
	})
}

func TestSignIn_too_often(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	w.add("jeanne@ferme.example", Employee)
	form := url.Values{"email": {"jeanne@ferme.example"}, "password": {"wrong password"}}
	for range failuresByEmail.Burst {
		wantStatus(t, w.post("/auth/v1/login", form), 422)
	}
	rec := w.post("/auth/v1/login", form)
	wantStatus(t, rec, 429)
	if rec.Header().Get("Retry-After") != "12" || !strings.Contains(rec.Body.String(), "12") {
		t.Errorf("Retry-After %q", rec.Header().Get("Retry-After"))
	}
	api := w.post("/auth/v1/token", url.Values{"grant_type": {"password"}, "username": {"jeanne@ferme.example"}, "password": {testPassword}})
	wantStatus(t, api, 429)
	if api.Header().Get("Retry-After") != "12" || decode(t, api)["code"] != "rate_limited" {
		t.Errorf("%s", api.Body)
	}
	w.now = w.now.Add(12 * time.Second)
	form.Set("password", testPassword)
	wantStatus(t, w.post("/auth/v1/login", form), 303)
}

// If hashing would wait too long for a core, the form keeps its values and says when to retry; the API returns the reason.
func TestSignIn_while_too_many_wait(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	w.add("jeanne@ferme.example", Employee)
	w.s.hasher = passwords.New(1, 0)
	begun, free, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = w.s.hasher.Verify(w.ctx(), "", "x", func() error {
			close(begun)
			<-free
			return errors.New("not to be hashed")
		})
	}()
	<-begun
	form := url.Values{"email": {"jeanne@ferme.example"}, "password": {testPassword}, "next": {"/staff/leave"}}
	for lang, text := range map[string]string{"fr": "Le service est très sollicité en ce moment. Rien n’a été enregistré. " +
		"Réessayez dans un instant.", "en": "The service is very busy right now. Nothing was saved. Try again in a moment."} {
		t.Run("the form stands there again in "+lang, func(t *testing.T) {
			rec := w.post("/auth/v1/login", form, header("Accept-Language", lang))
			wantStatus(t, rec, 503)
			if rec.Header().Get("Retry-After") != "2" {
				t.Errorf("Retry-After %q", rec.Header().Get("Retry-After"))
			}
			if !strings.Contains(rec.Body.String(), text) {
				t.Errorf("the page lacks %s", text)
			}
			for _, field := range []string{"[name=password]", "[name=email][value='jeanne@ferme.example']", "[name=next][value='/staff/leave']"} {
				if !shows(t, rec, "form input"+field) {
					t.Errorf("the page lacks %s", field)
				}
			}
		})
	}
	t.Run("a program is told so", func(t *testing.T) {
		api := w.post("/auth/v1/token", url.Values{"grant_type": {"password"}, "username": {"jeanne@ferme.example"}, "password": {testPassword}})
		wantStatus(t, api, 503)
		if api.Header().Get("Retry-After") != "2" || decode(t, api)["code"] != "busy" {
			t.Errorf("%s", api.Body)
		}
	})
	t.Run("and one who comes when there is room signs in", func(t *testing.T) {
		close(free)
		<-ended
		wantStatus(t, w.post("/auth/v1/login", form), 303)
	})
}

func TestSignIn_page_in_both_languages(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	for lang, text := range map[string]string{"fr-CA": "Mot de passe", "en": "Password", "de": "Mot de passe"} {
		rec := w.get("/auth/v1/login", header("Accept-Language", lang))
		wantStatus(t, rec, 200)
		if body := rec.Body.String(); !strings.Contains(body, text) || strings.Contains(body, "/auth/v1/demo") {
			t.Errorf("%s: no %q, or the demo", lang, text)
		}
	}
	for path, back := range map[string]string{"/auth/v1/login": "/auth/v1/login",
		"/auth/v1/login?next=/staff/time": "/auth/v1/login?next=%2Fstaff%2Ftime"} {
		t.Run("the switches of language and theme lead back to "+path, func(t *testing.T) {
			if rec := w.get(path); !shows(t, rec, "form[action='/staff/preferences'] input[name=next][value='"+back+"']") {
				t.Errorf("%s", rec.Body)
			}
		})
	}
	for _, form := range []url.Values{{}, {"email": {"a@b.example"}}, {"password": {"x"}}} {
		wantStatus(t, w.post("/auth/v1/login", form), 422)
	}
	wantStatus(t, w.post("/auth/v1/login", url.Values{"email": {strings.Repeat("x", 100_000)}}), 413)
	wantStatus(t, w.post("/auth/v1/demo", url.Values{"email": {"a@b.example"}}), 404)
}

func TestLogin_for_a_program(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	for accept, json := range map[string]bool{
		"application/json": true, "application/json, text/html;q=0.5": true, "text/html;q=0.1, application/json;q=0.9": true,
		"text/html,application/xhtml+xml,*/*;q=0.8": false, "*/*": false, "": false, "text/html, application/json": false,
		"application/json;q=x": false,
	} {
		w.run("Accept: "+accept, func(t *testing.T) {
			rec := w.get("/auth/v1/login", header("Accept", accept))
			wantStatus(t, rec, 200)
			if got := rec.Header().Get("Vary"); got != "Accept" {
				t.Errorf("Vary is %q", got)
			}
			if got := strings.HasPrefix(rec.Header().Get("Content-Type"), "application/json"); got != json {
				t.Errorf("Accept %q: %s", accept, rec.Header().Get("Content-Type"))
			}
		})
	}
	body := decode(t, w.get("/auth/v1/login", header("Accept", "application/json")))
	if body["authorization_url"] != testURL+"/auth/v1/login" || body["expires_in"] != 600.0 || len(body["state"].(string)) != 22 {
		t.Errorf("%v", body)
	}
}

func TestDescription_has_the_routes_of_signing_in(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	for _, route := range []string{"GET /auth/v1/login", "GET /auth/callback", "POST /auth/v1/token", "POST /auth/v1/logout",
		"GET /auth/v1/me", "GET /.well-known/jwks.json"} {
		if len(w.described[route]) < 2 {
			t.Errorf("%s: %v", route, w.described[route])
		}
	}
}

func TestCallback_knows_no_state(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	for _, query := range []string{"?code=x&state=y", "?error=access_denied", "?state=y", "?code=x", "?state=", "?code=x&state=y&state=z"} {
		w.run(query, func(t *testing.T) {
			api := w.get("/auth/callback"+query, header("Accept", "application/json"))
			page := w.get("/auth/callback"+query, header("Accept", "text/html"))
			if api.Code != 400 || decode(t, api)["code"] != "unknown_state" || page.Code != 400 ||
				!strings.HasPrefix(page.Header().Get("Content-Type"), "text/html") || session(api) != nil || session(page) != nil {
				t.Errorf("%q: %d %s, %d", query, api.Code, api.Body, page.Code)
			}
		})
	}
}

// TestCallback_without_a_sign_in asks for the address as the document lists it: without parameters (A2).
func TestCallback_without_a_sign_in(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	for _, query := range []string{"", "?iss=https://login.example", "?utm_source=x"} {
		t.Run("a program hears that none is under way: "+query, func(t *testing.T) {
			rec := w.get("/auth/callback"+query, header("Accept", "application/json"))
			if rec.Code != 200 || strings.TrimSpace(rec.Body.String()) != `{"status":"no sign-in under way"}` || session(rec) != nil {
				t.Errorf("%d %s", rec.Code, rec.Body)
			}
		})
		t.Run("a browser is shown the way to sign in: "+query, func(t *testing.T) {
			rec := w.get("/auth/callback"+query, header("Accept", "text/html"))
			if rec.Code != 200 || !shows(t, rec, "form[action='/auth/v1/login']") || session(rec) != nil {
				t.Errorf("%d %s", rec.Code, rec.Body)
			}
		})
	}
}

func TestToken(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		for what, rec := range map[string]*httptest.ResponseRecorder{
			"form": w.post("/auth/v1/token", url.Values{"grant_type": {"password"}, "username": {p.Email}, "password": {testPassword},
				"client_id": {"any"}}),
			"JSON": w.postJSON("/auth/v1/token", `{"grant_type":"password","email":"jeanne@ferme.example","password":"`+testPassword+`"}`),
			"an old bearer": w.postJSON("/auth/v1/token", `{"grant_type":"password","email":"jeanne@ferme.example","password":"`+testPassword+`"}`,
				bearerOf("expired")),
			"a charset, too": w.postJSON("/auth/v1/token", `{"grant_type":"password","email":"jeanne@ferme.example","password":"`+testPassword+`"}`,
				func(r *http.Request) { r.Header.Set("Content-Type", "application/json; charset=utf-8") }),
		} {
			w.run(what, func(t *testing.T) {
				wantStatus(w.t, rec, 200)
				body := decode(w.t, rec)
				if body["token_type"] != "Bearer" || body["expires_in"] != 900.0 || body["user"].(map[string]any)["id"] != p.ID ||
					rec.Header().Get("Cache-Control") != "no-store" {
					w.t.Errorf("%s: %v", what, body)
				}
				wantStatus(w.t, w.get("/auth/v1/me", bearerOf(body["access_token"].(string))), 200)
				next := w.post("/auth/v1/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {body["refresh_token"].(string)}})
				wantStatus(w.t, next, 200)
				again := w.post("/auth/v1/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {body["refresh_token"].(string)}})
				wantStatus(w.t, again, 400)
				if decode(w.t, again)["code"] != "invalid_grant" {
					w.t.Errorf("%s: a spent token: %s", what, again.Body)
				}
			})
		}
	})
}

func TestToken_refuses(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	for body, want := range map[string]string{
		``:                          "invalid_request",
		`{}`:                        "invalid_request",
		`{"grant_type":""}`:         "invalid_request",
		`{"grant_type":"magic"}`:    "unsupported_grant_type",
		`{"grant_type":"password"}`: "invalid_request",
		`{"grant_type":"password","email":"a@b.example"}`:                      "invalid_request",
		`{"grant_type":"password","password":"0123456789"}`:                    "invalid_request",
		`{"grant_type":"refresh_token"}`:                                       "invalid_request",
		`{"grant_type":"refresh_token","refresh_token":"x"}`:                   "invalid_grant",
		`{"grant_type":"refresh_token","grant_type":"password"}`:               "invalid_request",
		`{"GRANT_TYPE":"refresh_token","refresh_token":"x"}`:                   "invalid_request",
		`{"grant_type":"refresh_token","refresh_token":"x","role":"admin"}`:    "invalid_request",
		`{"grant_type":"refresh_token","refresh_token":1}`:                     "invalid_request",
		`{"grant_type":"refresh_token","refresh_token":"x"} {}`:                "invalid_request",
		"{\"grant_type\":\"password\",\"email\":\"\xff\",\"password\":\"x\"}":  "invalid_request",
		"{\"grant_type\":\"password\",\"email\":\"a\x00\",\"password\":\"x\"}": "invalid_request",
		`[]`:   "invalid_request",
		`null`: "invalid_request",
		`{"grant_type":"password","email":"a@b.example","password":"0123456789"}`: "invalid_grant",
	} {
		w.run(body, func(t *testing.T) {
			rec := w.postJSON("/auth/v1/token", body)
			if rec.Code != 400 || rec.Header().Get("Content-Type") != "application/problem+json" || decode(t, rec)["code"] != want {
				t.Errorf("%s: %d %s, want %s", body, rec.Code, rec.Body, want)
			}
		})
	}
	twice := w.post("/auth/v1/token", url.Values{"grant_type": {"password", "refresh_token"}})
	wantStatus(t, twice, 400)
	wantStatus(t, w.postJSON("/auth/v1/token", `{"grant_type":"password"}`,
		func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }), 415)
	wantStatus(t, w.postJSON("/auth/v1/token", `{"grant_type":"`+strings.Repeat("x", 100_000)+`"}`), 413)
}

func TestAuthenticate(t *testing.T) {
	each(t, func(w *world) {
		jeanne, luc := w.add("jeanne@ferme.example", Employee), w.add("luc@ferme.example", Employee)
		c := cookie(w.start(jeanne, ""))
		token := w.tokens(luc.Email).Access
		for what, r := range map[string]struct {
			changes []with
			status  int
			who     string
		}{
			"nothing":                     {nil, 401, ""},
			"a cookie":                    {[]with{c}, 200, jeanne.Email},
			"a bearer":                    {[]with{bearerOf(token)}, 200, luc.Email},
			"a bearer in small letters":   {[]with{header("Authorization", "bearer "+token)}, 200, luc.Email},
			"both":                        {[]with{c, bearerOf(token)}, 200, luc.Email},
			"a cookie and a bad bearer":   {[]with{c, bearerOf("x")}, 401, ""},
			"a cookie and an empty one":   {[]with{c, header("Authorization", "Bearer")}, 401, ""},
			"two bearers":                 {[]with{bearerOf(token), bearerOf(token)}, 401, ""},
			"a bearer and Basic":          {[]with{header("Authorization", "Basic eDp5"), bearerOf(token)}, 401, ""},
			"a proxy's Basic, a cookie":   {[]with{header("Authorization", "Basic eDp5"), c}, 200, jeanne.Email},
			"a bad cookie":                {[]with{cookie(&http.Cookie{Name: "presence", Value: "x"})}, 401, ""},
			"the cookie of https on http": {[]with{cookie(&http.Cookie{Name: "__Host-presence", Value: w.start(jeanne, "").Value})}, 401, ""},
			"the token as a cookie":       {[]with{cookie(&http.Cookie{Name: "presence", Value: token})}, 401, ""},
			"the token in the query":      {[]with{func(r *http.Request) { r.URL.RawQuery = "access_token=" + token }}, 401, ""},
		} {
			w.run(what, func(t *testing.T) {
				rec := w.get("/auth/v1/me", r.changes...)
				if rec.Code != r.status || r.status == 200 && decode(w.t, rec)["email"] != r.who {
					w.t.Errorf("%s: %d %s", what, rec.Code, rec.Body)
				}
			})
		}
		bad := w.get("/auth/v1/me", bearerOf("x"))
		if got := bad.Header().Get("WWW-Authenticate"); got != `Bearer error="invalid_token", error_description="The access token is invalid or has expired."` {
			w.t.Errorf("WWW-Authenticate: %s", got)
		}
		if bad.Header().Get("Content-Type") != "application/problem+json" || decode(w.t, bad)["code"] != "invalid_token" {
			w.t.Errorf("%s", bad.Body)
		}
	})
}

// A session lives on as long as it is used, at most a week.
func TestAuthenticate_extends_the_session(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	c := cookie(w.start(w.add("jeanne@ferme.example", Employee), ""))
	for used := time.Duration(0); used < sessionAbsolute-11*time.Hour; used += 11 * time.Hour {
		w.now = w.now.Add(11 * time.Hour)
		wantStatus(t, w.get("/auth/v1/me", c), 200)
	}
	w.now = w.now.Add(11 * time.Hour)
	wantStatus(t, w.get("/auth/v1/me", c), 401)
}

func TestLogout(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		c := w.start(p, "")
		rec := w.post("/auth/v1/logout", nil, cookie(c), header("Accept", "text/html"))
		wantStatus(w.t, rec, 303)
		if rec.Header().Get("Location") != "/auth/v1/login" || session(rec) == nil || session(rec).MaxAge >= 0 {
			w.t.Errorf("%v", rec.Header())
		}
		w.wantSession("after signing out", c.Value, false)
		wantStatus(w.t, w.post("/auth/v1/logout", nil, cookie(c)), 303)
		c = w.start(p, "")
		wantStatus(w.t, w.post("/auth/v1/logout", nil, cookie(c), header("Accept", "application/json")), 204)
		w.wantSession("after a program signed out", c.Value, false)
		kept := w.start(p, "")
		for what, end := range map[string]func(TokenPair) *httptest.ResponseRecorder{
			"bearer": func(t TokenPair) *httptest.ResponseRecorder {
				return w.post("/auth/v1/logout", nil, bearerOf(t.Access))
			},
			"refresh token": func(t TokenPair) *httptest.ResponseRecorder {
				return w.postJSON("/auth/v1/logout", `{"refresh_token":"`+t.Refresh+`"}`)
			},
			"form": func(t TokenPair) *httptest.ResponseRecorder {
				return w.post("/auth/v1/logout", url.Values{"refresh_token": {t.Refresh}})
			},
		} {
			w.run(what, func(t *testing.T) {
				tokens := w.tokens(p.Email)
				wantStatus(w.t, end(tokens), 204)
				w.refuses(what, tokens.Access)
			})
		}
		wantStatus(w.t, w.post("/auth/v1/logout", nil, bearerOf("expired")), 204)
		w.wantSession("a browser's session", kept.Value, true)
		wantStatus(w.t, w.get("/auth/v1/logout"), 404) // a link or an image does not sign a person out
	})
}

func TestPreferences(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		c := w.start(p, "")
		rec := w.post("/staff/preferences", url.Values{"lang": {"en"}, "theme": {"dark"}, "next": {"/staff/time?x=1"}}, cookie(c))
		wantStatus(w.t, rec, 303)
		if rec.Header().Get("Location") != "/staff/time?x=1" {
			w.t.Errorf("back to %q", rec.Header().Get("Location"))
		}
		if got, _ := personByID(w.ctx(), w.db, p.ID); got.Language != i18n.EN {
			w.t.Errorf("the person reads %q", got.Language)
		}
		if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE record_id = $1 AND action = 'updated'`, p.ID); n != 1 {
			w.t.Errorf("%d entries in the trail", n)
		}
		page := w.get("/auth/v1/login", cookie(c))
		if !shows(w.t, page, "html[lang=en][data-theme=dark]") {
			w.t.Errorf("the next page forgot: %.200s", page.Body)
		}
		if len(rec.Result().Cookies()) != 0 {
			w.t.Errorf("a cookie of its own: %v", rec.Header())
		}
		w.post("/staff/preferences", url.Values{"theme": {"light"}}, cookie(c))
		if page := w.get("/auth/v1/login", cookie(c)); !shows(w.t, page, "html[data-theme=light]") {
			w.t.Error("another theme is not kept")
		}
		for _, form := range []url.Values{{"lang": {"de"}}, {"theme": {"pink"}}} {
			if rec := w.post("/staff/preferences", form, cookie(c)); rec.Code != 400 || len(rec.Result().Cookies()) != 0 {
				w.t.Errorf("%v: %d", form, rec.Code)
			}
		}
		for _, next := range elsewhere {
			if rec := w.post("/staff/preferences", url.Values{"next": {next}}, cookie(c)); rec.Header().Get("Location") != "/staff/" {
				w.t.Errorf("next=%q goes to %q", next, rec.Header().Get("Location"))
			}
		}
	})
}

func TestSignIn_keeps_the_language_chosen_on_the_way(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		form := url.Values{"email": {p.Email}, "password": {testPassword}}
		language := func(signedIn *httptest.ResponseRecorder) any {
			wantStatus(w.t, signedIn, 303)
			return decode(w.t, w.get("/auth/v1/me", cookie(session(signedIn))))["language"]
		}
		if got := language(w.post("/auth/v1/login", form, header("Accept-Language", "en"))); got != "fr" {
			w.t.Errorf("a browser's wish changed the person's language to %v", got)
		}
		chosen := cookie(session(w.post("/staff/preferences", url.Values{"lang": {"en"}, "next": {"/auth/v1/login"}})))
		if page := w.get("/auth/v1/login", chosen); !strings.Contains(page.Body.String(), "Password") {
			w.t.Error("the choice is forgotten")
		}
		rec := w.post("/auth/v1/login", form, chosen)
		if got := language(rec); got != "en" {
			w.t.Errorf("signed in, the language is %v", got)
		}
		out := session(w.post("/auth/v1/logout", nil, cookie(session(rec)), header("Accept", "text/html")))
		for what, c := range map[string]with{"in the session of before": chosen, "in the one that was ended": cookie(session(rec)),
			"after signing out": cookie(out)} {
			w.run(what, func(t *testing.T) {
				if page := w.get("/auth/v1/login", c); strings.Contains(page.Body.String(), "Password") {
					w.t.Errorf("the next person at this computer gets it too, %s", what)
				}
			})
		}
	})
}

func TestDemo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, testURL, DemoPerson{"admin@demo.example", "admin"}, DemoPerson{"nobody@demo.example", "events"})
		p := w.add("admin@demo.example", Admin)
		secret := w.add("patron@demo.example", Admin)
		page := w.get("/auth/v1/login", header("Accept-Language", "en"))
		body := page.Body.String()
		if !strings.Contains(body, p.Email) || strings.Contains(body, secret.Email) || strings.Contains(body, "nobody@demo.example") ||
			!strings.Contains(body, "Administrator") {
			t.Errorf("the page offers the wrong people")
		}
		rec := w.post("/auth/v1/demo", url.Values{"email": {p.Email}, "next": {"//evil.example"}}, header("Accept-Language", "en"))
		if lang := decode(t, w.get("/auth/v1/me", cookie(session(rec))))["language"]; lang != "en" {
			t.Errorf("a visitor of the demo who prefers English gets pages in %v", lang)
		}
		again := w.post("/auth/v1/demo", url.Values{"email": {p.Email}}, header("Accept-Language", "fr"))
		for what, session := range map[string]with{"whoever signs in next": cookie(session(again)), "the first": cookie(session(rec))} {
			if lang := decode(t, w.get("/auth/v1/me", session))["language"]; lang != "en" {
				t.Errorf("the browser of the second visitor changed the language of %s to %v", what, lang)
			}
		}
		wantStatus(t, rec, 303)
		if rec.Header().Get("Location") != "/staff/" || decode(t, w.get("/auth/v1/me", cookie(session(rec))))["id"] != p.ID {
			t.Errorf("%v", rec.Header())
		}
		for _, email := range []string{secret.Email, "", "ADMIN@demo.example", "nobody@demo.example"} {
			if rec := w.post("/auth/v1/demo", url.Values{"email": {email}}); rec.Code != 404 || session(rec) != nil {
				t.Errorf("%q: %d", email, rec.Code)
			}
		}
	})
}
