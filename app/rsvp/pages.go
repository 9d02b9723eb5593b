package rsvp

import (
	"net/http"
	"time"

	"presence/app/httpx"
)

// GuestPages registers what guests see and send. Nobody has to sign in, and reading changes nothing (R15, R16).
func GuestPages(r *httpx.Router, g *Guests) {
	r.Page(http.MethodGet, "/rsvp/:event_id", httpx.Anyone, g.page)
	r.Page(http.MethodGet, "/rsvp/:event_id/calendar.ics", httpx.Anyone, g.calendar)
	answering(r, g.s, g.submit)
}

// Pages registers the page of the registrations.
func Pages(r *httpx.Router, s *Service, zone *time.Location) {
	d := desk{s, zone}
	r.Page(http.MethodGet, "/staff/events/:event/rsvps", httpx.Events, d.list)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps", httpx.Events, d.enter)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/new", httpx.Events, d.blank)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/:rsvp", httpx.Events, d.one)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/:rsvp/delete", httpx.Events, d.delete)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/:rsvp/restore", httpx.Events, d.restore)
}
