package settings

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/settings"
	"presence/views/ui"
)

func (p pages) ownPassword(c *gin.Context) error {
	return p.ownPasswordPage(c, http.StatusOK, nil, "")
}

// ownPasswordPage shows the form with errors of its fields, or with the reason why it was refused. The typed passwords are not
// shown again.
func (p pages) ownPasswordPage(c *gin.Context, status int, faults errs.Fields, refused string) error {
	by := auth.From(c.Request.Context())
	has, err := p.s.auth.HasPassword(c.Request.Context(), by)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.OwnPassword{Head: accountHead(l, ownPassword), Has: has, Email: by.Email, Refused: refused}
	page.Current = passwordField(l, &page.Faults, faults, ui.Field{Name: "current_password", Label: l.T(i18n.PasswordCurrent),
		AutoComplete: "current-password"})
	page.New = passwordField(l, &page.Faults, faults, ui.Field{Name: "password", Label: l.T(i18n.PersonNewPass),
		Hint: l.T(i18n.PasswordHint), AutoComplete: "new-password"})
	return frame.Page(c, status, views.OwnPasswordPage, page)
}

// changeOwnPassword replaces the password. The browser stays signed in, by a new session, and is marked again as the person's own.
func (p pages) changeOwnPassword(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	person, err := p.s.auth.ChangePassword(ctx, by, c.PostForm("current_password"), c.PostForm("password"),
		auth.OriginOf(c.Request))
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindRateLimited {
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		return p.ownPasswordPage(c, http.StatusTooManyRequests, nil, auth.TooManyTries(by.Language, e.RetryAfter))
	}
	if list := errs.FieldsOf(err); list != nil {
		return p.ownPasswordPage(c, http.StatusUnprocessableEntity, list, "")
	}
	if err != nil {
		return err
	}
	p.s.auth.TrustDevice(c.Writer, person)
	if err := auth.SignIn(c, person, "password"); err != nil {
		return err
	}
	return p.done(c, paths.OwnPassword(), i18n.PasswordChanged)
}

// passwordField returns f as a password input, with its error. It never shows a typed value again.
func passwordField(l i18n.Lang, list *ui.Faults, faults errs.Fields, f ui.Field) ui.Field {
	f.Type, f.MaxLength, f.Required = "password", 512, true
	return withFault(l, list, faults, f)
}
