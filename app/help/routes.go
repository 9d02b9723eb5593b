package help

import (
	"net/http"

	"presence/app/platform/httpx"
)

// Pages registers the guides, which everyone who is signed in may read.
func Pages(r *httpx.Router) {
	r.Page(http.MethodGet, "/help", httpx.Anyone, lead, httpx.Public)
	r.Page(http.MethodGet, "/staff/help", httpx.SignedIn, list)
	r.Page(http.MethodGet, "/staff/help/:guide", httpx.SignedIn, guide)
	r.HandleRaw(httpx.Op{Method: http.MethodGet, Path: "/staff/help/pictures/{name}", Kind: httpx.StaffPage, Rule: httpx.SignedIn}, picture)
}
