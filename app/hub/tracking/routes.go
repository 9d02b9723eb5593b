package tracking

import (
	"net/http"

	"presence/app/platform/httpx"
)

// Public registers the addresses that messages contain.
func Public(r *httpx.Router, s *Service) {
	p := public{s}
	r.HandleRaw(httpx.Op{Method: http.MethodGet, Path: "/t/o/{token}", Rule: httpx.Anyone}, p.pixel)
	r.HandleRaw(httpx.Op{Method: http.MethodGet, Path: "/t/c/{token}/{to}", Rule: httpx.Anyone}, p.click)
	r.Page(http.MethodGet, "/u/:token", httpx.Anyone, p.ask, httpx.Public)
	r.Page(http.MethodPost, "/u/:token", httpx.Anyone, p.change, httpx.Public)
	hook := httpx.Op{Method: http.MethodPost, Path: "/webhooks/mailjet", Rule: httpx.Anyone}
	r.HandleRaw(hook.With(httpx.MaxBody(maxWebhookBody)), p.mailjet)
}
