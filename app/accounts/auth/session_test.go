package auth

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db/dbtest"
)

func (w *world) start(p Person, old string) *http.Cookie {
	w.t.Helper()
	p, err := personByID(w.ctx(), w.db, p.ID) // as it is when they sign in
	if err != nil {
		w.t.Fatal(err)
	}
	c, err := w.s.StartSession(w.ctx(), NewSession{Person: p, How: "password", Old: old, IP: "192.0.2.1", Agent: "test"})
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// PersonBySession is who a request with that cookie is taken for, as the middleware finds it out.
func (s *Service) PersonBySession(ctx context.Context, id string) (Person, error) {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	r.Header.Set("Cookie", s.cookieName()+"="+id)
	v := s.visit(r)
	if v.err != nil {
		return Person{}, v.err
	}
	if v.ID == "" {
		return Person{}, &errs.Error{Kind: errs.KindUnauthenticated}
	}
	return v.Person, s.touch(ctx, seal.Hash(id), v.sessionRecord)
}

// wantSession fails the test unless the session with the cookie's id is valid, or if good is false, invalid.
func (w *world) wantSession(what, id string, good bool) {
	w.t.Helper()
	p, err := w.s.PersonBySession(w.ctx(), id)
	if good && err != nil || !good && (errs.KindOf(err) != errs.KindUnauthenticated || p.ID != "") {
		w.t.Errorf("%s: %v, %v; want good: %v", what, p.Email, err, good)
	}
}

func TestSession_idles_out_after_12_hours_and_ends_after_7_days(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		began := w.now
		idle, busy := w.start(p, "").Value, w.start(p, "").Value
		w.now = began.Add(12*time.Hour - time.Millisecond)
		w.wantSession("busy before 12 h", busy, true)
		w.now = began.Add(12 * time.Hour)
		w.wantSession("idle for 12 h", idle, false)
		for w.now.Before(began.Add(7*24*time.Hour - 11*time.Hour)) {
			w.wantSession("busy all week", busy, true)
			w.now = w.now.Add(11 * time.Hour)
		}
		w.now = began.Add(7*24*time.Hour - 11*time.Hour)
		w.wantSession("busy on the last day", busy, true)
		w.now = began.Add(7*24*time.Hour - time.Millisecond)
		w.wantSession("just before 7 days", busy, true)
		w.now = began.Add(7 * 24 * time.Hour)
		w.wantSession("after 7 days", busy, false)
		if err := w.s.Sweep(w.ctx()); err != nil || w.count(`SELECT COUNT(*) FROM sessions`) != 0 {
			w.t.Errorf("swept: %v", err)
		}
	})
}

func TestSession_used_longest_ago_ends_where_a_person_has_too_many(t *testing.T) {
	each(t, func(w *world) {
		p, other := w.add("jeanne@ferme.example", Employee), w.add("luc@ferme.example", Employee)
		theirs, kept := w.start(other, "").Value, w.start(p, "").Value
		w.now = w.now.Add(time.Minute)
		oldest := w.start(p, "").Value
		w.now = w.now.Add(sessionTouch)
		w.wantSession("used again", kept, true)
		for range maxSessions - 2 {
			w.now = w.now.Add(time.Second)
			w.start(p, "")
		}
		if n := w.count(`SELECT COUNT(*) FROM sessions WHERE id_hash = $1`, seal.Hash(oldest)); n != 1 {
			w.t.Error("it ended before there were too many")
		}
		newest := w.start(p, "").Value
		w.wantSession("the one used longest ago", oldest, false)
		w.wantSession("used since", kept, true)
		w.wantSession("the newest", newest, true)
		w.wantSession("that of somebody else", theirs, true)
		if n := w.count(`SELECT COUNT(*) FROM sessions WHERE person_id = $1`, p.ID); n != maxSessions {
			w.t.Errorf("%d sessions, want %d", n, maxSessions)
		}
	})
}

func TestSession_is_written_at_most_once_a_minute(t *testing.T) {
	each(t, func(w *world) {
		id := w.start(w.add("jeanne@ferme.example", Employee), "").Value
		seen := func() int { return w.count(`SELECT seen_at FROM sessions`) }
		first := seen()
		w.now = w.now.Add(59 * time.Second)
		if w.wantSession("soon after", id, true); seen() != first {
			w.t.Error("written within the minute")
		}
		w.now = w.now.Add(time.Second)
		if w.wantSession("a minute after", id, true); seen() != first+60_000 {
			w.t.Error("not written after a minute")
		}
		w.now = w.now.Add(-time.Hour)
		w.wantSession("with the clock set back", id, true)
	})
}

