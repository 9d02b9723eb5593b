package auth

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
)

// protectedActs registers a page and a route of the API that require reauthentication; each echoes the form.
func protectedActs(r *httpx.Router) {
	act := func(c *gin.Context) error {
		c.String(http.StatusOK, c.Request.PostForm.Encode()+" "+c.Request.Form.Encode())
		return nil
	}
	r.Page(http.MethodPost, "/staff/act", httpx.SignedIn, act, httpx.RequiresReauth)
	r.HandleRaw(httpx.Op{Method: http.MethodPost, Path: "/act", Rule: httpx.SignedIn}.With(httpx.RequiresReauth), act)
}

// password posts the form of the sign-in page.
func (w *world) password(p Person, changes ...with) *httptest.ResponseRecorder {
	return w.post("/auth/v1/login", url.Values{"email": {p.Email}, "password": {testPassword}, "next": {"/staff/time"}}, changes...)
}

// signedIn reports whether a cookie is that of a person who is signed in.
func (w *world) signedIn(c *http.Cookie) bool {
	return c != nil && w.get("/auth/v1/me", cookie(c)).Code == http.StatusOK
}

func wantRedirect(t *testing.T, rec *httptest.ResponseRecorder, to string) {
	t.Helper()
	if got := rec.Header().Get("Location"); rec.Code != http.StatusSeeOther || got != to {
		t.Fatalf("%d, on to %q, want %q: %s", rec.Code, got, to, rec.Body)
	}
}

func marked(rec *httptest.ResponseRecorder) bool {
	return strings.Contains(strings.Join(rec.Header().Values("Set-Cookie"), "\n"), trustedDeviceCookie+"=")
}

const factorStep = "/auth/v1/factor?next=%2Fstaff%2Ftime"

