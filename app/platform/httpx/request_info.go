// Package httpx is what pages and JSON API share of HTTP: strict JSON in and problem+json out, the documented status families,
// one table of routes with their rules, conditional requests, paging, rendering, and the headers and limits of every answer.
package httpx

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2/negotiation"
)

// Info is what is known of a request. Middleware fills it in on the way to the handler.
type Info struct {
	ID         string         // request id: in the log line, in X-Request-Id and in every problem
	IP         string         // the visitor's address (R20)
	Path       string         // as asked for: the problem's "instance"
	Zone       *time.Location // where a time without an offset is read (C5)
	Secure     bool           // the public address is https
	Head       bool           // only the headers are asked for
	Route      string         // the matched pattern, for the log; empty until routed
	Actor      string         // the caller's person id, for the log; empty for anonymous
	SignedIn   bool           // the caller has signed in
	Cause      error          // what made a 5xx, for the log
	ClientGone bool           // the client closed the connection before its answer: no error of ours
}

type infoKey struct{}

// InfoOf is the request's Info; outside a request it is an empty one, in UTC.
func InfoOf(ctx context.Context) *Info {
	if i, ok := ctx.Value(infoKey{}).(*Info); ok {
		return i
	}
	return &Info{Zone: time.UTC}
}

func withInfo(r *http.Request, i *Info) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), infoKey{}, i))
}

// PrefersJSON tells a program from a browser: JSON is asked for, and more than HTML is.
func PrefersJSON(r *http.Request) bool {
	known := []string{"text/html", "application/xhtml+xml", "application/json"}
	return negotiation.SelectQValue(strings.ToLower(r.Header.Get("Accept")), known) == "application/json"
}
