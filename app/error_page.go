package app

import (
	"net/http"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/views/layout"
)

// errorPage renders an error as a page: what happened and what to do next, in the reader's language.
func (a *App) errorPage(c *gin.Context, p *httpx.Problem) templ.Component {
	if httpx.RouteOf(c).Kind == httpx.GuestPage {
		return a.guests.ErrorPage(c, p)
	}
	f := frame.ErrorPage(c)
	text, known := i18n.Refusals[p.Status]
	if !known {
		text = i18n.Refusals[http.StatusInternalServerError]
	}
	if byCode, known := i18n.RefusalCodes[p.Code]; known {
		text = byCode
	}
	return layout.ErrorPage(f, layout.Problem{Status: p.Status, Title: f.Lang.T(text.Title), Text: f.Lang.T(text.Next),
		RequestID: p.Reference(), Back: httpx.CameFrom(c.Request)})
}
