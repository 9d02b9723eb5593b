package oauthsessions

import "presence/app/platform/httpx"

// API registers the JSON routes. The API's contract declares the security scheme "sessions" for them: the session cookie. A
// bearer token is accepted too.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/oauth-sessions", Noun: "oauth-session", Plural: "oauth-sessions", Statuses: httpx.LegacyStatuses,
		Session: true}
	httpx.Handle(r, all.Create(httpx.SignedIn), a.create)
	httpx.HandleList(r, all.List(httpx.SignedIn), a.list)
	httpx.Handle(r, all.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, all.Update(httpx.SignedIn), a.update)
	httpx.Handle(r, all.Delete(httpx.SignedIn), a.delete)
}
