package customers

import "presence/app/platform/httpx"

// API registers the JSON routes. Whoever runs events reads whom to invite; payroll keeps the records.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/customers", Noun: "customer", Plural: "customers", Statuses: httpx.LegacyStatuses}
	httpx.Handle(r, all.Create(httpx.Payroll), a.create)
	httpx.HandleList(r, all.List(httpx.Backoffice), a.list)
	httpx.Handle(r, all.Get(httpx.Backoffice), a.get)
	httpx.Handle(r, all.Update(httpx.Payroll), a.update)
	httpx.Handle(r, all.Delete(httpx.Payroll), a.delete)
}
