package door

import (
	"net/http"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/httpx"
)

// API registers the JSON routes of check-in and of its links.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: path, Rule: httpx.Events, ID: id, Tag: "events", Summary: summary, Success: success}
	}
	const all = "/events/{event_id}/check-in-links"
	httpx.HandleList(r, op(http.MethodGet, all, "list-check-in-links", "List the links with which helpers check guests in",
		http.StatusOK), a.list)
	httpx.Handle(r, op(http.MethodPost, all, "create-check-in-link",
		"Create a link with which helpers without an account check guests in", http.StatusCreated).With(httpx.RequiresReauth,
		httpx.ShownOnce("To get a link, create another under a new key, and revoke this one.")), a.create)
	httpx.Handle(r, op(http.MethodDelete, all+"/{link_id}", "revoke-check-in-link", "Revoke a check-in link at once",
		http.StatusNoContent), a.revoke)
	arrivalsAPI(r, a)
}

// Pages registers the page on which guests are checked in, for staff and for helpers, and what leads to it. head returns the name
// and the time of an event.
func Pages(r *httpx.Router, s *Service, zone *time.Location, head events.HeadOf) {
	d := pages{s, zone, head}
	r.Page(http.MethodGet, "/staff/events/:event/door", httpx.Door, d.page)
	r.Page(http.MethodPost, "/staff/events/:event/door/arrivals", httpx.Door, d.tap)
	r.Page(http.MethodPost, "/staff/events/:event/door/walk-ins", httpx.Door, d.walkIn)
	r.Page(http.MethodPost, "/staff/events/:event/door/held", httpx.Door, d.decideHeld)
	list := httpx.Op{Method: http.MethodGet, Path: "/staff/events/{event}/door/parties", Kind: httpx.StaffPage, Rule: httpx.Door}
	r.HandleRaw(list, d.parties)
	kept := httpx.Op{Method: http.MethodPost, Path: "/staff/events/{event}/door/kept", Kind: httpx.StaffPage, Rule: httpx.Door}
	r.HandleRaw(kept, d.kept)
	r.Page(http.MethodGet, "/staff/events/:event/door/links", httpx.Events, d.links)
	r.Page(http.MethodPost, "/staff/events/:event/door/links", httpx.Events, d.createLink, httpx.RequiresReauth)
	r.Page(http.MethodPost, "/staff/events/:event/door/links/:link/revoke", httpx.Events, d.revokeLink)
	r.Page(http.MethodGet, "/door/open/:token", httpx.Anyone, d.open, httpx.Public)
	r.Page(http.MethodGet, "/door/:code", httpx.Anyone, d.code, httpx.Public)
}
