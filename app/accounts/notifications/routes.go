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
	op := func(path, id, summary string) httpx.Op {
		return httpx.Op{Method: http.MethodGet, Path: "/notifications" + path, Rule: httpx.SignedIn, ID: id, Tag: "notifications",
			Summary: summary, Success: http.StatusOK}.Protected()
	}
	httpx.Handle(r, op("/summary", "get-notifications-summary", "What the caller has to read and to decide"), a.summary)
	httpx.HandleEvents(r, op("/stream", "stream-notifications", "The caller's notifications as they come, as server-sent events"), a.stream)
}

// Pages registers the page behind the bell.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/notifications", httpx.SignedIn, p.list)
	r.Page(http.MethodPost, "/staff/notifications/read", httpx.SignedIn, p.read)
}
