package auth

import (
	"cmp"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/httpx"
	"presence/app/i18n"
	"presence/views/layout"
)

// Frame is what surrounds every page shown to the caller: language, appearance, who they are and what they may open.
func Frame(c *gin.Context) layout.Frame {
	a := From(c.Request.Context())
	f := layout.Frame{Lang: a.Language, Theme: themeOf(c.Request), Path: c.Request.URL.RequestURI(), Toasts: httpx.TakeFlash(c)}
	if !a.SignedIn() {
		f.Lang = cmp.Or(f.Lang, visitorLanguage(c.Request)) // no route matched, so nobody asked who calls
		return f
	}
	f.Viewer = layout.Viewer{SignedIn: true, Name: cmp.Or(a.Name, a.Email), Email: a.Email, Role: f.Lang.T(i18n.RoleNames[part(a)]),
		KeepsTime: a.EmployeeID != 0, SeesPeriods: a.Approver()}
	return f
}

// part is the role as people know it: a supervisor is an employee with reports (C11).
func part(a Actor) string {
	if a.Role == Employee && a.Supervises {
		return "supervisor"
	}
	return string(a.Role)
}

// themeOf is the appearance chosen in this browser, "" for what the system asks.
func themeOf(r *http.Request) string {
	c, err := r.Cookie(themeCookie)
	if err != nil || c.Value != "light" && c.Value != "dark" {
		return ""
	}
	return c.Value
}
