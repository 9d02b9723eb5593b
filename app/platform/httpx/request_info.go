// Package httpx is what pages and JSON API share of HTTP: strict JSON in and problem+json out, the documented status families,
// one table of routes with their rules, conditional requests, paging, rendering, and the headers and limits of every answer.
package httpx

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
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
	var asJSON, asHTML float64
	for part := range strings.SplitSeq(r.Header.Get("Accept"), ",") {
		media, params, _ := strings.Cut(part, ";")
		switch strings.ToLower(strings.TrimSpace(media)) {
		case "application/json":
			asJSON = max(asJSON, quality(params))
		case "text/html", "application/xhtml+xml":
			asHTML = max(asHTML, quality(params))
		}
	}
	return asJSON > asHTML
}

// quality is the q of an Accept entry: 1 when there is none, 0 when it is not one.
func quality(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		if v, ok := strings.CutPrefix(strings.TrimSpace(p), "q="); ok {
			q, err := strconv.ParseFloat(v, 64)
			if err != nil || q < 0 || q > 1 {
				return 0
			}
			return q
		}
	}
	return 1
}
