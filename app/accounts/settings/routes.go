package settings

import (
	"net/http"

	"presence/app/platform/httpx"
)

// Pages registers the settings pages: everyone's own, and those for administrators.
func Pages(r *httpx.Router, s *Service, names RecordNames) {
	p := pages{s, names}
	const all, people, one = "/staff/settings", "/staff/settings/people", "/staff/settings/people/:person"
	r.Page(http.MethodGet, all, httpx.SignedIn, p.index)
	r.Page(http.MethodGet, all+"/tokens", httpx.SignedIn, p.tokens)
	r.Page(http.MethodPost, all+"/tokens", httpx.SignedIn, p.makeToken)
	r.Page(http.MethodPost, all+"/tokens/revoke", httpx.SignedIn, p.revokeToken)
	r.Page(http.MethodGet, all+"/sessions", httpx.SignedIn, p.sessions)
	r.Page(http.MethodPost, all+"/sessions/end", httpx.SignedIn, p.endSession)
	r.Page(http.MethodPost, all+"/sessions/others", httpx.SignedIn, p.endOthers)
	r.Page(http.MethodGet, all+"/password", httpx.SignedIn, p.ownPassword)
	r.Page(http.MethodPost, all+"/password", httpx.SignedIn, p.changeOwnPassword)
	r.Page(http.MethodGet, people, httpx.Admin, p.people)
	r.Page(http.MethodPost, people, httpx.Admin, p.addPerson)
	r.Page(http.MethodGet, people+"/new", httpx.Admin, p.newPerson)
	r.Page(http.MethodGet, one, httpx.Admin, p.person)
	r.Page(http.MethodPost, one, httpx.Admin, p.changePerson)
	r.Page(http.MethodPost, one+"/password-link", httpx.Admin, p.passwordLink)
	r.Page(http.MethodPost, one+"/disable", httpx.Admin, p.disable)
	r.Page(http.MethodPost, one+"/enable", httpx.Admin, p.enable)
	r.Page(http.MethodGet, all+"/audit", httpx.Admin, p.log)
}
