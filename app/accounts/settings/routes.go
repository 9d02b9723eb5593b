package settings

import (
	"net/http"

	"presence/app/platform/httpx"
)

// Pages registers the settings pages: everyone's own, and those for administrators.
func Pages(r *httpx.Router, s *Service, names RecordNames, state System) {
	p := pages{s, names, state}
	const all, people, one = "/staff/settings", "/staff/settings/people", "/staff/settings/people/:person"
	r.Page(http.MethodGet, all, httpx.SignedIn, p.index)
	r.Page(http.MethodGet, all+"/account", httpx.SignedIn, p.account)
	r.Page(http.MethodGet, all+"/tokens", httpx.SignedIn, p.tokens)
	r.Page(http.MethodPost, all+"/tokens", httpx.SignedIn, p.makeToken, httpx.RequiresReauth)
	r.Page(http.MethodPost, all+"/tokens/revoke", httpx.SignedIn, p.revokeToken)
	r.Page(http.MethodGet, all+"/sessions", httpx.SignedIn, p.sessions)
	r.Page(http.MethodPost, all+"/sessions/end", httpx.SignedIn, p.endSession)
	r.Page(http.MethodPost, all+"/sessions/others", httpx.SignedIn, p.endOthers)
	r.Page(http.MethodGet, all+"/password", httpx.SignedIn, p.ownPassword)
	r.Page(http.MethodPost, all+"/password", httpx.SignedIn, p.changeOwnPassword)
	securityPages(r, p, all+"/security")
	r.Page(http.MethodGet, all+"/second-factors", httpx.Admin, p.factorRoles)
	r.Page(http.MethodPost, all+"/second-factors", httpx.Admin, p.setFactorRoles, httpx.RequiresReauth)
	r.Page(http.MethodGet, people, httpx.Admin, p.people)
	r.Page(http.MethodPost, people, httpx.Admin, p.addPerson, httpx.RequiresReauth)
	r.Page(http.MethodGet, people+"/new", httpx.Admin, p.newPerson)
	r.Page(http.MethodPost, people+"/invitations", httpx.Admin, p.invitePeople, httpx.RequiresReauth)
	r.Page(http.MethodGet, one, httpx.Admin, p.person)
	r.Page(http.MethodPost, one, httpx.Admin, p.changePerson, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/invitation", httpx.Admin, p.invite, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/password-link", httpx.Admin, p.passwordLink, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/disable", httpx.Admin, p.disable, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/enable", httpx.Admin, p.enable, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/reset-factors", httpx.Admin, p.resetFactors, httpx.RequiresReauth)
	r.Page(http.MethodGet, all+"/audit", httpx.Admin, p.log)
	r.Page(http.MethodGet, all+"/system", httpx.Admin, p.systemPage)
}

// securityPages registers the pages of the person's own second factors, on which people who must have one set it up.
func securityPages(r *httpx.Router, p pages, top string) {
	r.Page(http.MethodGet, top, httpx.SignedIn, p.security, httpx.AdmitsUnenrolled)
	r.Page(http.MethodPost, top+"/passkeys", httpx.SignedIn, p.addPasskey, httpx.RequiresReauth, httpx.AdmitsUnenrolled)
	r.Page(http.MethodPost, top+"/passkeys/:passkey", httpx.SignedIn, p.renamePasskey, httpx.AdmitsUnenrolled)
	r.Page(http.MethodPost, top+"/passkeys/:passkey/remove", httpx.SignedIn, p.removePasskey, httpx.RequiresReauth, httpx.AdmitsUnenrolled)
	r.Page(http.MethodGet, top+"/codes", httpx.SignedIn, p.codeApp, httpx.AdmitsUnenrolled)
	r.Page(http.MethodPost, top+"/codes", httpx.SignedIn, p.saveCodeApp, httpx.RequiresReauth, httpx.AdmitsUnenrolled)
	r.Page(http.MethodPost, top+"/codes/remove", httpx.SignedIn, p.removeCodeApp, httpx.RequiresReauth, httpx.AdmitsUnenrolled)
	r.Page(http.MethodPost, top+"/recovery", httpx.SignedIn, p.makeRecoveryCodes, httpx.RequiresReauth, httpx.AdmitsUnenrolled)
}
