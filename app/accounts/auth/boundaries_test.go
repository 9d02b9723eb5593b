package auth

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/platform/httpx"
	"presence/db"
)

func TestSessionRecord_ended(t *testing.T) {
	const now = db.Instant(1000)
	for _, x := range []struct {
		name   string
		record sessionRecord
		want   bool
	}{
		{"open", sessionRecord{Person: Person{ID: "p"}, createdAt: 10, expiresAt: now + 1}, false},
		{"at its end", sessionRecord{Person: Person{ID: "p"}, createdAt: 10, expiresAt: now}, true},
		{"begun when tokens were voided", sessionRecord{Person: Person{ID: "p", TokensAfter: 10}, createdAt: 10, expiresAt: now + 1}, false},
		{"begun before", sessionRecord{Person: Person{ID: "p", TokensAfter: 11}, createdAt: 10, expiresAt: now + 1}, true},
		{"of a person who is disabled", sessionRecord{Person: Person{ID: "p", Disabled: true}, createdAt: 10, expiresAt: now + 1}, true},
		{"of a person who has left", sessionRecord{Person: Person{ID: "p", Archived: true}, createdAt: 10, expiresAt: now + 1}, true},
		{"of nobody", sessionRecord{Person: Person{TokensAfter: 11, Disabled: true}, createdAt: 10, expiresAt: now + 1}, false},
		{"of nobody, at its end", sessionRecord{expiresAt: now}, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.record.ended(now); got != x.want {
				t.Errorf("ended: %v", got)
			}
		})
	}
}

func TestOwner_holds(t *testing.T) {
	at := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	o := &owner{generation: 7, at: at}
	for _, x := range []struct {
		name       string
		generation uint64
		age        time.Duration
		want       bool
	}{
		{"just read", 7, 0, true}, {"almost a second old", 7, ownerTTL - 1, true}, {"a second old", 7, ownerTTL, false},
		{"from before a write", 8, 0, false}, {"from after now, as the clock was set back", 7, -1, false},
	} {
		if got := o.holds(x.generation, at.Add(x.age)); got != x.want {
			t.Errorf("%s: %v", x.name, got)
		}
	}
}

func TestBearerToken(t *testing.T) {
	for _, x := range []struct {
		headers []string
		token   string
		carried bool
		fails   bool
	}{
		{nil, "", false, false}, {[]string{"Bearer abc"}, "abc", true, false}, {[]string{"bearer  abc "}, "abc", true, false},
		{[]string{"Basic abc"}, "", false, false}, {[]string{"Bearer abc", "Bearer abc"}, "", true, true}, {[]string{"Bearer"}, "", true, false},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.Header["Authorization"] = x.headers
		token, carried, err := bearerToken(r)
		if token != x.token || carried != x.carried || errors.Is(err, errTwoHeaders) != x.fails {
			t.Errorf("%q is read as %q, %v, %v", x.headers, token, carried, err)
		}
	}
}

// TestRoutesOfCredentials has an invalid token be no error where people sign in and out, and nowhere else.
func TestRoutesOfCredentials(t *testing.T) {
	r := httpx.NewRouter(gin.New(), httpx.Config{}, httpx.NoRules)
	API(r, &Service{})
	Pages(r, &Service{})
	want := map[string]bool{"/auth/v1/login": true, "/auth/callback": true, "/auth/v1/token": true, "/auth/v1/logout": true,
		"/auth/forgotten": true, "/auth/v1/me": false, "/auth/v1/people": false, "/staff/preferences": false, "/.well-known/jwks.json": false}
	there := map[string]bool{}
	for _, row := range r.Routes() {
		there[row.Path] = true
		if manages, asked := want[row.Path]; asked && row.Credentials != manages {
			t.Errorf("%s %s manages credentials: %t", row.Method, row.Path, row.Credentials)
		}
	}
	for path := range want {
		if !there[path] {
			t.Errorf("there is no route %s", path)
		}
	}
}

func TestFlag(t *testing.T) {
	for text, want := range map[string]string{"true": "true", "1": "true", `"1"`: "true", "false": "false", "0": "false", `"0"`: "false",
		"null": "false",
		"2":    "refused", `"yes"`: "refused"} {
		var f flag
		got := "refused"
		if err := f.UnmarshalJSON([]byte(text)); err == nil {
			got = fmt.Sprint(bool(f))
		}
		if got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
	}
	for form, want := range map[string]string{"everywhere=1": "true", "everywhere=true": "true", "everywhere=on": "true",
		"everywhere=0":     "false",
		"everywhere=false": "false", "": "false", "everywhere=maybe": "refused", "username=a&username=b": "refused", "%zz": "refused"} {
		got := "refused"
		if g, err := formGrant([]byte(form)); err == nil {
			got = fmt.Sprint(bool(g.Everywhere))
		}
		if got != want {
			t.Errorf("%s is read as %s, want %s", form, got, want)
		}
	}
}
