package auth

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gin-contrib/sessions"
	"github.com/gin-gonic/gin"

	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/seal"
	"presence/db/dbtest"
	"presence/views/ui"
)

// serve has a handler of a test's own answer one request behind the middleware of sessions.
func (w *world) serve(handle gin.HandlerFunc, changes ...with) *httptest.ResponseRecorder {
	w.t.Helper()
	e := gin.New()
	e.Use(w.s.BrowserSessions(), w.s.Authenticate(func(c *gin.Context, err error) { c.AbortWithStatus(http.StatusServiceUnavailable) }))
	e.GET("/", handle)
	r := httptest.NewRequestWithContext(w.ctx(), http.MethodGet, "/", nil)
	for _, change := range changes {
		change(r)
	}
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, r)
	return rec
}

// atOnce has requests of one browser read their session, and go on when all of them have.
func (w *world) atOnce(browser with, handlers ...gin.HandlerFunc) {
	var read, done sync.WaitGroup
	read.Add(len(handlers))
	for _, handle := range handlers {
		done.Go(func() {
			w.serve(func(c *gin.Context) {
				sessions.Default(c).Get("")
				read.Done()
				read.Wait()
				handle(c)
			}, browser)
		})
	}
	done.Wait()
}

func texts(toasts []ui.Toast) (list []string) {
	for _, toast := range toasts {
		list = append(list, toast.Text)
	}
	return list
}

// flashes are what the next page of the browser would say.
func (w *world) flashes(browser with) (list []string) {
	w.t.Helper()
	w.serve(func(c *gin.Context) { list = texts(httpx.PopFlash(c)) }, browser)
	return list
}

func TestBrowserSession_of_two_requests_at_once(t *testing.T) {
	each(t, func(w *world) {
		b := cookie(w.start(w.add("jeanne@ferme.example", Employee), ""))
		set := func(key, value string) gin.HandlerFunc {
			return func(c *gin.Context) {
				session := sessions.Default(c)
				session.Set(key, value)
				if err := session.Save(); err != nil {
					w.t.Error(err)
				}
			}
		}
		say := func(text string) gin.HandlerFunc {
			return func(c *gin.Context) { httpx.Flash(c, ui.Toast{Text: text}) }
		}
		w.atOnce(b, set(themeKey, "dark"), set("other", "x"), say("one"), say("two"), say("two"), func(*gin.Context) {})
		w.serve(func(c *gin.Context) {
			session := sessions.Default(c)
			if session.Get(themeKey) != "dark" || session.Get("other") != "x" || session.Get(byKey) != "password" {
				w.t.Error("one request has undone what another has kept")
			}
		}, b)
		if got := w.flashes(b); len(got) != 3 {
			w.t.Errorf("of three messages of forms that were sent at once are left %q", got)
		}
	})
}

func TestFlash_is_shown_once(t *testing.T) {
	each(t, func(w *world) {
		b := cookie(w.start(w.add("jeanne@ferme.example", Employee), ""))
		say := func(c *gin.Context) { httpx.Flash(c, ui.Toast{Tone: ui.Warn, Text: "Saved"}) }
		w.t.Run("on the page that comes next", func(t *testing.T) {
			if rec := w.serve(say, b); len(rec.Result().Cookies()) != 0 {
				t.Errorf("a cookie of its own: %v", rec.Header())
			}
			page := w.get("/auth/v1/login", b)
			if again := w.get("/auth/v1/login", b); !strings.Contains(page.Body.String(), "Saved") ||
				strings.Contains(again.Body.String(), "Saved") {
				t.Error("not once")
			}
		})
		w.t.Run("on one of ten pages that are opened at the same moment", func(t *testing.T) {
			w.serve(say, b)
			var mu sync.Mutex
			var shown []string
			take := func(c *gin.Context) {
				mine := texts(httpx.PopFlash(c))
				mu.Lock()
				defer mu.Unlock()
				shown = append(shown, mine...)
			}
			w.atOnce(b, take, take, take, take, take, take, take, take, take, take)
			if len(shown) != 1 {
				t.Errorf("%d of ten", len(shown))
			}
		})
		w.t.Run("on no fragment, which has no place for it", func(t *testing.T) {
			w.serve(say, b)
			w.serve(func(c *gin.Context) { _, _ = frame.Load(c) }, b, header("HX-Request", "true"))
			if got := w.flashes(b); len(got) != 1 {
				t.Errorf("the page shows %q", got)
			}
		})
		w.t.Run("to nobody who signs in next in that browser", func(t *testing.T) {
			w.serve(say, b)
			rec := w.post("/auth/v1/login", url.Values{"email": {"jeanne@ferme.example"}, "password": {testPassword}}, b)
			if got := w.flashes(cookie(session(rec))); len(got) != 0 {
				t.Errorf("%q", got)
			}
		})
	})
}

