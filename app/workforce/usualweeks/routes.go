package usualweeks

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes. The service checks whose usual week a user may see and set. An employee who does not exist is answered
// as by the routes of employees: 400 to a read, 404 to a change (C2).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, id, summary string, missing int) httpx.Op {
		return httpx.Op{Method: method, Path: "/employees/{id}/usual-week", Rule: httpx.SignedIn, ID: id, Tag: "usual-weeks", Summary: summary,
			Success: http.StatusOK, NotFoundStatus: missing}
	}
	httpx.Handle(r, op(http.MethodGet, "get-usual-week", "Read what an employee usually works", http.StatusBadRequest), a.get)
	httpx.Handle(r, op(http.MethodPut, "set-usual-week", "Replace what an employee usually works", http.StatusNotFound), a.set)
}

// Pages registers the page of the usual week of an employee.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	const page = "/staff/employees/:id/usual-week"
	r.Page(http.MethodGet, page, httpx.SignedIn, p.show)
	r.Page(http.MethodPost, page, httpx.SignedIn, p.save)
}
