package rsvp

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/hub/events"
	"presence/app/hub/timeline"
	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
)

func op(method, path string, rule httpx.Rule, id, summary string, success int) httpx.Op {
	return httpx.Op{Method: method, Path: path, Rule: rule, ID: id, Tag: "rsvps", Summary: summary, Success: success}
}

// guestOp returns the Op of a page of guests.
func guestOp(method, path, id, summary string) httpx.Op {
	o := op(method, path, httpx.Anyone, id, summary, http.StatusOK)
	o.Kind = httpx.GuestPage
	return o
}

// guestPost returns the Op of a route to which the pages of guests and programs send.
func guestPost(path, id, summary string) httpx.Op {
	return guestOp(http.MethodPost, path, id, summary).With(httpx.IgnoresUnknownQuery)
}

// API registers the JSON routes for those who run events (R19).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	httpx.HandleObject[listJSON](r, op(http.MethodGet, "/events/{event_id}/rsvps", httpx.Events, "list-rsvps",
		"Who comes to an event, and how many", http.StatusOK), a.list)
	httpx.Handle(r, op(http.MethodGet, "/events/{event_id}/rsvps/{rsvp_id}", httpx.Events, "get-rsvp", "Read one registration", http.StatusOK),
		a.get)
	httpx.Handle(r, op(http.MethodDelete, "/events/{event_id}/rsvps/{rsvp_id}", httpx.Events, "delete-rsvp",
		"Delete one registration and free its places", http.StatusNoContent), a.delete)
	httpx.HandleObject[waitingListJSON](r, op(http.MethodGet, "/events/{event_id}/waiting-list", httpx.Events, "list-waiting-parties",
		"The waiting list of an event, in its order", http.StatusOK), a.parties)
	httpx.HandleFile(r, op(http.MethodGet, "/events/{event_id}/waiting-list.csv", httpx.Events, "export-waiting-parties",
		"One line a party of the waiting list", http.StatusOK),
		[]string{tablewriter.Options{}.ContentType(), tablewriter.Options{Format: tablewriter.XLSX}.ContentType()}, a.partiesFile)
	httpx.Handle(r, op(http.MethodPatch, "/events/{event_id}/waiting-list/{party_id}", httpx.Events, "update-waiting-party",
		"Move, remove or put back one party of the waiting list, or offer it places", http.StatusOK), a.changeParty)
	staffAPI(r, a)
}

// registerSubmit registers the route to which guests send answers, as JSON or as the form of the page (R16).
func registerSubmit(r *httpx.Router, s *Service, form func(c *gin.Context) error) {
	submit := guestPost("/rsvp/{event_id}/submit", "submit-rsvp", "Answer an invitation")
	spend := func(ctx context.Context) error { return s.Spend(ctx, httpx.InfoOf(ctx).IP) }
	httpx.HandleOrForm(r, submit, spend, api{s}.submit, form)
	httpx.DescribeErrors(r, submit, http.StatusTooManyRequests)
}

// registerWaitingList registers the routes by which guests put themselves on the waiting list, take the places that are offered, and
// leave it: as JSON or as the forms of the pages.
func registerWaitingList(r *httpx.Router, g *Guests) {
	const list = "/rsvp/{event_id}/waiting-list"
	a, spend := api{g.s}, func(ctx context.Context) error { return g.s.Spend(ctx, httpx.InfoOf(ctx).IP) }
	join := guestPost(list, "join-waiting-list", "Put a party on the waiting list of an event")
	httpx.HandleOrForm(r, join, spend, a.join, g.join)
	take := guestPost(list+"/take", "take-offer", "Take the places that are offered to a party")
	httpx.HandleOrForm(r, take, spend, a.take, g.take)
	leave := guestPost(list+"/leave", "leave-waiting-list", "Decline the places that are offered, or leave the waiting list")
	httpx.HandleOrForm(r, leave, spend, a.leave, g.leave)
	for _, o := range []httpx.Op{join, take, leave} {
		httpx.DescribeErrors(r, o, http.StatusTooManyRequests)
	}
}

