package rsvp

import (
	"cmp"
	"net/http"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	views "presence/views/hub/rsvp"
)

// Refusal returns the error page for a guest. It says what happened and what to do next, without technical details.
func Refusal(c *gin.Context, p *httpx.Problem) templ.Component {
	asked, _ := readGuestQuery(c.Request.URL.RawQuery)
	l := cmp.Or(asked, i18n.Match(c.GetHeader("Accept-Language")))
	sign, title, text := refusalOf(p.Status)
	page := views.Refusal{
		Document: views.Document{Lang: l, Title: l.T(title), Palette: palette.Of(palette.Default).Class()},
		Notice:   views.Notice{Sign: sign, Title: l.T(title), Texts: []string{l.T(text)}},
	}
	if p.Status != http.StatusNotFound {
		page.Retry = retry(c, l)
	}
	if p.Status >= http.StatusInternalServerError {
		page.RequestID = p.RequestID
	}
	return views.Refuse(page)
}

// retry returns the address for another attempt: that of the request, or after a form was sent that of the invitation.
func retry(c *gin.Context, l i18n.Lang) string {
	if event := c.Param("event_id"); c.Request.Method == http.MethodPost && event != "" {
		return paths.Rsvp(event, string(l), "")
	}
	return paths.To(c.Request.URL.RequestURI())
}

func refusalOf(status int) (sign views.Sign, title, text i18n.Text) {
	switch status {
	case http.StatusNotFound:
		return views.SignLost, i18n.RsvpLost, i18n.RsvpLostText
	case http.StatusTooManyRequests:
		return views.SignBusy, i18n.RsvpBusy, i18n.RsvpBusyText
	case http.StatusInternalServerError, http.StatusServiceUnavailable:
		return views.SignBroken, i18n.RsvpBroken, i18n.RsvpBrokenText
	}
	return views.SignBroken, i18n.RsvpRefused, i18n.RsvpRefusedText
}
