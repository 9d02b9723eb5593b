package httpx

import (
	"context"
	"crypto/rand"
	"log/slog"
	"maps"
	"net"
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

// Middleware is what surrounds every request, whichever face it asks for.
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
	return e.logAndObserve(e.headers(rejectUnknownMethods(limitContentType(e.checkHost(protect.Handler(compress(headAsGet(keepSemicolons(e.stripPrefix(routes))))))))))
}

// headAsGet lets every GET route answer HEAD: net/http itself leaves the body away.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			get := *r
			get.Method = http.MethodGet
			InfoOf(r.Context()).Head = true
			r = &get
		}
		next.ServeHTTP(w, r)
	})
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

// clientIP is the right-most hop of X-Forwarded-For that is not a proxy of ours, when the socket is one; else the socket (R20).
func (e Middleware) clientIP(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if !e.isTrustedProxy(host) {
		e.warnForwarded(r)
		return host
	}
	hops := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	for range maxProxyHops {
		at := strings.LastIndexByte(hops, ',')
		hop, err := parseHop(strings.TrimSpace(hops[at+1:]))
		if err != nil {
			break
		}
		if host = hop.Unmap().WithZone("").String(); at < 0 || !e.isTrustedProxy(host) { // in one spelling, since limits count by it
			break
		}
		hops = hops[:at]
	}
	return host
}

// parseHop reads an address, with or without the port that some proxies add, or in brackets.
func parseHop(hop string) (netip.Addr, error) {
	if with, err := netip.ParseAddrPort(hop); err == nil {
		return with.Addr(), nil
	}
	return netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(hop, "["), "]"))
}

// maxProxyHops is how many proxies of ours may stand one behind another.
const maxProxyHops = 16

// warnForwarded logs once that a client that is not a trusted proxy sent X-Forwarded-For: a proxy that is missing in
// TRUSTED_PROXIES, or any visitor. Neither the address nor the header's value is kept.
func (e Middleware) warnForwarded(r *http.Request) {
	if e.ForwardedIgnored == nil || e.ForwardedIgnored.Load() || r.Header["X-Forwarded-For"] == nil && r.Header["Forwarded"] == nil {
		return
	}
	if !e.ForwardedIgnored.Swap(true) {
		e.Log.Warn("X-Forwarded-For is ignored: it comes from an address that is not among TRUSTED_PROXIES")
	}
}

func (e Middleware) isTrustedProxy(host string) bool {
	a, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range e.TrustedProxies {
		if p.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}

// statusWriter remembers the status for the log, and keeps long answers alive.
type statusWriter struct {
	http.ResponseWriter
	status    int
	bytesSent int         // bytes
	stall     *time.Timer // of a long answer: cuts it off when its reader stops reading
}

// longResponse is from where on an answer may take as long as its reader keeps reading; the server's own deadlines, which
// count from the request's arrival, are for what comes at once.
const longResponse = 64 << 10

// stallTimeout is how long a reader of a long answer may leave what was sent to it.
const stallTimeout = 30 * time.Second

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	if w.bytesSent += len(b); w.bytesSent > longResponse {
		w.extendDeadlines()
	}
	return w.ResponseWriter.Write(b)
}

// extendDeadlines lifts the server's deadlines, and gives the next write its own.
func (w *statusWriter) extendDeadlines() {
	if w.stall != nil {
		w.stall.Reset(stallTimeout)
		return
	}
	conn := http.NewResponseController(w.ResponseWriter)
	_ = conn.SetReadDeadline(time.Time{}) // a test's recorder has no deadlines
	_ = conn.SetWriteDeadline(time.Time{})
	w.stall = time.AfterFunc(stallTimeout, func() { _ = conn.SetWriteDeadline(time.Unix(1, 0)) })
}

// finish sends the end of a long answer while its reader is still watched.
func (w *statusWriter) finish() {
	if w.stall == nil {
		return
	}
	w.stall.Reset(stallTimeout)
	_ = http.NewResponseController(w.ResponseWriter).Flush()
	w.stall.Stop()
}

// Unwrap lets http.ResponseController reach deadlines.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what a stream has written.
func (w *statusWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}
