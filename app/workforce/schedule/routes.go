package schedule

import (
	"net/http"

	"presence/app/platform/httpx"
)

var statuses = httpx.Statuses{
	Create: http.StatusCreated, List: http.StatusOK, Get: http.StatusOK, Update: http.StatusOK, Delete: http.StatusNoContent,
	NotFoundGet: http.StatusNotFound, NotFoundUpdate: http.StatusNotFound, NotFoundDelete: http.StatusNotFound,
}

// API registers the JSON routes. The service checks for whom somebody plans, and what they see.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	draft := httpx.Collection{Path: "/planned-shifts", Noun: "planned-shift", Plural: "planned-shifts", Statuses: statuses}
	httpx.Handle(r, draft.Create(httpx.Approver), a.create)
	httpx.HandleList(r, draft.List(httpx.Approver), a.list)
	httpx.Handle(r, draft.Get(httpx.Approver), a.get)
	httpx.Handle(r, draft.Update(httpx.Approver).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, draft.Delete(httpx.Approver), a.delete)
	httpx.Handle(r, httpx.Op{Method: http.MethodPost, Path: "/planned-shifts/publish", Rule: httpx.Approver, ID: "publish-planned-shifts",
		Tag: "planned-shifts", Summary: "Publish the planned shifts of a crew", Success: http.StatusOK}, a.publish)
	seen := httpx.Collection{Path: "/published-shifts", Noun: "published-shift", Plural: "published-shifts", Statuses: statuses}
	httpx.HandleList(r, seen.List(httpx.SignedIn), a.listPublished)
	httpx.Handle(r, seen.Get(httpx.SignedIn), a.getPublished)
	httpx.Handle(r, httpx.Op{Method: http.MethodPost, Path: "/published-shifts/{id}/take", Rule: httpx.SignedIn, ID: "take-published-shift",
		Tag: "published-shifts", Summary: "Take an open shift", Success: http.StatusOK}, a.take)
}

// Pages registers the pages. Employees see their own schedule on the page on which others plan.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	const all, one = "/staff/schedule", "/staff/schedule/shifts/:id"
	r.Page(http.MethodGet, all, httpx.SignedIn, p.show)
	r.Page(http.MethodGet, one, httpx.Approver, p.form)
	r.Page(http.MethodPost, all+"/shifts", httpx.Approver, p.create)
	r.Page(http.MethodPost, one, httpx.Approver, p.update)
	r.Page(http.MethodPost, one+"/delete", httpx.Approver, p.delete)
	r.Page(http.MethodPost, one+"/restore", httpx.Approver, p.restore)
	r.Page(http.MethodPost, one+"/take", httpx.SignedIn, p.take)
	r.Page(http.MethodPost, all+"/fill", httpx.Approver, p.fill)
	r.Page(http.MethodPost, all+"/take-back", httpx.Approver, p.takeBack)
	r.Page(http.MethodPost, all+"/publish", httpx.Approver, p.publish)
}
