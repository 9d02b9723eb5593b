package audience

import (
	"net/http"

	"presence/app/hub/directory"
	"presence/app/hub/events"
	"presence/app/platform/httpx"
)

// maxCSVBody is the maximum size in bytes of a JSON body that contains a CSV.
const maxCSVBody = 8 << 20

// API registers the JSON routes (R4–R6).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/events/{event_id}/audience" + path, Rule: httpx.Events, ID: id, Tag: "audience", Summary: summary,
			Success: success}
	}
	preview := op(http.MethodPost, "", "preview-audience", "Tell whom filters or a CSV choose; changes nothing", http.StatusOK)
	httpx.Handle(r, preview.With(httpx.MaxBody(maxCSVBody), httpx.RefusesKey), a.preview)
	httpx.Handle(r, op(http.MethodGet, "/entries", "list-audience", "Read the main list", http.StatusOK), a.entries)
	add := op(http.MethodPost, "/entries", "add-to-audience", "Add to the main list", http.StatusOK)
	httpx.Handle(r, add.With(httpx.MaxBody(maxCSVBody)), a.add)
	httpx.Handle(r, op(http.MethodDelete, "/entries", "clear-audience", "Empty the main list", http.StatusNoContent), a.clear)
	httpx.Handle(r, op(http.MethodDelete, "/entries/{id}", "remove-from-audience", "Take one entry off the main list", http.StatusNoContent),
		a.remove)

	upload := op(http.MethodPost, "/import", "import-audience", "Add a CSV of any length to the main list", http.StatusOK)
	r.HandleRaw(upload.With(httpx.MaxBody(maxUpload), httpx.Described(httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{{Name: "event_id", Text: "The event's slug", Example: "gala-2026"},
			{Name: "filename", Text: "What the batch is called, when the body is the CSV itself", Example: "clients.csv"}},
		Body:      "",
		BodyMedia: []string{"text/csv", "multipart/form-data"},
		Responses: []httpx.ResponseDoc{
			{Status: http.StatusOK, Text: "What became of its lines", Body: addedJSON{}},
			{Status: http.StatusBadRequest, Text: "This is no table of addresses: errors says why"},
			{Status: http.StatusUnauthorized, Text: "No credentials, or they are no longer valid"},
			{Status: http.StatusForbidden, Text: "The caller may not do this"},
			{Status: http.StatusNotFound, Text: "There is no such event"},
			{Status: http.StatusConflict, Text: "Other addresses are being added to the audience"},
			{Status: http.StatusRequestEntityTooLarge, Text: "The body is over 256 MiB"},
			{Status: http.StatusUnsupportedMediaType, Text: "The body is neither text/csv nor a form"},
			{Status: http.StatusServiceUnavailable, Text: "Storage is unavailable, or the server is shutting down"},
		},
	})), a.upload)
}

// Pages registers the HTML pages, under the event's header.
func Pages(r *httpx.Router, s *Service, d *directory.Service, head events.HeadOf, sent SentInvitationOf) {
	p := pages{s, d, head, sent}
	const page = "/staff/events/:event/audience"
	r.Page(http.MethodGet, page, httpx.Events, p.show)
	r.Page(http.MethodPost, page+"/filters", httpx.Events, p.addFiltered)
	r.Page(http.MethodPost, page+"/picks", httpx.Events, p.addPicked)
	r.Page(http.MethodPost, page+"/csv", httpx.Events, p.addTable, httpx.MaxBody(maxUpload))
	r.Page(http.MethodPost, page+"/check", httpx.Events, p.checkTable, httpx.MaxBody(maxUpload))
	r.Page(http.MethodPost, page+"/entries/:entry/remove", httpx.Events, p.remove)
	r.Page(http.MethodPost, page+"/clear", httpx.Events, p.clear)
}
