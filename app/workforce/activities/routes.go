package activities

import (
	"net/http"

	"presence/app/platform/httpx"
)

var statuses = httpx.Statuses{
	Create: http.StatusCreated, List: http.StatusOK, Get: http.StatusOK, Update: http.StatusOK, Delete: http.StatusNoContent,
	NotFoundGet: http.StatusNotFound, NotFoundUpdate: http.StatusNotFound, NotFoundDelete: http.StatusNotFound,
}

// API registers the JSON routes. Everybody who enters time reads the activities; payroll keeps them.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/activities", Noun: "activity", Plural: "activities", Statuses: statuses}
	httpx.Handle(r, all.Create(httpx.Payroll), a.create)
	httpx.HandleList(r, all.List(httpx.SignedIn), a.list)
	httpx.Handle(r, all.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, all.Update(httpx.Payroll).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, all.Delete(httpx.Payroll), a.delete)
}

// Pages registers the page, with the rules of the JSON routes.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/activities", httpx.Payroll, p.list)
	r.Page(http.MethodPost, "/staff/activities", httpx.Payroll, p.create)
	r.Page(http.MethodPost, "/staff/activities/:id", httpx.Payroll, p.save)
	r.Page(http.MethodPost, "/staff/activities/:id/delete", httpx.Payroll, p.delete)
}
