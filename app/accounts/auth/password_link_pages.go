package auth

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/auth"
)

// passwordForm shows the form of a link to choose a password, in the language of the person unless the browser has chosen one.
func (p *pages) passwordForm(c *gin.Context) error {
	return p.passwordFormPage(c, http.StatusOK, nil)
}

func (p *pages) passwordFormPage(c *gin.Context, status int, faults errs.Fields) error {
	person, err := p.CheckPasswordLink(c.Request.Context(), c.Param("token"))
	if err != nil {
		return passwordLinkRefused(c, err)
	}
	f, err := frame.Load(c)
	if err != nil {
		return err
	}
	if _, chosen := ChosenLanguage(c); !chosen {
		f.Lang = person.Language
	}
	form := views.Choose{Action: paths.PasswordLink(c.Param("token")), Name: person.Name, Email: person.Email}
	for _, fault := range faults {
		form.Faults.Add(f.Lang, fault.Field, f.Lang.T(i18n.Password), fault.Code, fault.Detail)
	}
	return httpx.Render(c, status, views.ChoosePage(f, form))
}

// choosePassword saves the password and signs the person in, who is asked for their second factor before.
func (p *pages) choosePassword(c *gin.Context) error {
	by := From(c.Request.Context())
	by.Via = "password_link"
	person, err := p.UsePasswordLink(c.Request.Context(), by, c.Param("token"), c.PostForm("password"))
	if faults := errs.FieldsOf(err); faults != nil {
		return p.passwordFormPage(c, http.StatusUnprocessableEntity, faults)
	}
	if err != nil {
		return passwordLinkRefused(c, err)
	}
	return p.afterPassword(c, person, "password_link", "")
}

// passwordLinkRefused shows a page for a link that is not valid; it returns any other error.
func passwordLinkRefused(c *gin.Context, err error) error {
	if !errs.HasCode(err, "password_link_void") {
		return err
	}
	return voidLink(c, i18n.PasswordLinkVoid)
}
