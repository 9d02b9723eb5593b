package tracking

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	views "presence/views/hub/tracking"
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
	return p.page(c, c.Query("lang"), false)
}

// page is in the language that is asked for, or else that of the message.
func (p public) page(c *gin.Context, asked string, done bool) error {
	token := c.Param("token")
	sub, err := p.s.Subscriber(c.Request.Context(), token)
	if err != nil {
		return err
	}
	if l, known := i18n.Parse(asked); known {
		sub.Lang = l
	}
	page := views.UnsubscribePage{Lang: sub.Lang, Done: done, Palette: palette.Of(sub.Palette).Class()}
	if !done {
		page.Other = paths.UnsubscribeIn(token, string(sub.Lang.Other()))
	}
	return httpx.Render(c, http.StatusOK, views.Unsubscribe(page))
}

// unsubscribe is the button, and the one click of RFC 8058.
func (p public) unsubscribe(c *gin.Context) error {
	if err := p.s.Unsubscribe(c.Request.Context(), c.Param("token")); err != nil {
		return err
	}
	return p.page(c, c.PostForm("lang"), true)
}

// visit is what a request tells of who makes it.
func visit(c *gin.Context) Visit {
	h := c.Request.Header
	return Visit{Agent: h.Get("User-Agent"), Purpose: h.Get("Purpose") + h.Get("Sec-Purpose") + h.Get("X-Purpose") + h.Get("X-Moz"),
		Head: httpx.InfoOf(c.Request.Context()).Head}
}
