package exports

import (
	"net/http"

	"presence/app/platform/csvx"
	"presence/app/platform/httpx"
	"presence/app/workforce/payperiods"
)

// API registers the JSON routes. The document lists the route without security, but it contains people's pay (C10): payroll
// takes over everyone, a supervisor the subtree that the overview shows.
func API(r *httpx.Router, periods *payperiods.Service) {
	op := httpx.Op{
		Method: http.MethodGet, Path: "/exports/csv", Rule: httpx.Approver, ID: "export-pay-period", Tag: "exports",
		Summary: "A pay period as the pay system takes it over", Success: http.StatusOK,
	}
	media := []string{csvx.Options{}.ContentType(), csvx.Options{Format: csvx.XLSX}.ContentType()}
	httpx.HandleFile(r, op.Protected(), media, api{periods}.export)
}
