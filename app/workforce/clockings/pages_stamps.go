package clockings

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/clockings"
)

// offline shows the page that devices cache for use without a network. It needs no session and has no personal data.
func (p pages) offline(c *gin.Context) error {
	l, _ := i18n.Parse(c.Query("lang"))
	c.Header("Cache-Control", "no-cache")
	f := layout.Frame{Lang: l, Path: c.Request.URL.RequestURI()}
	return httpx.Render(c, http.StatusOK, views.OfflinePage(f, presenter{lang: l}.offline()))
}

// waitingShown is how many refused stamps the page of who has clocked in shows.
const waitingShown = 10

// waiting returns the refused stamps of others in the actor's scope.
func (p pages) waiting(c *gin.Context) (list []views.Waiting, err error) {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	var stamps []Stamp
	var ids []int64
	others := StampFilter{Except: by.EmployeeID, Waiting: true, Rows: waitingShown} // their own are on Today
	err = p.s.EachStamp(ctx, by, others, func(x Stamp) error {
		stamps, ids = append(stamps, x), append(ids, x.ID)
		return nil
	})
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	names, err := p.s.StampNames(ctx, by, ids)
	for _, x := range stamps {
		list = append(list, p.presenter(c).waitingStamp(x, names[x.ID]))
	}
	return list, err
}

// showStamp shows the page that settles a stamp.
func (p pages) showStamp(c *gin.Context) error {
	x, err := p.s.Stamp(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.SettlePage, p.presenter(c).settleStamp(x, "", nil))
}

// settleStamp reads its form.
func (p pages) settleStamp(c *gin.Context) error {
	ctx, by, id := c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("id"))
	reason := c.PostForm("reason")
	_, err := p.s.SettleStamp(ctx, by, id, reason)
	d := p.presenter(c)
	if errs.KindOf(err) == errs.KindInvalid {
		x, found := p.s.Stamp(ctx, by, id)
		if found != nil {
			return found
		}
		return frame.Page(c, http.StatusUnprocessableEntity, views.SettlePage, d.settleStamp(x, reason, d.faults(err)))
	}
	if errs.KindOf(err) == errs.KindNotFound {
		return err
	}
	return p.back(c, ui.Toast{Text: d.lang.T(i18n.ClockSettled)}, err)
}