func TestBrowserSession_of_nobody(t *testing.T) {
	each(t, func(w *world) {
		rows := func() int { return w.count(`SELECT COUNT(*) FROM sessions`) }
		w.t.Run("does not begin by looking at a page", func(t *testing.T) {
			for what, c := range map[string]with{"without a cookie": func(*http.Request) {},
				"with the cookie of no session": cookie(w.s.cookie("AAAAAAAAAAAAAAAAAAAAAA", 1)), "with an empty one": cookie(w.s.cookie("", 1))} {
				for _, path := range []string{"/auth/v1/login", "/auth/v1/login?next=/staff/time&lang=en", "/auth/first/x", "/auth/callback",
					"/nowhere"} {
					if rec := w.get(path, c); len(rec.Result().Cookies()) != 0 || rows() != 0 {
						t.Errorf("%s %s: %d rows, %v", path, what, rows(), rec.Result().Cookies())
					}
				}
			}
		})
		w.t.Run("keeps language and theme under an id that the browser has not brought", func(t *testing.T) {
			planted := w.s.cookie("AAAAAAAAAAAAAAAAAAAAAA", 1)
			c := session(w.post("/staff/preferences", url.Values{"theme": {"dark"}, "lang": {"en"}}, cookie(planted)))
			if c == nil || c.Value == planted.Value || c.MaxAge != int(sessionAbsolute.Seconds()) || !c.HttpOnly ||
				c.SameSite != http.SameSiteLaxMode {
				t.Fatalf("%v", c)
			}
			if page := w.get("/auth/v1/login", cookie(c)); !shows(t, page, "html[data-theme=dark]") ||
				!strings.Contains(page.Body.String(), "Password") {
				t.Errorf("the next page forgot: %.200s", page.Body)
			}
			wantStatus(t, w.get("/auth/v1/me", cookie(c)), 401)
			if rec := w.post("/staff/preferences", url.Values{"theme": {"system"}}, cookie(c)); session(rec) != nil || rows() != 1 {
				t.Error("a second session for the second choice")
			}
		})
		w.t.Run("ends after seven days", func(t *testing.T) {
			w.now = w.now.Add(sessionAbsolute)
			if err := w.s.Sweep(w.ctx()); err != nil || rows() != 0 {
				t.Errorf("%d rows are left, %v", rows(), err)
			}
		})
		w.t.Run("may not be begun without end from one address", func(t *testing.T) {
			for range visitorSessions.Burst {
				wantStatus(t, w.post("/staff/preferences", url.Values{"theme": {"dark"}}), 303)
			}
			rec := w.post("/staff/preferences", url.Values{"theme": {"dark"}})
			if rec.Code != 429 || rec.Header().Get("Retry-After") == "" || rows() != visitorSessions.Burst {
				t.Errorf("%d, %d rows", rec.Code, rows())
			}
		})
	})
}

func TestTheme_stays_in_the_browser(t *testing.T) {
	each(t, func(w *world) {
		p, other := w.add("jeanne@ferme.example", Employee), w.add("luc@ferme.example", Employee)
		c := w.start(p, "")
		wantStatus(w.t, w.post("/staff/preferences", url.Values{"theme": {"dark"}}, cookie(c)), 303)
		dark := func(what string, c *http.Cookie, want bool) {
			w.t.Helper()
			if c == nil || strings.Contains(w.get("/auth/v1/login", cookie(c)).Body.String(), `data-theme="dark"`) != want {
				w.t.Errorf("dark %s: %v; want %v", what, !want, want)
			}
		}
		dark("in the session", c, true)
		dark("in another browser of the same person", w.start(p, ""), false)
		w.now = w.now.Add(sessionIdle)
		if err := w.s.Sweep(w.ctx()); err != nil {
			w.t.Fatal(err)
		}
		dark("on the sign-in page of the next morning", c, true)
		wantStatus(w.t, w.get("/auth/v1/me", cookie(c)), 401)
		next := w.start(p, c.Value)
		dark("in the session of the next morning", next, true)
		out := session(w.post("/auth/v1/logout", nil, cookie(next)))
		dark("after signing out", out, true)
		if out.Value == next.Value || w.get("/auth/v1/me", cookie(out)).Code != 401 {
			w.t.Error("the session goes on")
		}
		dark("when somebody else signs in", w.start(other, out.Value), true)
	})
}

