package exports

import (
	"net/http"

	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
	"presence/app/workforce/payperiods"
)

// API registers the JSON routes. The API's contract lists the route as public, but it returns people's pay, so it requires
// sign-in (C10): payroll gets everyone, a supervisor the employees below.
func API(r *httpx.Router, periods *payperiods.Service) {
	op := httpx.Op{
		Method: http.MethodGet, Path: "/exports/csv", Rule: httpx.Approver, ID: "export-pay-period", Tag: "exports",
		Summary: "A pay period as the pay system takes it over", Success: http.StatusOK,
	}
	media := []string{tablewriter.Options{}.ContentType(), tablewriter.Options{Format: tablewriter.XLSX}.ContentType()}
	httpx.HandleFile(r, op.With(httpx.Undeclared), media, api{periods}.export)
}
