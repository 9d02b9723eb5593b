package oauthsessions

import (
	"net/http"
	"time"

	"presence/app/platform/httpx"
)

// API registers the JSON routes. The API's contract declares the security scheme "sessions" for them: the session cookie. A
// bearer token is accepted too.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/oauth-sessions", Noun: "oauth-session", Plural: "oauth-sessions", Statuses: httpx.LegacyStatuses,
		Session: true}
	httpx.Handle(r, all.Create(httpx.SignedIn), a.create)
	httpx.HandleList(r, all.List(httpx.SignedIn), a.list)
	httpx.Handle(r, all.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, all.Update(httpx.SignedIn).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, all.Delete(httpx.SignedIn), a.delete)
}

// Pages registers the pages of the connected applications: everyone's own, and for administrators those of all people. Their days
// and times are those of zone.
func Pages(r *httpx.Router, s *Service, zone *time.Location) {
	const own, all = "/staff/settings/applications", "/staff/settings/applications/all"
	r.Page(http.MethodGet, own, httpx.SignedIn, pages{s: s, zone: zone}.list)
	r.Page(http.MethodPost, own+"/disconnect", httpx.SignedIn, pages{s: s, zone: zone}.disconnect)
	r.Page(http.MethodGet, all, httpx.Admin, pages{s: s, zone: zone, all: true}.list)
	r.Page(http.MethodPost, all+"/disconnect", httpx.Admin, pages{s: s, zone: zone, all: true}.disconnect)
}
