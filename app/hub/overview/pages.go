package overview

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/frame"
	"presence/db"
	views "presence/views/hub/overview"
	"presence/views/layout"
)

// pages handles the requests of the page.
type pages struct {
	s    *Service
	head events.HeadOf
}

func (p pages) overview(c *gin.Context) error {
	ctx := c.Request.Context()
	o, err := p.s.Get(ctx, c.Param("event"))
	if err != nil {
		return err
	}
	now := p.s.now()
	d := presenter{o: o, now: now, zone: p.s.zone, today: db.DayOf(now.In(p.s.zone)), lang: auth.Lang(c), sends: p.s.from.Campaigns,
		by: auth.From(ctx), total: c.Query("chart") == "total"}
	page := d.page()
	if page.Head, err = p.head(ctx, o.Event.ID, layout.EventOverview); err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.Overview, page)
}