func TestSession_ends_at_once(t *testing.T) {
	for what, end := range map[string]func(w *world, p Person){
		"disabled": func(w *world, p Person) { w.exec(`UPDATE people SET disabled_at = 1`) },
		"archived": func(w *world, p Person) {
			w.employ(p, 1, 0)
			w.exec(`UPDATE employees SET archived_at = 1`)
		},
		"voided": func(w *world, p Person) {
			w.now = w.now.Add(time.Millisecond)
			if err := w.s.SetPassword(w.ctx(), Actor{}, p.Email, testPassword); err != nil {
				w.t.Fatal(err)
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			each(t, func(w *world) {
				p := w.add("jeanne@ferme.example", Employee)
				c := w.start(p, "")
				wantStatus(w.t, w.get("/auth/v1/me", cookie(c)), 200)
				end(w, p)
				w.wantSession(what, c.Value, false)
				wantStatus(w.t, w.get("/auth/v1/me", cookie(c)), 401)
			})
		})
	}
}

func TestSession_id_is_never_the_one_the_browser_brought(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		signIn := func(old *http.Cookie) *http.Cookie {
			rec := w.post("/auth/v1/login", url.Values{"email": {p.Email}, "password": {testPassword}}, cookie(old))
			wantStatus(w.t, rec, 303)
			return session(rec)
		}
		planted := &http.Cookie{Name: "presence", Value: "AAAAAAAAAAAAAAAAAAAAAA"}
		first := signIn(planted)
		if first == nil || first.Value == planted.Value {
			w.t.Fatalf("the session is %v", first)
		}
		w.wantSession("the planted id", planted.Value, false)
		second := signIn(first)
		if second.Value == first.Value {
			w.t.Error("a second sign-in keeps the id")
		}
		w.wantSession("the session before", first.Value, false)
		w.wantSession("the new session", second.Value, true)
	})
}

func TestSession_id_is_stored_as_a_hash(t *testing.T) {
	each(t, func(w *world) {
		c := w.start(w.add("jeanne@ferme.example", Employee), "")
		var stored []byte
		if err := w.db.QueryRow(w.ctx(), `SELECT id_hash FROM sessions`).Scan(&stored); err != nil {
			w.t.Fatal(err)
		}
		if len(stored) != 32 || len(c.Value) != 22 || strings.Contains(string(stored), c.Value) {
			w.t.Errorf("%d bytes stored for %d characters", len(stored), len(c.Value))
		}
		w.wantSession("the hash as an id", string(stored), false)
		w.wantSession("nothing", "", false)
	})
}

func TestSession_cookie_says_what_the_transport_allows(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	for url, want := range map[string]string{
		"http://presence.example:8080":    "presence=; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax",
		"https://presence.example/prefix": "__Host-presence=; Path=/; Max-Age=604800; HttpOnly; Secure; SameSite=Lax",
	} {
		t.Run(url, func(t *testing.T) {
			w := newWorld(t, d, url)
			c := w.s.cookie("", sessionAbsolute)
			if got := c.String(); got != want {
				t.Errorf("%s: %s, want %s", url, got, want)
			}
		})
	}
}

func TestSessions_of_ones_own(t *testing.T) {
	each(t, func(w *world) {
		ctx, s := w.t.Context(), w.s
		anna, ben := w.member("anna@example.com", Employee), w.member("ben@example.com", Employee)
		open := func(by Actor, agent string) {
			if _, err := s.StartSession(ctx, NewSession{Person: Person{ID: by.PersonID}, How: "password", IP: "192.0.2.7",
				Agent: agent}); err != nil {
				w.t.Fatal(err)
			}
			w.now = w.now.Add(time.Second)
		}
		open(anna, "one")
		open(anna, "two")
		open(anna, "three")
		open(ben, "four")
		if _, err := s.IssueTokenPair(ctx, Person{ID: anna.PersonID}, "password"); err != nil {
			w.t.Fatal(err)
		}
		list, err := s.Sessions(ctx, anna)
		if err != nil || len(list) != 3 || list[0].Agent != "three" || list[0].IP != "192.0.2.7" {
			w.t.Fatal(list, err)
		}
		for _, key := range []string{list[0].Key, "", "zz", strings.Repeat("ab", 32)} {
			if err := s.EndOwnSession(ctx, ben, key); errs.KindOf(err) != errs.KindNotFound {
				w.t.Errorf("Ben ends %q: %v", key, err)
			}
		}
		if err := s.EndOwnSession(ctx, anna, list[1].Key); err != nil {
			w.t.Error(err)
		}
		anna.SessionKey = list[0].Key
		if n, err := s.EndOtherSessions(ctx, anna); err != nil || n != 1 {
			w.t.Error(n, err)
		}
		left, err := s.Sessions(ctx, anna)
		if err != nil || len(left) != 1 || left[0].Key != list[0].Key {
			w.t.Error(left, err)
		}
		if theirs, err := s.Sessions(ctx, ben); err != nil || len(theirs) != 1 {
			w.t.Error("Ben's session is gone:", theirs, err)
		}
		if n := w.count(`SELECT COUNT(*) FROM refresh_tokens`); n != 0 {
			w.t.Error(n, "programs are still signed in")
		}
	})
}
