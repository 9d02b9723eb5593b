package campaigns

import (
	"net/http"

	"presence/app/httpx"
)

// API registers the JSON face.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: path, Rule: httpx.Events, ID: id, Tag: "campaigns", Summary: summary, Success: success}
	}
	send := op(http.MethodPost, "/events/{event_id}/send", "send-event", "Send a test, or the invitation to the main list", 201)
	httpx.Handle(r, send, a.send)
	httpx.AlsoAs[trialsFace](r, send, 200, "A test: what became of each message")
	httpx.Handle(r, op(http.MethodPost, "/events/{event_id}/send/pause", "pause-send", "Stop the event's send until it is resumed", 200), a.pause)
	httpx.Handle(r, op(http.MethodPost, "/events/{event_id}/send/cancel", "cancel-send", "Give the event's send up", 200), a.cancel)
	httpx.List(r, op(http.MethodGet, "/events/{event_id}/campaigns", "list-event-campaigns", "List the sends of an event", 200), a.ofEvent)
	httpx.Handle(r, op(http.MethodGet, "/events/{event_id}/reminder-preview", "preview-reminder", "Tell whom a reminder would go to", 200), a.preview)
	httpx.Handle(r, op(http.MethodPost, "/events/{event_id}/reminder-send", "send-reminder", "Remind those who have not answered", 201), a.remind)
	resume := op(http.MethodPost, "/events/campaign-resume", "resume-campaign", "Take a stopped send up again", 200)
	httpx.Handle(r, resume, a.resume)
	httpx.MayRefuse(r, resume, http.StatusNotFound)
	httpx.List(r, op(http.MethodGet, "/campaigns", "list-campaigns", "List campaigns", 200), a.list)
	httpx.Handle(r, op(http.MethodGet, "/campaigns/{id}", "get-campaign", "Read one campaign with its recipients", 200), a.get)
	httpx.File(r, op(http.MethodGet, "/campaigns/{id}/report.csv", "export-campaign", "A campaign's recipients as CSV", 200), []string{"text/csv"}, a.report)
	httpx.Handle(r, op(http.MethodPost, "/campaigns/{id}/unconfirmed", "resolve-unconfirmed", "Say what became of unconfirmed messages", 200), a.resolve)
}

// Public registers the addresses that stand in messages.
func Public(r *httpx.Router, s *Service) {
	p := public{s}
	r.Plain(httpx.Op{Method: http.MethodGet, Path: "/t/o/{token}", Rule: httpx.Anyone}, p.pixel)
	r.Plain(httpx.Op{Method: http.MethodGet, Path: "/t/c/{token}/{to}", Rule: httpx.Anyone}, p.click)
	r.Page(http.MethodGet, "/u/:token", httpx.Anyone, p.ask)
	r.Page(http.MethodPost, "/u/:token", httpx.Anyone, p.unsubscribe)
}
