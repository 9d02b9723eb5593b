package payroll

import (
	"net/http"

	"presence/app/platform/httpx"
)

// Pages registers the payroll pages.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/payroll", httpx.Payroll, p.overview)
	r.Page(http.MethodGet, "/staff/payroll/presets", httpx.Payroll, p.presets)
	r.Page(http.MethodPost, "/staff/payroll/presets", httpx.Payroll, p.savePreset)
	r.Page(http.MethodPost, "/staff/payroll/presets/:id", httpx.Payroll, p.savePreset)
	r.Page(http.MethodPost, "/staff/payroll/presets/:id/delete", httpx.Payroll, p.deletePreset)
	r.Page(http.MethodPost, "/staff/payroll/exports", httpx.Payroll, p.export, httpx.AskingAgain)
	r.Page(http.MethodGet, "/staff/payroll/exports/:id", httpx.Payroll, p.one)
	r.Page(http.MethodPost, "/staff/payroll/exports/:id/withdraw", httpx.Payroll, p.withdraw)
}
