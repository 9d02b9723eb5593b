package guestlist

import (
	"net/http"

	"presence/app/hub/rsvp"
	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
)

// API registers the JSON routes, for those who run events.
func API(r *httpx.Router, rsvps *rsvp.Service) {
	a := api{rsvps}
	op := func(path, id, summary string) httpx.Op {
		return httpx.Op{Method: http.MethodGet, Path: path, Rule: httpx.Events, ID: id, Tag: "rsvps", Summary: summary, Success: http.StatusOK}
	}
	files := []string{tablewriter.Options{}.ContentType(), tablewriter.Options{Format: tablewriter.XLSX}.ContentType()}
	httpx.HandleFile(r, op("/events/{event_id}/rsvps.csv", "export-rsvps", "One line a registration"), files, a.file)
	httpx.Handle(r, op("/events/{event_id}/rsvp-totals", "get-rsvp-totals", "How often each answer to the questions of an event was given"), a.totals)
	httpx.HandleFile(r, op("/events/{event_id}/rsvp-totals.csv", "export-rsvp-totals", "One line an option, or a question without options"),
		files, a.totalsFile)
}

// Pages registers the pages to print.
func Pages(r *httpx.Router, rsvps *rsvp.Service) {
	d := pages{rsvps}
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/guest-list", httpx.Events, d.guestList)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/totals", httpx.Events, d.totals)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/badges", httpx.Events, d.badges)
}
