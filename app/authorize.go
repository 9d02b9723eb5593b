package app

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/door"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/kiosks"
	"presence/views/ui"
)

// authorize returns the stage that checks the caller against the access rule of the route (C10), for bearer tokens and
// cookies alike. Anonymous callers of a page are redirected to the sign-in page. anonymous is their actor on the routes that
// the API's contract lists as public; nil if those are protected.
func authorize(r *httpx.Router, anonymous *auth.Actor) func(c *gin.Context) httpx.Caller {
	return func(c *gin.Context) httpx.Caller {
		actor := auth.From(c.Request.Context())
		signedIn := actor.SignedIn()
		row := httpx.RouteOf(c)
		if anonymous != nil {
			actor = effectiveActor(c, row, actor, *anonymous)
		}
		switch {
		case row.Rule == "":
			r.Refuse(c, errs.Forbidden("no_rule", "This route has no access rule."))
		case actor.MustEnrol && row.Rule != httpx.Anyone && !row.AdmitsUnenrolled:
			enrolFirst(c, r)
		case allowed(row.Rule, actor) || row.Rule == httpx.Door && helps(actor, c):
		case !actor.SignedIn() && row.Kind == httpx.StaffPage:
			signInFirst(c)
		case !actor.SignedIn():
			r.Refuse(c, &errs.Error{Kind: errs.KindUnauthenticated, Code: "unauthenticated", Detail: "Sign in, or send a bearer token."})
		default:
			r.Refuse(c, errs.Forbidden("forbidden", "Your role does not allow this."))
		}
		return httpx.Caller{PersonID: actor.PersonID, SignedIn: signedIn}
	}
}

// effectiveActor returns the actor if UNDECLARED_ROUTES=documented (C10): a caller whom an undeclared route would refuse may
// call it with the scope of payroll, a signed-in person under their own name, anyone else as the anonymous actor. Pages show a
// warning.
func effectiveActor(c *gin.Context, row httpx.Route, actor, anonymous auth.Actor) auth.Actor {
	if row.Kind == httpx.StaffPage {
		l := auth.Lang(c)
		frame.SetBanner(c, ui.BannerProps{Tone: ui.Warn, Title: l.T(i18n.RoutesOpen), Text: l.T(i18n.RoutesOpenLong)})
	}
	if !row.Undeclared || allowed(row.Rule, actor) {
		return actor
	}
	if actor.SignedIn() {
		actor.Role = auth.Payroll
	} else {
		anonymous.IP, anonymous.RequestID, anonymous.Language = actor.IP, actor.RequestID, actor.Language
		actor = anonymous
	}
	c.Request = c.Request.WithContext(auth.With(c.Request.Context(), actor))
	return actor
}

// allowed reports whether a rule admits an actor (C11).
func allowed(rule httpx.Rule, a auth.Actor) bool {
	switch rule {
	case httpx.Anyone:
		return true
	case httpx.SignedIn:
		return a.SignedIn()
	case httpx.Approver:
		return a.SignedIn() && a.Approver()
	case httpx.Payroll:
		return a.Role == auth.Admin || a.Role == auth.Payroll
	case httpx.Events, httpx.Door:
		return a.RunsEvents()
	case httpx.Backoffice:
		return a.Role == auth.Admin || a.Role == auth.Payroll || a.Role == auth.Events
	case httpx.Admin:
		return a.Role == auth.Admin
	case httpx.Kiosk:
		return a.KioskID != 0
	}
	return false
}

// helps reports whether the actor is a helper with a check-in link of the event in the path.
func helps(a auth.Actor, c *gin.Context) bool {
	return a.HelperOf != "" && a.HelperOf == c.Param("event")
}

// identifyHelper returns the middleware that makes a caller with the cookie of a check-in link the helper of its event. It acts
// only on the routes that admit helpers, and not on people who may use them anyway.
func identifyHelper(r *httpx.Router, s *door.Service) gin.HandlerFunc {
	return func(c *gin.Context) {
		row := httpx.RouteOf(c)
		ctx := c.Request.Context()
		actor := auth.From(ctx)
		if row.Rule != httpx.Door || allowed(row.Rule, actor) {
			return
		}
		helper, carried, err := s.Identify(c.Request, actor)
		switch {
		case err != nil && !actor.SignedIn():
			r.Refuse(c, err)
		case carried && err == nil:
			c.Request = c.Request.WithContext(auth.With(ctx, helper))
		}
	}
}

// identifyKiosk returns the middleware that makes a device with the cookie of a kiosk that kiosk, on the routes of kiosks alone; those of
// people never read the cookie.
func identifyKiosk(r *httpx.Router, s *kiosks.Service) gin.HandlerFunc {
	return func(c *gin.Context) {
		row := httpx.RouteOf(c)
		if row.Kind != httpx.KioskPage {
			return
		}
		actor := kiosks.Visitor(c)
		if row.Rule == httpx.Kiosk {
			var err error
			if actor, err = s.Device(c.Request, actor); err != nil {
				r.Refuse(c, err)
				return
			}
		}
		c.Request = c.Request.WithContext(auth.With(c.Request.Context(), actor))
	}
}

// enrolFirst redirects a person who must set up a second factor to the page for it, and refuses other requests of their browser.
func enrolFirst(c *gin.Context, r *httpx.Router) {
	if httpx.RouteOf(c).Kind != httpx.StaffPage {
		r.Refuse(c, errs.Forbidden("second_factor_required", "Your role must have a second factor: set one up on the page of your account."))
		return
	}
	redirectPage(c, paths.Security())
}

// signInFirst redirects to the sign-in page, which returns to this page afterwards: not to a form that was sent, nor to a fragment, unless
// the page polls itself.
func signInFirst(c *gin.Context) {
	next := paths.Local(paths.Today())
	if c.Request.Method == http.MethodGet && (!httpx.IsHTMX(c) || httpx.RouteOf(c).Polled) {
		next = c.Request.URL.RequestURI()
	}
	redirectPage(c, paths.LoginThen(next))
}

// redirectPage redirects the browser before the request reaches its handler. For an HTMX request the whole page is redirected.
func redirectPage(c *gin.Context, to string) {
	if httpx.IsHTMX(c) {
		c.Header("HX-Redirect", to)
		c.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	c.Redirect(http.StatusSeeOther, to)
	c.Abort()
}
