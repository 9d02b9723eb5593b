package leaverequests

import (
	"net/http"
	"time"

	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	leave := httpx.Collection{Path: "/leave-requests", Noun: "leave-request", Plural: "leave-requests", Statuses: httpx.LegacyStatuses}
	httpx.Handle(r, leave.Create(httpx.SignedIn), a.create)
	httpx.HandleList(r, leave.List(httpx.SignedIn), a.list)
	httpx.Handle(r, leave.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, leave.Update(httpx.SignedIn).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, leave.Delete(httpx.SignedIn), a.delete)
	httpx.Handle(r, leave.Restore(httpx.SignedIn), a.restore)
	decision := httpx.Op{Method: http.MethodPatch, Path: "/leave-requests/{id}/approval", Rule: httpx.Approver, ID: "approve-leave-request",
		Tag: "leave-requests", Summary: "Decide about one leave request", Success: http.StatusOK, NotFoundStatus: http.StatusBadRequest}
	httpx.Handle(r, decision, a.approve)
	for _, o := range []httpx.Op{leave.Create(httpx.SignedIn), leave.Update(httpx.SignedIn), leave.Delete(httpx.SignedIn), decision} {
		httpx.DescribeErrors(r, o, http.StatusTooManyRequests)
	}
}

// Around is what the page shows of other packages.
type Around struct {
	Holidays Holidays
	Find     FindEmployees
	Balances Balances // nil: none
}

// Pages registers the page with the calendar, the user's own requests and the form for a new one. Days are those of zone.
func Pages(r *httpx.Router, s *Service, zone *time.Location, around Around) {
	p := pages{s, zone, around}
	r.Page(http.MethodGet, "/staff/leave", httpx.SignedIn, p.show)
	r.Page(http.MethodPost, "/staff/leave", httpx.SignedIn, p.create)
	r.Page(http.MethodPost, "/staff/leave/:id", httpx.SignedIn, p.changeStatus)
}
