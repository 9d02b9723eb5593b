package employees

import (
	"net/http"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/workforce/clockings"
	"presence/app/workforce/payperiods"
)

// statuses are those that the contract has for employees (C2).
var statuses = httpx.Statuses{
	Create: http.StatusCreated, List: http.StatusOK, Get: http.StatusOK, Update: http.StatusOK, Delete: http.StatusNoContent,
	NotFoundGet: http.StatusBadRequest, NotFoundUpdate: http.StatusNotFound, NotFoundDelete: http.StatusNotFound,
}

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/employees", Noun: "employee", Plural: "employees", Statuses: statuses}
	httpx.Handle(r, all.Create(httpx.Payroll), a.create)
	httpx.HandleList(r, all.List(httpx.SignedIn), a.list)
	httpx.Handle(r, all.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, all.Update(httpx.Payroll).With(httpx.MayRequireReauth, httpx.ReadBy(a.get)), a.update)
	httpx.DescribeStatus(r, all.Update(httpx.Payroll), http.StatusAccepted, "The last work day has come: the employee is in the archive")
	httpx.Handle(r, all.Delete(httpx.Payroll).With(httpx.RequiresReauth), a.delete)
	invite := func(path, id, summary string) httpx.Op {
		return httpx.Op{Method: http.MethodPost, Path: path, Rule: httpx.Payroll, ID: id, Tag: all.Plural, Summary: summary,
			Success: http.StatusOK}.With(httpx.RequiresReauth)
	}
	httpx.Handle(r, invite("/employees/{id}/invitation", "invite-employee", "Invite an employee to choose a password").
		With(httpx.ShownOnce(auth.InviteAgain)), a.invite)
	httpx.Handle(r, invite("/employees/invitations", "invite-employees", "Invite all employees who cannot sign in yet"),
		a.inviteAll)
	httpx.Handle(r, invite("/employees/password-links", "make-password-links",
		"Make a link to choose a password for each employee who cannot sign in yet").
		With(httpx.ShownOnce("To get links, set again to true under a new key: the links before become void.")), a.passwordLinks)
}

// Pages registers the team pages. Everyone sees their own profile and those of the employees below them; payroll and admin see
// and change all. The pages that invite people, may show links to choose a password, archive, restore or change who approves
// the time of whom require reauthentication.
func Pages(r *httpx.Router, s *Service, periods *payperiods.Service, clock *clockings.Service) {
	p := pages{s, periods, clock}
	const all, one = "/staff/employees", "/staff/employees/:id"
	r.Page(http.MethodGet, all, httpx.SignedIn, p.team)
	r.Page(http.MethodPost, all, httpx.Payroll, p.create)
	r.Page(http.MethodGet, all+"/new", httpx.Payroll, p.newForm)
	r.Page(http.MethodGet, one, httpx.SignedIn, p.profile)
	r.Page(http.MethodPost, one, httpx.Payroll, p.update, httpx.MayRequireReauth)
	r.Page(http.MethodGet, one+"/edit", httpx.Payroll, p.edit)
	r.Page(http.MethodGet, one+"/supervisor", httpx.Payroll, p.chooseSupervisor)
	r.Page(http.MethodPost, one+"/supervisor", httpx.Payroll, p.setSupervisor, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/leave", httpx.Payroll, p.leave, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/delete", httpx.Payroll, p.delete, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/restore", httpx.Payroll, p.restore, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/invitation", httpx.Payroll, p.invite, httpx.RequiresReauth)
	r.Page(http.MethodPost, one+"/password-link", httpx.Payroll, p.passwordLink, httpx.RequiresReauth)
	r.Page(http.MethodPost, all+"/invitations", httpx.Payroll, p.inviteAll, httpx.RequiresReauth)
	r.Page(http.MethodPost, all+"/password-links", httpx.Payroll, p.passwordLinks, httpx.RequiresReauth)
}
