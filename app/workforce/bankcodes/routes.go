package bankcodes

import (
	"net/http"

	"presence/app/platform/httpx"
)

// statuses are those that the contract has for bank codes (C2).
var statuses = httpx.Statuses{
	Create: http.StatusCreated, List: http.StatusOK, Get: http.StatusOK, Update: http.StatusOK, Delete: http.StatusNoContent,
	NotFoundGet: http.StatusNotFound, NotFoundUpdate: http.StatusNotFound, NotFoundDelete: http.StatusNotFound,
}

// API registers the JSON routes. The API's contract lists them as public; here only reading is public (C10).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	codes := httpx.Collection{Path: "/bank-codes", Noun: "bank-code", Plural: "bank-codes", Statuses: statuses}
	httpx.Handle(r, codes.Create(httpx.Payroll).With(httpx.Undeclared), a.create)
	httpx.HandleList(r, codes.List(httpx.Anyone), a.list)
	httpx.Handle(r, codes.Get(httpx.Anyone), a.get)
	httpx.Handle(r, codes.Update(httpx.Payroll).With(httpx.Undeclared, httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, codes.Delete(httpx.Payroll).With(httpx.Undeclared), a.delete)
}

// Pages registers the page of the bank codes.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/bank-codes", httpx.Payroll, p.list)
	r.Page(http.MethodPost, "/staff/bank-codes", httpx.Payroll, p.create)
	r.Page(http.MethodPost, "/staff/bank-codes/:id", httpx.Payroll, p.save)
	r.Page(http.MethodPost, "/staff/bank-codes/:id/delete", httpx.Payroll, p.delete)
}
