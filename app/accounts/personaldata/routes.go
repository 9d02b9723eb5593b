package personaldata

import (
	"net/http"
	"time"

	"presence/app/platform/httpx"
)

// API registers the JSON API's routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/personal-data" + path, Rule: httpx.Admin, ID: id, Tag: "personal-data", Summary: summary,
			Success: success}
	}
	httpx.Handle(r, op(http.MethodGet, "", "get-personal-data", "Everything that is held of a person as a guest or customer", http.StatusOK),
		a.lookup)
	httpx.Handle(r, op(http.MethodPost, "/erasures", "erase-personal-data", "Erase what is held of a person, but for what the law wants to be kept",
		http.StatusOK).With(httpx.RequiresReauth, httpx.RefusesKey), a.erase)
	httpx.Handle(r, op(http.MethodPost, "/admissions", "admit-person", "Take an erased person from lists and the directory again",
		http.StatusNoContent).With(httpx.RequiresReauth, httpx.RefusesKey), a.admit)
}

// Pages registers the HTML pages.
func Pages(r *httpx.Router, s *Service, zone *time.Location) {
	p := pages{s, zone}
	const page = "/staff/settings/personal-data"
	r.Page(http.MethodGet, page, httpx.Admin, p.show)
	r.Page(http.MethodGet, page+"/file", httpx.Admin, p.file)
	r.Page(http.MethodPost, page+"/erase", httpx.Admin, p.erase, httpx.RequiresReauth)
	r.Page(http.MethodPost, page+"/admit", httpx.Admin, p.admit, httpx.RequiresReauth)
}