// A token's caller has no session, whatever cookie comes with it (C10).
func TestBrowserSession_and_a_token(t *testing.T) {
	each(t, func(w *world) {
		jeanne, luc := w.add("jeanne@ferme.example", Employee), w.add("luc@ferme.example", Employee)
		b, token := cookie(w.start(jeanne, "")), bearerOf(w.tokens(luc.Email).Access)
		w.serve(func(c *gin.Context) { httpx.Flash(c, ui.Toast{Text: "Jeanne's"}) }, b)
		w.serve(func(c *gin.Context) {
			if got := httpx.PopFlash(c); len(got) != 0 || From(c.Request.Context()).PersonID != luc.ID {
				w.t.Errorf("%v", got)
			}
			httpx.Flash(c, ui.Toast{Text: "Luc's"})
		}, b, token)
		if got := w.flashes(b); len(got) != 1 || got[0] != "Jeanne's" {
			w.t.Errorf("%q", got)
		}
		rec := w.post("/staff/preferences", url.Values{"theme": {"dark"}}, token)
		if rec.Code != 303 || len(rec.Result().Cookies()) != 0 {
			w.t.Errorf("%d, %v", rec.Code, rec.Result().Cookies())
		}
	})
}

func TestBrowserSession_that_was_ended_meanwhile(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		c := w.start(p, "")
		w.serve(func(c *gin.Context) {
			session := sessions.Default(c)
			session.Set(themeKey, "dark")
			if err := w.s.SignOutEverywhere(w.ctx(), p.actor("cookie")); err != nil {
				w.t.Error(err)
			}
			if err := session.Save(); err != nil {
				w.t.Error(err)
			}
		}, cookie(c))
		if n := w.count(`SELECT COUNT(*) FROM sessions`); n != 0 {
			w.t.Error("writing to it has brought it back")
		}
	})
}

// The row of a person who was signed in by the program before this one, which knew of no other values.
func TestBrowserSession_of_the_release_before(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		at := w.now.Add(-time.Hour).UnixMilli()
		w.exec(`INSERT INTO sessions (id_hash, person_id, data, created_at, seen_at, expires_at, ip, user_agent)
		VALUES ($1, $2, $3, $4, $5, $6, '192.0.2.1', 'Firefox')`,
			seal.Hash("kYh2pV6c0ZJ3b9Qe1mR8sA"), p.ID, []byte(`{"by":"password"}`), at, at, w.now.Add(time.Hour).UnixMilli())
		c := cookie(&http.Cookie{Name: "presence", Value: "kYh2pV6c0ZJ3b9Qe1mR8sA"})
		if me := w.get("/auth/v1/me", c); me.Code != 200 || decode(w.t, me)["id"] != p.ID {
			w.t.Errorf("signed out: %d", me.Code)
		}
		wantStatus(w.t, w.post("/staff/preferences", url.Values{"theme": {"dark"}}, c), 303)
		if !strings.Contains(w.get("/auth/v1/login", c).Body.String(), `data-theme="dark"`) {
			w.t.Error("it holds nothing new")
		}
	})
}

// If the database does not answer, a signed-in caller is not treated as anonymous.
func TestBrowserSession_when_storage_fails(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	c := cookie(w.start(w.add("jeanne@ferme.example", Employee), ""))
	if err := w.db.Close(); err != nil {
		t.Fatal(err)
	}
	rec := w.serve(func(c *gin.Context) { t.Error("let through") }, c)
	if rec.Code != http.StatusServiceUnavailable || len(rec.Result().Cookies()) != 0 {
		t.Errorf("%d, %v", rec.Code, rec.Result().Cookies())
	}
}
