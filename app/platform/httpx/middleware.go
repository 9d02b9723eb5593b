package httpx

import (
	"context"
	"crypto/rand"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzhttp"
	"go.opentelemetry.io/otel/trace"

	"presence/app/platform/errs"
	"presence/app/platform/outage"
	"presence/app/platform/tracing"
)

// Middleware is the middleware around every request, for pages and for the JSON API.
type Middleware struct {
	Log    *slog.Logger
	Now    func() time.Time
	Zone   *time.Location // of times without an offset (C5)
	Secure bool           // PUBLIC_URL is https
	// Subdomains adds includeSubDomains to Strict-Transport-Security.
	Subdomains       bool
	Prefix           string         // path of PUBLIC_URL, removed if a proxy has not removed it
	TrustedProxies   []netip.Prefix // proxies whose X-Forwarded-For is trusted (R20)
	ForwardedIgnored *atomic.Bool   // set when X-Forwarded-For came from another address; may be nil
	Origins          []string       // further origins that may write: PUBLIC_URL's, in case a proxy changes the host
	Probes           []string       // routes that are polled; they are logged only when they fail, and at the debug level
	Hosts            AllowedHosts   // allowed host names; zero: all
	Failures         *Failures      // gets the requests that fail by a fault; nil: none
	// Traces makes a span of each request; nil: there are none.
	Traces trace.TracerProvider
	// Observe is called after each request, for the metrics; may be nil.
	Observe func(method, route string, status int, took time.Duration)
}

// Wrap returns the routes with the middleware around them, outermost first: request id and log, headers, method and host,
// cross-origin check, compression.
func (e Middleware) Wrap(routes http.Handler) http.Handler {
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.CompressionLevel(6),
		gzhttp.ExceptContentTypes([]string{"text/event-stream", "image/png", "image/jpeg", "application/gzip", "application/zip",
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
		WriteProblem(w, r, errs.Forbidden("cross_origin", "This request came from another site."))
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

// stripPrefix removes the prefix of a path, and redirects from the prefix without a slash to the first page.
func (e Middleware) stripPrefix(next http.Handler) http.Handler {
	if e.Prefix == "" {
		return next
	}
	stripped := http.StripPrefix(e.Prefix, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, e.Prefix+"/"):
			stripped.ServeHTTP(w, r)
		case r.URL.Path == e.Prefix:
			http.Redirect(w, r, (&url.URL{Path: e.Prefix + "/", RawQuery: r.URL.RawQuery}).String(), http.StatusPermanentRedirect)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// contentSecurityPolicy allows only our own files: no inline scripts, no inline styles, no frames, no other hosts.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src " +
	"'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"

var framesPolicy = []string{contentSecurityPolicy + "; frame-src 'self'"}

// AllowFrames lets a page contain frames with pages of ours, such as the preview of an e-mail.
func AllowFrames(c *gin.Context) { c.Writer.Header()["Content-Security-Policy"] = framesPolicy }

func (e Middleware) headers(next http.Handler) http.Handler {
	fixed := map[string][]string{ // shared by all responses: a value may be replaced, but not appended to
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
		if id := tracing.TraceID(r.Context()); id != "" {
			h["Trace-Id"] = []string{id}
		}
		next.ServeHTTP(w, r)
	})
}

// logAndObserve creates the request's Info and record, and logs the request in one line (O5), without path, query, name and address.
func (e Middleware) logAndObserve(next http.Handler) http.Handler {
	var refused outage.Limit
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := e.Now()
		info := Info{IP: e.clientIP(r), Path: strings.ToValidUTF8(r.URL.Path, "\uFFFD"), Zone: e.Zone, Secure: e.Secure}
		if info.ID, info.traceparent = e.identify(r); info.ID == "" {
			info.ID = rand.Text()[:16]
		}
		q := withInfo(r, info)
		ctx, span := tracing.StartRequest(q.Context(), e.Traces, info.traceparent)
		span.Set("presence.request_id", info.ID)
		seen, logged := &statusWriter{ResponseWriter: w}, &record{trace: tracing.TraceID(ctx)}
		defer func() {
			took := e.Now().Sub(start)
			if logged.clientGone {
				seen.status = statusClientGone
			}
			e.logRequest(&refused, methodOf(r), info.ID, logged, seen.status, took)
			if logged.cause != nil {
				e.Failures.add(Failure{At: start, ID: info.ID, Method: methodOf(r), Route: logged.route, Status: seen.status,
					Kind: errs.KindOf(logged.cause)})
			}
			if e.Observe != nil {
				e.Observe(methodOf(r), logged.route, seen.status, took)
			}
			span.EndRequest(methodOf(r), logged.route, seen.status)
		}()
		next.ServeHTTP(seen, q.WithContext(withRecord(ctx, logged)))
		seen.finish()
	})
}

// maxLoggedError is the maximum number of bytes of an error in the log.
const maxLoggedError = 8 << 10

// logRequest logs a request: a probe that is well at level debug, a failure as an error. Of the requests that fail because the database
// cannot be used, refused lets one a minute through, with the number of the others.
func (e Middleware) logRequest(refused *outage.Limit, method, id string, logged *record, status int, took time.Duration) {
	level, notLogged := slog.LevelInfo, 0
	if status < http.StatusBadRequest && slices.Contains(e.Probes, logged.route) {
		level = slog.LevelDebug
	}
	if logged.cause != nil && errs.KindOf(logged.cause) == errs.KindStorage {
		var log bool
		if log, notLogged = refused.Next(e.Now()); !log {
			return
		}
	} else if n := refused.Rest(e.Now()); n > 0 {
		e.Log.Warn("requests were refused because the storage did not answer", "requests", n)
	}
	attrs := []slog.Attr{
		slog.String("id", id), slog.String("method", method), slog.String("route", logged.route),
		slog.Int("status", status), slog.Float64("ms", float64(took.Microseconds())/1000), slog.String("actor", logged.actor),
	}
	if logged.trace != "" {
		attrs = append(attrs, slog.String("trace", logged.trace))
	}
	if logged.cause != nil {
		level = slog.LevelError
		text := logged.cause.Error()
		attrs = append(attrs, slog.String("error", text[:min(len(text), maxLoggedError)]))
	}
	if notLogged > 0 {
		attrs = append(attrs, slog.Int("not_logged", notLogged))
	}
	e.Log.LogAttrs(context.Background(), level, "request", attrs...)
}
