package tracking

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	views "presence/views/hub/tracking"
)

// public handles the links in messages. They need no sign-in, and the only data about the recipient in their answers is the
// masked address.
type public struct{ s *Service }

// dot is a GIF image of one transparent pixel.
var dot = []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")

// pixel gives the same answer for every token, valid or not, so that valid tokens cannot be found by trial and error.
func (p public) pixel(c *gin.Context) error {
	p.s.Open(c.Request.Context(), c.Param("token"), visit(c))
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "image/gif", dot)
	return nil
}

// click redirects to the guest's page, or to the calendar file of the event.
func (p public) click(c *gin.Context) error {
	address, err := p.s.Click(c.Request.Context(), c.Param("token"), c.Param("to"), visit(c))
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusFound, address)
	return nil
}

// ask shows a page with a button. A GET changes nothing, because mail scanners follow links before the reader does.
func (p public) ask(c *gin.Context) error {
	return p.page(c, http.StatusOK, c.Query("lang"), i18n.Text{})
}

// page shows the page in the language asked for, or else in that of the message. done is the heading that says what was stored, if
// something was.
func (p public) page(c *gin.Context, status int, asked string, done i18n.Text) error {
	token := c.Param("token")
	sub, err := p.s.Subscriber(c.Request.Context(), token)
	if err != nil {
		return err
	}
	if l, known := i18n.Parse(asked); known {
		sub.Lang = l
	}
	page := views.PreferencesPage{Lang: sub.Lang, Address: sub.Address, Palette: palette.Of(sub.Palette).Class(),
		Other: paths.UnsubscribeIn(token, string(sub.Lang.Other())), Subscribed: sub.Invitations, Withdrawn: sub.Withdrawn,
		Reminders: sub.Reminders, Language: sub.Language, Limited: status == http.StatusTooManyRequests,
		Postal: strings.Join(strings.Fields(p.s.o.Postal), " ")}
	if p.s.o.Company != "" {
		page.Sender = sub.Lang.F(i18n.CampSentBy, p.s.o.Company)
	}
	if done != (i18n.Text{}) {
		page.Done = sub.Lang.T(done)
	}
	return httpx.Render(c, status, views.Preferences(page))
}

// change handles the buttons of the page, and the one-click POST of RFC 8058, which has no choice and unsubscribes.
func (p public) change(c *gin.Context) error {
	ctx, token := c.Request.Context(), c.Param("token")
	choice, lang := c.PostForm("choice"), i18n.Lang(c.PostForm("language"))
	if choice == "" {
		if err := p.s.Unsubscribe(ctx, visitor(c), token); err != nil {
			return err
		}
		return p.page(c, http.StatusOK, c.PostForm("lang"), i18n.CampUnsubscribed)
	}
	if choice != "all" && choice != "invitations" || lang != i18n.FR && lang != i18n.EN {
		return errs.Fields{{Field: "choice", Code: "not_allowed", Detail: "Expected all or invitations, with fr or en as the language."}}.Err()
	}
	err := p.s.Choose(ctx, visitor(c), token, choice == "all", lang)
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindRateLimited {
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		return p.page(c, http.StatusTooManyRequests, c.PostForm("lang"), i18n.Text{})
	}
	if err != nil {
		return err
	}
	return p.page(c, http.StatusOK, c.PostForm("lang"), i18n.CampChosen)
}

// visitor returns the anonymous caller of a request, for the audit log.
func visitor(c *gin.Context) audit.Who {
	ctx := c.Request.Context()
	return audit.Who{IP: auth.From(ctx).IP, RequestID: httpx.InfoOf(ctx).ID}
}

// visit returns what the headers of a request say about its client.
func visit(c *gin.Context) Visit {
	return Visit{Agent: c.Request.UserAgent(), InAdvance: httpx.InAdvance(c.Request), Head: httpx.InfoOf(c.Request.Context()).Head}
}
