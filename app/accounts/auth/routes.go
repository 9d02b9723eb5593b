package auth

import (
	"net/http"

	"presence/app/platform/httpx"
)

// op returns the Op of an operation of this package.
func op(method, path string, rule httpx.Rule, id, summary string, success int) httpx.Op {
	return httpx.Op{Method: method, Path: path, Rule: rule, ID: id, Tag: "sign-in", Summary: summary, Success: success}.
		With(httpx.IgnoresUnknownQuery)
}

// signingIn returns the Op of a route that issues or revokes credentials.
func signingIn(method, path, id, summary string, success int) httpx.Op {
	return httpx.Op{Method: method, Path: path, Rule: httpx.Anyone, ID: id, Tag: "sign-in", Summary: summary, Success: success}.
		With(httpx.IssuesCredentials)
}

// unavailable describes a status of the routes for signing in.
var unavailable = httpx.ResponseDoc{Status: http.StatusServiceUnavailable, Text: "Storage, or the sign-in provider, is unavailable"}

var (
	getMe    = op(http.MethodGet, "/auth/v1/me", httpx.SignedIn, "get-me", "Who is signed in", http.StatusOK)
	getKeys  = op(http.MethodGet, "/.well-known/jwks.json", httpx.Anyone, "get-keys", "The keys that sign access tokens", http.StatusOK)
	getLogin = signingIn(http.MethodGet, "/auth/v1/login", "start-sign-in", "The sign-in page, or where a program begins",
		http.StatusOK).With(httpx.Public)
	callback = signingIn(http.MethodGet, "/auth/callback", "finish-sign-in", "Where a sign-in provider sends the browser back to",
		http.StatusOK).With(httpx.Public)
	newToken = signingIn(http.MethodPost, "/auth/v1/token", "create-token", "Exchange a password or a refresh token for tokens",
		http.StatusOK)
	signOut = signingIn(http.MethodPost, "/auth/v1/logout", "sign-out", "End the session or the tokens that the request carries",
		http.StatusNoContent)
	askPassword = signingIn(http.MethodPost, "/auth/v1/forgotten-password", "request-password",
		"Have a link to choose a new password sent to an address, if a person signs in with it", http.StatusAccepted).
		With(httpx.IgnoresUnknownQuery)
	getPeople = op(http.MethodGet, "/auth/v1/people", httpx.Admin, "list-people", "The people with an account, and whether they can sign in",
		http.StatusOK)
	newPerson = op(http.MethodPost, "/auth/v1/people", httpx.Admin, "create-person", "Create an account", http.StatusCreated).
			With(httpx.RequiresReauth)
	getPerson = op(http.MethodGet, "/auth/v1/people/{id}", httpx.Admin, "get-person", "Read one account, and whether the person can sign in",
		http.StatusOK)
	changePerson = op(http.MethodPatch, "/auth/v1/people/{id}", httpx.Admin, "update-person",
		"Change an account: its address, role and language, and whether it is disabled", http.StatusOK).With(httpx.RequiresReauth)
	resetFactors = op(http.MethodDelete, "/auth/v1/people/{id}/second-factors", httpx.Admin, "reset-second-factors",
		"Remove the second factors of a person who has lost them", http.StatusNoContent).With(httpx.RequiresReauth)
	getFactorRoles = op(http.MethodGet, "/auth/v1/second-factors", httpx.Admin, "get-second-factor-roles",
		"Which roles must have a second factor", http.StatusOK)
	setFactorRoles = op(http.MethodPut, "/auth/v1/second-factors", httpx.Admin, "set-second-factor-roles",
		"Say which roles must have a second factor", http.StatusOK).With(httpx.RequiresReauth)
	newInvitation = op(http.MethodPost, "/auth/v1/people/{id}/invitation", httpx.Admin, "invite-person",
		"Invite a person to choose a password", http.StatusOK).With(httpx.RequiresReauth, httpx.ShownOnce(InviteAgain))
)

