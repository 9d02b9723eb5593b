package payroll

import (
	"net/http"

	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/payroll" + path, Rule: httpx.Payroll, ID: id, Tag: "payroll", Summary: summary, Success: success}
	}
	const exports, presets, preset = "/exports", "/presets", "/presets/{id}"
	create := op(http.MethodPost, exports, "create-payroll-export", "Hand a pay period over: a file that is numbered and kept",
		http.StatusCreated)
	httpx.Handle(r, create.With(httpx.RequiresReauth), a.createExport)
	httpx.HandleList(r, op(http.MethodGet, exports, "list-payroll-exports", "Read the exports, the newest first",
		http.StatusOK), a.listExports)
	httpx.Handle(r, op(http.MethodGet, exports+"/{id}", "get-payroll-export", "Read the manifest of an export", http.StatusOK), a.getExport)
	httpx.HandleFile(r, op(http.MethodGet, exports+"/{id}/file", "get-payroll-export-file", "The file of an export, byte for byte",
		http.StatusOK), []string{tablewriter.Options{}.ContentType(), tablewriter.Options{Format: tablewriter.XLSX}.ContentType()}, a.exportFile)
	httpx.HandleFile(r, op(http.MethodGet, exports+"/{id}/receipts", "get-payroll-export-receipts",
		"The receipts of the expenses in an export, as a ZIP", http.StatusOK), []string{zipType}, a.exportReceipts)
	httpx.Handle(r, op(http.MethodPost, exports+"/{id}/withdraw", "withdraw-payroll-export", "Withdraw the newest export", http.StatusOK),
		a.withdrawExport)
	httpx.HandleList(r, op(http.MethodGet, presets, "list-payroll-presets", "List the layouts of exports", http.StatusOK), a.listPresets)
	httpx.Handle(r, op(http.MethodPost, presets, "create-payroll-preset", "Create a layout of exports", http.StatusCreated), a.createPreset)
	httpx.Handle(r, op(http.MethodGet, preset, "get-payroll-preset", "Read one layout of exports", http.StatusOK), a.getPreset)
	httpx.Handle(r, op(http.MethodPatch, preset, "update-payroll-preset", "Change the given fields", http.StatusOK).
		With(httpx.ReadBy(a.getPreset)),
		a.updatePreset)
	httpx.Handle(r, op(http.MethodDelete, preset, "delete-payroll-preset", "Move one layout to the archive", http.StatusNoContent),
		a.deletePreset)
}

// Pages registers the payroll pages.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/payroll", httpx.Payroll, p.overview)
	r.Page(http.MethodGet, "/staff/payroll/presets", httpx.Payroll, p.presets)
	r.Page(http.MethodPost, "/staff/payroll/presets", httpx.Payroll, p.savePreset)
	r.Page(http.MethodPost, "/staff/payroll/presets/:id", httpx.Payroll, p.savePreset)
	r.Page(http.MethodPost, "/staff/payroll/presets/:id/delete", httpx.Payroll, p.deletePreset)
	r.Page(http.MethodPost, "/staff/payroll/exports", httpx.Payroll, p.export, httpx.RequiresReauth)
	r.Page(http.MethodGet, "/staff/payroll/exports/:id", httpx.Payroll, p.one)
	r.Page(http.MethodPost, "/staff/payroll/exports/:id/withdraw", httpx.Payroll, p.withdraw)
}
