package hours

import (
	"net/http"

	"presence/app/platform/httpx"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
)

// Pages registers the page and the file of its shifts. People who approve nothing are refused.
func Pages(r *httpx.Router, periods *payperiods.Service, worked *shifts.Service) {
	p := pages{periods, worked}
	r.Page(http.MethodGet, "/staff/hours", httpx.Approver, p.report)
	r.Page(http.MethodGet, "/staff/hours/shifts", httpx.Approver, p.shiftsFile)
}
