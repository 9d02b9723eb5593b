package companydata

import (
	"mime"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/frame"
	"presence/app/platform/paths"
	views "presence/views/accounts/companydata"
	"presence/views/layout"
)

const zipType = "application/zip"

// pages handles the requests of the page.
type pages struct{ s *Service }

func (p pages) show(c *gin.Context) error {
	l := auth.From(c.Request.Context()).Language
	return frame.Page(c, http.StatusOK, views.ExportPage, views.Page{Tabs: layout.SettingsTabs(l, true, true, paths.CompanyExport()),
		Command: "presence import " + p.s.fileName()})
}

// export answers with the file. An error after its first byte closes the connection, so that the browser notices.
func (p pages) export(c *gin.Context) error {
	c.Header("Content-Type", zipType)
	c.Header("Content-Disposition", p.s.disposition())
	c.Header("Cache-Control", "private, no-store")
	ctx := c.Request.Context()
	return p.s.ExportZIP(ctx, auth.From(ctx), c.Writer)
}

// fileName returns the name of the ZIP file of today, in the company's zone.
func (s *Service) fileName() string {
	return "presence-" + s.now().In(s.zone).Format(time.DateOnly) + ".zip"
}

func (s *Service) disposition() string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": s.fileName()})
}
