package auth

import (
	"cmp"

	"github.com/gin-gonic/gin"

	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
)

// ProvideViewer is the middleware that stores the data about the caller that the layout shows. It acts on pages with that layout only,
// runs after Authenticate and makes no query.
func ProvideViewer(c *gin.Context) {
	if kind := httpx.RouteOf(c).Kind; kind == httpx.StaffPage || kind == httpx.PublicPage {
		frame.Set(c, viewerFrame(c))
	}
}

func viewerFrame(c *gin.Context) layout.Frame {
	a := From(c.Request.Context())
	f := layout.Frame{Lang: a.Language, Theme: themeOf(c)}
	if !a.SignedIn() {
		f.Lang = cmp.Or(f.Lang, visitorLanguage(c)) // an unmatched path: Authenticate has not run
		return f
	}
	if a.MustEnrol { // nothing else is open to them
		f.Viewer = layout.Viewer{SignedIn: true, Name: cmp.Or(a.Name, a.Email), Email: a.Email, Role: f.Lang.T(i18n.RoleNames[roleName(a)])}
		return f
	}
	f.Viewer = layout.Viewer{
		SignedIn: true, Name: cmp.Or(a.Name, a.Email), Email: a.Email, Role: f.Lang.T(i18n.RoleNames[roleName(a)]),
		KeepsTime: a.EmployeeID != 0, SeesPeriods: a.Approver(), RunsPayroll: a.SeesAll(), RunsEvents: a.RunsEvents(),
	}
	f.Bell, f.Stream = paths.Notifications(), paths.NotificationsStream()
	return f
}

// Lang returns the language of the caller's pages.
func Lang(c *gin.Context) i18n.Lang { return From(c.Request.Context()).Language }

// roleName returns the key of the role in i18n.RoleNames; an employee with direct reports is a "supervisor" (C11).
func roleName(a Actor) string {
	if a.Role == Employee && a.Supervises {
		return "supervisor"
	}
	return string(a.Role)
}
