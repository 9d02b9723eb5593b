package auth

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db/dbtest"
)

func TestTooManyTries(t *testing.T) {
	for seconds, want := range map[int]string{1: "1 second", 89: "89 seconds", 90: "2 minutes", 120: "2 minutes", 121: "3 minutes"} {
		if got := strings.ReplaceAll(TooManyTries(i18n.EN, seconds), "\u00a0", " "); !strings.HasSuffix(got, " in "+want+".") {
			t.Errorf("%d seconds: %q, want %q", seconds, got, want)
		}
	}
}

func TestTrimAgent(t *testing.T) {
	for text, want := range map[string]string{
		"Firefox": "Firefox", strings.Repeat("a", 200): strings.Repeat("a", 200), strings.Repeat("a", 201): strings.Repeat("a", 200),
		strings.Repeat("a", 199) + "é": strings.Repeat("a", 199), "a\x00b": "ab",
	} {
		if got := trimAgent(text); got != want {
			t.Errorf("%q is kept as %q, want %q", text, got, want)
		}
	}
}

func TestEmailLimitKey_tooLong(t *testing.T) {
	a, b := strings.Repeat("a", 255), strings.Repeat("b", 255)
	if emailLimitKey(a) != emailLimitKey(b) {
		t.Error("what is too long for an address has a key of its own")
	}
	if a, b := a[:254], b[:254]; emailLimitKey(a) == emailLimitKey(b) {
		t.Error("what is as long as an address may be shares a key")
	}
}

func TestEmailLimitKey_of_similar_addresses(t *testing.T) {
	for _, x := range []struct {
		name, a, b string
		same       bool
	}{
		{"an invisible character makes no other address", "ann@b.example", "an\u200bn@b.example", true},
		{"an accent does", "ann@b.example", "ann\u00e9@b.example", false},
		{"case does not", "ann@b.example", "ANN@B.example", true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if a, b := emailLimitKey(x.a), emailLimitKey(x.b); (a == b) != x.same {
				t.Errorf("the keys are %q and %q", a, b)
			}
		})
	}
}

func TestValidName(t *testing.T) {
	for name, want := range map[string]bool{"": true, "Zoé": true, strings.Repeat("é", 200): true, strings.Repeat("é", 201): false,
		"a\x01b": false, "a\xffb": false} {
		if got := validName(name); got != want {
			t.Errorf("%.20q is a valid name: %t", name, got)
		}
	}
}

func TestValues_encode(t *testing.T) {
	room := maxValuesSize - len(`{"k":""}`)
	if _, err := (values{"k": strings.Repeat("a", room)}).encode(); err != nil {
		t.Errorf("as much as a session holds: %v", err)
	}
	if _, err := (values{"k": strings.Repeat("a", room+1)}).encode(); err == nil {
		t.Error("a session holds more than it may")
	}
}

// The body of a request for tokens is bounded; a longer one is refused before it is read as anything.
func TestReadGrant_bounds(t *testing.T) {
	for _, x := range []struct {
		size int
		kind errs.Kind
	}{{maxGrant, errs.KindInvalid}, {maxGrant + 1, errs.KindTooLarge}} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/auth/v1/token", strings.NewReader(strings.Repeat("x", x.size)))
		r.Header.Set("Content-Type", "application/json")
		if _, err := readGrant(r); errs.KindOf(err) != x.kind {
			t.Errorf("%d bytes: %v", x.size, err)
		}
	}
}

func TestSessionID_bounds(t *testing.T) {
	s := &Service{publicURL: testURL}
	for n, want := range map[int]bool{64: true, 65: false} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.AddCookie(&http.Cookie{Name: "presence", Value: strings.Repeat("a", n)})
		if got := s.sessionID(r) != ""; got != want {
			t.Errorf("an id of %d characters is read: %v", n, got)
		}
	}
}

func TestRefusals(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL, DemoPerson{Email: "anna@example.com", Part: "admin"},
		DemoPerson{Email: "gone@example.com"})
	w.add("boss@example.com", Admin)
	p := w.add("anna@example.com", Employee)
	anna := p.actor("cookie")
	for _, x := range []struct {
		name string
		do   func() error
		want string
	}{
		{"a session whose key is not a hash", func() error { return w.s.EndOwnSession(w.ctx(), anna, "x") }, "not_found"},
		{"a session that there is not", func() error { return w.s.EndOwnSession(w.ctx(), anna, "ab") }, "not_found"},
		{"all but a session whose key is not a hash", func() error { _, err := w.s.EndOtherSessions(w.ctx(), Actor{SessionKey: "x"}); return err },
			"not_found"},
		{"a language that there is not", func() error { return w.s.SetLanguage(w.ctx(), anna, "de") }, "invalid"},
		{"the person of an id, to who is no administrator", func() error { _, _, err := w.s.Person(w.ctx(), anna, p.ID); return err },
			"not_allowed"},
		{"the demo's sign-in of a person who is not part of the demo",
			func() error { _, err := w.s.demoAccount(w.ctx(), "boss@example.com"); return err },
			"not_found"},
		{"the demo's sign-in of a person who does not exist", func() error {
			_, err := w.s.demoAccount(w.ctx(),
				"gone@example.com")
			return err
		},
			"not_found"},
		{"links to a provider of a person who does not exist", func() error { return w.s.UnlinkIdentities(w.ctx(), anna, "gone@example.com") },
			"not_found"},
	} {
		t.Run(x.name, func(t *testing.T) {
			err := x.do()
			code := ""
			if e, ok := errs.Of(err); ok {
				if code = e.Code; len(e.Fields) > 0 {
					code = e.Fields[0].Code
				}
			}
			if code != x.want {
				t.Errorf("got %v, want %s", err, x.want)
			}
		})
	}
	list, err := w.s.demoAccounts(w.ctx())
	if err != nil || len(list) != 1 || list[0].Person.ID != p.ID {
		t.Errorf("the demo offers %v, %v", list, err)
	}
	if _, err := w.s.demoAccount(w.ctx(), p.Email); err != nil {
		t.Errorf("a person of the demo: %v", err)
	}
	if err := w.s.SetDisabled(w.ctx(), Actor{}, p.Email, true); err != nil {
		t.Fatal(err)
	}
	if _, err := w.s.demoAccount(w.ctx(), p.Email); !errs.HasCode(err, "wrong_credentials") {
		t.Errorf("a disabled person of the demo: %v", err)
	}
	before := w.count("SELECT COUNT(*) FROM audit_log")
	if err := w.s.UnlinkIdentities(w.ctx(), Actor{}, p.Email); err != nil || w.count("SELECT COUNT(*) FROM audit_log") != before {
		t.Errorf("a person without links: %v", err)
	}
}

func TestAnonymousActor_again(t *testing.T) {
	each(t, func(w *world) {
		for range 2 {
			a, err := w.s.AnonymousActor(w.ctx())
			if err != nil || a.PersonID != anonymousID || !a.SeesAll() {
				w.t.Fatalf("%+v, %v", a, err)
			}
		}
		if n := w.count("SELECT COUNT(*) FROM people WHERE id = $1 AND disabled_at IS NOT NULL", anonymousID); n != 1 {
			w.t.Errorf("%d people who cannot sign in stand for anonymous callers", n)
		}
	})
}