func TestFactorStep(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		secret, recovery := w.enrolCodes(p)
		// awaited gives the right password, and returns the cookie.
		awaited := func(t *testing.T) *http.Cookie {
			t.Helper()
			rec := w.password(p)
			wantRedirect(t, rec, factorStep)
			return session(rec)
		}
		code := func(c *http.Cookie, text string) *httptest.ResponseRecorder {
			return w.post("/auth/v1/factor", url.Values{"code": {text}, "next": {"/staff/time"}}, cookie(c))
		}
		w.run("the right password opens no session, and marks no browser", func(t *testing.T) {
			rec := w.password(p)
			wantRedirect(t, rec, factorStep)
			if w.signedIn(session(rec)) || marked(rec) {
				t.Error("it does")
			}
			page := w.get(factorStep, cookie(session(rec)))
			if page.Code != http.StatusOK || !shows(t, page, `input[name="code"][autocomplete="one-time-code"]`) {
				t.Errorf("the step answers %d", page.Code)
			}
		})
		w.run("an administrator alone is shown the command that resets the second factor", func(t *testing.T) {
			boss := w.add("boss@ferme.example", Admin)
			w.enrolCodes(boss)
			for x, want := range map[Person]bool{p: false, boss: true} {
				page := w.get(factorStep, cookie(session(w.password(x))))
				if strings.Contains(page.Body.String(), "presence user recover --email "+x.Email) != want {
					t.Errorf("of %s: not %v", x.Email, want)
				}
			}
		})
		w.run("the code does both, and leads where one was going", func(t *testing.T) {
			c := awaited(t)
			rec := code(c, codeAt(t, secret, w.now))
			wantRedirect(t, rec, "/staff/time")
			if !w.signedIn(session(rec)) || !marked(rec) {
				t.Error("it does not")
			}
			if w.signedIn(c) || session(rec).Value == c.Value {
				t.Error("the id stays the same")
			}
		})
		w.run("a recovery code does it too", func(t *testing.T) {
			rec := code(awaited(t), recovery[0])
			wantRedirect(t, rec, "/staff/time")
			if !w.signedIn(session(rec)) {
				t.Error("it does not")
			}
		})
		w.run("a wrong code is refused with the form, and the right one still works", func(t *testing.T) {
			c := awaited(t)
			rec := code(c, "000000")
			wantStatus(t, rec, http.StatusUnprocessableEntity)
			if !shows(t, rec, `[role="alert"]`) || !shows(t, rec, `input[name="next"][value="/staff/time"]`) {
				t.Error(rec.Body)
			}
			wantRedirect(t, code(c, recovery[1]), "/staff/time")
		})
		w.run("the id of the cookie is a new one, so that one planted before is of no use", func(t *testing.T) {
			planted := session(w.post("/staff/preferences", url.Values{"theme": {"dark"}, "lang": {"en"}}))
			rec := w.password(p, cookie(planted))
			wantRedirect(t, rec, factorStep)
			if session(rec).Value == planted.Value {
				t.Error("it is the one before")
			}
			wantRedirect(t, w.get(factorStep, cookie(planted)), "/auth/v1/login?next=%2Fstaff%2Ftime")
			if page := w.get(factorStep, cookie(session(rec))); !strings.Contains(page.Body.String(), `<html lang="en" data-theme="dark"`) {
				t.Error("the language and the theme that were chosen are gone")
			}
		})
		w.run("without a password before it leads to the sign-in page", func(t *testing.T) {
			wantRedirect(t, w.get("/auth/v1/factor"), "/auth/v1/login?next=")
			wantRedirect(t, w.post("/auth/v1/factor", url.Values{"code": {recovery[2]}, "next": {"/staff/time"}}),
				"/auth/v1/login?next=%2Fstaff%2Ftime")
		})
		w.run("it waits for ten minutes", func(t *testing.T) {
			c := awaited(t)
			w.now = w.now.Add(awaitedTTL - time.Second)
			wantStatus(t, w.get("/auth/v1/factor", cookie(c)), http.StatusOK)
			w.now = w.now.Add(time.Second)
			wantRedirect(t, code(c, recovery[2]), "/auth/v1/login?next=%2Fstaff%2Ftime")
		})
		w.run("a password that was changed, or a person who was disabled, begins again", func(t *testing.T) {
			c := awaited(t)
			w.now = w.now.Add(time.Second)
			if err := w.s.SetPassword(w.ctx(), Actor{Via: "command"}, p.Email, testPassword); err != nil {
				t.Fatal(err)
			}
			wantRedirect(t, code(c, recovery[2]), "/auth/v1/login?next=%2Fstaff%2Ftime")
			c = awaited(t)
			w.exec(`UPDATE people SET disabled_at = 1 WHERE id = $1`, p.ID)
			wantRedirect(t, code(c, recovery[2]), "/auth/v1/login?next=%2Fstaff%2Ftime")
			w.exec(`UPDATE people SET disabled_at = NULL WHERE id = $1`, p.ID)
		})
		w.run("after five wrong ones the page says how long to wait", func(t *testing.T) {
			c := awaited(t)
			for range 5 {
				wantStatus(t, code(c, "000000"), http.StatusUnprocessableEntity)
			}
			rec := code(c, recovery[2])
			wantStatus(t, rec, http.StatusTooManyRequests)
			if rec.Header().Get("Retry-After") != "300" || !shows(t, rec, `[role="alert"]`) {
				t.Errorf("Retry-After: %s", rec.Header().Get("Retry-After"))
			}
			w.now = w.now.Add(time.Hour)
		})
		w.run("a link to choose a password leads to it, too", func(t *testing.T) {
			link, err := w.s.PasswordLink(w.ctx(), Actor{Role: Admin}, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			rec := w.post(strings.TrimPrefix(link.Link, testURL), url.Values{"password": {testPassword}})
			wantRedirect(t, rec, "/auth/v1/factor")
			if w.signedIn(session(rec)) {
				t.Error("it signs in")
			}
		})
		w.run("a program with the password gets no tokens", func(t *testing.T) {
			body := `{"grant_type":"password","username":"jeanne@ferme.example","password":"` + testPassword + `"}`
			rec := w.postJSON("/auth/v1/token", body)
			wantStatus(t, rec, http.StatusBadRequest)
			if got := decode(t, rec)["code"]; got != "invalid_grant" {
				t.Errorf("the code is %v", got)
			}
		})
	})
}

