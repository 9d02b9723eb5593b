package campaigns

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
)

// public are the addresses in messages. They are asked by anyone and anything, and tell nothing of whom they are about.
type public struct{ s *Service }

// dot is a picture of one transparent pixel.
var dot = []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")

// pixel answers every token alike, so that none can be tried out.
func (p public) pixel(c *gin.Context) error {
	p.s.Open(c.Request.Context(), c.Param("token"), visit(c))
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "image/gif", dot)
	return nil
}

// click leads on to the guest's page, or to the event for a calendar.
func (p public) click(c *gin.Context) error {
	address, err := p.s.Click(c.Request.Context(), c.Param("token"), c.Param("to"), visit(c))
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusFound, address)
	return nil
}

// ask shows a button: to look at the address changes nothing, whoever follows links before the reader does.
func (p public) ask(c *gin.Context) error {
	return p.paper(c, c.Query("lang"), false)
}

// paper is the page in the look of the event, in the language that is asked for or else that of the message.
func (p public) paper(c *gin.Context, asked string, done bool) error {
	ctx, token := c.Request.Context(), c.Param("token")
	lang, event, err := p.s.Subscriber(ctx, token)
	if err != nil {
		return err
	}
	if l, known := i18n.Parse(asked); known {
		lang = l
	}
	page := views.Asking{Lang: lang, Done: done, Palette: palette.Of(palette.Default).Class()}
	if !done {
		page.Other = paths.UnsubscribeIn(token, string(lang.Other()))
	}
	e, err := events.ByID(ctx, p.s.db, event)
	switch {
	case err == nil:
		page.Palette = palette.Of(e.Palette).Class()
	case errs.KindOf(err) != errs.KindNotFound: // an event that is gone leaves its links
		return err
	}
	return httpx.Render(c, http.StatusOK, views.Unsubscribe(page))
}

// unsubscribe is the button, and the one click of RFC 8058.
func (p public) unsubscribe(c *gin.Context) error {
	if err := p.s.Unsubscribe(c.Request.Context(), c.Param("token")); err != nil {
		return err
	}
	return p.paper(c, c.PostForm("lang"), true)
}
