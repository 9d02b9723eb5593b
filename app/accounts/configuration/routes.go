package configuration

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, id, summary string) httpx.Op {
		return httpx.Op{Method: method, Path: "/settings", Rule: httpx.Admin, ID: id, Tag: "settings", Summary: summary,
			Success: http.StatusOK}.Protected()
	}
	httpx.Handle(r, op(http.MethodGet, "list-settings", "List the company's settings"), a.list)
	httpx.Handle(r, op(http.MethodPatch, "update-settings", "Change settings of the company"), a.update)
}

// Pages registers the page of the company's settings.
func Pages(r *httpx.Router, s *Service, periods PeriodAt) {
	p := pages{s, periods}
	r.Page(http.MethodGet, "/staff/settings/company", httpx.Admin, p.company)
	r.Page(http.MethodPost, "/staff/settings/company", httpx.Admin, p.saveCompany)
}