func TestPasskeySignIn(t *testing.T) {
	eachWithPasskeys(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		key := w.addPasskey(p, "Phone")
		options := func(t *testing.T, rec *httptest.ResponseRecorder) string {
			t.Helper()
			o, found := htmltest.Parse(t, rec.Body.String()).Find(`form[action="/auth/v1/passkey"] [data-passkey="get"]`).Attr("data-options")
			if !found {
				t.Fatalf("the page has no options: %s", rec.Body)
			}
			return o
		}
		w.run("the sign-in page offers it in the field of the address and by a button, and it counts as both factors", func(t *testing.T) {
			page := w.get("/auth/v1/login?next=/staff/time")
			if !shows(t, page, `input[name="email"][autocomplete="username webauthn"]`) || !shows(t, page, `[data-passkey][data-offered] button`) {
				t.Error("the page does not offer it")
			}
			rec := w.post("/auth/v1/passkey", url.Values{"passkey": {key.get(options(t, page))}, "next": {"/staff/time"}})
			wantRedirect(t, rec, "/staff/time")
			if !w.signedIn(session(rec)) {
				t.Error("nobody is signed in")
			}
		})
		w.run("the step after the password takes it, too, and recovery codes for those who have nothing else", func(t *testing.T) {
			rec := w.password(p)
			wantRedirect(t, rec, factorStep)
			page := w.get(factorStep, cookie(session(rec)))
			if shows(t, page, `[data-offered]`) || !shows(t, page, `input[name="code"]`) {
				t.Error("it is offered in a field, or there is none for a recovery code")
			}
			wantRedirect(t, w.post("/auth/v1/passkey", url.Values{"passkey": {key.get(options(t, page))}}, cookie(session(rec))), "/staff/")
		})
		w.run("the step asks for none of a person who has none", func(t *testing.T) {
			other := w.add("luc@ferme.example", Employee)
			w.enrolCodes(other)
			rec := w.password(other)
			wantRedirect(t, rec, factorStep)
			if page := w.get(factorStep, cookie(session(rec))); !shows(t, page, `input[name="code"]`) || shows(t, page, `[data-passkey]`) {
				t.Error("it asks for a passkey, or not for a code")
			}
		})
		w.run("one that is refused comes back to the form", func(t *testing.T) {
			rec := w.post("/auth/v1/passkey", url.Values{"passkey": {"{}"}, "next": {"/staff/time"}})
			wantStatus(t, rec, http.StatusUnprocessableEntity)
			kept := shows(t, rec, `form[action="/auth/v1/login"] input[name="next"][value="/staff/time"]`)
			if !kept || !shows(t, rec, `[role="alert"]`) || w.signedIn(session(rec)) {
				t.Error(rec.Body)
			}
		})
	})
}

