package activities

import (
	"net/http"

	"presence/app/platform/httpx"
	"presence/db"
)

var statuses = httpx.Statuses{
	Create: http.StatusCreated, List: http.StatusOK, Get: http.StatusOK, Update: http.StatusOK, Delete: http.StatusNoContent,
	NotFoundGet: http.StatusNotFound, NotFoundUpdate: http.StatusNotFound, NotFoundDelete: http.StatusNotFound,
}

// API registers the JSON routes. Everybody who enters time reads the activities; payroll keeps them. period returns the current pay period.
func API(r *httpx.Router, s *Service, period func() (from, to db.Day)) {
	a := api{s}
	all := httpx.Collection{Path: "/activities", Noun: "activity", Plural: "activities", Statuses: statuses}
	httpx.Handle(r, all.Create(httpx.Payroll), a.create)
	httpx.HandleList(r, all.List(httpx.SignedIn), a.list)
	httpx.Handle(r, all.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, all.Update(httpx.Payroll).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, all.Delete(httpx.Payroll), a.delete)
	httpx.Handle(r, httpx.Op{Method: http.MethodGet, Path: "/activities/report", Rule: httpx.Approver,
		ID: "report-activities", Tag: "activities",
		Summary: "Hours, cost and expenses by customer and activity", Success: http.StatusOK}, reports{s, period}.report)
	cost := httpx.Op{Method: http.MethodGet, Path: "/employees/{id}/hourly-costs", Rule: httpx.Payroll,
		ID: "get-hourly-costs", Tag: "activities",
		Summary: "Read what an hour of an employee costs", Success: http.StatusOK, NotFoundStatus: http.StatusBadRequest}
	httpx.Handle(r, cost, a.costs)
	cost.Method, cost.ID, cost.Summary = http.MethodPost, "set-hourly-cost", "Set what an hour of an employee costs from a day on"
	cost.Success, cost.NotFoundStatus = http.StatusCreated, http.StatusNotFound
	httpx.Handle(r, cost, a.setCost)
}

// Pages registers the page, the report and the hourly costs, with the rules of the JSON routes. period returns the current pay period.
func Pages(r *httpx.Router, s *Service, period func() (from, to db.Day)) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/activities", httpx.Payroll, p.list)
	r.Page(http.MethodPost, "/staff/activities", httpx.Payroll, p.create)
	r.Page(http.MethodPost, "/staff/activities/:id", httpx.Payroll, p.save)
	r.Page(http.MethodPost, "/staff/activities/:id/delete", httpx.Payroll, p.delete)
	r.Page(http.MethodGet, "/staff/activities/report", httpx.Approver, reportPages{s, period}.report)
	r.Page(http.MethodGet, "/staff/employees/:id/cost", httpx.Payroll, p.costPage)
	r.Page(http.MethodPost, "/staff/employees/:id/cost", httpx.Payroll, p.setCost)
}
