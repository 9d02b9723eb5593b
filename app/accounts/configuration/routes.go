package configuration

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	httpx.Handle(r, httpx.Op{Method: http.MethodGet, Path: "/settings", Rule: httpx.Admin, ID: "list-settings", Tag: "settings",
		Summary: "List the company's settings", Success: http.StatusOK}, a.list)
	httpx.Handle(r, httpx.Op{Method: http.MethodPatch, Path: "/settings", Rule: httpx.Admin, ID: "update-settings", Tag: "settings",
		Summary: "Change settings of the company", Success: http.StatusOK}.With(httpx.RequiresReauth, httpx.ReadBy(a.list)), a.update)
	httpx.Handle(r, httpx.Op{Method: http.MethodPost, Path: "/settings/mail/test", Rule: httpx.Admin, ID: "test-mail", Tag: "settings",
		Summary: "Test a channel of mail, also with values that are not saved", Success: http.StatusOK}.With(httpx.RefusesKey), a.test)
	httpx.Handle(r, httpx.Op{Method: http.MethodGet, Path: "/settings/mail/senders/{domain}", Rule: httpx.Admin, ID: "check-sender",
		Tag: "settings", Summary: "Check the DNS records of a sender's domain", Success: http.StatusOK}, a.checkSender)
}

// Pages registers the pages of the company's settings. origin is the public address of the product.
func Pages(r *httpx.Router, s *Service, origin string, periods PeriodAt, expiry Expiry) {
	p := pages{s, origin + "/auth/callback", origin + "/webhooks/mailjet", periods, expiry}
	r.Page(http.MethodGet, "/staff/settings/company", httpx.Admin, p.company)
	r.Page(http.MethodPost, "/staff/settings/company", httpx.Admin, p.saveCompany, httpx.RequiresReauth)
	r.Page(http.MethodGet, "/staff/settings/sign-in", httpx.Admin, p.signIn)
	r.Page(http.MethodPost, "/staff/settings/sign-in", httpx.Admin, p.saveSignIn, httpx.RequiresReauth)
	r.Page(http.MethodGet, "/staff/settings/customers", httpx.Admin, p.customers)
	r.Page(http.MethodPost, "/staff/settings/customers", httpx.Admin, p.saveCustomers, httpx.RequiresReauth)
	r.Page(http.MethodGet, "/staff/settings/mail", httpx.Admin, p.mail)
	r.Page(http.MethodPost, "/staff/settings/mail", httpx.Admin, p.saveMail, httpx.RequiresReauth)
	r.Page(http.MethodPost, "/staff/settings/mail/bulk", httpx.Admin, p.saveBulk, httpx.RequiresReauth)
	r.Page(http.MethodPost, "/staff/settings/mail/mailbox", httpx.Admin, p.saveMailbox, httpx.RequiresReauth)
	r.Page(http.MethodPost, "/staff/settings/mail/bounces", httpx.Admin, p.saveBounces, httpx.RequiresReauth)
	r.Page(http.MethodGet, "/staff/settings/mail/senders", httpx.Admin, p.senders)
}
