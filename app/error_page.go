package app

import (
	"net/http"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/kiosks"
	"presence/views/layout"
)

// errorPage renders an error as a page: what happened and what to do next, in the reader's language.
func (a *App) errorPage(c *gin.Context, p *httpx.Problem) templ.Component {
	if httpx.RouteOf(c).Kind == httpx.GuestPage {
		return a.guests.ErrorPage(c, p)
	}
	kiosk := httpx.RouteOf(c).Kind == httpx.KioskPage
	f := frame.ErrorPage(c)
	if kiosk {
		f = layout.Frame{Lang: kiosks.Visitor(c).Language}
	}
	text, known := i18n.Refusals[p.Status]
	if !known {
		text = i18n.Refusals[http.StatusInternalServerError]
	}
	if byCode, known := i18n.RefusalCodes[p.Code]; known {
		text = byCode
	}
	problem := layout.Problem{Status: p.Status, Title: f.Lang.T(text.Title), Text: f.Lang.T(text.Next),
		RequestID: p.Reference(), Back: httpx.CameFrom(c.Request)}
	if kiosk {
		return layout.KioskProblem(f, problem, p.Code != kiosks.KioskVoid && p.Code != kiosks.LinkVoid)
	}
	return layout.ErrorPage(f, problem)
}
