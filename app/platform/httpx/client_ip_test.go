package httpx

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/platform/errs"
)

func TestMiddleware_clientIP(t *testing.T) {
	e := Middleware{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}}
	for _, x := range []struct {
		name, peer string
		forwarded  []string
		want       string
	}{
		{"a visitor without a proxy", "192.0.2.7:1000", nil, "192.0.2.7"},
		{"whoever is no proxy of ours is not believed", "192.0.2.7:1000", []string{"198.51.100.1"}, "192.0.2.7"},
		{"a peer without a port", "pipe", []string{"198.51.100.1"}, "pipe"},
		{"the visitor of a proxy", "10.0.0.1:1000", []string{"198.51.100.1"}, "198.51.100.1"},
		{"of a chain the last that is no proxy of ours", "10.0.0.1:1000", []string{"203.0.113.9, 198.51.100.1, 10.0.0.2"}, "198.51.100.1"},
		{"the headers are read as one list", "10.0.0.1:1000", []string{"203.0.113.9", "198.51.100.1"}, "198.51.100.1"},
		{"the first, when all are ours", "10.0.0.1:1000", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		{"a proxy that says nothing", "10.0.0.1:1000", nil, "10.0.0.1"},
		{"what is no address ends the chain", "10.0.0.1:1000", []string{"198.51.100.1, unknown, 10.0.0.2"}, "10.0.0.2"},
		{"a port is dropped", "10.0.0.1:1000", []string{"198.51.100.1:4711"}, "198.51.100.1"},
		{"so is one of IPv6", "[fd00::1]:1000", []string{"[2001:db8::1]:4711"}, "2001:db8::1"},
		{"and brackets alone", "10.0.0.1:1000", []string{"[2001:DB8::1]"}, "2001:db8::1"},
		{"an IPv4 address in IPv6 is the IPv4 address", "[::ffff:10.0.0.1]:1000", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"no more than 16 proxies are passed", "10.0.0.1:1000", []string{"198.51.100.1" + strings.Repeat(", 10.0.0.2", 16)}, "10.0.0.2"},
		{"and 15 are", "10.0.0.1:1000", []string{"198.51.100.1" + strings.Repeat(", 10.0.0.2", 15)}, "198.51.100.1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = x.peer
			if x.forwarded != nil {
				r.Header["X-Forwarded-For"] = x.forwarded
			}
			if got := e.clientIP(r); got != x.want {
				t.Errorf("got %s, want %s", got, x.want)
			}
		})
	}
}

// TestMiddleware_identify takes the request id and the trace of a trusted proxy into the answer, the log and the problem.
func TestMiddleware_identify(t *testing.T) {
	const id, trace = "of-the-proxy", "4bf92f3577b34da6a3ce929d0e0e4736"
	const traceparent = "00-" + trace + "-00f067aa0ba902b7-01"
	for _, x := range []struct {
		name, peer  string
		ids, traces []string
		id, trace   string // that are taken; empty: a random one, and none
	}{
		{"of a trusted proxy", "10.0.0.1:1000", []string{id}, []string{traceparent}, id, trace},
		{"the id alone", "10.0.0.1:1000", []string{id}, nil, id, ""},
		{"the trace alone", "10.0.0.1:1000", nil, []string{traceparent}, "", trace},
		{"not of somebody else", "192.0.2.7:1000", []string{id}, []string{traceparent}, "", ""},
		{"not what is malformed", "10.0.0.1:1000", []string{"a b\nc"}, []string{"00-" + trace}, "", ""},
		{"not two of them", "10.0.0.1:1000", []string{id, "other"}, []string{traceparent, traceparent}, "", ""},
		{"none", "10.0.0.1:1000", nil, nil, "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			var log bytes.Buffer
			h := Middleware{Log: slog.New(slog.NewJSONHandler(&log, nil)), Now: time.Now, Zone: time.UTC,
				TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}.
				Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					p := ProblemOf(r.Context(), errs.NotFound("thing"), http.StatusNotFound)
					want := p.RequestID
					if x.trace != "" {
						want += " · " + x.trace
					}
					if p.Reference() != want {
						t.Errorf("the page of the error shows %q", p.Reference())
					}
					writeProblem(w, r, p)
				}))
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = x.peer
			r.Header["X-Request-Id"], r.Header["Traceparent"] = x.ids, x.traces
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			shown := w.Header().Get("X-Request-Id")
			if x.id != "" && shown != x.id || x.id == "" && len(shown) != 16 || w.Header().Get("Trace-Id") != x.trace {
				t.Errorf("the answer has %v", w.Header())
			}
			if !strings.Contains(w.Body.String(), `"request_id":"`+shown+`"`) {
				t.Errorf("the problem is %s", w.Body)
			}
			if text := log.String(); !strings.Contains(text, `"id":"`+shown+`"`) || strings.Contains(text, `"trace":"`+trace+`"`) != (x.trace != "") {
				t.Errorf("the log says %s", text)
			}
		})
	}
}

func TestMiddleware_warnForwarded(t *testing.T) {
	for _, x := range []struct {
		name, peer, header string
		want               bool
		names              string // the address that the line names
	}{
		{"a header that is not believed is noted, without the address of a visitor", "192.0.2.7:1000", "X-Forwarded-For", true, ""},
		{"so is the newer one", "192.0.2.7:1000", "Forwarded", true, ""},
		{"with the address of a private network, to add", "172.17.0.1:1000", "X-Forwarded-For", true, "172.17.0.1"},
		{"or of a private network of IPv6", "[fd00::7]:1000", "X-Forwarded-For", true, "fd00::7"},
		{"a request without one is not", "192.0.2.7:1000", "X-Other", false, ""},
		{"nor one that is believed", "10.0.0.1:1000", "X-Forwarded-For", false, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			var out bytes.Buffer
			e := Middleware{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, ForwardedIgnored: new(atomic.Bool),
				Log: slog.New(slog.NewTextHandler(&out, nil))}
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = x.peer
			r.Header.Set(x.header, "198.51.100.1")
			e.clientIP(r)
			e.clientIP(r)
			told := strings.Count(out.String(), "X-Forwarded-For is ignored")
			if got := e.ForwardedIgnored.Load(); got != x.want || got != (told == 1) || told > 1 {
				t.Errorf("noted: %v, in the log %d times; want %v, once at most", got, told, x.want)
			}
			if log := out.String(); strings.Contains(log, "address="+x.names) != (x.names != "") || strings.Contains(log, "198.51.100.1") {
				t.Errorf("the log says %s", log)
			}
		})
	}
}
