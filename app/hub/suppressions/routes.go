package suppressions

import (
	"net/http"
	"time"

	"presence/app/platform/httpx"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/campaigns" + path, Rule: httpx.Events, ID: id, Tag: "campaigns", Summary: summary,
			Success: success}
	}
	const all, one = "/suppressions", "/suppressions/{email}"
	httpx.HandleList(r, op(http.MethodGet, all, "list-suppressions", "List the addresses that nothing is sent to", 200), a.list)
	httpx.Handle(r, op(http.MethodPost, all, "create-suppression", "Exclude an address from campaigns", 201), a.suppress)
	httpx.Handle(r, op(http.MethodDelete, one, "delete-suppression", "Send to an excluded address again", 204), a.unsuppress)
	httpx.HandleList(r, op(http.MethodGet, "/bouncing-addresses", "list-bouncing-addresses",
		"List the addresses whose messages keep coming back, until staff decide", 200), a.bouncing)
	httpx.Handle(r, op(http.MethodPost, "/bouncing-addresses/{email}/decision", "decide-bouncing-address",
		"Keep or exclude an address whose messages keep coming back", 204), a.decide)
}

// Pages registers the HTML pages.
func Pages(r *httpx.Router, s *Service, zone *time.Location) {
	p := pages{s, zone}
	const list = "/staff/settings/suppressions"
	r.Page(http.MethodGet, list, httpx.Events, p.list)
	r.Page(http.MethodPost, list, httpx.Events, p.suppress)
	r.Page(http.MethodPost, list+"/decide", httpx.Events, p.decide)
	r.Page(http.MethodPost, list+"/remove", httpx.Events, p.unsuppress)
}
