package kiosks

import (
	"net/http"

	"presence/app/platform/httpx"
)

// API registers the JSON routes of kiosks, for administrators, and of badges.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/kiosks", Noun: Kind, Plural: "kiosks", Statuses: httpx.Statuses{Create: http.StatusCreated,
		List: http.StatusOK, Get: http.StatusOK, Delete: http.StatusNoContent, NotFoundGet: http.StatusNotFound,
		NotFoundDelete: http.StatusNotFound}}
	httpx.HandleList(r, all.List(httpx.Admin), a.list)
	httpx.Handle(r, all.Get(httpx.Admin), a.get)
	httpx.Handle(r, all.Create(httpx.Admin).With(httpx.RequiresReauth,
		httpx.ShownOnce("To get a link, create another kiosk under a new key, and revoke this one.")), a.create)
	httpx.Handle(r, all.Delete(httpx.Admin), a.revoke)
	badge := func(method, id, summary string) httpx.Op {
		return httpx.Op{Method: method, Path: "/employees/{id}/badge", Rule: httpx.Payroll, ID: id, Tag: "kiosks", Summary: summary,
			Success: http.StatusOK, NotFoundStatus: http.StatusNotFound}
	}
	httpx.Handle(r, badge(http.MethodGet, "get-badge", "Read the badge number of an employee, and whether they have a PIN"), a.badge)
	httpx.Handle(r, badge(http.MethodPut, "set-badge", "Give an employee a badge number or a PIN, or take them away").
		With(httpx.RequiresReauth), a.setBadge)
}

// Pages registers the screens of a kiosk, and the pages on which kiosks, badges and PINs are managed.
func Pages(r *httpx.Router, s *Service) {
	k := screens{s}
	const top = "/kiosk"
	r.Page(http.MethodGet, top, httpx.Kiosk, k.home, httpx.OnKiosk)
	r.Page(http.MethodPost, top+"/language", httpx.Anyone, k.language, httpx.OnKiosk)
	r.Page(http.MethodGet, top+"/enrol/:token", httpx.Anyone, k.askEnrol, httpx.OnKiosk)
	r.Page(http.MethodPost, top+"/enrol", httpx.Anyone, k.enrol, httpx.OnKiosk)
	r.Page(http.MethodGet, top+"/names", httpx.Kiosk, k.names, httpx.OnKiosk)
	r.Page(http.MethodGet, top+"/pin", httpx.Kiosk, k.askPIN, httpx.OnKiosk)
	r.Page(http.MethodPost, top+"/pin", httpx.Kiosk, k.open, httpx.OnKiosk)
	r.Page(http.MethodGet, top+"/screen", httpx.Kiosk, k.opened, httpx.OnKiosk)
	r.Page(http.MethodPost, top+"/stamp", httpx.Kiosk, k.stamp, httpx.OnKiosk)
	r.Page(http.MethodGet, top+"/present", httpx.Kiosk, k.present, httpx.OnKiosk)

	p := pages{s}
	const all, own, badge = "/staff/settings/kiosks", "/staff/settings/pin", "/staff/employees/:id/badge"
	r.Page(http.MethodGet, all, httpx.Admin, p.list)
	r.Page(http.MethodPost, all, httpx.Admin, p.create, httpx.RequiresReauth)
	r.Page(http.MethodPost, all+"/:kiosk/revoke", httpx.Admin, p.revoke)
	r.Page(http.MethodGet, own, httpx.SignedIn, p.ownPIN)
	r.Page(http.MethodPost, own, httpx.SignedIn, p.setOwnPIN, httpx.MayRequireReauth)
	r.Page(http.MethodPost, own+"/remove", httpx.SignedIn, p.removeOwnPIN, httpx.MayRequireReauth)
	r.Page(http.MethodGet, badge, httpx.Payroll, p.badge)
	r.Page(http.MethodPost, badge, httpx.Payroll, p.setBadge, httpx.RequiresReauth)
	r.Page(http.MethodPost, badge+"/remove", httpx.Payroll, p.removePIN, httpx.RequiresReauth)
}
