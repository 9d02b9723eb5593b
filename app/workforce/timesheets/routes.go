package timesheets

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	sheets := httpx.Collection{Path: "/timesheets", Noun: "timesheet", Plural: "timesheets", Statuses: httpx.LegacyStatuses}
	httpx.Handle(r, sheets.Create(httpx.SignedIn), a.create)
	httpx.HandleList(r, sheets.List(httpx.SignedIn), a.list)
	httpx.Handle(r, sheets.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, sheets.Update(httpx.SignedIn).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, sheets.Delete(httpx.SignedIn), a.delete)
	httpx.Handle(r, sheets.Restore(httpx.SignedIn), a.restore)
	httpx.Handle(r, Approval(sheets), a.approve)
	submission := httpx.Op{Method: http.MethodPut, Path: "/timesheets/{id}/submission", Rule: httpx.SignedIn, ID: "submit-timesheet",
		Tag: "timesheets", Summary: "Hand a timesheet in", Success: http.StatusOK, NotFoundStatus: http.StatusBadRequest}
	httpx.Handle(r, submission, a.submit)
	httpx.DescribeErrors(r, submission, http.StatusTooManyRequests)
	submission.Method, submission.ID, submission.Summary = http.MethodDelete, "withdraw-timesheet", "Take back a timesheet that was handed in"
	httpx.Handle(r, submission, a.withdraw)
	httpx.DescribeErrors(r, submission, http.StatusTooManyRequests)
	sendBack := httpx.Op{Method: http.MethodPost, Path: "/timesheets/{id}/return", Rule: httpx.Approver, ID: "return-timesheet",
		Tag: "timesheets", Summary: "Return a timesheet to its owner, who is told why", Success: http.StatusOK,
		NotFoundStatus: http.StatusBadRequest}
	httpx.Handle(r, sendBack, a.sendBack)
	httpx.DescribeErrors(r, sendBack, http.StatusTooManyRequests)
}

// Approval returns the operation that approves one record of a collection, or withdraws the approval (W7).
func Approval(c httpx.Collection) httpx.Op {
	return httpx.Op{Method: http.MethodPatch, Path: c.Path + "/{id}/approval", Rule: httpx.Approver, ID: "approve-" + c.Noun,
		Tag: c.Plural, Summary: "Approve one " + c.Noun + ", or withdraw its approval", Success: http.StatusOK,
		NotFoundStatus: c.Statuses.NotFoundUpdate}
}
