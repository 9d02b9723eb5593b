package leavebalances

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path string, rule httpx.Rule, id, summary string) httpx.Op {
		success := http.StatusOK
		if method == http.MethodPost {
			success = http.StatusCreated
		}
		return httpx.Op{Method: method, Path: path, Rule: rule, ID: id, Tag: "leave-balances", Summary: summary, Success: success}
	}
	const ledger, rule = "/employees/{id}/leave-ledger", "/leave-rules/{leave_type}"
	httpx.HandleList(r, op(http.MethodGet, "/leave-balances", httpx.SignedIn, "list-leave-balances",
		"List the balances of leave on a day"), a.balances)
	httpx.Handle(r, op(http.MethodGet, ledger, httpx.SignedIn, "get-leave-ledger", "Read the ledger of leave of an employee"), a.ledger)
	httpx.Handle(r, op(http.MethodPost, ledger, httpx.Payroll, "create-leave-entry", "Enter an opening balance or a correction"), a.add)
	httpx.HandleList(r, op(http.MethodGet, "/leave-rules", httpx.SignedIn, "list-leave-rules",
		"List the rules by which leave is earned"), a.rules)
	httpx.Handle(r, op(http.MethodGet, rule, httpx.SignedIn, "get-leave-rule", "Read the rule of a type of leave"), a.rule)
	httpx.Handle(r, op(http.MethodPut, rule, httpx.Payroll, "set-leave-rule", "Make or replace the rule of a type of leave"), a.setRule)
}

// Pages registers the pages: the balances of everyone, the ledger of an employee, and the rules.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	const ledger, rules = "/staff/employees/:id/leave-ledger", "/staff/leave-rules"
	r.Page(http.MethodGet, "/staff/leave-balances", httpx.Approver, p.balances)
	r.Page(http.MethodGet, ledger, httpx.SignedIn, p.ledger)
	r.Page(http.MethodPost, ledger, httpx.Payroll, p.add)
	r.Page(http.MethodGet, rules, httpx.Payroll, p.rules)
	r.Page(http.MethodPost, rules, httpx.Payroll, p.saveRule)
}
