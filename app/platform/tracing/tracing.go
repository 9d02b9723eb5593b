// Package tracing says which request a call belongs to: to other systems, by the headers X-Request-ID and traceparent (W3C Trace Context),
// and to a collector of OpenTelemetry, by spans. The spans of a request hang together by its context. Without a tracer provider (package
// otlp makes one) there are no spans, and the functions here allocate nothing.
//
// Spans have the names of operations, the patterns of routes and the texts of SQL statements without their arguments. They have no
// addresses, names or paths.
package tracing

import (
	"context"
	"net/http"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// scope is the name under which a collector shows where spans come from.
const scope = "presence"

// Request identifies a request.
type Request struct {
	ID          string // of the request: X-Request-ID; empty: none
	Traceparent string // W3C traceparent, well-formed, of the client that made the request; empty: none
}

// TracedRequest implements Identified.
func (r Request) TracedRequest() Request { return r }

// Identified is what a context carries under RequestKey.
type Identified interface{ TracedRequest() Request }

// RequestKey is the key of the Identified in a context.
type RequestKey struct{}

// requestOf returns the request to which a context belongs; zero if to none.
func requestOf(ctx context.Context) Request {
	if r, ok := ctx.Value(RequestKey{}).(Identified); ok {
		return r.TracedRequest()
	}
	return Request{}
}

// WithRequest returns a context that belongs to a request, for what is done for it later.
func WithRequest(ctx context.Context, r Request) context.Context {
	if r == (Request{}) {
		return ctx
	}
	return context.WithValue(ctx, RequestKey{}, r)
}

// maxID is the maximum length of a request id that is taken from outside.
const maxID = 64

// IsRequestID reports whether a request id from outside may be used: letters, digits, hyphens, dots and underscores.
func IsRequestID(id string) bool {
	return id != "" && len(id) <= maxID && strings.IndexFunc(id, func(r rune) bool { return !isIDRune(r) }) < 0
}

func isIDRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' || r == '_'
}

// parse returns the span that a traceparent of version 00 names; ok is false if it is not well-formed.
func parse(traceparent string) (c trace.SpanContext, ok bool) {
	if len(traceparent) != 55 || traceparent[:3] != "00-" || traceparent[35] != '-' || traceparent[52] != '-' ||
		strings.Trim(traceparent[53:], "0123456789abcdef") != "" {
		return c, false
	}
	id, err := trace.TraceIDFromHex(traceparent[3:35])
	if err != nil {
		return c, false
	}
	span, err := trace.SpanIDFromHex(traceparent[36:52])
	if err != nil {
		return c, false
	}
	flags := trace.TraceFlags(0)
	if strings.ContainsRune("13579bdf", rune(traceparent[54])) {
		flags = trace.FlagsSampled
	}
	return trace.NewSpanContext(trace.SpanContextConfig{TraceID: id, SpanID: span, TraceFlags: flags, Remote: true}), true
}

// IsTraceparent reports whether a traceparent from outside is well-formed.
func IsTraceparent(text string) bool {
	_, ok := parse(text)
	return ok
}

// traceparentOf writes a traceparent.
func traceparentOf(c trace.SpanContext) string {
	return "00-" + c.TraceID().String() + "-" + c.SpanID().String() + "-" + c.TraceFlags().String()
}

// Current returns the request of a context as a system that is called should learn it: its traceparent names the present span, if there
// is one.
func Current(ctx context.Context) Request {
	r := requestOf(ctx)
	if c := trace.SpanContextFromContext(ctx); c.IsValid() {
		r.Traceparent = traceparentOf(c)
	}
	return r
}

// TraceID returns the id of the trace to which a context belongs; empty: to none.
func TraceID(ctx context.Context) string {
	if c := trace.SpanContextFromContext(ctx); c.IsValid() {
		return c.TraceID().String()
	}
	if t := requestOf(ctx).Traceparent; t != "" {
		return t[3:35]
	}
	return ""
}

// Span is an operation of a trace. The zero value is none: its methods do nothing.
type Span struct{ span trace.Span }

// providerKey is the key of the trace.TracerProvider in the context of background work.
type providerKey struct{}

// WithProvider returns a context in which Start begins traces; provider may be nil.
func WithProvider(ctx context.Context, provider trace.TracerProvider) context.Context {
	if provider == nil {
		return ctx
	}
	return context.WithValue(ctx, providerKey{}, provider)
}

// StartRequest begins the span of a request that this program answers, as part of the trace that its traceparent names, if it has one.
// Without a provider there is none.
func StartRequest(ctx context.Context, provider trace.TracerProvider, traceparent string) (context.Context, Span) {
	if provider == nil {
		return ctx, Span{}
	}
	return start(ctx, provider, trace.SpanKindServer, "HTTP", traceparent)
}

// StartCall begins the span of a call to another system. In background work it begins a trace, or continues that of the request for which
// the work is done.
func StartCall(ctx context.Context, name string) (context.Context, Span) {
	if parent := trace.SpanFromContext(ctx); parent.SpanContext().IsValid() {
		return child(ctx, parent, trace.SpanKindClient, name)
	}
	provider, ok := ctx.Value(providerKey{}).(trace.TracerProvider)
	if !ok {
		return ctx, Span{}
	}
	return start(ctx, provider, trace.SpanKindClient, name, requestOf(ctx).Traceparent)
}

// child begins a span within another one, unless that is not sampled.
func child(ctx context.Context, parent trace.Span, kind trace.SpanKind, name string) (context.Context, Span) {
	if !parent.IsRecording() {
		return ctx, Span{}
	}
	return start(ctx, parent.TracerProvider(), kind, name, "")
}

func start(ctx context.Context, provider trace.TracerProvider, kind trace.SpanKind, name, traceparent string) (context.Context, Span) {
	if remote, ok := parse(traceparent); ok {
		ctx = trace.ContextWithRemoteSpanContext(ctx, remote)
	}
	ctx, s := provider.Tracer(scope).Start(ctx, name, trace.WithSpanKind(kind))
	return ctx, Span{s}
}

// Set adds a text to the span.
func (s Span) Set(key, value string) {
	if s.span != nil {
		s.span.SetAttributes(attribute.String(key, value))
	}
}

// EndRequest ends the span of a request. route is the pattern of its path.
func (s Span) EndRequest(method, route string, status int) {
	if s.span == nil {
		return
	}
	name := method
	if route != "" {
		name += " " + route
		s.span.SetAttributes(attribute.String("http.route", route))
	}
	s.span.SetName(name)
	s.span.SetAttributes(attribute.String("http.request.method", method), attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}

// End ends the span, as failed if err is not nil. The text of an error may contain an address: it is not kept.
func (s Span) End(err error) {
	if s.span == nil {
		return
	}
	if err != nil {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}
