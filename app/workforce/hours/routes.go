package hours

import (
	"net/http"

	"presence/app/platform/httpx"
	"presence/app/workforce/payperiods"
)

// Pages registers the page. People who approve nothing are refused.
func Pages(r *httpx.Router, periods *payperiods.Service) {
	p := pages{periods}
	r.Page(http.MethodGet, "/staff/hours", httpx.Approver, p.report)
}
