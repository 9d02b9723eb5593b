package app_test

import (
	"context"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlptrace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"presence/app/apptest"
	"presence/app/apptest/mailtest"
	"presence/app/platform/tracing/otlp"
	"presence/db"
)

// spans are what a collector has received.
type spans struct {
	mu        sync.Mutex
	list      []*otlptrace.Span
	resources map[string]string
}

// collect starts a collector and sets the environment so that traces are sent to it.
func collect(t *testing.T) *spans {
	t.Helper()
	c := &spans{resources: map[string]string{}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var of collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &of)
		}
		if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/traces" {
			t.Errorf("the collector gets %s %s: %v", r.Method, r.URL.Path, err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, x := range of.GetResourceSpans() {
			for _, a := range x.GetResource().GetAttributes() {
				c.resources[a.GetKey()] = a.GetValue().GetStringValue()
			}
			for _, y := range x.GetScopeSpans() {
				c.list = append(c.list, y.GetSpans()...)
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(s.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", s.URL)
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test")
	return c
}

// within returns the spans of a list that are below a span, at any depth.
func within(list []*otlptrace.Span, parent *otlptrace.Span) (below []*otlptrace.Span) {
	for _, s := range list {
		if string(s.GetParentSpanId()) == string(parent.GetSpanId()) {
			below = append(append(below, s), within(list, s)...)
		}
	}
	return below
}

// TestTraces sends a test of an invitation, which a request does before it is answered: the collector gets one trace with the request, its
// statements and the message. It continues the trace of the proxy.
func TestTraces(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			got := collect(t)
			provider, stop, err := otlp.Start(t.Context(), "v1.2.3", func(err error) { t.Error(err) })
			if err != nil {
				t.Fatal(err)
			}
			_, mailing := mailtest.StartServer(t)
			a := apptest.New(t, apptest.On(dialect), mailing, apptest.Tracing(provider), apptest.Trusting("127.0.0.0/8"))
			staff := a.Browser("events").On(t)
			const id, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
			answer := staff.Do(http.MethodPost, "/staff/events/{event}/send/test", "channel=bulk&lang=fr&emails=rosalie@example.org",
				"Content-Type", "application/x-www-form-urlencoded", "Traceparent", "00-"+id+"-"+parent+"-01", "X-Request-Id", "of-the-proxy").
				Want(http.StatusSeeOther)
			if h := answer.Header; h.Get("X-Request-Id") != "of-the-proxy" || h.Get("Trace-Id") != id {
				t.Errorf("the answer has %v", h)
			}
			if !strings.Contains(a.Log.String(), `"trace":"`+id+`"`) || !strings.Contains(a.Log.String(), `"id":"of-the-proxy"`) {
				t.Error("the log has no line with both")
			}
			if err := stop(); err != nil {
				t.Fatal(err)
			}
			if got.resources["service.name"] != "presence" || got.resources["service.version"] != "v1.2.3" ||
				got.resources["deployment.environment.name"] != "test" {
				t.Errorf("the spans are of %v", got.resources)
			}
			at := slices.IndexFunc(got.list, func(s *otlptrace.Span) bool { return s.GetName() == "POST /staff/events/:event/send/test" })
			if at < 0 {
				t.Fatalf("no span of the request among %q", names(got.list))
			}
			request := got.list[at]
			if request.GetKind() != otlptrace.Span_SPAN_KIND_SERVER || hex.EncodeToString(request.GetParentSpanId()) != parent {
				t.Errorf("the request is %v", request)
			}
			below := within(got.list, request)
			for _, name := range []string{"SMTP connect", "SMTP send", "transaction write", "SELECT people"} {
				if !slices.ContainsFunc(below, func(s *otlptrace.Span) bool { return s.GetName() == name }) {
					t.Errorf("the request has no %q among %v", name, names(below))
				}
			}
			write := below[slices.IndexFunc(below, func(s *otlptrace.Span) bool { return s.GetName() == "transaction write" })]
			if len(within(got.list, write)) == 0 {
				t.Error("the statements of the transaction are not within it")
			}
			personal := regexp.MustCompile(`@|rosalie|127\.0\.0\.1|/staff/events/[^:"]`)
			for _, s := range got.list {
				texts := s.GetName() + s.GetStatus().GetMessage()
				for _, a := range s.GetAttributes() {
					texts += a.String()
				}
				if s.GetEndTimeUnixNano() == 0 || personal.MatchString(texts) {
					t.Errorf("it has not ended, or has personal data: %v", s)
				}
				if string(s.GetTraceId()) != string(request.GetTraceId()) && s.GetKind() != otlptrace.Span_SPAN_KIND_SERVER {
					t.Errorf("it is of another trace: %v", s)
				}
			}
		})
	}
}

func names(list []*otlptrace.Span) (names []string) {
	for _, s := range list {
		names = append(names, s.GetName())
	}
	return names
}

// TestTraces_not_set shows that nothing is sent without a collector.
func TestTraces_not_set(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "")
	if provider, stop, err := otlp.Start(context.Background(), "v1", nil); provider != nil || stop != nil || err != nil {
		t.Errorf("%v %t %v", provider, stop != nil, err)
	}
}
