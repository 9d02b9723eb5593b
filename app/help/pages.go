package help

import (
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"

	views "presence/views/help"
)

// lead leads from the short address, which people type, to the list of guides.
func lead(c *gin.Context) error {
	c.Redirect(http.StatusMovedPermanently, paths.Help())
	return nil
}

// list answers with all guides, or with the tasks that a search finds: as a page, or as the list alone for the field that searches
// as one types. From another page, it leads to the task which that is about.
func list(c *gin.Context) error {
	actor := auth.From(c.Request.Context())
	if page := c.Query("page"); page != "" {
		return httpx.SeeOther(c, about(actor, page))
	}
	guides, err := all(actor)
	if err != nil {
		return err
	}
	p := listPage(actor, guides, httpx.SearchText(c.Query("q")))
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, http.StatusOK, views.List, p)
	}
	return frame.Page(c, http.StatusOK, views.Page, p)
}

// guide answers with one guide.
func guide(c *gin.Context) error {
	actor := auth.From(c.Request.Context())
	guides, err := all(actor)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(guides, func(g Guide) bool { return g.Name == c.Param("guide") })
	if i < 0 {
		return errs.NotFound("guide")
	}
	return frame.Page(c, http.StatusOK, views.One, guidePage(actor, guides, guides[i]))
}
