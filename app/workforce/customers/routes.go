package customers

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes. Admin and payroll change customers; those who run events may read them.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/customers", Noun: "customer", Plural: "customers", Statuses: httpx.LegacyStatuses}
	httpx.Handle(r, all.Create(httpx.Payroll), a.create)
	httpx.HandleList(r, all.List(httpx.Backoffice), a.list)
	httpx.Handle(r, all.Get(httpx.Backoffice), a.get)
	httpx.Handle(r, all.Update(httpx.Payroll).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, all.Delete(httpx.Payroll), a.delete)
	httpx.Handle(r, all.Restore(httpx.Payroll), a.restore)
}

// Pages registers the pages, with the rules of the JSON routes.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	const all, one = "/staff/customers", "/staff/customers/:id"
	r.Page(http.MethodGet, all, httpx.Backoffice, p.list)
	r.Page(http.MethodPost, all, httpx.Payroll, p.create)
	r.Page(http.MethodGet, all+"/new", httpx.Payroll, p.newForm)
	r.Page(http.MethodGet, one, httpx.Payroll, p.edit)
	r.Page(http.MethodPost, one, httpx.Payroll, p.update)
	r.Page(http.MethodPost, one+"/delete", httpx.Payroll, p.delete)
	r.Page(http.MethodPost, one+"/restore", httpx.Payroll, p.restore)
}
