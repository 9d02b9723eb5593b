package directory

import (
	"net/http"
	"time"

	"presence/app/hub/timeline"
	"presence/app/platform/httpx"
)

// API registers the JSON routes: the search that the manual picker uses (R7).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	httpx.Handle(r, httpx.Op{Method: http.MethodGet, Path: "/collab/customer-search", Rule: httpx.Events, ID: "search-customers",
		Tag:     "directory",
		Summary: "Find customers of the directory, best first", Success: http.StatusOK}, a.search)
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/directory/uploads" + path, Rule: httpx.Events, ID: id, Tag: "directory", Summary: summary,
			Success: success}
	}
	httpx.Handle(r, op(http.MethodGet, "/{id}", "get-directory-upload", "Read a file of customers and how far its publication is",
		http.StatusOK), a.getUpload)
	httpx.Handle(r, op(http.MethodPatch, "/{id}", "map-directory-upload", "Say what the columns of a file of customers contain",
		http.StatusOK).With(httpx.ReadBy(a.getUpload)), a.setColumns)
	httpx.Handle(r, op(http.MethodPost, "/{id}/publish", "publish-directory-upload", "Make a file of customers the directory",
		http.StatusAccepted), a.publish)
	httpx.Handle(r, op(http.MethodPost, "/{id}/undo", "undo-directory-upload", "Return to the former directory, within 24 hours",
		http.StatusOK), a.undo)
	httpx.Handle(r, op(http.MethodDelete, "/{id}", "delete-directory-upload", "Discard a file of customers that was not published",
		http.StatusNoContent), a.discard)
	const syncs = "/directory/syncs"
	sync := httpx.Op{Method: http.MethodPost, Path: syncs, Rule: httpx.Events, ID: "start-directory-sync", Tag: "directory",
		Summary: "Read the source of the customers now", Success: http.StatusAccepted}
	httpx.Handle(r, sync.With(httpx.RefusesKey), a.startSync)
	sync.Method, sync.ID, sync.Summary, sync.Success = http.MethodGet, "list-directory-syncs", "Read the latest syncs, the newest first",
		http.StatusOK
	httpx.HandleList(r, sync, a.syncs)
	sync.Path, sync.ID, sync.Summary = syncs+"/{id}", "get-directory-sync", "Read one sync, with the first records that it rejected"
	httpx.Handle(r, sync, a.getSync)
	upload := op(http.MethodPost, "", "create-directory-upload", "Upload a CSV or XLSX of customers; nothing is published yet",
		http.StatusCreated)
	r.HandleRaw(upload.With(httpx.MaxBody(MaxUpload), httpx.Described(httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{{Name: "filename", Text: "What the file is called, when the body is the file itself",
			Example: "customers.csv"}},
		BodyMedia: []string{"text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "multipart/form-data"},
		Responses: []httpx.ResponseDoc{
			{Status: http.StatusCreated, Text: "The file, with its first customers", Body: uploadJSON{}},
			{Status: http.StatusBadRequest, Text: "This is no table: errors says why"},
			{Status: http.StatusUnauthorized, Text: "No credentials, or they are no longer valid"},
			{Status: http.StatusForbidden, Text: "The caller may not do this"},
			{Status: http.StatusConflict, Text: "The customers are read from a source that the settings name"},
			{Status: http.StatusRequestEntityTooLarge, Text: "The body is over 100 MiB"},
			{Status: http.StatusUnsupportedMediaType, Text: "The body is neither a CSV, nor an XLSX, nor a form"},
			{Status: http.StatusServiceUnavailable, Text: "Storage is unavailable, or the server is shutting down"},
		},
	})), a.upload)
}

// Pages registers the HTML pages.
func Pages(r *httpx.Router, s *Service, zone *time.Location, history timeline.Read) {
	p := pages{s, zone, history}
	r.Page(http.MethodGet, "/staff/directory", httpx.Events, p.search)
	r.Page(http.MethodGet, "/staff/directory/customer", httpx.Events, p.customer)
	r.Page(http.MethodGet, "/staff/directory/syncs", httpx.Events, p.syncs)
	r.Page(http.MethodGet, "/staff/directory/syncs/:id", httpx.Events, p.run)
	r.Page(http.MethodPost, "/staff/directory/sync", httpx.Events, p.sync)
	const all, one = "/staff/directory/uploads", "/staff/directory/uploads/:id"
	r.Page(http.MethodGet, all, httpx.Events, p.uploads)
	r.Page(http.MethodPost, all, httpx.Events, p.upload, httpx.MaxBody(MaxUpload))
	r.Page(http.MethodGet, all+"/samples/:name", httpx.Events, p.uploadSample)
	r.Page(http.MethodGet, one, httpx.Events, p.oneUpload)
	r.Page(http.MethodPost, one+"/columns", httpx.Events, p.setUploadColumns)
	r.Page(http.MethodPost, one+"/publish", httpx.Events, p.publish)
	r.Page(http.MethodPost, one+"/undo", httpx.Events, p.undoUpload)
	r.Page(http.MethodPost, one+"/delete", httpx.Events, p.discard)
}
