package campaigns

import (
	"context"
	"net/http"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: path, Rule: httpx.Events, ID: id, Tag: "campaigns", Summary: summary, Success: success}
	}
	send := op(http.MethodPost, "/events/{event_id}/send", "send-event", "Send a test, or the invitation to the main list", 201)
	httpx.Handle(r, send.With(httpx.RequiresReauth), a.send)
	httpx.DescribeStatusAs[trialsJSON](r, send, 200, "A test: what became of each message")
	httpx.Handle(r, op(http.MethodPost, "/events/{event_id}/send/pause", "pause-send", "Stop the event's send until it is resumed", 200),
		a.pause)
	httpx.Handle(r, op(http.MethodPost, "/events/{event_id}/send/cancel", "cancel-send", "Give the event's send up", 200), a.cancel)
	httpx.HandleList(r, op(http.MethodGet, "/events/{event_id}/campaigns", "list-event-campaigns", "List the sends of an event", 200),
		a.ofEvent)
	httpx.Handle(r, op(http.MethodGet, "/events/{event_id}/reminder-preview", "preview-reminder", "Tell whom a reminder would go to", 200),
		a.preview)
	remind := op(http.MethodPost, "/events/{event_id}/reminder-send", "send-reminder", "Remind those who have not answered", 201)
	httpx.Handle(r, remind.With(httpx.RequiresReauth), a.remind)
	resume := op(http.MethodPost, "/events/campaign-resume", "resume-campaign", "Take a stopped send up again", 200)
	httpx.Handle(r, resume, a.resume)
	httpx.DescribeErrors(r, resume, http.StatusNotFound)
	httpx.HandleList(r, op(http.MethodGet, "/campaigns", "list-campaigns", "List campaigns", 200), a.list)
	httpx.Handle(r, op(http.MethodGet, "/campaigns/{id}", "get-campaign", "Read one campaign with its recipients", 200), a.get)
	httpx.Handle(r, op(http.MethodPost, "/campaigns/{id}/schedule", "reschedule-campaign", "Give a scheduled campaign another time", 200),
		a.reschedule)
	start := op(http.MethodPost, "/campaigns/{id}/start", "start-campaign", "Begin a scheduled campaign now", 200)
	httpx.Handle(r, start.With(httpx.RequiresReauth), a.start)
	httpx.Handle(r, op(http.MethodPost, "/campaigns/{id}/cancel", "cancel-campaign", "Give a campaign up, begun or not", 200), a.cancelOne)
	httpx.Handle(r, op(http.MethodPost, "/campaigns/{id}/subject", "choose-subject",
		"Choose the subject of the rest of a test of two, and send the rest now", 200), a.chooseSubject)
	const messages = "/events/{event_id}/messages"
	httpx.Handle(r, op(http.MethodGet, messages, "list-event-messages", "List the messages before and after an event", 200), a.messages)
	httpx.Handle(r, op(http.MethodPost, messages+"/{kind}", "save-event-message",
		"Change a message before or after an event, turn it on or off", 200),
		a.saveMessage)
	httpx.HandleFile(r, op(http.MethodGet, "/campaigns/{id}/report.csv", "export-campaign", "A campaign's recipients as CSV", 200),
		[]string{"text/csv"}, a.report)
	httpx.Handle(r, op(http.MethodPost, "/campaigns/{id}/unconfirmed", "resolve-unconfirmed", "Say what became of unconfirmed messages", 200),
		a.resolve)
	httpx.Handle(r, op(http.MethodGet, "/campaigns/tracking", "get-tracking", "Whether opens and clicks are recorded for each person", 200),
		a.tracking)
	httpx.Handle(r, op(http.MethodPut, "/campaigns/tracking", "set-tracking", "Record opens and clicks for each person, or no longer", 200),
		a.setTracking)
}

// Pages registers the HTML pages: sends under the event's header, reports and channels. upcoming returns the next events,
// mailbox the state of the mailbox that receives bounces; nil: there is no such mailbox.
func Pages(r *httpx.Router, s *Service, zone *time.Location, head events.HeadOf,
	upcoming func(ctx context.Context, n int) ([]events.Record, error), mailbox func(ctx context.Context) (ReturnedMail, error)) {
	p := pages{s, zone, head, upcoming, mailbox}
	const send, one = "/staff/events/:event/send", "/staff/campaigns/:id"
	r.Page(http.MethodGet, send, httpx.Events, p.sendPage)
	r.Page(http.MethodPost, send, httpx.Events, p.send, httpx.RequiresReauth)
	r.Page(http.MethodPost, send+"/test", httpx.Events, p.try)
	const messages = "/staff/events/:event/messages"
	r.Page(http.MethodGet, messages, httpx.Events, p.messages)
	r.Page(http.MethodPost, messages+"/:kind", httpx.Events, p.saveMessage)
	r.Page(http.MethodPost, messages+"/:kind/test", httpx.Events, p.testMessage)
	r.Page(http.MethodGet, messages+"/:kind/preview", httpx.Events, p.previewMessage)
	r.Page(http.MethodGet, "/staff/campaigns", httpx.Events, p.list)
	r.Page(http.MethodGet, one, httpx.Events, p.report)
	r.Page(http.MethodPost, one+"/pause", httpx.Events, p.pause)
	r.Page(http.MethodPost, one+"/resume", httpx.Events, p.resume)
	r.Page(http.MethodPost, one+"/start", httpx.Events, p.start, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/schedule", httpx.Events, p.reschedule)
	r.Page(http.MethodPost, one+"/cancel", httpx.Events, p.cancel)
	r.Page(http.MethodPost, one+"/subject", httpx.Events, p.chooseSubject)
	r.Page(http.MethodPost, one+"/unconfirmed", httpx.Events, p.resolve)
	r.Page(http.MethodGet, one+"/reminder", httpx.Events, p.sendPage)
	r.Page(http.MethodPost, one+"/reminder", httpx.Events, p.send, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/reminder/test", httpx.Events, p.try)
	r.Page(http.MethodGet, "/staff/settings/channels", httpx.Events, p.channels)
	r.Page(http.MethodPost, "/staff/settings/channels/test", httpx.Events, p.testChannel)
	r.Page(http.MethodPost, "/staff/settings/channels/tracking", httpx.Events, p.setTracking)
}
