package search

import (
	"net/http"
	"time"

	"presence/app/platform/httpx"
	"presence/app/workforce/payperiods"
)

// Pages registers the page of the search.
func Pages(r *httpx.Router, s *Service, periods *payperiods.Service, zone *time.Location) {
	r.Page(http.MethodGet, "/staff/search", httpx.SignedIn, pages{s, periods, zone}.show)
}
