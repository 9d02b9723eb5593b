package auth

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"presence/app/platform/errs"
)

// TestService_Recheck takes access away while an answer goes on, in every way there is (A3, W15).
func TestService_Recheck(t *testing.T) {
	request := func(header, value string) *http.Request {
		r := httptest.NewRequest(http.MethodGet, "/notifications/stream", nil)
		if header != "" {
			r.Header.Set(header, value)
		}
		return r
	}
	byCookie := func(w *world, p Person) *http.Request { return request("Cookie", w.start(p, "").String()) }
	byToken := func(w *world, p Person) *http.Request {
		token, err := w.s.IssueToken(w.ctx(), p.Email, time.Hour)
		if err != nil {
			w.t.Fatal(err)
		}
		return request("Authorization", "Bearer "+token)
	}
	disable := func(w *world, p Person) { w.exec(`UPDATE people SET disabled_at = 1`) }
	archive := func(w *world, p Person) {
		w.employ(p, 1, 0)
		w.exec(`UPDATE employees SET archived_at = 1`)
	}
	void := func(w *world, p Person) {
		w.now = w.now.Add(2 * time.Second)
		if err := w.s.SetPassword(w.ctx(), Actor{}, p.Email, testPassword); err != nil {
			w.t.Fatal(err)
		}
	}
	after := func(d time.Duration) func(*world, Person) {
		return func(w *world, _ Person) { w.now = w.now.Add(d) }
	}
	for _, x := range []struct {
		name  string
		with  func(*world, Person) *http.Request
		lose  func(*world, Person)
		stays bool
	}{
		{"a session goes on", byCookie, after(time.Hour), true},
		{"a session that was signed out", byCookie, func(w *world, _ Person) { w.exec(`DELETE FROM sessions`) }, false},
		{"a session that nobody used for 12 hours, for asking is no use of it", byCookie, after(12 * time.Hour), false},
		{"a session of a disabled person", byCookie, disable, false},
		{"a session of an archived employee", byCookie, archive, false},
		{"a session before a new password", byCookie, void, false},
		{"a token goes on", byToken, after(59 * time.Minute), true},
		{"a token that has run out", byToken, after(time.Hour + time.Second), false},
		{"a token of a disabled person", byToken, disable, false},
		{"a token of an archived employee", byToken, archive, false},
		{"a token before a new password", byToken, void, false},
		{"an anonymous caller has nothing to lose", func(*world, Person) *http.Request { return request("", "") }, disable, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(w *world) {
				p := w.add("jeanne@ferme.example", Employee)
				check := w.s.Revalidate(x.with(w, p))
				if err := check(w.ctx()); err != nil {
					w.t.Fatalf("before: %v", err)
				}
				for range 3 { // asking keeps nothing open
					w.now = w.now.Add(time.Millisecond)
					_ = check(w.ctx())
				}
				x.lose(w, p)
				if err := check(w.ctx()); (err == nil) != x.stays || err != nil && errs.KindOf(err) != errs.KindUnauthenticated {
					w.t.Errorf("after: %v", err)
				}
			})
		})
	}
}
