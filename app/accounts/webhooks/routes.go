package webhooks

import (
	"net/http"
	"time"

	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/webhooks" + path, Rule: httpx.Admin, ID: id, Tag: "webhooks", Summary: summary, Success: success}
	}
	const one, log = "/{webhook_id}", "/{webhook_id}/deliveries"
	httpx.HandleList(r, op(http.MethodGet, "", "list-webhooks", "List the endpoints that events are sent to", http.StatusOK), a.list)
	httpx.Handle(r, op(http.MethodPost, "", "create-webhook", "Add an endpoint; its secret is shown only once",
		http.StatusCreated).With(httpx.RequiresReauth, httpx.ShownOnce("To get another secret, find the endpoint with GET /webhooks and "+
		"replace its secret with POST /webhooks/{webhook_id}/secret.")), a.create)
	httpx.Handle(r, op(http.MethodGet, one, "get-webhook", "Read one endpoint", http.StatusOK), a.get)
	httpx.Handle(r, op(http.MethodPatch, one, "update-webhook", "Change the given fields", http.StatusOK).With(httpx.RequiresReauth,
		httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, op(http.MethodDelete, one, "delete-webhook", "Delete an endpoint, its secrets and its log",
		http.StatusNoContent).With(httpx.RequiresReauth), a.delete)
	httpx.Handle(r, op(http.MethodPost, one+"/secret", "rotate-webhook-secret",
		"Replace the secret; requests are also signed with the old one for 24 hours", http.StatusOK).With(httpx.RequiresReauth,
		httpx.ShownOnce("To get another secret, send end_old_secret under a new key, which ends the secret before the one that you "+
			"did not get.")), a.rotate)
	httpx.Handle(r, op(http.MethodPost, one+"/test", "test-webhook", "Send an event of the kind webhook.test", http.StatusNoContent), a.test)
	httpx.HandleList(r, op(http.MethodGet, log, "list-webhook-deliveries", "List what was sent to an endpoint in the last 30 days",
		http.StatusOK), a.deliveries)
	httpx.Handle(r, op(http.MethodPost, log+"/{delivery_id}/replay", "replay-webhook-delivery",
		"Send an event again, with the same webhook-id", http.StatusNoContent), a.replay)
}

// Pages registers the pages of the settings.
func Pages(r *httpx.Router, s *Service, zone *time.Location) {
	p := pages{s, zone}
	const all, one = "/staff/settings/webhooks", "/staff/settings/webhooks/:webhook"
	r.Page(http.MethodGet, all, httpx.Admin, p.list)
	r.Page(http.MethodPost, all, httpx.Admin, p.create, httpx.RequiresReauth)
	r.Page(http.MethodGet, all+"/new", httpx.Admin, p.newEndpoint)
	r.Page(http.MethodGet, one, httpx.Admin, p.endpoint)
	r.Page(http.MethodPost, one, httpx.Admin, p.update, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/secret", httpx.Admin, p.rotate, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/test", httpx.Admin, p.test)
	r.Page(http.MethodPost, one+"/replay", httpx.Admin, p.replay)
	r.Page(http.MethodPost, one+"/delete", httpx.Admin, p.delete, httpx.RequiresReauth)
}
