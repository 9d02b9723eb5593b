package tracing

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// RoundTrip makes a request to another system by next, in a span. The request carries X-Request-ID and traceparent of the request for
// which it is made.
func RoundTrip(r *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	ctx, span := StartCall(r.Context(), r.Method)
	of := Current(ctx)
	if of == (Request{}) {
		return next(r)
	}
	r = r.WithContext(ctx)
	r.Header = maps.Clone(r.Header) // a RoundTripper does not change the request of its caller
	if r.Header == nil {
		r.Header = http.Header{}
	}
	if of.ID != "" {
		r.Header.Set("X-Request-ID", of.ID)
	}
	if of.Traceparent != "" {
		r.Header.Set("Traceparent", of.Traceparent)
	}
	res, err := next(r)
	if span.span != nil {
		span.Set("http.request.method", r.Method)
		if err == nil {
			span.span.SetAttributes(attribute.Int("http.response.status_code", res.StatusCode))
		}
	}
	span.End(err)
	return res, err
}

// Database begins the span of a transaction, or of a statement, for db.Options.Trace.
func Database(ctx context.Context, transaction, statement string) (context.Context, func(error)) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, nil
	}
	kind, name := trace.SpanKindInternal, "transaction "+transaction
	if statement != "" {
		kind, name = trace.SpanKindClient, summary(statement)
	}
	ctx, span := child(ctx, parent, kind, name)
	if statement != "" {
		span.Set("db.query.text", statement)
	}
	return ctx, span.End
}

// summary returns what a statement does, and to which table: "SELECT people". What is in parentheses does not count.
func summary(statement string) string {
	depth, outside := 0, make([]byte, 0, len(statement))
	for i := range len(statement) {
		switch b := statement[i]; {
		case b == '(':
			depth++
			outside = append(outside, ' ')
		case b == ')':
			depth--
		case depth == 0:
			outside = append(outside, b)
		}
	}
	words := strings.FieldsFunc(string(outside), func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	name, table := "", ""
	for i, w := range words {
		switch w := strings.ToUpper(w); {
		case name == "" && slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE"}, w):
			name = w
			if w != "UPDATE" {
				continue
			}
		case name == "" || w != "FROM" && w != "INTO":
			continue
		}
		if i+1 < len(words) {
			table = words[i+1]
		}
		break // out of the loop
	}
	switch {
	case len(words) == 0:
		return "statement"
	case name == "":
		return strings.ToUpper(words[0])
	}
	return strings.TrimSpace(name + " " + table)
}
