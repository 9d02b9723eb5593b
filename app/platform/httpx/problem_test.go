package httpx

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"presence/app/platform/errs"
)

func TestProblemOf(t *testing.T) {
	disk := errors.New("disk full")
	for _, x := range []struct {
		name   string
		err    error
		gone   bool // the client
		status int
		code   string
		logged bool
	}{
		{"an error of ours to explain", errs.Conflict("taken", "It is taken."), false, 409, "taken", false},
		{"a record that is not there, as the route has it", errs.NotFound("shift"), false, 400, "not_found", false},
		{"an error that nobody expected", disk, false, 500, "internal", true},
		{"storage that fails", errs.StorageUnavailable(disk), false, 503, "storage_unavailable", true},
		{"a server that shuts down", errs.Draining(), false, 503, "draining", false},
		{"a failure for a client that is gone", disk, true, 499, "client_gone", false},
		{"a refusal for a client that is gone", errs.Conflict("taken", ""), true, 409, "taken", false},
		{"a problem as it is", &Problem{Status: 418, Code: "teapot"}, false, 418, "teapot", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			logged := &record{}
			ctx, cancel := context.WithCancel(withRecord(t.Context(), logged))
			defer cancel()
			if x.gone {
				cancel()
			}
			p := ProblemOf(ctx, x.err, http.StatusBadRequest)
			if p.Status != x.status || p.Code != x.code || logged.cause != nil || logged.clientGone {
				t.Errorf("%+v, logged %v, gone %v", p, logged.cause, logged.clientGone)
			}
			p.logCause(ctx)
			if errors.Is(logged.cause, x.err) != x.logged || logged.clientGone != (x.status == 499) {
				t.Errorf("answered, it logs %v, gone %v", logged.cause, logged.clientGone)
			}
			if x.code == "internal" && p.Detail != "Something went wrong on our side. Check whether your change was saved before you repeat it." {
				t.Errorf("the caller is told %q", p.Detail)
			}
			if x.code == "taken" && !x.gone && p.Detail != "It is taken." {
				t.Errorf("the caller is told %q", p.Detail)
			}
		})
	}
}

func TestProblem_GetHeaders(t *testing.T) {
	for _, x := range []struct {
		name             string
		p                Problem
		challenge, after string
	}{
		{"nothing for most", Problem{Status: 409}, "", ""},
		{"a challenge without a token", Problem{Status: 401, Code: "unauthenticated"}, "Bearer", ""},
		{"what is wrong with a token", Problem{Status: 401, Code: "invalid_token", Detail: "It is over."},
			`Bearer error="invalid_token", error_description="It is over."`, ""},
		{"when to come back", Problem{Status: 503, retryAfter: 1}, "", "1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			h := x.p.GetHeaders()
			if h.Get("WWW-Authenticate") != x.challenge || h.Get("Retry-After") != x.after {
				t.Errorf("%v", h)
			}
		})
	}
}

func TestWriteProblem(t *testing.T) {
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		t.Run(method, func(t *testing.T) {
			w := httptest.NewRecorder()
			w.Header().Set("Content-Disposition", "attachment") // of a file that could not be sent
			WriteProblem(w, httptest.NewRequest(method, "/", nil), &errs.Error{Kind: errs.KindRateLimited, Code: "slow", RetryAfter: 7})
			if w.Code != 429 || w.Header().Get("Retry-After") != "7" || w.Header().Get("Content-Type") != "application/problem+json" ||
				w.Header().Get("Content-Disposition") != "" || (w.Body.Len() == 0) != (method == http.MethodHead) {
				t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
			}
		})
	}
}