func TestEnrolment(t *testing.T) {
	each(t, func(w *world) {
		boss := Actor{Role: Admin}
		p, other := w.add("jeanne@ferme.example", Payroll), w.add("paul@ferme.example", Employee)
		before := w.start(p, "")
		if err := w.s.SetRequiredRoles(w.ctx(), boss, []Role{Payroll}); err != nil {
			w.t.Fatal(err)
		}
		must := func(t *testing.T, c *http.Cookie) bool {
			t.Helper()
			r := httptest.NewRequestWithContext(w.ctx(), http.MethodGet, "/auth/v1/me", nil)
			r.AddCookie(c)
			g, _ := gin.CreateTestContext(httptest.NewRecorder())
			g.Request = r
			w.s.BrowserSessions()(g)
			a, err := w.s.actorOf(g)
			if err != nil || !a.SignedIn() {
				t.Fatal(a, err)
			}
			return a.MustEnrol
		}
		start := func(p Person, how string) *http.Cookie {
			c, err := w.s.StartSession(w.ctx(), NewSession{Person: p, How: how})
			if err != nil {
				w.t.Fatal(err)
			}
			return c
		}
		w.run("begins with the next sign-in of a person of the role", func(t *testing.T) {
			if must(t, before) {
				t.Error("a session that was open")
			}
			for how, want := range map[string]bool{"password": true, "password_link": true, "demo": true, "oidc": false} {
				if got := must(t, start(p, how)); got != want {
					t.Errorf("by %s: %v", how, got)
				}
			}
			if must(t, start(other, "password")) {
				t.Error("a person of another role")
			}
		})
		w.run("is over for those who have one", func(t *testing.T) {
			w.addCodeApp(p)
			if must(t, start(p, "password")) {
				t.Error("it is not")
			}
		})
		w.run("a program with the password gets no tokens before", func(t *testing.T) {
			w.add("max@ferme.example", Payroll)
			rec := w.postJSON("/auth/v1/token", `{"grant_type":"password","username":"max@ferme.example","password":"`+testPassword+`"}`)
			wantStatus(t, rec, http.StatusBadRequest)
		})
	})
}

