package mytime

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/platform/httpx"
	"presence/app/workforce/expenses"
)

// Pages registers the grid of the user's own time and that of a timesheet, which have the same forms. The services check whose
// sheets a user may open, change and approve.
func Pages(r *httpx.Router, s *Service, queue Queue) {
	p := pages{s, queue, r.FormOnce}
	r.Page(http.MethodGet, "/staff/time", httpx.SignedIn, p.current)
	for _, grid := range []string{"/staff/time/:period", "/staff/timesheets/:id"} {
		post := func(path string, h func(*gin.Context) error, options ...httpx.PageOption) {
			r.Page(http.MethodPost, grid+path, httpx.SignedIn, h, options...)
		}
		withReceipts := httpx.MaxBody(expenses.MaxReceiptsForm)
		r.Page(http.MethodGet, grid, httpx.SignedIn, p.show)
		post("/shifts", p.addShift)
		post("/shifts/restore", p.restoreShift)
		post("/shifts/:line", p.changeShift)
		post("/shifts/:line/delete", p.deleteShift)
		post("/shifts/:line/move", p.moveShift)
		post("/expenses", p.addExpense, withReceipts)
		post("/expenses/restore", p.restoreExpense)
		post("/expenses/:line", p.changeExpense, withReceipts)
		post("/expenses/:line/delete", p.deleteExpense, withReceipts)
		post("/expenses/:line/receipts/:receipt/delete", p.removeReceipt)
		post("/copy", p.copyBefore)
		post("/usual", p.fillUsual)
		post("/take-back", p.takeBack)
		post("/submit", p.submit)
		post("/withdraw", p.withdraw)
	}
	r.Page(http.MethodPost, "/staff/timesheets/:id/approve", httpx.Approver, p.approve)
	r.Page(http.MethodPost, "/staff/timesheets/:id/unapprove", httpx.Approver, p.unapprove)
	r.Page(http.MethodPost, "/staff/timesheets/:id/return", httpx.Approver, p.sendBack)
	r.Page(http.MethodPost, "/staff/timesheets/:id/comment", httpx.Approver, p.comment)
	r.Page(http.MethodPost, "/staff/timesheets/:id/lines", httpx.Approver, p.decideLines)
}
