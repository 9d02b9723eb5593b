package archives

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON face. The document does not say where the id stands, so it may stand in the query or in the
// path; it lists these routes without security, and they need a principal here (C10).
func API(r *httpx.Router, from Records) {
	both(r, "employees", "employee", from.Employees.Archived)
	both(r, "expenses", "expense", from.Expenses.Archived)
	both(r, "leaveRequests", "leave-request", from.Leave.Archived)
	both(r, "shifts", "shift", from.Shifts.Archived)
	both(r, "timesheets", "timesheet", from.Timesheets.Archived)
}

func both[T httpx.Versioned](r *httpx.Router, plural, noun string, get read[T]) {
	op := httpx.Op{Method: http.MethodGet, Path: "/archives/" + plural, Rule: httpx.SignedIn, ID: "find-archived-" + noun, Tag: "archives",
		Summary: "Read one " + noun + " in the archive", Success: http.StatusOK}.Protected()
	httpx.Handle(r, op, find[byQuery](get))
	op.Path, op.ID = op.Path+"/{id}", "get-archived-"+noun
	httpx.Handle(r, op, find[byPath](get))
}
