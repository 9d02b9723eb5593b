package directory

import (
	"net/http"
	"time"

	"presence/app/platform/httpx"
)

// API registers the JSON routes: the search that the manual picker uses (R7).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	httpx.Handle(r, httpx.Op{Method: http.MethodGet, Path: "/collab/customer-search", Rule: httpx.Events, ID: "search-customers",
		Tag:     "directory",
		Summary: "Find customers of the directory, best first", Success: http.StatusOK}, a.search)
}

// Pages registers the HTML pages.
func Pages(r *httpx.Router, s *Service, zone *time.Location, timeline Timeline) {
	p := pages{s, zone, timeline}
	r.Page(http.MethodGet, "/staff/directory", httpx.Events, p.search)
	r.Page(http.MethodGet, "/staff/directory/customer", httpx.Events, p.customer)
	r.Page(http.MethodGet, "/staff/directory/syncs", httpx.Events, p.syncs)
	r.Page(http.MethodGet, "/staff/directory/syncs/:id", httpx.Events, p.run)
	r.Page(http.MethodPost, "/staff/directory/sync", httpx.Events, p.sync)
}
