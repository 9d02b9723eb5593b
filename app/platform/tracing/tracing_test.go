package tracing

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

func TestIsTraceparent(t *testing.T) {
	for _, x := range []struct {
		name, text string
		want       bool
	}{
		{"sampled", traceparent, true},
		{"not sampled", strings.TrimSuffix(traceparent, "1") + "0", true},
		{"of a later version", "01" + traceparent[2:], false},
		{"with capital letters", strings.ToUpper(traceparent), false},
		{"without a trace", "00-" + strings.Repeat("0", 32) + traceparent[35:], false},
		{"without a span", traceparent[:36] + strings.Repeat("0", 16) + "-01", false},
		{"with more behind it", traceparent + "-x", false},
		{"with flags that are no number", traceparent[:53] + "0g", false},
		{"empty", "", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := IsTraceparent(x.text); got != x.want {
				t.Errorf("%q: %t", x.text, got)
			}
		})
	}
}

func TestIsRequestID(t *testing.T) {
	for text, want := range map[string]bool{"K7QW2M4ZC1XN8T5B": true, "5b1f4a4e-52c1-4a0f-8d8e-6c0f4a1c2d3e": true, "a.b_c": true, "": false,
		"a b": false, "a\nb": false, "<b>": false, "someone@example.com": false, "é": false, strings.Repeat("a", 64): true,
		strings.Repeat("a", 65): false} {
		if got := IsRequestID(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// transport keeps the header of the last request, and fails if it is told to.
type transport struct {
	header http.Header
	fail   error
}

func (f *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	f.header = r.Header
	return &http.Response{StatusCode: http.StatusNoContent}, f.fail
}

// recording returns a provider, and a function for the spans that have ended, by name with the id of the parent's trace.
func recording(sampler sdk.Sampler) (*sdk.TracerProvider, *tracetest.SpanRecorder) {
	r := tracetest.NewSpanRecorder()
	return sdk.NewTracerProvider(sdk.WithSpanProcessor(r), sdk.WithSampler(sampler)), r
}

// TestRoundTrip calls another system in each kind of context.
func TestRoundTrip(t *testing.T) {
	provider, spans := recording(sdk.AlwaysSample())
	never, unsampled := recording(sdk.NeverSample())
	request := WithRequest(context.Background(), Request{ID: "id", Traceparent: traceparent})
	inSpan, outer := StartRequest(request, provider, traceparent)
	notSampled, _ := StartRequest(request, never, traceparent)
	for _, x := range []struct {
		name    string
		ctx     context.Context
		id      string
		trace   string // the beginning of traceparent
		spans   int
		flagged string // its end
	}{
		{"outside of a request nothing is sent", context.Background(), "", "", 0, ""},
		{"without traces the traceparent is passed on as it came", request, "id", traceparent, 0, ""},
		{"in a span it names a span of the call", inSpan, "id", traceparent[:36], 1, "-01"},
		{"in a trace that is not sampled it says so", notSampled, "id", traceparent[:36], 0, "-00"},
		{"background work begins a trace", WithProvider(context.Background(), provider), "", "00-", 1, "-01"},
		{"background work for a request continues its trace", WithProvider(request, provider), "id", traceparent[:36], 1, "-01"},
	} {
		t.Run(x.name, func(t *testing.T) {
			before, next := len(spans.Ended()), &transport{}
			r, err := http.NewRequestWithContext(x.ctx, http.MethodPost, "https://hooks.example.com/secret", http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := RoundTrip(r, next.RoundTrip); err != nil {
				t.Fatal(err)
			}
			if got := next.header.Get("X-Request-ID"); got != x.id {
				t.Errorf("X-Request-ID is %q", got)
			}
			if got := next.header.Get("Traceparent"); !strings.HasPrefix(got, x.trace) || (got == "") != (x.trace == "") ||
				!strings.HasSuffix(got, x.flagged) || x.spans > 0 && got == traceparent {
				t.Errorf("traceparent is %q", got)
			}
			if n := len(spans.Ended()) - before; n != x.spans || len(unsampled.Ended()) > 0 {
				t.Errorf("%d spans, want %d", n, x.spans)
			}
			if len(r.Header) > 0 {
				t.Errorf("the header of the caller has changed: %v", r.Header)
			}
		})
	}
	outer.EndRequest(http.MethodGet, "/things/:id", http.StatusInternalServerError)
	ended := spans.Ended()
	if s := ended[len(ended)-1]; s.Name() != "GET /things/:id" || s.Status().Code.String() != "Error" {
		t.Errorf("the request's span is %s, %v", s.Name(), s.Status())
	}
	t.Run("a failed call is marked, without the text of the error", func(t *testing.T) {
		r, err := http.NewRequestWithContext(WithProvider(context.Background(), provider), http.MethodGet, "https://example.com", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := RoundTrip(r, (&transport{fail: errors.New("no route to 192.0.2.1")}).RoundTrip); err == nil {
			t.Error("it does not fail")
		}
		ended := spans.Ended()
		s := ended[len(ended)-1]
		if s.Status().Code.String() != "Error" || s.Status().Description != "" || len(s.Events()) > 0 {
			t.Errorf("%+v %v", s.Status(), s.Events())
		}
	})
}

// TestDatabase names statements by what they do, without their arguments.
func TestDatabase(t *testing.T) {
	provider, spans := recording(sdk.AlwaysSample())
	ctx, _ := StartRequest(context.Background(), provider, "")
	for statement, want := range map[string]string{
		"SELECT a, (SELECT MAX(b) FROM inner) FROM people p WHERE id = $1":           "SELECT people",
		"INSERT INTO shifts (a, b) SELECT a, b FROM other":                           "INSERT shifts",
		"WITH due AS (SELECT 1 FROM x) UPDATE deliveries SET a = 1 WHERE id IN ($1)": "UPDATE deliveries",
		"DELETE FROM sessions WHERE id = $1":                                         "DELETE sessions",
		"SELECT 1":                                                                   "SELECT",
		"LISTEN x":                                                                   "LISTEN",
		"":                                                                           "transaction write",
	} {
		t.Run(want, func(t *testing.T) {
			_, end := Database(ctx, "write", statement)
			end(nil)
			ended := spans.Ended()
			s := ended[len(ended)-1]
			texts := attribute.NewSet(s.Attributes()...)
			text, _ := texts.Value("db.query.text")
			if s.Name() != want || text.AsString() != statement {
				t.Errorf("%q with %v", s.Name(), s.Attributes())
			}
		})
	}
	if _, end := Database(context.Background(), "write", ""); end != nil {
		t.Error("a transaction outside of a trace has a span")
	}
}

// TestOff_allocates_nothing shows what each request costs where no collector is set.
func TestOff_allocates_nothing(t *testing.T) {
	ctx := WithRequest(context.Background(), Request{ID: "id"})
	n := testing.AllocsPerRun(100, func() {
		ctx, span := StartRequest(WithProvider(ctx, nil), nil, "")
		span.Set("presence.request_id", "id")
		if TraceID(ctx) != "" || Current(ctx).ID != "id" {
			t.Error("there is a trace")
		}
		_, end := Database(ctx, "write", "")
		_, statement := Database(ctx, "", "SELECT 1")
		if end != nil || statement != nil {
			t.Error("the database has spans")
		}
		_, call := StartCall(ctx, "SMTP send")
		call.End(nil)
		span.EndRequest(http.MethodGet, "/things/:id", http.StatusOK)
	})
	if n != 0 {
		t.Errorf("%v allocations for each request", n)
	}
}
