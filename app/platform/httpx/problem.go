package httpx

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"

	"presence/app/platform/errs"
	"presence/app/platform/tracing"
)

// Problem is the RFC 9457 body of every error of the JSON API (C3).
type Problem struct {
	Type      string      `json:"type" doc:"A URI that names the type of problem" example:"about:blank"`
	Title     string      `json:"title" doc:"The status in words" example:"Bad Request"`
	Status    int         `json:"status" doc:"The HTTP status" example:"400"`
	Detail    string      `json:"detail" doc:"What happened, in a sentence" example:"The data sent is incomplete or invalid."`
	Instance  string      `json:"instance" doc:"The path that was asked for" example:"/shifts"`
	Code      string      `json:"code" doc:"What happened, for programs" example:"invalid"`
	RequestID string      `json:"request_id" doc:"Name it when asking for help" example:"K7QW2M4ZC1XN8T5B"`
	Errors    errs.Fields `json:"errors,omitempty" nullable:"false" doc:"Every fault of what was sent"`

	retryAfter int
	trace      string // id of the request's trace; empty: none
	cause      error  // of a 5xx, for the log; never sent
}

// Reference is what an error page shows for asking for help: the request id and, if there is one, the id of the trace.
func (p *Problem) Reference() string {
	if p.trace == "" {
		return p.RequestID
	}
	return p.RequestID + " · " + p.trace
}

// Error implements error.
func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// GetStatus returns the status of the response.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType returns application/problem+json.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders returns the headers that the status requires (C2).
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.Status == http.StatusUnauthorized {
		challenge := "Bearer"
		if p.Code == "invalid_token" { // RFC 6750 requires this if a token was sent
			challenge = `Bearer error="invalid_token", error_description="` + p.Detail + `"`
		}
		h.Set("WWW-Authenticate", challenge)
	}
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.retryAfter))
	}
	return h
}

// statusOf maps kinds of errors to statuses. NotFound depends on the family of the route (C2); here it is 404.
var statusOf = map[errs.Kind]int{
	errs.KindInternal:        http.StatusInternalServerError,
	errs.KindInvalid:         http.StatusBadRequest,
	errs.KindNotFound:        http.StatusNotFound,
	errs.KindForbidden:       http.StatusForbidden,
	errs.KindUnauthenticated: http.StatusUnauthorized,
	errs.KindConflict:        http.StatusConflict,
	errs.KindStale:           http.StatusPreconditionFailed,
	errs.KindTooLarge:        http.StatusRequestEntityTooLarge,
	errs.KindRateLimited:     http.StatusTooManyRequests,
	errs.KindStorage:         http.StatusServiceUnavailable,
	errs.KindUnavailable:     http.StatusServiceUnavailable,
	errs.KindTimeout:         http.StatusRequestTimeout,
}

// statusError is the refusal of a request that only HTTP has: of its method, or of the media type of its body. It is of no kind of package
// errs, so that a page or an operation that looks for the kinds that it can show passes it on.
type statusError struct {
	status       int
	code, detail string
}

func (e *statusError) Error() string { return e.code + ": " + e.detail }

// UnsupportedMediaType returns the error for a body of a media type that the route does not accept.
func UnsupportedMediaType(detail string) error {
	return &statusError{http.StatusUnsupportedMediaType, "unsupported_media_type", detail}
}

// MethodNotAllowed returns the error for a method that the resource does not take, or no resource.
func MethodNotAllowed(detail string) error {
	return &statusError{http.StatusMethodNotAllowed, "method_not_allowed", detail}
}

// ProblemOf converts any error to a problem that contains only what the caller may know; missing is the status of NotFound in the
// route's family. A failure is logged when the problem is the answer (logCause).
func ProblemOf(ctx context.Context, err error, missing int) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if s, ok := errors.AsType[*statusError](err); ok {
		return statusProblem(ctx, s.status, s.code, s.detail)
	}
	info := InfoOf(ctx)
	p := &Problem{Type: "about:blank", Instance: info.Path, RequestID: info.ID, trace: tracing.TraceID(ctx),
		Status: http.StatusInternalServerError,
		Code:   "internal", Detail: "Something went wrong on our side. Check whether your change was saved before you repeat it."}
	if e, ok := errs.Of(err); ok {
		p.Status, p.Code, p.Errors, p.retryAfter = statusOf[e.Kind], e.Code, e.Fields, e.RetryAfter
		if e.Kind != errs.KindInternal {
			p.Detail = e.Detail
		}
		if e.Kind == errs.KindNotFound {
			p.Status = missing
		}
	}
	if p.Status >= 500 && !errs.IsDraining(err) {
		if clientGone(ctx) {
			p.Status, p.Code, p.Detail = statusClientGone, "client_gone", "The client went away."
			return p
		}
		p.cause = err
	}
	p.Title = http.StatusText(p.Status)
	return p
}

// logCause has the request's log line say why the request failed, or that its client is gone. Whatever writes a problem as the answer
// calls it.
func (p *Problem) logCause(ctx context.Context) {
	switch {
	case p.Status == statusClientGone:
		recordOf(ctx).clientGone = true
	case p.cause != nil:
		LogFailure(ctx, p.cause)
	}
}

// logProblem is the transformer of huma, which calls it for everything that it writes. It calls logCause.
func logProblem(hc huma.Context, _ string, v any) (any, error) {
	if p, ok := v.(*Problem); ok {
		p.logCause(hc.Context())
	}
	return v, nil
}

// statusClientGone is the status, in the log and the metrics, of a request whose client disconnected before the response. It is
// never sent.
const statusClientGone = 499

// clientGone reports whether the request has ended because its client disconnected.
func clientGone(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// abortResponse closes the connection of a response that failed after its first byte, so that the client notices that it is
// incomplete.
func abortResponse(ctx context.Context, err error) {
	if clientGone(ctx) {
		recordOf(ctx).clientGone = true
	} else {
		LogFailure(ctx, err)
	}
	panic(http.ErrAbortHandler)
}

// WriteProblem answers a net/http request with the problem for err.
func WriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	writeProblem(w, r, ProblemOf(r.Context(), err, http.StatusNotFound))
}

func writeProblem(w http.ResponseWriter, r *http.Request, p *Problem) {
	p.logCause(r.Context())
	h := w.Header()
	for k, v := range p.GetHeaders() {
		h[k] = v
	}
	h.Set("Content-Type", p.ContentType(""))
	h.Del("Content-Disposition") // of a file that the handler wanted to send
	w.WriteHeader(p.Status)
	if r.Method != http.MethodHead {
		_ = json.MarshalWrite(w, p)
	}
}

// statusProblem returns a problem without an errs.Error: a status that only this package has, or that depends on the route.
func statusProblem(ctx context.Context, status int, code, detail string) *Problem {
	info := InfoOf(ctx)
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail, Instance: info.Path, Code: code,
		RequestID: info.ID, trace: tracing.TraceID(ctx)}
}