// GuestPages registers the guests' pages. They need no sign-in, and a GET changes nothing (R15, R16).
func GuestPages(r *httpx.Router, g *Guests) {
	registerSubmit(r, g.s, g.submit)
	registerWaitingList(r, g)
	registerPages(r, g)
}

// EventOfForm returns the event to whose guests' forms a path belongs; false: it is not where such a form is sent.
func EventOfForm(path string) (event string, ok bool) {
	rest, ok := strings.CutPrefix(path, "/rsvp/")
	event, form, _ := strings.Cut(rest, "/")
	return event, ok && slices.Contains([]string{"submit", "waiting-list/take", "waiting-list/leave"}, form)
}

// Pages registers the staff pages of the registrations. header returns the event's header, which is shown above the list.
func Pages(r *httpx.Router, s *Service, zone *time.Location, header events.HeadOf, history timeline.Read) {
	d := pages{s, zone, header, history}
	r.Page(http.MethodGet, "/staff/events/:event/rsvps", httpx.Events, d.list)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps", httpx.Events, d.create)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/new", httpx.Events, d.newForm)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/updates", httpx.Events, d.sendUpdates, httpx.RequiresReauth)
	r.Page(http.MethodGet, "/staff/events/:event/waiting-list", httpx.Events, d.waitingList)
	r.Page(http.MethodPost, "/staff/events/:event/waiting-list/:party", httpx.Events, d.changeParty)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/:rsvp", httpx.Events, d.one)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/:rsvp/settle", httpx.Events, d.decideMatch)
	r.Page(http.MethodGet, "/staff/events/:event/rsvps/:rsvp/edit", httpx.Events, d.editForm)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/:rsvp/edit", httpx.Events, d.correct)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/:rsvp/delete", httpx.Events, d.delete)
	r.Page(http.MethodPost, "/staff/events/:event/rsvps/:rsvp/restore", httpx.Events, d.restore)
}

// registerPages registers the guests' pages, which the API description has too (C9).
func registerPages(r *httpx.Router, g *Guests) {
	event := httpx.ParameterDoc{Name: "event_id", Text: "The event's slug", Example: "gala-2026"}
	language := httpx.ParameterDoc{Name: "lang", Text: "fr or en; else that of the personal link, else of Accept-Language"}
	refused := []httpx.ResponseDoc{{Status: http.StatusNotFound, Text: "There is no such event for guests", Media: "text/html"},
		{Status: http.StatusServiceUnavailable, Text: "Storage is unavailable", Media: "text/html"}}
	r.PageOf(guestOp(http.MethodGet, "/rsvp/{event_id}", "show-invitation",
		"The guest's page of an event").With(httpx.Described(httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{event,
			{Name: "t", Text: "The token of a personal link, which fills in what the invitation showed"}, language},
		Responses: append([]httpx.ResponseDoc{{Status: http.StatusOK, Text: "The page", Media: "text/html"}}, refused...),
	})), g.page)
	r.PageOf(guestOp(http.MethodGet, "/rsvp/{event_id}/waiting-list", "show-waiting-party",
		"The page of a party of the waiting list").With(httpx.Described(httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{event,
			{Name: "t", Text: "The token of the personal link in a message to the party; without it the answer leads to the guest's page"}, language},
		Responses: append([]httpx.ResponseDoc{{Status: http.StatusOK, Text: "The page", Media: "text/html"},
			{Status: http.StatusSeeOther, Text: "To the guest's page of the event: the token is of no party", Media: "text/html"}}, refused...),
	})), g.party)
	r.PageOf(guestOp(http.MethodGet, "/rsvp/{event_id}/calendar.ics", "get-calendar-entry",
		"An event for the guest's calendar").With(httpx.Described(httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{event, language, {Name: "code", Text: "A check-in code, which becomes the link of the entry"}},
		Responses:  append([]httpx.ResponseDoc{{Status: http.StatusOK, Text: "The event", Media: "text/calendar"}}, refused...),
	})), g.calendar)
}
