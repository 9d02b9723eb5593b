package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestEntrance_WhileTheProgramStarts shows who gets a page and who gets JSON; nothing is asked of a database.
func TestEntrance_WhileTheProgramStarts(t *testing.T) {
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	ask := func(method, accept, language string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, "/staff/time", nil)
		r.Header.Set("Accept", accept)
		r.Header.Set("Accept-Language", language)
		rec := httptest.NewRecorder()
		(&startupHandler{}).ServeHTTP(rec, r)
		if rec.Code != http.StatusServiceUnavailable || rec.Header().Get("Retry-After") == "" || rec.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s answers %d %v", method, rec.Code, rec.Header())
		}
		return rec
	}
	french, english := "<h1>Presence démarre</h1><p>Attendez quelques secondes, puis rechargez la page.</p>", "<h1>Presence is starting</h1><p>Wait a few seconds, then reload the page.</p>"
	for _, x := range []struct{ name, language, first, lang, second string }{
		{"a browser reads both languages, French first", "", french, "fr", "Presence is starting"},
		{"a browser of somebody who reads English has that first", "en-CA,en;q=0.9,fr;q=0.8", english, "en", "Presence démarre"},
	} {
		t.Run(x.name, func(t *testing.T) {
			rec := ask(http.MethodGet, browser, x.language)
			body := rec.Body.String()
			if !strings.Contains(body, x.first) || !strings.Contains(body, `<html lang="`+x.lang+`"`) ||
				!strings.Contains(body, "<h2>"+x.second+"</h2>") {
				t.Error(body)
			}
			if rec.Header().Get("Refresh") != "5" || !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/html") {
				t.Errorf("%v", rec.Header())
			}
			if strings.Contains(body, "<link") || strings.Contains(body, "<script") {
				t.Error("the page asks for files that are not served yet")
			}
		})
	}
	t.Run("a form that was sent does not come again by itself", func(t *testing.T) {
		if rec := ask(http.MethodPost, browser, "en"); rec.Header().Get("Refresh") != "" || !strings.Contains(rec.Body.String(), english) {
			t.Errorf("%v %s", rec.Header(), rec.Body)
		}
	})
	t.Run("HEAD has no body", func(t *testing.T) {
		if rec := ask(http.MethodHead, browser, "en"); rec.Body.Len() != 0 {
			t.Error(rec.Body)
		}
	})
	for _, accept := range []string{"", "*/*", "application/json", "application/json, text/html;q=0.5"} {
		t.Run("whoever accepts "+strings.Trim(accept+" ", " ")+" gets JSON", func(t *testing.T) {
			rec := ask(http.MethodGet, accept, "en")
			if rec.Header().Get("Content-Type") != "application/problem+json" || !strings.Contains(rec.Body.String(), `"code":"starting"`) {
				t.Errorf("%v %s", rec.Header(), rec.Body)
			}
		})
	}
}
