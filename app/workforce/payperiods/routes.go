package payperiods

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes. The API's contract lists these routes as public: the calendar is public, but routes with
// personal data and writes require sign-in (C10).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path string, rule httpx.Rule, id, summary string) httpx.Op {
		return httpx.Op{Method: method, Path: "/pay-periods" + path, Rule: rule, ID: id, Tag: "pay-periods", Summary: summary,
			Success: http.StatusOK}
	}
	const one = "/{year}/{periodNumber}"
	httpx.HandleList(r, op(http.MethodGet, "", httpx.Anyone, "list-pay-periods", "List pay periods"), a.list)
	httpx.Handle(r, op(http.MethodGet, "/bundle/current-and-all", httpx.Anyone, "get-pay-period-bundle", "The current period and all of them"),
		a.bundle)
	httpx.Handle(r, op(http.MethodGet, "/date/{date}", httpx.Anyone, "get-pay-period-of-date", "The period that contains a date"), a.date)
	httpx.Handle(r, op(http.MethodGet, one, httpx.Anyone, "get-pay-period", "Read one pay period"), a.get)
	httpx.Handle(r, op(http.MethodPatch, one+"/approval", httpx.Approver, "approve-pay-period",
		"Approve every timesheet with activity in the period, in the caller's scope").With(httpx.Undeclared), a.approve)
	httpx.Handle(r, op(http.MethodGet, one+"/crew-overview", httpx.SignedIn, "get-pay-period-crew-overview",
		"Hours, expenses and approval of a supervisor's crew").With(httpx.Undeclared), a.crew)
	httpx.Handle(r, op(http.MethodGet, one+"/overview", httpx.SignedIn, "get-pay-period-overview",
		"Hours, expenses and approval of everyone in the caller's scope").With(httpx.Undeclared), a.overview)
	httpx.Handle(r, op(http.MethodGet, one+"/labour-standards", httpx.Approver, "get-pay-period-labour-standards",
		"Where the time of a period does not follow the labour standards, by employee and rule"), a.standards)
	httpx.Handle(r, op(http.MethodPost, one+"/reminders", httpx.Approver, "remind-of-pay-period",
		"Remind employees who have not submitted the period; nobody twice on a day"), a.remind)
}

// Pages registers the overview of a period with its decisions. People who approve nothing are redirected to their own time.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	const one = "/staff/periods/:year/:number"
	r.Page(http.MethodGet, "/staff/periods", httpx.Approver, p.next)
	r.Page(http.MethodGet, one, httpx.Approver, p.overview)
	r.Page(http.MethodGet, one+"/standards", httpx.Approver, p.standards)
	r.Page(http.MethodGet, one+"/people/:employee", httpx.Approver, p.person)
	r.Page(http.MethodPost, one+"/people/:employee", httpx.Approver, p.enter)
	r.Page(http.MethodPost, one+"/approve", httpx.Approver, p.approve)
	r.Page(http.MethodPost, one+"/withdraw", httpx.Approver, p.withdraw)
	r.Page(http.MethodPost, one+"/undo", httpx.Approver, p.undo)
	r.Page(http.MethodPost, one+"/remind", httpx.Approver, p.remind)
}
