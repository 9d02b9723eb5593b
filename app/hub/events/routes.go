package events

import (
	"net/http"
	"time"

	"presence/app/platform/httpx"
)

// MaxPictureBody is the maximum size in bytes of a picture as JSON or as a form. It is more than a picture may have, so that the answer for
// one that is too large names the field.
const MaxPictureBody = 15 << 20

// maxAttachmentBody is the maximum size in bytes of an attachment as JSON or as a form.
const maxAttachmentBody = 8 << 20

// API registers the JSON routes (R1, R2).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: path, Rule: httpx.Events, ID: id, Tag: "events", Summary: summary, Success: success}
	}
	const one, files = "/events/{event_id}", "/events/{event_id}/attachments"
	httpx.HandleList(r, op(http.MethodGet, "/events", "list-events", "List events, saved and built-in", http.StatusOK), a.list)
	httpx.Handle(r, op(http.MethodPost, "/events", "create-event", "Create an event, or save a built-in one", http.StatusCreated), a.create)
	httpx.Handle(r, op(http.MethodGet, one, "get-event", "Read one event", http.StatusOK), a.get)
	httpx.Handle(r, op(http.MethodPatch, one, "update-event", "Change the given fields", http.StatusOK).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, op(http.MethodDelete, one, "delete-event", "Delete an event, or what was saved of a built-in one",
		http.StatusNoContent).With(httpx.MayRequireReauth), a.delete)
	attach := op(http.MethodPost, files, "create-attachment", "Attach a picture or a PDF to the invitations", http.StatusCreated)
	attach = attach.With(httpx.MaxBody(maxAttachmentBody), httpx.WithFile)
	httpx.Handle(r, attach, a.attach)
	httpx.HandleFile(r, op(http.MethodGet, files+"/{id}", "get-attachment", "Download one attachment", http.StatusOK), mediaTypes, a.file)
	pictureAPI(r, a, op)
	httpx.Handle(r, op(http.MethodDelete, files+"/{id}", "delete-attachment", "Remove one attachment", http.StatusNoContent), a.detach)
}

// pictureAPI registers the JSON routes of the cover picture.
func pictureAPI(r *httpx.Router, a api, op func(method, path, id, summary string, success int) httpx.Op) {
	const picture = "/events/{event_id}/picture"
	set := op(http.MethodPut, picture, "set-event-picture", "Give an event a cover picture, or change its descriptions", http.StatusOK)
	set = set.With(httpx.MaxBody(MaxPictureBody), httpx.WithFile)
	httpx.Handle(r, set, a.setPicture)
	httpx.HandleFile(r, op(http.MethodGet, picture, "get-event-picture", "Download the cover picture", http.StatusOK), []string{pictureType},
		a.picture)
	httpx.Handle(r, op(http.MethodDelete, picture, "delete-event-picture", "Remove the cover picture", http.StatusNoContent), a.removePicture)
}

// Public registers the pictures that guests' pages and e-mails show.
func Public(r *httpx.Router, s *Service) {
	r.HandleRaw(httpx.Op{Method: http.MethodGet, Path: "/pictures/{hash}/{size}", Rule: httpx.Anyone}, publicPictures{s}.one)
}

// Pages registers the HTML pages. drawing renders the preview of the guests' page, templates lists the names of the e-mail
// templates, sent the events whose invitation was sent, toCheck counts the responses to review.
func Pages(r *httpx.Router, s *Service, zone *time.Location, drawing PreviewRenderer, templates Names, sent Sent, toCheck ToCheck) {
	p := pages{s, zone, drawing, templates, sent, toCheck}
	r.Page(http.MethodGet, "/staff/events", httpx.Events, p.list)
	r.Page(http.MethodPost, "/staff/events", httpx.Events, p.create)
	r.Page(http.MethodGet, "/staff/events/new", httpx.Events, p.blank)
	r.Page(http.MethodGet, "/staff/events/:event", httpx.Events, p.one)
	r.Page(http.MethodPost, "/staff/events/:event", httpx.Events, p.save, httpx.MaxBody(MaxPictureBody))
	r.Page(http.MethodPost, "/staff/events/:event/preview", httpx.Events, p.preview, httpx.MaxBody(MaxPictureBody))
	r.Page(http.MethodPost, "/staff/events/:event/delete", httpx.Events, p.delete, httpx.MayRequireReauth)
	r.Page(http.MethodPost, "/staff/events/:event/attachments", httpx.Events, p.attach, httpx.MaxBody(maxForm))
	r.Page(http.MethodPost, "/staff/events/:event/attachments/:file/delete", httpx.Events, p.detach)
}
