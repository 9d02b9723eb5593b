package holidaypay

import (
	"net/http"

	"presence/app/platform/httpx"
)

var statuses = httpx.Statuses{
	List: http.StatusOK, Get: http.StatusOK, Update: http.StatusOK, NotFoundGet: http.StatusNotFound, NotFoundUpdate: http.StatusNotFound,
}

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/holiday-pay", Noun: "holiday-pay", Plural: "holiday-pay", Statuses: statuses}
	httpx.HandleList(r, all.List(httpx.SignedIn), a.list)
	httpx.Handle(r, all.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, all.Update(httpx.Payroll).With(httpx.ReadBy(a.get)), a.update)
}

// Pages registers the act on the page of a timesheet.
func Pages(r *httpx.Router, s *Service) {
	r.Page(http.MethodPost, "/staff/holiday-pay/:id", httpx.Payroll, pages{s}.decide)
}
