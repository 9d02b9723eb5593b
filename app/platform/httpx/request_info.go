package httpx

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2/negotiation"
	"github.com/gin-gonic/gin"

	"presence/app/platform/tracing"
)

// Info is what is known of a request when it arrives. The middleware puts it into the context, and nothing changes it afterwards. What
// is decided about the caller later has types of its own, whose absence is no permission: Caller, Reauthentication.
type Info struct {
	ID     string         // request id: in the log, in X-Request-Id and in every problem; of a trusted proxy, or random
	IP     string         // the client's address (R20)
	Path   string         // of the request: the problem's "instance"
	Zone   *time.Location // of times without an offset (C5)
	Secure bool           // the public address is https
	Head   bool           // a HEAD request

	traceparent string // of a trusted proxy; empty: none
}

// TracedRequest implements tracing.Identified.
func (i Info) TracedRequest() tracing.Request {
	return tracing.Request{ID: i.ID, Traceparent: i.traceparent}
}

type (
	callerKey struct{}
	recordKey struct{}
)

// InfoOf returns the request's Info; outside a request an empty one in UTC.
func InfoOf(ctx context.Context) Info {
	if i, ok := ctx.Value(tracing.RequestKey{}).(Info); ok {
		return i
	}
	return Info{Zone: time.UTC}
}

func withInfo(r *http.Request, i Info) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), tracing.RequestKey{}, i))
}

// Caller is who makes a request: whose Idempotency-Keys it uses, and which limits its body has.
type Caller struct {
	PersonID string // empty: anonymous
	SignedIn bool
}

// setCaller puts the caller into the request's context and into its log line.
func setCaller(c *gin.Context, by Caller) {
	recordOf(c.Request.Context()).actor = by.PersonID
	c.Request = c.Request.WithContext(context.WithValue(c.Request.Context(), callerKey{}, by))
}

// callerOf returns the request's caller; known is false if the request has no route.
func callerOf(ctx context.Context) (by Caller, known bool) {
	by, known = ctx.Value(callerKey{}).(Caller)
	return by, known
}

// record is what the log line and the metrics of a request say, except its method, status and duration.
type record struct {
	route      string // the matched pattern; empty until routed
	actor      string // id of the caller's person; empty: anonymous
	trace      string // id of the trace that the request belongs to; empty: none
	cause      error  // of a 5xx
	clientGone bool   // the client disconnected before the response; no error of ours
}

// recordOf returns the record of a request; outside a request one that is not logged.
func recordOf(ctx context.Context) *record {
	if r, ok := ctx.Value(recordKey{}).(*record); ok {
		return r
	}
	return &record{}
}

func withRecord(ctx context.Context, r *record) context.Context {
	return context.WithValue(ctx, recordKey{}, r)
}

// LogFailure has the request's log line say err, at level error. The first failure of a request is logged.
func LogFailure(ctx context.Context, err error) {
	if r := recordOf(ctx); r.cause == nil {
		r.cause = err
	}
}

// InAdvance reports whether a browser or a mail program makes the request in advance or to show a preview, and nobody has followed
// the link yet.
func InAdvance(r *http.Request) bool {
	for _, name := range []string{"Purpose", "Sec-Purpose", "X-Purpose", "X-Moz"} {
		if v := r.Header.Get(name); strings.Contains(v, "prefetch") || strings.Contains(v, "preview") {
			return true
		}
	}
	return false
}

// PrefersJSON reports whether the Accept header gives JSON a higher weight than HTML, as programs do and browsers do not.
func PrefersJSON(r *http.Request) bool { return preferredMedia(r) == "application/json" }

// PrefersHTML reports whether the Accept header asks for HTML with at least the weight of JSON.
func PrefersHTML(r *http.Request) bool {
	media := preferredMedia(r)
	return media != "" && media != "application/json"
}

// preferredMedia is which media type of a page or of JSON the Accept header prefers; empty when it names none of them.
func preferredMedia(r *http.Request) string {
	known := []string{"text/html", "application/xhtml+xml", "application/json"}
	return negotiation.SelectQValue(strings.ToLower(r.Header.Get("Accept")), known)
}
