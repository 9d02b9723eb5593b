package auth

import (
	"net/http"

	"presence/app/httpx"
)

// API registers the JSON face of signing in (A1-A3).
func API(r *httpx.Router, s *Service) {
	a := &api{s, r}
	op := func(method, path string, rule httpx.Rule, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: path, Rule: rule, ID: id, Tag: "sign-in", Summary: summary, Success: success}
	}
	httpx.Handle(r, op(http.MethodGet, "/auth/v1/me", httpx.SignedIn, "get-me", "Who is signed in", http.StatusOK), a.me)
	httpx.Handle(r, op(http.MethodGet, "/.well-known/jwks.json", httpx.Anyone, "get-keys", "The keys that sign access tokens", http.StatusOK), a.keys)
	r.Plain(op(http.MethodPost, "/auth/v1/token", httpx.Anyone, "create-token", "Exchange a password or a refresh token for tokens", http.StatusOK), a.token)
	r.Plain(op(http.MethodPost, "/auth/v1/logout", httpx.Anyone, "sign-out", "End the session or the tokens that the request carries", http.StatusNoContent), a.logout)
	r.Plain(op(http.MethodGet, "/auth/callback", httpx.Anyone, "finish-sign-in", "Where a sign-in provider sends the browser back to", http.StatusOK), a.callback)
}

// Pages registers the HTML face of signing in; the demo's route exists in the demo only.
func Pages(r *httpx.Router, s *Service) {
	p := &pages{s, r}
	r.Page(http.MethodGet, "/auth/v1/login", httpx.Anyone, p.login)
	r.Page(http.MethodPost, "/auth/v1/login", httpx.Anyone, p.signIn)
	r.Page(http.MethodGet, "/auth/first/:token", httpx.Anyone, p.first)
	r.Page(http.MethodPost, "/auth/first/:token", httpx.Anyone, p.firstMade)
	r.Page(http.MethodPost, "/staff/preferences", httpx.Anyone, p.preferences)
	if len(s.demo) > 0 {
		r.Page(http.MethodPost, "/auth/v1/demo", httpx.Anyone, p.signInDemo)
	}
}
