package imports

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/imports" + path, Rule: httpx.Payroll, ID: id, Tag: "imports", Summary: summary, Success: success}
	}
	httpx.HandleList(r, op(http.MethodGet, "", "list-imports", "Read the imports, the newest first", http.StatusOK), a.list)
	httpx.Handle(r, op(http.MethodGet, "/{id}", "get-import", "Read how far an import is", http.StatusOK), a.get)
	httpx.Handle(r, op(http.MethodPatch, "/{id}", "map-import", "Say how the file is read, and check it", http.StatusOK).
		With(httpx.ReadBy(a.get)), a.setColumns)
	httpx.Handle(r, op(http.MethodDelete, "/{id}", "delete-import", "Give a file up that was not saved", http.StatusNoContent), a.delete)
	httpx.HandleList(r, op(http.MethodGet, "/{id}/rows", "list-import-rows", "Read the lines with their verdicts", http.StatusOK), a.rows)
	httpx.Handle(r, op(http.MethodPatch, "/{id}/rows/{line}", "correct-import-row", "Correct cells of a line, and check the file again",
		http.StatusOK), a.correct)
	httpx.Handle(r, op(http.MethodPost, "/{id}/apply", "apply-import", "Save all lines, or none", http.StatusAccepted).
		With(httpx.MayRequireReauth), a.apply)
	httpx.Handle(r, op(http.MethodPost, "/{id}/undo", "undo-import", "Undo an import, within 24 hours", http.StatusOK).
		With(httpx.MayRequireReauth), a.undo)

	upload := op(http.MethodPost, "", "create-import", "Upload a CSV or XLSX of records; nothing is saved yet", http.StatusCreated)
	r.HandleRaw(upload.With(httpx.MaxBody(MaxUpload), httpx.Described(httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{
			{Name: "kind", Text: "employees, customers, shifts, expenses or leave; a part of this name in a form will do", Example: "employees"},
			{Name: "filename", Text: "What the file is called, when the body is the file itself", Example: "employees.csv"},
		},
		Body:      "",
		BodyMedia: []string{"text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "multipart/form-data"},
		Responses: []httpx.ResponseDoc{
			{Status: http.StatusCreated, Text: "The import, whose lines are being checked, or whose columns are to be chosen", Body: importJSON{}},
			{Status: http.StatusBadRequest, Text: "This is no table: errors says why"},
			{Status: http.StatusUnauthorized, Text: "No credentials, or they are no longer valid"},
			{Status: http.StatusForbidden, Text: "The caller may not do this"},
			{Status: http.StatusConflict, Text: "Too many files are being imported at once"},
			{Status: http.StatusRequestEntityTooLarge, Text: "The body is over 100 MiB"},
			{Status: http.StatusUnsupportedMediaType, Text: "The body is neither a CSV, nor an XLSX, nor a form"},
			{Status: http.StatusServiceUnavailable, Text: "Storage is unavailable, or the server is shutting down"},
		},
	})), a.upload)
}

// Pages registers the pages. Saving and undoing an import require reauthentication if it changes who may do what.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	const all, one = "/staff/imports", "/staff/imports/:id"
	r.Page(http.MethodGet, all, httpx.Payroll, p.list)
	r.Page(http.MethodPost, all, httpx.Payroll, p.upload, httpx.MaxBody(MaxUpload))
	r.Page(http.MethodGet, all+"/samples/:name", httpx.Payroll, p.sample)
	r.Page(http.MethodGet, one, httpx.Payroll, p.one)
	r.Page(http.MethodPost, one+"/columns", httpx.Payroll, p.setColumns)
	r.Page(http.MethodPost, one+"/day-order", httpx.Payroll, p.setOrder)
	r.Page(http.MethodPost, one+"/rows/:line", httpx.Payroll, p.correct)
	r.Page(http.MethodPost, one+"/apply", httpx.Payroll, p.apply, httpx.MayRequireReauth)
	r.Page(http.MethodPost, one+"/undo", httpx.Payroll, p.undo, httpx.MayRequireReauth)
	r.Page(http.MethodPost, one+"/delete", httpx.Payroll, p.delete)
}
