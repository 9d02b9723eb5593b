package companydata

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON API's routes. The export is a POST because each one is recorded.
func API(r *httpx.Router, s *Service) {
	op := httpx.Op{Method: http.MethodPost, Path: "/company-data", Rule: httpx.Admin, ID: "export-company-data", Tag: "company-data",
		Summary: "All records of the company as a ZIP file", Success: http.StatusOK}.With(httpx.RequiresReauth)
	httpx.HandleFile(r, op.With(httpx.Undeclared), []string{zipType}, api{s}.export)
	check := httpx.Op{Method: http.MethodPost, Path: "/company-data/check", Rule: httpx.Admin, ID: "check-company-data", Tag: "company-data",
		Summary: "Verify an archive and read what it contains; nothing is kept", Success: http.StatusOK}.With(httpx.MaxBody(MaxArchive))
	r.HandleRaw(check.With(httpx.Described(archiveDoc("What the archive contains"))), api{s}.check)
	take := check.With(httpx.RequiresReauth)
	take.Path, take.ID, take.Summary = "/company-data/import", "import-company-data",
		"Import an archive into a new installation, as its first administrator"
	doc := archiveDoc("What was imported; the caller signs in again")
	doc.Parameters = []httpx.ParameterDoc{{Name: "administrator", Text: "Id of the administrator in the archive whom the caller becomes; by default, the one " +
		"with the same address", Example: "0c1b9f5e-52f5-4c6d-8a0e-5d1c2f3b4a59"}}
	doc.Responses = append(doc.Responses, httpx.ResponseDoc{Status: http.StatusConflict, Text: "The installation is not new"})
	r.HandleRaw(take.With(httpx.Described(doc)), api{s}.importArchive)
}

// archiveDoc describes a route that takes an archive.
func archiveDoc(success string) httpx.OperationDoc {
	return httpx.OperationDoc{
		BodyMedia: []string{zipType, "multipart/form-data"},
		Responses: []httpx.ResponseDoc{
			{Status: http.StatusOK, Text: success, Body: checkJSON{}},
			{Status: http.StatusBadRequest, Text: "This archive cannot be imported: detail says why"},
			{Status: http.StatusUnauthorized, Text: "No credentials, or they are no longer valid"},
			{Status: http.StatusForbidden, Text: "The caller may not do this"},
			{Status: http.StatusRequestEntityTooLarge, Text: "The body is over 1 GiB"},
			{Status: http.StatusUnsupportedMediaType, Text: "The body is neither a ZIP file nor a form"},
			{Status: http.StatusServiceUnavailable, Text: "Storage is unavailable, or the server is shutting down"},
		},
	}
}

// maxRefused is the size in bytes up to which the page itself says that a file is too large.
const maxRefused = 1 << 40

// Pages registers the page and its file.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/settings/export", httpx.Admin, p.show, httpx.Polled) // until the import ends the session
	r.Page(http.MethodPost, "/staff/settings/export", httpx.Admin, p.export, httpx.RequiresReauth)
	r.Page(http.MethodPost, "/staff/settings/export/archives", httpx.Admin, p.upload, httpx.MaxBody(maxRefused))
	r.Page(http.MethodPost, "/staff/settings/export/archives/import", httpx.Admin, p.begin, httpx.RequiresReauth)
}
