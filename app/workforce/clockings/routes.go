package clockings

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	clock := func(method, path, id, summary string) httpx.Op {
		return httpx.Op{Method: method, Path: "/clock" + path, Rule: httpx.SignedIn, ID: id, Tag: "clockings", Summary: summary,
			Success: http.StatusOK}
	}
	httpx.Handle(r, clock(http.MethodGet, "", "get-clock", "Read your own clock"), a.clock)
	in := clock(http.MethodPost, "/in", "clock-in", "Clock in")
	in.Success = http.StatusCreated
	httpx.Handle(r, in, a.clockIn)
	httpx.Handle(r, clock(http.MethodPost, "/break", "start-break", "Start a break"), a.startBreak)
	httpx.Handle(r, clock(http.MethodPost, "/back", "end-break", "End the break"), a.endBreak)
	httpx.Handle(r, clock(http.MethodPost, "/task", "change-task", "Go on with another task"), a.changeTask)
	httpx.Handle(r, clock(http.MethodPost, "/out", "clock-out", "Clock out: the clocking becomes a shift"), a.clockOut)

	stamps := httpx.Collection{Path: "/clock/stamps", Noun: "stamp", Plural: "stamps", Statuses: httpx.Statuses{List: http.StatusOK}}
	all := stamps.List(httpx.SignedIn)
	all.Tag = "clockings"
	httpx.HandleList(r, all, a.stamps)
	httpx.Handle(r, clock(http.MethodPost, "/stamps", "hand-over-stamps",
		"Hand over what was stamped on a device without a network: each stamp takes effect once"), a.handOver)
	httpx.Handle(r, clock(http.MethodPost, "/stamps/{id}/settle", "settle-stamp", "Settle a stamp that was refused"), a.settleStamp)

	list := httpx.Collection{Path: "/clockings", Noun: "clocking", Plural: "clockings",
		Statuses: httpx.Statuses{List: http.StatusOK, Get: http.StatusOK}}
	httpx.HandleList(r, list.List(httpx.SignedIn), a.list)
	httpx.Handle(r, list.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, httpx.Op{Method: http.MethodPost, Path: "/clockings/{id}/settle", Rule: httpx.SignedIn, ID: "settle-clocking",
		Tag: "clockings", Summary: "Settle a clocking whose end was forgotten, or that could not become a shift", Success: http.StatusOK}, a.settle)
}

// Pages registers the buttons of the clock on Today, the page that settles a clocking, and the page of who has clocked in.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/clock", httpx.SignedIn, p.toToday)
	r.Page(http.MethodPost, "/staff/clock/in", httpx.SignedIn, p.clockIn)
	r.Page(http.MethodPost, "/staff/clock/break", httpx.SignedIn, p.startBreak)
	r.Page(http.MethodPost, "/staff/clock/back", httpx.SignedIn, p.endBreak)
	r.Page(http.MethodPost, "/staff/clock/task", httpx.SignedIn, p.changeTask)
	r.Page(http.MethodPost, "/staff/clock/out", httpx.SignedIn, p.clockOut)
	r.HandleRaw(httpx.Op{Method: http.MethodGet, Path: "/clock/offline", Kind: httpx.File, Rule: httpx.Anyone}, p.offline)
	r.Page(http.MethodGet, "/staff/clock/stamps/:id", httpx.SignedIn, p.showStamp)
	r.Page(http.MethodPost, "/staff/clock/stamps/:id", httpx.SignedIn, p.settleStamp)
	r.Page(http.MethodGet, "/staff/clockings/:id", httpx.SignedIn, p.show)
	r.Page(http.MethodPost, "/staff/clockings/:id", httpx.SignedIn, p.settle)
	r.Page(http.MethodGet, "/staff/present", httpx.Approver, p.present, httpx.Polled)
}
