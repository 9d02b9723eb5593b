package companydata

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON API's route. It is a POST because each export is recorded. An Idempotency-Key is ignored: no record is created.
func API(r *httpx.Router, s *Service) {
	op := httpx.Op{Method: http.MethodPost, Path: "/company-data", Rule: httpx.Admin, ID: "export-company-data", Tag: "company-data",
		Summary: "All records of the company as a ZIP file", Success: http.StatusOK, AskAgain: httpx.AskAlways}
	httpx.HandleFile(r, op.Protected(), []string{zipType}, api{s}.export)
}

// Pages registers the page and its file.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/settings/export", httpx.Admin, p.show)
	r.Page(http.MethodPost, "/staff/settings/export", httpx.Admin, p.export, httpx.AskingAgain)
}
