package httpx

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2/negotiation"
)

// Info is what is known of a request. The middleware fills it in.
type Info struct {
	ID         string         // request id: in the log, in X-Request-Id and in every problem
	IP         string         // the client's address (R20)
	Path       string         // of the request: the problem's "instance"
	Zone       *time.Location // of times without an offset (C5)
	Secure     bool           // the public address is https
	Head       bool           // a HEAD request
	Route      string         // the matched pattern, for the log; empty until routed
	Actor      string         // id of the caller's person, for the log; empty: anonymous
	SignedIn   bool           // the caller has signed in
	ReauthDue  bool           // the caller has to reauthenticate before a sensitive change, see Reauth
	ProofGiven bool           // the form had a valid proof: it was sent from the page that asks for one
	Cause      error          // of a 5xx, for the log
	ClientGone bool           // the client disconnected before the response; no error of ours
}

type infoKey struct{}

// InfoOf returns the request's Info; outside a request an empty one in UTC.
func InfoOf(ctx context.Context) *Info {
	if i, ok := ctx.Value(infoKey{}).(*Info); ok {
		return i
	}
	return &Info{Zone: time.UTC}
}

func withInfo(r *http.Request, i *Info) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), infoKey{}, i))
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
