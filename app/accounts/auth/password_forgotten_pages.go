package auth

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/auth"
)

// forgotten shows the form for a forgotten password, or that it was accepted.
func (p *pages) forgotten(c *gin.Context) error {
	_, sent := c.GetQuery("sent")
	return p.forgottenPage(c, http.StatusOK, views.Forgotten{Sent: sent})
}

func (p *pages) forgottenPage(c *gin.Context, status int, page views.Forgotten) error {
	page.NoMail, page.SignOn = !p.MailConfigured(), p.provider != nil
	f, err := frame.Load(c)
	if err != nil {
		return err
	}
	f.Path = "/auth/forgotten" // where the switches of language and theme return to
	return httpx.Render(c, status, views.ForgottenPage(f, page))
}

// requestPassword accepts the form, with the same answer for every address (A5).
func (p *pages) requestPassword(c *gin.Context) error {
	lang, email := Lang(c), c.PostForm("email")
	err := p.RequestPassword(c.Request.Context(), From(c.Request.Context()), email, OriginOf(c.Request))
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindRateLimited {
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		return p.forgottenPage(c, http.StatusTooManyRequests, views.Forgotten{Email: email, Refusal: TooManyTries(lang, e.RetryAfter)})
	}
	if errs.HasCode(err, "no_mail") {
		return p.forgottenPage(c, http.StatusConflict, views.Forgotten{})
	}
	if faults := errs.FieldsOf(err); faults != nil {
		page := views.Forgotten{Email: email}
		for _, x := range faults {
			page.Faults.Add(lang, x.Field, lang.T(i18n.Email), x.Code, x.Detail)
		}
		return p.forgottenPage(c, http.StatusUnprocessableEntity, page)
	}
	if err != nil {
		return err
	}
	return httpx.SeeOther(c, paths.Forgotten()+"?sent")
}
