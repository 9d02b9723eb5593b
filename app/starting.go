package app

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/views/layout"
)

// startupHandler passes requests on to the product when it is ready. Until then, while the program waits for the database or migrates,
// /livez answers 200 and everything else 503: a probe at once, another request when the product is not ready within wait, so that a usual
// start refuses nobody.
type startupHandler struct {
	prefix   string // path part of PUBLIC_URL
	wait     time.Duration
	ready    chan struct{} // closed when there is a handler
	once     sync.Once
	draining atomic.Bool

	setting   sync.Mutex // held while handler is set
	handler   atomic.Pointer[http.Handler]
	withdrawn bool // the program ends: no product is set any more
}

func newStartupHandler(prefix string, wait time.Duration) *startupHandler {
	return &startupHandler{prefix: prefix, wait: wait, ready: make(chan struct{})}
}

// serveWith sets the product, which from now on handles requests. After withdraw it does nothing.
func (e *startupHandler) serveWith(product http.Handler) {
	e.setting.Lock()
	defer e.setting.Unlock()
	if e.withdrawn {
		return
	}
	e.handler.Store(&product)
	e.once.Do(func() { close(e.ready) })
}

// withdraw takes the product away for good: from now on requests are answered as while the program starts.
func (e *startupHandler) withdraw() {
	e.setting.Lock()
	defer e.setting.Unlock()
	e.withdrawn = true
	e.handler.Store(nil)
}

// drain has every connection end after its next response, so that clients make their next request elsewhere.
func (e *startupHandler) drain() { e.draining.Store(true) }

// product returns the product; nil if it is not ready within the wait, or, for a probe, now.
func (e *startupHandler) product(r *http.Request) *http.Handler {
	if product := e.handler.Load(); product != nil || e.isProbe(r) {
		return product
	}
	late := time.NewTimer(e.wait)
	defer late.Stop()
	select {
	case <-e.ready:
	case <-late.C:
	case <-r.Context().Done():
	}
	return e.handler.Load()
}

func (e *startupHandler) isProbe(r *http.Request) bool {
	return slices.Contains([]string{"/livez", "/readyz", "/health"}, strings.TrimPrefix(r.URL.Path, e.prefix))
}

func (e *startupHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if e.draining.Load() {
		w.Header().Set("Connection", "close")
	}
	if product := e.product(r); product != nil {
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
	if httpx.PrefersHTML(r) {
		startingPage(w, r)
		return
	}
	httpx.WriteProblem(w, r, &errs.Error{Kind: errs.KindUnavailable, Code: "starting",
		Detail: "The server is starting. Try again in a moment.", RetryAfter: 1})
}

// startingPage answers a browser; for a GET the page reloads every five seconds.
func startingPage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	w.Header().Set("Retry-After", "5")
	if r.Method == http.MethodGet {
		w.Header().Set("Refresh", "5")
	}
	w.WriteHeader(http.StatusServiceUnavailable)
	if r.Method != http.MethodHead {
		_ = layout.StartingPage(i18n.Match(r.Header.Get("Accept-Language"))).Render(r.Context(), w) // the client may have disconnected
	}
}

// Delays before the next attempt to reach a database that does not answer: they double from the first to the last.
const (
	minRetryWait     = 100 * time.Millisecond
	maxRetryWait     = 800 * time.Millisecond
	retryLogInterval = 15 * time.Second // interval of log messages while waiting
)

// startWithRetry calls start, and repeats it while a PostgreSQL server cannot be reached or does not accept connections, for
// example when both start at the same time, or it restarts meanwhile. Errors that waiting cannot solve (a wrong password, no such
// database, a schema from a newer program) are returned at once, and so is any error of SQLite.
func startWithRetry(ctx context.Context, c Config) (a *App, link string, err error) {
	var said time.Time
	for wait := minRetryWait; ; wait = min(2*wait, maxRetryWait) {
		a, link, err = start(ctx, &c)
		if errs.KindOf(err) != errs.KindStorage || strings.HasPrefix(c.DatabaseURL, "sqlite:") {
			return a, link, err
		}
		if now := c.Now(); now.Sub(said) >= retryLogInterval {
			said = now
			c.Log.Warn("waiting for the database", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil, "", ctx.Err()
		case <-time.After(wait):
		}
	}
}

// start makes the product and writes what every start of a server leaves in the database. link is of the page that creates the
// first administrator; "" if there is one.
func start(ctx context.Context, c *Config) (a *App, link string, err error) {
	if a, err = open(ctx, c); err != nil {
		return nil, "", err
	}
	if a.replica, err = a.DB.Register(ctx, c.Version); err != nil {
		return nil, "", errors.Join(err, a.Close())
	}
	if err = a.compareReplicas(ctx, true); err == nil && !c.Demo {
		link, err = a.Auth.BootstrapLink(ctx)
	}
	if err == nil {
		err = a.warnOfConnections(ctx)
	}
	if err != nil { // the next attempt registers anew
		return nil, "", errors.Join(err, a.replica.Leave(context.WithoutCancel(ctx)), a.Close())
	}
	return a, link, nil
}

// warnOfConnections logs when the PostgreSQL server allows fewer connections than the running servers may open.
func (a *App) warnOfConnections(ctx context.Context) error {
	c, limited, err := a.DB.Connections(ctx)
	if limited && err == nil && c.Short() {
		a.config.Log.Warn("the database server allows fewer connections than the servers of Presence may open: raise max_connections, "+
			"or lower DATABASE_CONNECTIONS", "allowed", c.Allowed, "each_server", c.Each, "servers", c.Replicas)
	}
	return err
}
