package calendars

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/calendars" + path, Rule: httpx.SignedIn, ID: id, Tag: "calendars",
			Summary: summary, Success: success}
	}
	httpx.HandleList(r, op(http.MethodGet, "", "list-calendars", "List the caller's calendars", http.StatusOK), a.list)
	httpx.Handle(r, op(http.MethodPost, "", "create-calendar", "Make a calendar; its address is shown only once", http.StatusCreated).
		With(httpx.ShownOnce("To get an address, revoke the calendar and make another one.")), a.create)
	httpx.Handle(r, op(http.MethodDelete, "/{calendar_id}", "delete-calendar", "Revoke a calendar's address", http.StatusNoContent), a.revoke)
}

// Pages registers the page of the person's own calendars, and the addresses that programs read.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	const all = "/staff/settings/calendars"
	r.Page(http.MethodGet, all, httpx.SignedIn, p.list)
	r.Page(http.MethodPost, all, httpx.SignedIn, p.create)
	r.Page(http.MethodPost, all+"/revoke", httpx.SignedIn, p.revoke)
	r.Page(http.MethodGet, "/u/calendars/:secret", httpx.Anyone, p.read, httpx.Public)
}
