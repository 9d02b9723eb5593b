package blocks

import (
	"net/http"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/httpx"
)

// API registers the JSON routes (R2).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, id, summary string) httpx.Op {
		return httpx.Op{Method: method, Path: "/events/{event_id}/blocks", Rule: httpx.Events, ID: id, Tag: "events", Summary: summary,
			Success: http.StatusOK}
	}
	httpx.Handle(r, op(http.MethodGet, "get-event-blocks", "Read the blocks of which an event’s invitation consists"), a.get)
	httpx.Handle(r, op(http.MethodPut, "set-event-blocks", "Replace the blocks of an event’s invitation"), a.save)
	add := op(http.MethodPost, "create-event-block-picture", "Store a picture for the blocks of an event’s invitation")
	add.Path += "/pictures"
	add.Success = http.StatusCreated
	httpx.Handle(r, add.With(httpx.MaxBody(events.MaxPictureBody), httpx.WithFile, httpx.RefusesKey), a.addPicture)
}

// Pages registers the editor.
func Pages(r *httpx.Router, s *Service, zone *time.Location, head events.HeadOf) {
	p := pages{s, zone, head}
	r.Page(http.MethodGet, "/staff/events/:event/blocks", httpx.Events, p.show)
	r.Page(http.MethodPost, "/staff/events/:event/blocks", httpx.Events, p.post)
	r.Page(http.MethodPost, "/staff/events/:event/blocks/pictures", httpx.Events, p.upload, httpx.MaxBody(events.MaxPictureBody))
	r.Page(http.MethodGet, "/staff/events/:event/blocks/preview", httpx.Events, p.sample)
	r.Page(http.MethodPost, "/staff/events/:event/blocks/preview", httpx.Events, p.preview)
}
