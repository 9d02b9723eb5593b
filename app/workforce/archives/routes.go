package archives

import (
	"net/http"

	"presence/app/platform/httpx"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
)

// API registers the JSON routes. The API's contract does not say where the id is, so it is accepted in the query and in the
// path. The contract lists these routes as public, but they require sign-in here (C10).
func API(r *httpx.Router, s *Service) {
	from := s.Records
	httpx.HandleList(r, httpx.Op{Method: http.MethodGet, Path: "/archives", Rule: httpx.SignedIn, ID: "list-archived", Tag: "archives",
		Summary: "List the archived records of a kind", Success: http.StatusOK}, listAPI{s}.list)
	register(r, "employees", "employee", from.Employees.Archived, employees.ToArchivedJSON)
	register(r, "expenses", "expense", from.Expenses.Archived, expenses.ToArchivedJSON)
	register(r, "leaveRequests", "leave-request", from.Leave.Archived, leaverequests.ToArchivedJSON)
	register(r, "shifts", "shift", from.Shifts.Archived, shifts.ToArchivedJSON)
	register(r, "timesheets", "timesheet", from.Timesheets.Archived, timesheets.ToArchivedJSON)
}

func register[T any, J httpx.Versioned[int64]](r *httpx.Router, plural, noun string, read reader[T], toJSON converter[T, J]) {
	a := archive[T, J]{read, toJSON}
	op := httpx.Op{
		Method: http.MethodGet, Path: "/archives/" + plural, Rule: httpx.SignedIn, ID: "find-archived-" + noun, Tag: "archives",
		Summary: "Read one " + noun + " in the archive", Success: http.StatusOK,
	}.With(httpx.Undeclared)
	httpx.Handle(r, op, a.byQuery)
	op.Path, op.ID = op.Path+"/{id}", "get-archived-"+noun
	httpx.Handle(r, op, a.byPath)
}

// Pages registers the pages, for those who approve the time of others. The services check whose records an actor may restore.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	const all, one = "/staff/archive", "/staff/archive/:kind/:id"
	r.Page(http.MethodGet, all, httpx.Approver, p.list)
	r.Page(http.MethodGet, one, httpx.Approver, p.record)
	r.Page(http.MethodPost, one+"/restore", httpx.Approver, p.restore)
	r.Page(http.MethodPost, one+"/delete", httpx.Approver, p.delete)
}
