package holidaypay

import (
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// pages handles the forms of the pages of timesheets.
type pages struct{ s *Service }

// decide saves whether a holiday is paid, and leads back to the timesheet from which it was sent.
func (p pages) decide(c *gin.Context) error {
	ctx := c.Request.Context()
	id, err := httpx.PathID(c, "id", "pay of a holiday")
	if err != nil {
		return err
	}
	by, paid := auth.From(ctx), c.PostForm("paid") == "true"
	x, err := p.s.Update(ctx, by, id, httpx.FormVersion(c), Changes{&paid})
	if err != nil {
		return err
	}
	text := i18n.HolidayPayStopped
	if !x.Unpaid {
		text = i18n.HolidayPayRestored
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.F(text, by.Language.Day(x.Day), x.Employee)})
	if sheet := httpx.FormNumber(c, "sheet"); sheet != nil {
		return httpx.SeeOther(c, paths.Timesheet(*sheet))
	}
	return httpx.SeeOther(c, paths.Periods())
}
