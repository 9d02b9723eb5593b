package door

import (
	"net/http"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/httpx"
)

// Pages registers the page on which guests are checked in. head returns the name and the time of an event.
func Pages(r *httpx.Router, s *Service, zone *time.Location, head events.HeadOf) {
	d := pages{s, zone, head}
	r.Page(http.MethodGet, "/staff/events/:event/door", httpx.Events, d.page)
	r.Page(http.MethodPost, "/staff/events/:event/door/arrivals", httpx.Events, d.tap)
	r.Page(http.MethodPost, "/staff/events/:event/door/walk-ins", httpx.Events, d.walkIn)
}
