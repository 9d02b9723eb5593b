package httpx

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json"

	"presence/app/platform/errs"
)

// Problem is the RFC 9457 body of every refusal of the JSON API (C3).
type Problem struct {
	Type      string      `json:"type" doc:"A URI that names the kind of problem" example:"about:blank"`
	Title     string      `json:"title" doc:"The status in words" example:"Bad Request"`
	Status    int         `json:"status" doc:"The status of the answer" example:"400"`
	Detail    string      `json:"detail" doc:"What happened, in a sentence" example:"The data sent is incomplete or invalid."`
	Instance  string      `json:"instance" doc:"The path that was asked for" example:"/shifts"`
	Code      string      `json:"code" doc:"What happened, for programs" example:"invalid"`
	RequestID string      `json:"request_id" doc:"Name it when asking for help" example:"K7QW2M4ZC1XN8T5B"`
	Errors    errs.Fields `json:"errors,omitempty" nullable:"false" doc:"Every fault of what was sent"`

	retryAfter int
}

// Error lets a Problem travel as an error.
func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// GetStatus is the status to answer with.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType makes JSON answers problem+json.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders are the headers that the status calls for (C2).
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.Status == http.StatusUnauthorized {
		challenge := "Bearer"
		if p.Code == "invalid_token" { // a token was sent: RFC 6750 wants it said that it is the token
			challenge = `Bearer error="invalid_token", error_description="` + p.Detail + `"`
		}
		h.Set("WWW-Authenticate", challenge)
	}
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.retryAfter))
	}
	return h
}

// statusOf is the one table from kinds of failure to statuses. NotFound is the family's (C2), here 404.
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
	errs.KindUnavailable:     http.StatusServiceUnavailable,
}

// ProblemOf turns any error into what the caller may know of it; missing is the status of "no such record" in the
// route's family. The cause of a 5xx is kept for the log, never for the answer.
func ProblemOf(ctx context.Context, err error, missing int) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	info := InfoOf(ctx)
	p := &Problem{Type: "about:blank", Instance: info.Path, RequestID: info.ID, Status: http.StatusInternalServerError,
		Code: "internal", Detail: "Something went wrong on our side. Nothing was saved."}
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
			info.ClientGone = true
			p.Status, p.Code, p.Detail = statusClientGone, "client_gone", "The client went away."
			return p
		}
		info.Cause = err
	}
	p.Title = http.StatusText(p.Status)
	return p
}

// statusClientGone is what the log and the metrics say of a request whose client did not wait for the answer. Nobody reads it.
const statusClientGone = 499

// clientGone tells whether the request has ended because its client hung up.
func clientGone(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// abortResponse closes the connection of an answer that failed after its first byte, so that a client notices that it is cut.
func abortResponse(ctx context.Context, err error) {
	info := InfoOf(ctx)
	if info.ClientGone = clientGone(ctx); !info.ClientGone {
		info.Cause = err
	}
	panic(http.ErrAbortHandler)
}

// WriteProblem answers a plain net/http request with the problem of err.
func WriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	writeProblem(w, r, ProblemOf(r.Context(), err, http.StatusNotFound))
}

func writeProblem(w http.ResponseWriter, r *http.Request, p *Problem) {
	for k, v := range p.GetHeaders() {
		w.Header()[k] = v
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	if r.Method != http.MethodHead {
		_ = json.MarshalWrite(w, p)
	}
}

// statusProblem is a refusal that has no error of ours: an unknown path, a wrong method, a foreign media type.
func statusProblem(ctx context.Context, status int, code, detail string) *Problem {
	info := InfoOf(ctx)
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail, Instance: info.Path, Code: code,
		RequestID: info.ID}
}
