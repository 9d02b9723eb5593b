package auth

import (
	"cmp"
	"context"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"
)

const openKey = "undeclared routes are open"

// WarnOpen puts a warning above the page: what the document lists without security is open to anyone (C10).
func WarnOpen(c *gin.Context) { c.Set(openKey, true) }

// Frame is what surrounds every page shown to the caller: language, appearance, who they are and what they may open.
func Frame(c *gin.Context) layout.Frame {
	a := From(c.Request.Context())
	f := layout.Frame{Lang: a.Language, Theme: themeOf(c), Path: c.Request.URL.RequestURI(), Toasts: httpx.PopFlash(c)}
	if c.GetBool(openKey) {
		f.Banner = &ui.BannerProps{Tone: ui.Warn, Title: f.Lang.T(i18n.RoutesOpen), Text: f.Lang.T(i18n.RoutesOpenLong)}
	}
	if !a.SignedIn() {
		f.Lang = cmp.Or(f.Lang, visitorLanguage(c)) // no route matched, so nobody asked who calls
		return f
	}
	f.Viewer = layout.Viewer{SignedIn: true, Name: cmp.Or(a.Name, a.Email), Email: a.Email, Role: f.Lang.T(i18n.RoleNames[roleName(a)]),
		KeepsTime: a.EmployeeID != 0, SeesPeriods: a.Approver(), RunsPayroll: a.SeesAll(), RunsEvents: a.RunsEvents()}
	f.Queue = queued(c, a)
	f.Bell, f.Stream, f.Unread = paths.Notifications(), paths.NotificationsStream(), unread(c, a)
	return f
}

// Lang is the language that the caller reads in.
func Lang(c *gin.Context) i18n.Lang { return From(c.Request.Context()).Language }

// Unread counts what a person has been told and has not read.
type Unread func(ctx context.Context, a Actor) (int64, error)

const unreadKey = "presence.unread"

// Ring lets the frame of every page count for its bell.
func Ring(count Unread) gin.HandlerFunc {
	return func(c *gin.Context) {
		if strings.HasPrefix(c.FullPath(), "/staff") {
			c.Set(unreadKey, count)
		}
	}
}

// unread is 0 when it cannot be counted: the page itself says that storage fails.
func unread(c *gin.Context, a Actor) int {
	count, ok := c.Get(unreadKey)
	if !ok {
		return 0
	}
	n, err := count.(Unread)(c.Request.Context(), a)
	if err != nil {
		return 0
	}
	return int(n)
}

// Queued counts what waits for a person's decision.
type Queued func(ctx context.Context, a Actor) (int, error)

const queuedKey = "presence.queued"

// Tray lets the frame of every page count what waits for whoever may approve.
func Tray(count Queued) gin.HandlerFunc {
	return func(c *gin.Context) {
		if strings.HasPrefix(c.FullPath(), "/staff") {
			c.Set(queuedKey, count)
		}
	}
}

// queued is 0 when it cannot be counted, and for who has nothing to decide.
func queued(c *gin.Context, a Actor) int {
	count, ok := c.Get(queuedKey)
	if !ok || !a.Approver() {
		return 0
	}
	n, err := count.(Queued)(c.Request.Context(), a)
	if err != nil {
		return 0
	}
	return n
}

// roleName is the role as people know it: a supervisor is an employee with reports (C11).
func roleName(a Actor) string {
	if a.Role == Employee && a.Supervises {
		return "supervisor"
	}
	return string(a.Role)
}
