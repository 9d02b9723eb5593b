package auth

import (
	"github.com/gin-contrib/sessions"
	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
)

// preferences saves the language and the theme: the theme in the browser's session; the language with the person, or in the
// session of a visitor who is not signed in. It redirects to the page with the form.
func (p *pages) preferences(c *gin.Context) error {
	session := sessions.Default(c)
	if lang, asked := c.GetPostForm("lang"); asked {
		known, ok := i18n.Parse(lang)
		if !ok {
			return errs.InvalidField("lang", "invalid", "The language is fr or en.")
		}
		a := From(c.Request.Context())
		if err := p.SetLanguage(c.Request.Context(), a, known); err != nil {
			return err
		}
		if !a.SignedIn() {
			session.Set(languageKey, string(known))
		}
	}
	if theme, asked := c.GetPostForm("theme"); asked {
		switch theme {
		case "light", "dark":
			session.Set(themeKey, theme)
		case "system":
			session.Delete(themeKey)
		default:
			return errs.InvalidField("theme", "invalid", "The theme is light, dark or system.")
		}
	}
	if err := session.Save(); err != nil {
		return err
	}
	return httpx.SeeOther(c, redirectTarget(c.PostForm("next")))
}

// themeOf returns the theme chosen in this browser; "" follows the system. It is written on <html>, so that the page is never
// shown in another theme first.
func themeOf(c *gin.Context) string {
	theme := httpx.SessionText(c, themeKey)
	if theme != "light" && theme != "dark" {
		return ""
	}
	return theme
}

// visitorLanguage returns the language of a visitor who is not signed in: the one they selected, else the browser's preference.
func visitorLanguage(c *gin.Context) i18n.Lang {
	if lang, chosen := ChosenLanguage(c); chosen {
		return lang
	}
	return i18n.Match(c.GetHeader("Accept-Language"))
}

// ChosenLanguage returns the language that the visitor chose in this session; without a choice chosen is false.
func ChosenLanguage(c *gin.Context) (lang i18n.Lang, chosen bool) {
	if text := httpx.SessionText(c, languageKey); text != "" {
		return i18n.Parse(text)
	}
	return i18n.FR, false
}
