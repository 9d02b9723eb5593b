package rsvp

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	views "presence/views/hub/rsvp"
	"presence/views/ui"
)

// ErrorPage returns the error page for a guest. When a form could not be saved because storage is unavailable, it has what was sent, to be
// sent again.
func (g *Guests) ErrorPage(c *gin.Context, p *httpx.Problem) templ.Component {
	// The form may not have been read: the limit of a guest's requests is checked first, and is in the database too.
	if p.Code != "storage_unavailable" || httpx.ParseForm(c) != nil || len(c.Request.PostForm) == 0 {
		page := refusal(c, p)
		page.Host = presenter{lang: page.Lang, company: g.site.Company}.hostedBy()
		return views.Refuse(page)
	}
	l := cmp.Or(readForm(c).Language, i18n.Match(c.GetHeader("Accept-Language")))
	notice := views.Notice{Sign: views.SignBroken, Title: l.T(i18n.RsvpUnsaved), Texts: []string{l.T(i18n.RsvpUnsavedText)}, Alert: true}
	if page, known := g.unsaved(c, l, notice); known {
		c.Writer.Header()["Content-Security-Policy"] = guestPolicy
		return views.Invitation(page)
	}
	page := views.Refusal{
		Document: views.Document{Lang: l, Title: l.T(i18n.RsvpUnsaved), Palette: palette.Of(palette.Default).Class()},
		Notice:   notice, RequestID: p.Reference(), Again: paths.To(c.Request.URL.Path),
	}
	for _, name := range slices.Sorted(maps.Keys(c.Request.PostForm)) {
		for _, value := range c.Request.PostForm[name] {
			page.Values = append(page.Values, ui.Hidden{Name: name, Value: value})
		}
	}
	return views.Refuse(page)
}

// unsaved returns the invitation with the form that could not be saved, from the event as it was last read: nothing is read now. known is
// false if it was not read by this process, if it takes no answers, or if another form was sent.
func (g *Guests) unsaved(c *gin.Context, l i18n.Lang, notice views.Notice) (p views.Page, known bool) {
	v, known := g.read.Get(c.Param("event_id"))
	if !known || !strings.HasSuffix(c.Request.URL.Path, "/submit") {
		return p, false
	}
	v.lang, v.now = l, g.s.now()
	p = v.invitation()
	p.Waiting, p.Notice = nil, &notice
	v.fillAgain(&p, readAttendance(c), nil)
	return p, p.Form != nil
}

// Refusal returns the error page for a guest. It says what happened and what to do next, without technical details.
func Refusal(c *gin.Context, p *httpx.Problem) templ.Component { return views.Refuse(refusal(c, p)) }

func refusal(c *gin.Context, p *httpx.Problem) views.Refusal {
	asked, _ := readGuestQuery(c.Request.URL.RawQuery)
	l := cmp.Or(asked, i18n.Match(c.GetHeader("Accept-Language")))
	sign, title, text := refusalOf(p.Status)
	page := views.Refusal{
		Document: views.Document{Lang: l, Title: l.T(title), Palette: palette.Of(palette.Default).Class()},
		Notice:   views.Notice{Sign: sign, Title: l.T(title), Texts: []string{l.T(text)}},
	}
	page.General = true // it has no form
	if event := c.Param("event_id"); event != "" {
		page.Switch = paths.Rsvp(event, string(l.Other()), "")
	}
	if p.Status != http.StatusNotFound {
		page.Retry = retry(c, l)
	}
	if p.Status >= http.StatusInternalServerError {
		page.RequestID = p.Reference()
	}
	return page
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
