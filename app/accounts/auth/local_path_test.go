package auth

import (
	"net/url"
	"strings"
	"testing"
)

func TestLocalPath(t *testing.T) {
	kept := []string{"/", "/staff/", "/staff/time/2026-25", "/staff/periods/2026/1?sort=name&dir=-1", "/staff/employees?q=C%C3%B4t%C3%A9",
		"/staff/?next=https://evil.example/", "/staff/a%20b", "/staff/:id"}
	for _, next := range kept {
		if got := localPath(next); got != next {
			t.Errorf("localPath(%q) = %q, want it kept", next, got)
		}
	}
}

// elsewhere are sixty-odd spellings of "go to another site" that browsers, proxies or parsers fall for.
var elsewhere = []string{
	"", " ", "http://evil.example", "https://evil.example/", "HTTPS://evil.example", "//evil.example", "///evil.example", "////evil.example",
	"//evil.example/%2f..", "/\\evil.example", "\\/evil.example", "\\\\evil.example", "/\\/evil.example", "//\\evil.example", "\\evil.example",
	"/staff\\..\\..//evil.example",
	"/\tevil.example", "/\t/evil.example", "\t//evil.example", "/\n/evil.example", "/\r/evil.example", "/\r\nLocation: https://evil.example",
	"/%0d%0aLocation:%20https://evil.example", "/%09/evil.example",
	" //evil.example", "\u00a0//evil.example", "\u200b//evil.example", "/\u200b/evil.example", "/\u2028/evil.example", "/\ufeff/evil.example",
	"/\x00/evil.example", "/%00/evil.example",
	"/%2fevil.example", "/%2Fevil.example", "/%5cevil.example", "/%5Cevil.example", "/%2f%2fevil.example", "%2f%2fevil.example",
	"/staff/%2f%2fevil.example", "/staff//evil.example",
	"/./evil.example", "/.//evil.example", "/..//evil.example", "/staff/../..//evil.example", "/staff/%2e%2e/%2e%2e//evil.example",
	"/%2e%2e%2fevil.example", "/;//evil.example", "/..;/evil.example",
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x",
	"https:evil.example", "https:/evil.example", "http:///evil.example",
	"//evil.example@presence.example", "https://presence.example@evil.example", "//presence.example.evil.example", "//user:pass@evil.example/",
	"//[::1]/", "//evil%E3%80%82example", "//2130706433/", "mailto:a@b.example",
	"staff/", "?next=x", "#x", ".evil.example", "@evil.example", ":80", "/%", "/%zz", "/\xff\xfe", "/" + strings.Repeat("a", 2001),
}

func TestLocalPath_refuses_every_way_out(t *testing.T) {
	if len(elsewhere) < 60 {
		t.Fatalf("only %d spellings", len(elsewhere))
	}
	for _, next := range elsewhere {
		if got := localPath(next); got != "" {
			t.Errorf("localPath(%q) = %q, want nothing", next, got)
		}
	}
}

func TestSignIn_goes_nowhere_else(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		for _, next := range elsewhere {
			page := w.get("/auth/v1/login?next=" + url.QueryEscape(next))
			wantStatus(w.t, page, 200)
			if !strings.Contains(page.Body.String(), `name="next" value=""`) {
				w.t.Errorf("the form of next=%q keeps it", next)
			}
			if to := redirectTarget(next); to != "/staff/" {
				w.t.Errorf("next=%q goes on to %q", next, to)
			}
		}
		for _, next := range elsewhere[:4] { // a password costs 25 ms each
			rec := w.post("/auth/v1/login", url.Values{"email": {p.Email}, "password": {testPassword}, "next": {next}})
			wantStatus(w.t, rec, 303)
			if to := rec.Header().Get("Location"); to != "/staff/" {
				w.t.Errorf("next=%q goes on to %q", next, to)
			}
		}
	})
}
