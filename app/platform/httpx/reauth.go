package httpx

import (
	"context"

	"presence/app/platform/errs"
)

// Reauth says which requests of a route require reauthentication (A5): a caller who signed in with a browser and has a second factor
// must have given a password or a second factor within the last ten minutes. It is part of the table of routes. There is one mechanism
// for pages and the JSON API:
//
//  1. The middleware Service.RequireReauth of package auth sets Info.ReauthDue if the caller has to reauthenticate and the form sent
//     has no valid proof. If the route is ReauthAlways, it fails with ErrReauthRequired.
//  2. The handler of a route that is ReauthSometimes calls ReauthDue, and returns ErrReauthRequired before a sensitive change.
//  3. The JSON API answers the error with 403 confirm_first. For a page, RenderErrorPage answers with the form that asks for the proof
//     and repeats the request with it (SetReauthPage).
type Reauth string

// The values of Reauth, as the table of routes prints them.
const (
	ReauthNever     Reauth = ""
	ReauthAlways    Reauth = "reauth"
	ReauthSometimes Reauth = "reauth at times" // it depends on the content of the request
)

// ErrReauthRequired is the error of a request whose caller has to reauthenticate first.
var ErrReauthRequired = errs.Forbidden("confirm_first", "Confirm who you are first: sign in again, or do this on the pages.")

// ReauthDue reports whether the caller of a route with a Reauth has to reauthenticate before a sensitive change.
func ReauthDue(ctx context.Context) bool { return InfoOf(ctx).ReauthDue }

// RequiresReauth is the option of a page that is ReauthAlways.
func RequiresReauth(row *Route) { row.Reauth = ReauthAlways }

// MayRequireReauth is the option of a page that is ReauthSometimes.
func MayRequireReauth(row *Route) { row.Reauth = ReauthSometimes }

// RequiresReauth returns the operation as one that is ReauthAlways.
func (op Op) RequiresReauth() Op {
	op.reauth = ReauthAlways
	return op
}

// MayRequireReauth returns the operation as one that is ReauthSometimes.
func (op Op) MayRequireReauth() Op {
	op.reauth = ReauthSometimes
	return op
}
