package employees

import (
	"net/http"

	"presence/app/httpx"
)

// API registers the JSON face.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/employees", Noun: "employee", Plural: "employees", Statuses: httpx.EmployeeStatuses}
	httpx.Handle(r, all.Create(httpx.Payroll), a.create)
	httpx.List(r, all.List(httpx.SignedIn), a.list)
	httpx.Handle(r, all.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, all.Update(httpx.Payroll), a.update)
	httpx.Also(r, all.Update(httpx.Payroll), http.StatusAccepted, "The last work day has come: the employee is in the archive")
	httpx.Handle(r, all.Delete(httpx.Payroll), a.delete)
}
