package httpx

import (
	"context"
	"crypto/rand"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzhttp"

	"presence/app/platform/errs"
)

// Middleware is what surrounds every request, for a page or for the JSON API.
type Middleware struct {
	Log    *slog.Logger
	Now    func() time.Time
	Zone   *time.Location // where a time without an offset is read (C5)
	Secure bool           // PUBLIC_URL is https
	// Subdomains: browsers are told to use https for every host below PUBLIC_URL's too, for a year.
	Subdomains       bool
	Prefix           string         // path part of PUBLIC_URL, stripped when a proxy leaves it on
	TrustedProxies   []netip.Prefix // proxies whose X-Forwarded-For is believed (R20)
	ForwardedIgnored *atomic.Bool   // set when X-Forwarded-For has come from elsewhere; nil: not noted
	Origins          []string       // further origins whose browsers may write: PUBLIC_URL's own, when a proxy changes the host
	Probes           []string       // routes that load balancers ask all the time: only the debug level of the log tells of them
	Hosts            AllowedHosts   // the names that are answered to; zero: all
	// Observe is called after each request, for the metrics; nil: not called.
	Observe func(method, route string, status int, took time.Duration)
}

// Wrap puts the middleware around the routes, outermost first: request id and log, headers, method and host,
// cross-origin check, compression.
func (e Middleware) Wrap(routes http.Handler) http.Handler {
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.CompressionLevel(3),
		gzhttp.ExceptContentTypes([]string{"text/event-stream", "image/png", "image/jpeg", "application/gzip",
			"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}))
	if err != nil {
		panic(err) // the options above are constants
	}
	protect := http.NewCrossOriginProtection()
	for _, origin := range e.Origins {
		if err := protect.AddTrustedOrigin(origin); err != nil {
			panic(err) // the configuration has validated PUBLIC_URL
		}
	}
	protect.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		WriteProblem(w, r, errs.Forbidden("cross_origin", "A page of another site may not send this."))
	}))
	handler := routes
	for _, around := range []func(http.Handler) http.Handler{ // innermost first
		e.stripPrefix, keepSemicolons, headAsGet, func(h http.Handler) http.Handler { return compress(h) }, protect.Handler,
		e.checkHost, limitContentType, rejectUnknownMethods, e.headers, e.logAndObserve,
	} {
		handler = around(handler)
	}
	return handler
}

func (e Middleware) stripPrefix(next http.Handler) http.Handler {
	if e.Prefix == "" {
		return next
	}
	stripped := http.StripPrefix(e.Prefix, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, e.Prefix+"/") {
			stripped.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// contentSecurityPolicy allows nothing but our own files: no inline script, no inline style, no frame, no other host.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src " +
	"'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"

var framesPolicy = []string{contentSecurityPolicy + "; frame-src 'self'"}

// AllowFrames lets a page show others of our own in frames, such as the preview of an e-mail.
func AllowFrames(c *gin.Context) { c.Writer.Header()["Content-Security-Policy"] = framesPolicy }

func (e Middleware) headers(next http.Handler) http.Handler {
	fixed := map[string][]string{ // shared by all answers: a value may be replaced, never appended to
		"Content-Security-Policy":      {contentSecurityPolicy},
		"X-Content-Type-Options":       {"nosniff"},
		"Referrer-Policy":              {"same-origin"},
		"X-Frame-Options":              {"DENY"},
		"Cross-Origin-Opener-Policy":   {"same-origin"},
		"Cross-Origin-Resource-Policy": {"same-origin"},
		"Permissions-Policy":           {"camera=(), geolocation=(), microphone=()"},
	}
	if e.Secure {
		policy := "max-age=31536000"
		if e.Subdomains {
			policy += "; includeSubDomains"
		}
		fixed["Strict-Transport-Security"] = []string{policy}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		maps.Copy(h, fixed)
		h["X-Request-Id"] = []string{InfoOf(r.Context()).ID}
		next.ServeHTTP(w, r)
	})
}

// logAndObserve gives the request its Info and writes the one log line of it (O5): no path, no query, no name, no address.
func (e Middleware) logAndObserve(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := e.Now()
		info := &Info{ID: rand.Text()[:16], IP: e.clientIP(r), Path: strings.ToValidUTF8(r.URL.Path, "\uFFFD"), Zone: e.Zone, Secure: e.Secure}
		seen := &statusWriter{ResponseWriter: w}
		defer func() {
			took := e.Now().Sub(start)
			if info.ClientGone {
				seen.status = statusClientGone
			}
			e.logRequest(methodOf(r), info, seen.status, took)
			if e.Observe != nil {
				e.Observe(methodOf(r), info.Route, seen.status, took)
			}
		}()
		next.ServeHTTP(seen, withInfo(r, info))
		seen.finish()
	})
}

// maxLoggedError is how many bytes of an error go to the log.
const maxLoggedError = 8 << 10

func (e Middleware) logRequest(method string, info *Info, status int, took time.Duration) {
	level := slog.LevelInfo
	if slices.Contains(e.Probes, info.Route) {
		level = slog.LevelDebug
	}
	attrs := []slog.Attr{
		slog.String("id", info.ID), slog.String("method", method), slog.String("route", info.Route),
		slog.Int("status", status), slog.Float64("ms", float64(took.Microseconds())/1000), slog.String("actor", info.Actor),
	}
	if info.Cause != nil {
		level = slog.LevelError
		text := info.Cause.Error()
		attrs = append(attrs, slog.String("error", text[:min(len(text), maxLoggedError)]))
	}
	e.Log.LogAttrs(context.Background(), level, "request", attrs...)
}
