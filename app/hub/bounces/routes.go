package bounces

import (
	"net/http"

	"presence/app/platform/httpx"
)

// Public registers the webhooks.
func Public(r *httpx.Router, s *Service) {
	p := public{s}
	r.HandleRaw(httpx.Op{Method: http.MethodPost, Path: "/webhooks/ses", Rule: httpx.Anyone, MaxBody: maxWebhookBody}, p.ses)
	r.HandleRaw(httpx.Op{Method: http.MethodPost, Path: "/webhooks/postmark", Rule: httpx.Anyone, MaxBody: maxWebhookBody}, p.postmark)
}
