package shifts

import (
	"net/http"

	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
	"presence/app/workforce/timesheets"
)

// API registers the JSON routes. The summary and the file need periods for the names of pay periods and for overtime.
func API(r *httpx.Router, s *Service, periods Periods) {
	a := api{s}
	shifts := httpx.Collection{Path: "/shifts", Noun: "shift", Plural: "shifts", Statuses: httpx.LegacyStatuses}
	httpx.Handle(r, shifts.Create(httpx.SignedIn), a.create)
	httpx.HandleList(r, shifts.List(httpx.SignedIn), a.list)
	httpx.Handle(r, shifts.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, shifts.Update(httpx.SignedIn).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, shifts.Delete(httpx.SignedIn), a.delete)
	httpx.Handle(r, shifts.Restore(httpx.SignedIn), a.restore)
	httpx.Handle(r, timesheets.Approval(shifts), a.approve)
	breaks := httpx.Op{Method: http.MethodGet, Path: "/shifts/{id}/breaks", Rule: httpx.SignedIn, ID: "get-shift-breaks", Tag: "shifts",
		Summary: "Read the breaks of a shift", Success: http.StatusOK, NotFoundStatus: shifts.Statuses.NotFoundGet}
	httpx.Handle(r, breaks, a.breaks)
	breaks.Method, breaks.ID, breaks.Summary = http.MethodPut, "set-shift-breaks", "Replace the breaks of a shift"
	breaks.NotFoundStatus = shifts.Statuses.NotFoundUpdate
	httpx.Handle(r, breaks, a.setBreaks)

	f := reports{s, periods}
	op := httpx.Op{Method: http.MethodGet, Path: "/shifts/summary", Rule: httpx.SignedIn, ID: "summarize-shifts", Tag: "shifts",
		Summary: "Hours by employee and column", Success: http.StatusOK}
	httpx.Handle(r, op, f.summary)
	op.Path, op.ID, op.Summary = "/shifts/export.csv", "export-shifts", "One line a shift"
	httpx.HandleFile(r, op, []string{tablewriter.Options{}.ContentType()}, f.export)
}
