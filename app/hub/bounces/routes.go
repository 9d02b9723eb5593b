package bounces

import (
	"net/http"

	"presence/app/platform/httpx"
)

// Public registers the webhooks.
func Public(r *httpx.Router, s *Service) {
	p := public{s}
	op := func(path string) httpx.Op {
		return httpx.Op{Method: http.MethodPost, Path: path, Rule: httpx.Anyone}.With(httpx.MaxBody(maxWebhookBody))
	}
	r.HandleRaw(op("/webhooks/ses"), p.ses)
	r.HandleRaw(op("/webhooks/postmark"), p.postmark)
}
