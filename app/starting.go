package app

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/views/layout"
)

// startupHandler passes requests on to the product, once there is one. Until then /livez is well and everything else is 503: the
// address answers while a database that is not there yet is waited for, and while the schema is brought up to date.
type startupHandler struct {
	prefix  string // path part of PUBLIC_URL
	handler atomic.Pointer[http.Handler]
}

// serveWith lets requests in.
func (e *startupHandler) serveWith(product http.Handler) { e.handler.Store(&product) }

func (e *startupHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if product := e.handler.Load(); product != nil {
		(*product).ServeHTTP(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if strings.TrimPrefix(r.URL.Path, e.prefix) == "/livez" {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"status":"ok"}` + "\n"))
		return
	}
	w.Header().Set("Vary", "Accept, Accept-Language")
	if strings.Contains(r.Header.Get("Accept"), "text/html") && !httpx.PrefersJSON(r) {
		startingPage(w, r)
		return
	}
	httpx.WriteProblem(w, r, &errs.Error{Kind: errs.KindUnavailable, Code: "starting",
		Detail: "The server is starting. Try again in a moment.", RetryAfter: 1})
}

// startingPage answers a browser, which asks again by itself every five seconds for what it only reads.
func startingPage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	w.Header().Set("Retry-After", "5")
	if r.Method == http.MethodGet {
		w.Header().Set("Refresh", "5")
	}
	w.WriteHeader(http.StatusServiceUnavailable)
	if r.Method != http.MethodHead {
		_ = layout.StartingPage(i18n.Match(r.Header.Get("Accept-Language"))).Render(r.Context(), w) // whoever went away needs no page
	}
}

// How long to wait for a database that does not answer before it is asked again: doubling from the first to the last.
const (
	minRetryWait     = 100 * time.Millisecond
	maxRetryWait     = 800 * time.Millisecond
	retryLogInterval = 15 * time.Second // how often the log says that it is still waited for
)

// newWithRetry is New, but waits for a PostgreSQL server that cannot be reached or does not take connections yet, as after
// a reboot in any order. Everything that waiting does not mend (a wrong password, no such database, a schema from a
// newer program) is returned at once, and so is any failure of SQLite, whose file is either there or not.
func newWithRetry(ctx context.Context, c Config) (*App, error) {
	var said time.Time
	for wait := minRetryWait; ; wait = min(2*wait, maxRetryWait) {
		a, err := New(ctx, c)
		if errs.KindOf(err) != errs.KindUnavailable || strings.HasPrefix(c.DatabaseURL, "sqlite:") {
			return a, err
		}
		if now := c.Now(); said.IsZero() || now.Sub(said) >= retryLogInterval {
			said = now
			c.Log.Warn("waiting for the database", "error", err)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
	}
}
