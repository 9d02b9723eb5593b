package overview

import (
	"net/http"

	"presence/app/hub/events"
	"presence/app/platform/httpx"
)

// Pages registers the page.
func Pages(r *httpx.Router, s *Service, head events.HeadOf) {
	r.Page(http.MethodGet, "/staff/events/:event/overview", httpx.Events, pages{s, head}.overview)
}
