package notifications

import (
	"net/http"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
)

// API registers the JSON routes (W15). The API's contract lists them as public, but they return personal data and require
// sign-in (C10).
func API(r *httpx.Router, s *Service, accounts *auth.Service) {
	a := api{s, accounts.Revalidate}
	op := func(method, path, id, summary string) httpx.Op {
		return httpx.Op{Method: method, Path: "/notifications" + path, Rule: httpx.SignedIn, ID: id, Tag: "notifications",
			Summary: summary, Success: http.StatusOK}.With(httpx.Undeclared)
	}
	own := httpx.Op{Method: http.MethodGet, Path: "/notifications", Rule: httpx.SignedIn, ID: "list-notifications", Tag: "notifications",
		Summary: "The caller's notifications, the newest first", Success: http.StatusOK}
	httpx.HandleList(r, own, a.list)
	own.Method, own.Path, own.ID, own.Summary = http.MethodPost, "/notifications/read", "read-notifications", "Mark notifications as read"
	own.Success = http.StatusNoContent
	httpx.Handle(r, own, a.read)
	httpx.Handle(r, op(http.MethodGet, "/summary", "get-notifications-summary", "What the caller has to read and to decide"), a.summary)
	httpx.HandleEvents(r, op(http.MethodGet, "/stream", "stream-notifications",
		"The caller's notifications as they come, as server-sent events"), a.stream)
	httpx.Handle(r, op(http.MethodGet, "/preferences", "get-notification-preferences",
		"What the caller gets by e-mail and on their devices"), a.preferences)
	httpx.Handle(r, op(http.MethodPatch, "/preferences", "update-notification-preferences",
		"Choose what the caller gets by e-mail and on their devices").
		With(httpx.ReadBy(a.preferences)), a.setPreferences)
}

// Pages registers the page of notifications, the preferences for e-mail and devices, and the links to unsubscribe.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/notifications", httpx.SignedIn, p.list)
	r.Page(http.MethodGet, "/staff/notifications/open", httpx.SignedIn, p.open)
	r.Page(http.MethodPost, "/staff/notifications/read", httpx.SignedIn, p.read)
	r.Page(http.MethodGet, "/staff/settings/notifications", httpx.SignedIn, p.preferences)
	r.Page(http.MethodPost, "/staff/settings/notifications", httpx.SignedIn, p.savePreferences)
	r.Page(http.MethodGet, "/u/notifications/:token", httpx.Anyone, p.askUnsubscribe, httpx.Public)
	r.Page(http.MethodPost, "/u/notifications/:token", httpx.Anyone, p.unsubscribe, httpx.Public)
}
