package approvals

import (
	"net/http"

	"presence/app/platform/httpx"
)

// Pages registers the queue. The services check what each approver may decide.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodGet, "/staff/approvals", httpx.Approver, p.queue)
	r.Page(http.MethodPost, "/staff/approvals", httpx.Approver, p.decide)
	r.Page(http.MethodPost, "/staff/approvals/many", httpx.Approver, p.approveMany)
	r.Page(http.MethodPost, "/staff/approvals/undo", httpx.Approver, p.undo)
}
