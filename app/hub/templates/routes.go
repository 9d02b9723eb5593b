package templates

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes (R2, R14).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: path, Rule: httpx.Events, ID: id, Tag: "templates", Summary: summary, Success: success}
	}
	const one = "/templates/{name}"
	httpx.HandleList(r, op(http.MethodGet, "/templates", "list-templates", "List the e-mail templates", http.StatusOK), a.list)
	httpx.Handle(r, op(http.MethodPost, "/templates", "create-template", "Write a new e-mail template", http.StatusCreated), a.create)
	httpx.Handle(r, op(http.MethodGet, one, "get-template", "Read one template", http.StatusOK), a.get)
	httpx.Handle(r, op(http.MethodPatch, one, "update-template", "Change the given fields", http.StatusOK).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, op(http.MethodDelete, one, "delete-template", "Delete a template that no event uses", http.StatusNoContent), a.delete)

	preview := op(http.MethodGet, "/events/{event_id}/invite-preview", "preview-invitation", "See the e-mail that guests would receive",
		http.StatusOK)
	preview.Tag = "events"
	r.HandleRaw(preview.With(httpx.Described(httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{
			{Name: "event_id", Text: "The event's slug", Example: "gala-2026"},
			{Name: "look", Text: "festive, configured (the event's own, where it is not said) or override", Example: "festive"},
			{Name: "template", Text: "The template of an override"},
			{Name: "lang", Text: "fr or en"},
			{Name: "reminder", Text: "1: as a reminder, with its prefix and its bell", Example: "1"},
			{Name: "scheme", Text: "light or dark: the colours of the HTML; where it is not said, those that the browser prefers", Example: "light"},
		},
		Responses: []httpx.ResponseDoc{
			{Status: http.StatusOK, Text: "The e-mail", Body: Preview{}},
			{Status: http.StatusOK, Media: "text/html"},
			{Status: http.StatusBadRequest, Text: "A parameter means nothing"},
			{Status: http.StatusUnauthorized, Text: "Nobody signed in"},
			{Status: http.StatusForbidden, Text: "Not allowed"},
			{Status: http.StatusNotFound, Text: "No such event or template"},
		},
	})), a.invitePreview)
}

// Pages registers the pages of the templates.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s, s.zone}
	r.Page(http.MethodGet, "/staff/templates", httpx.Events, p.list)
	r.Page(http.MethodPost, "/staff/templates", httpx.Events, p.create)
	r.Page(http.MethodGet, "/staff/templates/new", httpx.Events, p.blank)
	r.Page(http.MethodGet, "/staff/templates/:name", httpx.Events, p.edit)
	r.Page(http.MethodPost, "/staff/templates/:name", httpx.Events, p.save)
	r.Page(http.MethodPost, "/staff/templates/:name/delete", httpx.Events, p.delete)
	r.Page(http.MethodGet, "/staff/templates/:name/sample", httpx.Events, p.sample)
	r.Page(http.MethodGet, "/staff/template-draft", httpx.Events, p.starter)
	r.Page(http.MethodPost, "/staff/template-draft", httpx.Events, p.draft)
}
