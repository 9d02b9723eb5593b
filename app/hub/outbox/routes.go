package outbox

import (
	"net/http"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/platform/httpx"
	"presence/app/platform/mail"
)

// Pages registers the HTML pages.
func Pages(r *httpx.Router, sends *campaigns.Service, box *mail.Outbox, zone *time.Location) {
	p := pages{sends, box, zone}
	const list = "/staff/outbox"
	r.Page(http.MethodGet, list, httpx.Events, p.list)
	r.Page(http.MethodGet, list+"/:name", httpx.Events, p.message)
	r.Page(http.MethodGet, list+"/:name/html", httpx.Events, p.messageHTML)
	r.Page(http.MethodGet, list+"/:name/file", httpx.Events, p.messageFile)
	r.Page(http.MethodGet, list+"/:name/parts/:part", httpx.Events, p.messagePart)
}
