package search

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/workforce/payperiods"

	views "presence/views/search"
)

// pages handles the requests for the search over everything.
type pages struct {
	s       *Service
	periods *payperiods.Service
	zone    *time.Location // for the dates of events
}

// show answers with the results of q: as a page, or as the list alone for the dialog that asks by htmx.
func (p pages) show(c *gin.Context) error {
	actor, text := auth.From(c.Request.Context()), httpx.SearchText(c.Query("q"))
	found, err := p.s.Search(c.Request.Context(), actor, text)
	if err != nil {
		return err
	}
	r := p.results(actor, frame.Of(c), text, found)
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, http.StatusOK, views.List, r)
	}
	return frame.Page(c, http.StatusOK, views.Page, r)
}
