package auth

import (
	"github.com/gin-gonic/gin"

	"presence/app/httpx"
	"presence/app/i18n"
	"presence/views/layout"
)

// roleNames are the roles in words.
var roleNames = map[Role]i18n.Text{
	Admin:    {"Administration", "Administrator"},
	Payroll:  {"Paie", "Payroll"},
	Events:   {"Événements", "Events"},
	Employee: {"Employé", "Employee"},
}

var supervisorName = i18n.Text{"Supervision", "Supervisor"}

// Frame is what surrounds every page shown to the caller: language, appearance, who they are and what they may open.
func Frame(c *gin.Context) layout.Frame {
	a := From(c.Request.Context())
	f := layout.Frame{Lang: a.Language, Path: c.Request.URL.RequestURI(), Toasts: httpx.TakeFlash(c)}
	if theme, err := c.Cookie(themeCookie); err == nil && (theme == "light" || theme == "dark") {
		f.Theme = theme
	}
	if !a.SignedIn() {
		return f
	}
	role := roleNames[a.Role]
	if a.Role == Employee && a.Supervises {
		role = supervisorName
	}
	f.Viewer = layout.Viewer{SignedIn: true, Name: a.Name, Email: a.Email, Role: a.Language.T(role), KeepsTime: a.EmployeeID != 0, SeesPeriods: a.Approver()}
	return f
}
