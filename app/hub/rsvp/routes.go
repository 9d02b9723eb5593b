package rsvp

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/hub/events"
	"presence/app/platform/csvx"
	"presence/app/platform/httpx"
)

func op(method, path string, rule httpx.Rule, id, summary string, success int) httpx.Op {
	return httpx.Op{Method: method, Path: path, Rule: rule, ID: id, Tag: "rsvps", Summary: summary, Success: success}
}

// API registers the JSON routes for those who run events (R19).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	httpx.HandleObject[listJSON](r, op(http.MethodGet, "/events/{event_id}/rsvps", httpx.Events, "list-rsvps",
		"Who comes to an event, and how many", http.StatusOK), a.list)
	httpx.HandleFile(r, op(http.MethodGet, "/events/{event_id}/rsvps.csv", httpx.Events, "export-rsvps", "One line a registration",
		http.StatusOK),
		[]string{csvx.Options{}.ContentType(), csvx.Options{Format: csvx.XLSX}.ContentType()}, a.file)
	httpx.Handle(r, op(http.MethodGet, "/events/{event_id}/rsvps/{rsvp_id}", httpx.Events, "get-rsvp", "Read one registration", http.StatusOK),
		a.get)
	httpx.Handle(r, op(http.MethodDelete, "/events/{event_id}/rsvps/{rsvp_id}", httpx.Events, "delete-rsvp",
		"Delete one registration and free its places", http.StatusNoContent), a.delete)
}

// registerSubmit registers the route to which guests send answers, as JSON or as the form of the page (R16).
func registerSubmit(r *httpx.Router, s *Service, form func(c *gin.Context) error) {
	submit := op(http.MethodPost, "/rsvp/{event_id}/submit", httpx.Anyone, "submit-rsvp", "Answer an invitation", http.StatusOK)
	spend := func(ctx context.Context) error { return s.Spend(ctx, httpx.InfoOf(ctx).IP) }
	httpx.HandleOrForm(r, submit, spend, api{s}.submit, form)
	httpx.DescribeErrors(r, submit, http.StatusTooManyRequests)
}

// GuestPages registers the guests' pages. They need no sign-in, and a GET changes nothing (R15, R16).
func GuestPages(r *httpx.Router, g *Guests) {
	r.Page(http.MethodGet, "/rsvp/:event_id", httpx.Anyone, g.page)
	r.Page(http.MethodGet, "/rsvp/:event_id/calendar.ics", httpx.Anyone, g.calendar)
	registerSubmit(r, g.s, g.submit)
	describe(r)
}

// Pages registers the staff pages of the registrations. header returns the event's header, which is shown above the list.
func Pages(r *httpx.Router, s *Service, zone *time.Location, header events.HeadOf) {
	d := pages{s, zone, header}
	r.Page(http.MethodGet, "/staff/events/:event/rsvps", httpx.Events, d.list)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps", httpx.Events, d.create)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/new", httpx.Events, d.newForm)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/guest-list", httpx.Events, d.guestList)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/updates", httpx.Events, d.sendUpdates)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/:rsvp", httpx.Events, d.one)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/:rsvp/settle", httpx.Events, d.settle)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/:rsvp/edit", httpx.Events, d.editForm)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/:rsvp/edit", httpx.Events, d.correct)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/:rsvp/delete", httpx.Events, d.delete)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/:rsvp/restore", httpx.Events, d.restore)
}

// describe adds the guests' pages to the API description (C9).
func describe(r *httpx.Router) {
	event := httpx.ParameterDoc{Name: "event_id", Text: "The event's slug", Example: "gala-2026"}
	language := httpx.ParameterDoc{Name: "lang", Text: "fr or en; else that of the personal link, else of Accept-Language"}
	refused := []httpx.ResponseDoc{{Status: http.StatusNotFound, Text: "There is no such event for guests", Media: "text/html"},
		{Status: http.StatusServiceUnavailable, Text: "Storage is unavailable", Media: "text/html"}}
	r.Describe(op(http.MethodGet, "/rsvp/{event_id}", httpx.Anyone, "show-invitation", "The guest's page of an event", http.StatusOK),
		httpx.OperationDoc{
			Parameters: []httpx.ParameterDoc{event,
				{Name: "t", Text: "The token of a personal link, which fills in what the invitation showed"}, language},
			Responses: append([]httpx.ResponseDoc{{Status: http.StatusOK, Text: "The page", Media: "text/html"}}, refused...),
		})
	r.Describe(op(http.MethodGet, "/rsvp/{event_id}/calendar.ics", httpx.Anyone, "get-calendar-entry", "An event for the guest's calendar",
		http.StatusOK), httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{event, language, {Name: "code", Text: "A check-in code, which becomes the link of the entry"}},
		Responses:  append([]httpx.ResponseDoc{{Status: http.StatusOK, Text: "The event", Media: "text/calendar"}}, refused...),
	})
}