// API registers the JSON routes of signing in (A1-A3).
func API(r *httpx.Router, s *Service) {
	a := &api{s, r}
	httpx.Handle(r, getMe, a.me)
	httpx.Handle(r, getKeys, a.keys)
	httpx.HandleList(r, getPeople, a.listPeople)
	httpx.Handle(r, askPassword, a.forgottenPassword)
	httpx.Handle(r, newPerson, a.createPerson)
	httpx.Handle(r, getPerson, a.getPerson)
	httpx.Handle(r, changePerson.With(httpx.ReadBy(a.getPerson)), a.updatePerson)
	httpx.Handle(r, newInvitation, a.invitePerson)
	httpx.Handle(r, resetFactors, a.resetPersonFactors)
	httpx.Handle(r, getFactorRoles, a.factorRoles)
	httpx.Handle(r, setFactorRoles, a.setFactorRoles)
	asForm := []string{"application/json", "application/x-www-form-urlencoded"}
	r.HandleRaw(newToken.With(httpx.Described(httpx.OperationDoc{Body: grant{}, BodyMedia: asForm, Responses: []httpx.ResponseDoc{
		{Status: http.StatusOK, Text: "Tokens", Body: tokenJSON{}},
		{Status: http.StatusBadRequest, Text: "invalid_request, invalid_grant or unsupported_grant_type (RFC 6749)"},
		{Status: http.StatusRequestEntityTooLarge, Text: "The body is too large"},
		{Status: http.StatusUnsupportedMediaType, Text: "Neither JSON nor a form"},
		{Status: http.StatusTooManyRequests, Text: "Too many attempts; Retry-After says when to come back"}, unavailable,
	}})), a.token)
	r.HandleRaw(signOut.With(httpx.Described(httpx.OperationDoc{Body: grant{}, BodyMedia: asForm, Responses: []httpx.ResponseDoc{
		{Status: http.StatusNoContent, Text: "Ended"},
		{Status: http.StatusSeeOther, Text: "A browser goes to the sign-in page"},
		{Status: http.StatusBadRequest, Text: "The body is not readable"},
		{Status: http.StatusUnauthorized, Text: "Everywhere is asked for, and nobody is known by what was sent"},
		{Status: http.StatusRequestEntityTooLarge, Text: "The body is too large"},
		{Status: http.StatusUnsupportedMediaType, Text: "Neither JSON nor a form"}, unavailable,
	}})), a.logout)
	r.HandleRaw(callback.With(httpx.Described(httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{{Name: "code", Text: "From the provider"},
			{Name: "state", Text: "As it was given when the sign-in began", Example: "9Zt4"},
			{Name: "iss", Text: "The provider's issuer (RFC 9207)"}, {Name: "error", Text: "Why the provider refuses"}},
		Responses: []httpx.ResponseDoc{
			{Status: http.StatusOK, Text: "Signed in: a page that moves on; with Accept: application/json, tokens. Without code, " +
				"state and error, the way to sign in", Body: callbackJSON{}},
			{Status: http.StatusOK, Media: "text/html"},
			{Status: http.StatusBadRequest,
				Text: "unknown_state, access_denied, sign_in_refused, email_unverified or no_access: no session is opened"},
			{Status: http.StatusBadRequest, Media: "text/html"}, unavailable,
		},
	})), a.callback)
}

// Pages registers the sign-in pages; the demo's route only in the demo, single sign-on only with a provider.
func Pages(r *httpx.Router, s *Service) {
	p := &pages{s, r}
	r.PageOf(getLogin.With(httpx.Described(httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{{Name: "next", Text: "A path of this site to go on to"}},
		Responses: []httpx.ResponseDoc{
			{Status: http.StatusOK, Text: "The sign-in page; with Accept: application/json, where to send the user", Body: startedJSON{}},
			{Status: http.StatusOK, Media: "text/html"},
			{Status: http.StatusTooManyRequests, Text: "Too many sign-ins begun; Retry-After says when to come back"}, unavailable,
		},
	})), p.login)
	r.Page(http.MethodPost, "/auth/v1/login", httpx.Anyone, p.signIn, httpx.SigningIn)
	r.Page(http.MethodPost, "/auth/v1/passkey", httpx.Anyone, p.signInWithPasskey, httpx.SigningIn)
	r.Page(http.MethodGet, "/auth/v1/factor", httpx.Anyone, p.factorForm, httpx.SigningIn)
	r.Page(http.MethodPost, "/auth/v1/factor", httpx.Anyone, p.submitFactor, httpx.SigningIn)
	r.Page(http.MethodGet, "/auth/first/:token", httpx.Anyone, p.bootstrap, httpx.SigningIn)
	r.Page(http.MethodPost, "/auth/first/:token", httpx.Anyone, p.submitBootstrap, httpx.SigningIn)
	r.Page(http.MethodGet, "/auth/forgotten", httpx.Anyone, p.forgotten, httpx.SigningIn)
	r.Page(http.MethodPost, "/auth/forgotten", httpx.Anyone, p.requestPassword, httpx.SigningIn)
	r.Page(http.MethodGet, "/auth/password/:token", httpx.Anyone, p.passwordForm, httpx.SigningIn)
	r.Page(http.MethodPost, "/auth/password/:token", httpx.Anyone, p.choosePassword, httpx.SigningIn)
	r.Page(http.MethodPost, "/staff/preferences", httpx.Anyone, p.preferences)
	if s.provider != nil {
		r.Page(http.MethodGet, "/auth/v1/sso", httpx.Anyone, p.signOn, httpx.SigningIn)
	}
	if len(s.demo) > 0 {
		r.Page(http.MethodPost, "/auth/v1/demo", httpx.Anyone, p.signInDemo, httpx.SigningIn)
	}
}
