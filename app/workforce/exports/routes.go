package exports

import (
	"net/http"

	"presence/app/platform/csvx"
	"presence/app/platform/httpx"
	"presence/app/workforce/payperiods"
)

// API registers the JSON routes. The API's contract lists the route as public, but it returns people's pay, so it requires
// sign-in (C10): payroll gets everyone, a supervisor the employees below.
func API(r *httpx.Router, periods *payperiods.Service) {
	op := httpx.Op{
		Method: http.MethodGet, Path: "/exports/csv", Rule: httpx.Approver, ID: "export-pay-period", Tag: "exports",
		Summary: "A pay period as the pay system takes it over", Success: http.StatusOK,
	}
	media := []string{csvx.Options{}.ContentType(), csvx.Options{Format: csvx.XLSX}.ContentType()}
	httpx.HandleFile(r, op.Protected(), media, api{periods}.export)
}