func TestRequireReauth(t *testing.T) {
	eachWithPasskeys(t, func(w *world) {
		p, other, plain := w.add("jeanne@ferme.example", Employee), w.add("paul@ferme.example", Employee), w.add("lea@ferme.example", Employee)
		key := w.addPasskey(p, "Phone")
		stranger := w.addPasskey(other, "Laptop")
		secret := w.addCodeApp(p)
		form := url.Values{"name": {"a & b"}, "list": {"1", "2"}}
		const done = "list=1&list=2&name=a+%26+b list=1&list=2&name=a+%26+b"
		start := func(p Person, how string) with {
			c, err := w.s.StartSession(w.ctx(), NewSession{Person: p, How: how})
			if err != nil {
				w.t.Fatal(err)
			}
			return cookie(c)
		}
		// stale is a session in which nothing was confirmed for ten minutes.
		stale := func() with {
			c := start(p, "password")
			w.now = w.now.Add(reauthTTL + time.Second)
			return c
		}
		wantDone := func(t *testing.T, rec *httptest.ResponseRecorder) {
			t.Helper()
			if rec.Code != http.StatusOK || rec.Body.String() != done {
				t.Errorf("%d: %s", rec.Code, rec.Body)
			}
		}
		// asked returns the values of the form that a page asks with.
		asked := func(t *testing.T, rec *httptest.ResponseRecorder, status int) url.Values {
			t.Helper()
			wantStatus(t, rec, status)
			f := htmltest.Parse(t, rec.Body.String()).Find(`form[action="/staff/act"]`)
			values := url.Values{}
			for _, in := range f.Find("input").EachIter() {
				values.Add(in.AttrOr("name", ""), in.AttrOr("value", ""))
			}
			if values.Get("name") != "a & b" || len(values["list"]) != 2 || !values.Has("confirm_code") || !values.Has("confirm_password") {
				t.Fatalf("the form has %v", values)
			}
			values.Set("options", f.Find("[data-passkey]").AttrOr("data-options", ""))
			values.Del("username")
			return values
		}
		// confirm sends the form with one more value.
		confirm := func(t *testing.T, as with, name, value string) *httptest.ResponseRecorder {
			t.Helper()
			values := asked(t, w.post("/staff/act", form, as), http.StatusOK)
			values.Del("options")
			values.Set(name, value)
			return w.post("/staff/act", values, as)
		}
		w.run("not within ten minutes of the sign-in", func(t *testing.T) {
			c := start(p, "password")
			w.now = w.now.Add(reauthTTL)
			wantDone(t, w.post("/staff/act", form, c))
			w.now = w.now.Add(time.Second)
			asked(t, w.post("/staff/act", form, c), http.StatusOK)
		})
		w.run("the password, a code or a passkey is enough, and the act is done with what was typed", func(t *testing.T) {
			wantDone(t, confirm(t, stale(), "confirm_password", testPassword))
			wantDone(t, confirm(t, stale(), "confirm_code", codeAt(t, secret, w.now)))
			c := stale()
			values := asked(t, w.post("/staff/act", form, c), http.StatusOK)
			values.Set("confirm_passkey", key.get(values.Get("options")))
			values.Del("options")
			wantDone(t, w.post("/staff/act", values, c))
		})
		w.run("it is remembered for ten minutes", func(t *testing.T) {
			c := stale()
			wantDone(t, confirm(t, c, "confirm_password", testPassword))
			w.now = w.now.Add(reauthTTL)
			wantDone(t, w.post("/staff/act", form, c))
			w.now = w.now.Add(time.Second)
			asked(t, w.post("/staff/act", form, c), http.StatusOK)
		})
		w.run("what is wrong is refused with the form, whose values stay", func(t *testing.T) {
			c := stale()
			for name, value := range map[string]string{"confirm_password": "quelque chose d'autre", "confirm_code": "000000",
				"confirm_passkey": "{}", "none": ""} {
				rec := confirm(t, c, name, value)
				asked(t, rec, http.StatusUnprocessableEntity)
				if !shows(t, rec, `[role="alert"]`) {
					t.Errorf("%s: the page does not say so", name)
				}
			}
			values := asked(t, w.post("/staff/act", form, c), http.StatusOK)
			values.Set("confirm_passkey", stranger.get(values.Get("options")))
			asked(t, w.post("/staff/act", values, c), http.StatusUnprocessableEntity)
		})
		w.run("the password of another person is none", func(t *testing.T) {
			if err := w.s.Reauthenticate(w.ctx(), browserOf(p), Proof{}, Origin{}); err == nil {
				t.Error("nothing is enough")
			}
		})
		w.run("too many wrong ones are told to wait", func(t *testing.T) {
			c := stale()
			for range 5 {
				asked(t, confirm(t, c, "confirm_code", "000000"), http.StatusUnprocessableEntity)
			}
			rec := confirm(t, c, "confirm_code", "000000")
			asked(t, rec, http.StatusTooManyRequests)
			w.now = w.now.Add(time.Hour)
		})
		w.run("a person without a second factor, one from the provider and a program are not asked", func(t *testing.T) {
			c := start(plain, "password")
			w.now = w.now.Add(time.Hour)
			wantDone(t, w.post("/staff/act", form, c))
			c = start(p, "oidc")
			w.now = w.now.Add(time.Hour)
			wantDone(t, w.post("/staff/act", form, c))
			tokens, err := w.s.IssueTokenPair(w.ctx(), p, "oidc")
			if err != nil {
				t.Fatal(err)
			}
			wantDone(t, w.post("/staff/act", form, bearerOf(tokens.Access)))
		})
		w.run("one who was asked for nothing at the sign-in is asked at once", func(t *testing.T) {
			asked(t, w.post("/staff/act", form, start(p, "demo")), http.StatusOK)
		})
		w.run("a browser's call of the JSON API is refused", func(t *testing.T) {
			rec := w.post("/act", form, stale())
			wantStatus(t, rec, http.StatusForbidden)
			if got := decode(t, rec)["code"]; got != "confirm_first" {
				t.Errorf("the code is %v", got)
			}
		})
		w.run("Cancel leads back to the page that led here", func(t *testing.T) {
			c := stale()
			from := header("Referer", "http://example.com/staff/payroll?x=1")
			back := asked(t, w.post("/staff/act", form, c, from), http.StatusOK).Get("confirm_back")
			if back != "/staff/payroll?x=1" {
				t.Errorf("it leads to %s", back)
			}
			values := form
			values.Set("confirm_back", "https://evil.example/")
			if got := asked(t, w.post("/staff/act", values, c), http.StatusUnprocessableEntity).Get("confirm_back"); got != "/staff/" {
				t.Errorf("it leads to %s", got)
			}
			values.Del("confirm_back")
		})
	})
}
