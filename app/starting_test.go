package app

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestStartupHandler shows who gets a page and who gets JSON while the program starts; no database is needed.
func TestStartupHandler(t *testing.T) {
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	ask := func(method, accept, language string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, "/staff/time", nil)
		r.Header.Set("Accept", accept)
		r.Header.Set("Accept-Language", language)
		rec := httptest.NewRecorder()
		newStartupHandler("", 0).ServeHTTP(rec, r)
		if rec.Code != http.StatusServiceUnavailable || rec.Header().Get("Retry-After") == "" || rec.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s answers %d %v", method, rec.Code, rec.Header())
		}
		return rec
	}
	french := "<h1>Presence démarre</h1><p>Attendez quelques secondes, puis rechargez la page.</p>"
	english := "<h1>Presence is starting</h1><p>Wait a few seconds, then reload the page.</p>"
	for _, x := range []struct{ name, language, first, lang, second string }{
		{"a browser reads both languages, French first", "", french, "fr", "Presence is starting"},
		{"a browser that prefers English has that first", "en-CA,en;q=0.9,fr;q=0.8", english, "en", "Presence démarre"},
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
		t.Run("a client that accepts "+strings.Trim(accept+" ", " ")+" gets JSON", func(t *testing.T) {
			rec := ask(http.MethodGet, accept, "en")
			if rec.Header().Get("Content-Type") != "application/problem+json" || !strings.Contains(rec.Body.String(), `"code":"starting"`) {
				t.Errorf("%v %s", rec.Header(), rec.Body)
			}
		})
	}
	t.Run("a probe is told that the program lives", func(t *testing.T) {
		for _, x := range []struct {
			prefix, path string
			status       int
			wait         time.Duration // for other requests
		}{{"", "/livez", 200, time.Hour}, {"/tools", "/tools/livez", 200, time.Hour}, {"/tools", "/livez", 200, time.Hour},
			{"", "/tools/livez", 503, 0}, {"", "/readyz", 503, time.Hour}} {
			rec := httptest.NewRecorder()
			newStartupHandler(x.prefix, x.wait).ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, x.path, nil))
			if rec.Code != x.status || rec.Header().Get("Cache-Control") != "no-store" ||
				(x.status == 200) != (rec.Body.String() == "{\"status\":\"ok\"}\n" && rec.Header().Get("Content-Type") == "application/json") {
				t.Errorf("%s below %q: %d %s", x.path, x.prefix, rec.Code, rec.Body)
			}
		}
	})
	t.Run("then the product answers", func(t *testing.T) {
		h := newStartupHandler("", 0)
		h.serveWith(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
		rec := httptest.NewRecorder()
		if h.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/livez", nil)); rec.Code != http.StatusTeapot {
			t.Errorf("answered %d", rec.Code)
		}
	})
	t.Run("a request waits for a product that is ready soon", func(t *testing.T) {
		h, rec, answered := newStartupHandler("", time.Hour), httptest.NewRecorder(), make(chan struct{})
		go func() {
			defer close(answered)
			h.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/events", nil))
		}()
		h.serveWith(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
		if <-answered; rec.Code != http.StatusTeapot || rec.Header().Get("Connection") != "" {
			t.Errorf("answered %d %v", rec.Code, rec.Header())
		}
	})
	t.Run("a product that was made meanwhile does not replace one that was withdrawn", func(t *testing.T) {
		h, rec := newStartupHandler("", 0), httptest.NewRecorder()
		h.serveWith(http.NotFoundHandler())
		h.withdraw()
		h.serveWith(http.NotFoundHandler())
		if h.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil)); rec.Code != http.StatusServiceUnavailable {
			t.Errorf("answered %d", rec.Code)
		}
	})
	t.Run("when the program drains, each response ends its connection", func(t *testing.T) {
		h, rec := newStartupHandler("", 0), httptest.NewRecorder()
		h.serveWith(http.NotFoundHandler())
		h.drain()
		if h.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)); rec.Header().Get("Connection") != "close" {
			t.Errorf("%v", rec.Header())
		}
	})
}

// TestServe_waits_for_a_PostgreSQL_server has no server at the address of the database. The clock tells another time whenever it is
// asked, and stops the program at the last one.
func TestServe_waits_for_a_PostgreSQL_server(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := taken.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var log strings.Builder
	start, asked := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), 0
	seconds := []int{0, 14, 15}
	c := Config{Listen: "127.0.0.1:0", DatabaseURL: "postgres://nobody@" + taken.Addr().String() + "/none", PublicURL: &url.URL{},
		Log: slog.New(slog.NewTextHandler(&log, nil)), Now: func() time.Time {
			asked++
			if asked == len(seconds) {
				stop()
			}
			return start.Add(time.Duration(seconds[asked-1]) * time.Second)
		}}
	var out strings.Builder
	if err := Serve(ctx, c, &out); err != nil || out.Len() > 0 {
		t.Errorf("stopped while it waited, it says %v and prints %q", err, &out)
	}
	if n := strings.Count(log.String(), "waiting for the database"); n != 2 || asked != len(seconds) {
		t.Errorf("%d lines after %d attempts, want one for each 15 seconds:\n%s", n, asked, &log)
	}
}

func TestServe_Refusals(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	quiet := Config{PublicURL: &url.URL{}, Log: slog.New(slog.DiscardHandler), Now: time.Now}
	t.Run("an address that is taken", func(t *testing.T) {
		c := quiet
		c.Listen = taken.Addr().String()
		if err := Serve(t.Context(), c, io.Discard); err == nil || !strings.HasPrefix(err.Error(), "LISTEN: ") {
			t.Errorf("%v", err)
		}
	})
	t.Run("a database that waiting does not mend", func(t *testing.T) {
		c := quiet
		c.Listen, c.DatabaseURL = "127.0.0.1:0", "sqlite:"+t.TempDir()
		if err := Serve(t.Context(), c, io.Discard); err == nil {
			t.Error("a folder was served from")
		}
	})
}
