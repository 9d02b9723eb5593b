package httpx

import (
	"context"
	"errors"

	"presence/app/platform/errs"
)

// Reauth says which requests of a route require reauthentication (A5): a caller who signed in with a browser and has a second factor
// must have given a password or a second factor within the last ten minutes. It is part of the table of routes. There is one mechanism
// for pages and the JSON API:
//
//  1. The middleware Service.RequireReauth of package auth puts a Reauthentication into the context: whether the caller has to
//     reauthenticate. It is not due if the form sent has a valid proof.
//  2. Every route that is ReauthAlways fails with ErrReauthRequired if it is due. The handler of a route that is ReauthSometimes calls
//     ReauthDue, and returns ErrReauthRequired before a sensitive change. Without the middleware both fail with an internal error.
//  3. The JSON API answers the error with 403 confirm_first. For a page, RenderErrorPage answers with the form that asks for the proof
//     and repeats the request with it (Config.ReauthPage).
type Reauth string

// The values of Reauth, as the table of routes prints them.
const (
	ReauthNever     Reauth = ""
	ReauthAlways    Reauth = "reauth"
	ReauthSometimes Reauth = "reauth at times" // it depends on the content of the request
)

// ErrReauthRequired is the error of a request whose caller has to reauthenticate first.
var ErrReauthRequired = errs.Forbidden("confirm_first", "Confirm who you are first: sign in again, or do this on the pages.")

// Reauthentication is what is known of the caller of a route with a Reauth.
type Reauthentication struct {
	Due        bool // the caller has to reauthenticate before a sensitive change
	ProofGiven bool // the form had a valid proof: it was sent from the page that asks for one
}

type reauthKey struct{}

// errReauthUnknown is a fault of the program: a route with a Reauth without the middleware.
var errReauthUnknown = errors.New("httpx: it is not known whether reauthentication is due: the middleware has not run")

// WithReauthentication returns a context that says whether the caller has to reauthenticate.
func WithReauthentication(ctx context.Context, r Reauthentication) context.Context {
	return context.WithValue(ctx, reauthKey{}, r)
}

// ReauthenticationOf returns whether the caller has to reauthenticate. It fails if the middleware has not run.
func ReauthenticationOf(ctx context.Context) (Reauthentication, error) {
	if r, known := ctx.Value(reauthKey{}).(Reauthentication); known {
		return r, nil
	}
	return Reauthentication{}, errReauthUnknown
}

// ReauthDue reports whether the caller of a route with a Reauth has to reauthenticate before a sensitive change.
func ReauthDue(ctx context.Context) (bool, error) {
	r, err := ReauthenticationOf(ctx)
	return r.Due, err
}

// check returns an error if the caller has to reauthenticate before any request of a route with this Reauth, or if that is not known.
func (a Reauth) check(ctx context.Context) error {
	if a == ReauthNever {
		return nil
	}
	due, err := ReauthDue(ctx)
	if err == nil && due && a == ReauthAlways {
		err = ErrReauthRequired
	}
	return err
}
