package rsvp

import (
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// sendUpdates tells the guests who are coming what has changed of the event, as staff have agreed to on its page.
func (d pages) sendUpdates(c *gin.Context) error {
	ctx, l, id := c.Request.Context(), auth.Lang(c), c.Param("event")
	version := int64(-1) // that of no event
	if v := httpx.FormVersion(c); v != nil {
		version = *v
	}
	n, err := d.s.SendUpdates(ctx, auth.From(ctx), id, version)
	toast := ui.Toast{Text: l.N(int(n), i18n.TellDone)}
	switch {
	case errs.KindOf(err) == errs.KindStale:
		toast = ui.Toast{Tone: ui.Warn, Text: l.T(i18n.TellOld)}
	case err != nil:
		return err
	case n == 0:
		toast.Text = l.T(i18n.TellNone)
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, paths.Event(id))
}
