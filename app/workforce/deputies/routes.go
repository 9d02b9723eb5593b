package deputies

import (
	"net/http"

	"presence/app/platform/httpx"
)

var statuses = httpx.Statuses{
	Create: http.StatusCreated, List: http.StatusOK, Get: http.StatusOK, Update: http.StatusOK, Delete: http.StatusNoContent,
	NotFoundGet: http.StatusNotFound, NotFoundUpdate: http.StatusNotFound, NotFoundDelete: http.StatusNotFound,
}

// API registers the JSON routes. Everybody reads those who concern them; the service decides who names them. In a browser it has to be
// confirmed (A5): a deputy reads and approves what the supervisor does.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/deputies", Noun: "deputy", Plural: "deputies", Statuses: statuses}
	httpx.Handle(r, all.Create(httpx.Approver).With(httpx.RequiresReauth), a.create)
	httpx.HandleList(r, all.List(httpx.SignedIn), a.list)
	httpx.Handle(r, all.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, all.Update(httpx.SignedIn).With(httpx.RequiresReauth, httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, all.Delete(httpx.SignedIn), a.delete)
}

// Pages registers the page, with the rules of the JSON routes.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	const all, one = "/staff/deputies", "/staff/deputies/:id"
	r.Page(http.MethodGet, all, httpx.SignedIn, p.list)
	r.Page(http.MethodPost, all, httpx.Approver, p.create, httpx.RequiresReauth)
	r.Page(http.MethodPost, one, httpx.SignedIn, p.update, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/delete", httpx.SignedIn, p.delete)
}
