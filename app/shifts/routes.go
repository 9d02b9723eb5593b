package shifts

import (
	"presence/app/httpx"
	"presence/app/timesheets"
)

// API registers the JSON face.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	shifts := httpx.Collection{Path: "/shifts", Noun: "shift", Plural: "shifts", Statuses: httpx.Recorded}
	httpx.Handle(r, shifts.Create(httpx.SignedIn), a.create)
	httpx.List(r, shifts.List(httpx.SignedIn), a.list)
	httpx.Handle(r, shifts.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, shifts.Update(httpx.SignedIn), a.update)
	httpx.Handle(r, shifts.Delete(httpx.SignedIn), a.delete)
	httpx.Handle(r, timesheets.Approval(shifts), a.approve)
}
