package customers

import "presence/app/platform/httpx"

// API registers the JSON routes. Admin and payroll change customers; those who run events may read them.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/customers", Noun: "customer", Plural: "customers", Statuses: httpx.LegacyStatuses}
	httpx.Handle(r, all.Create(httpx.Payroll), a.create)
	httpx.HandleList(r, all.List(httpx.Backoffice), a.list)
	httpx.Handle(r, all.Get(httpx.Backoffice), a.get)
	httpx.Handle(r, all.Update(httpx.Payroll), a.update)
	httpx.Handle(r, all.Delete(httpx.Payroll), a.delete)
}
