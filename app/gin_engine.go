package app

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/gin-gonic/gin"

	"presence/app/hub/rsvp"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
)

// newEngine returns a gin engine without some of gin's defaults: no proxy is trusted, no path is redirected, and its plain-text
// answers (404, 405, a panic) are replaced by problems and pages.
func newEngine() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	_ = e.SetTrustedProxies(nil) // httpx determines the client's address (R20)
	e.HandleMethodNotAllowed = true
	e.RedirectTrailingSlash = false
	e.RedirectFixedPath = false
	e.ContextWithFallback = true
	return e
}

// handleUnrouted sets the handlers for requests without a route.
func handleUnrouted(e *gin.Engine, r *httpx.Router) {
	e.NoRoute(func(c *gin.Context) { r.Refuse(c, errs.NotFound("page or resource")) })
	e.NoMethod(func(c *gin.Context) {
		// The page after an answer has the address of its form, which a browser opens again from a bookmark or its history.
		if event, ok := rsvp.EventOfForm(c.Request.URL.Path); ok && c.Request.Method == http.MethodGet && httpx.PrefersHTML(c.Request) {
			c.Redirect(http.StatusSeeOther, paths.Rsvp(event, "", ""))
			return
		}
		err := httpx.MethodNotAllowed("This resource does not take " + c.Request.Method + ".")
		if httpx.PrefersHTML(c.Request) && httpx.RouteOf(c).Kind == httpx.StaffPage {
			r.RenderErrorPage(c, err)
			return
		}
		httpx.Abort(c, err, http.StatusNotFound)
	})
}

// preferLanguage lets requests that ask for neither French nor English be answered in the company's language.
func preferLanguage(l i18n.Lang) gin.HandlerFunc {
	return func(c *gin.Context) {
		if !i18n.Asks(c.GetHeader("Accept-Language")) && l != "" {
			c.Request.Header.Set("Accept-Language", string(l))
		}
	}
}

// recoverPanics turns a panic into a 500 that is logged with its stack, except for http.ErrAbortHandler.
func recoverPanics(r *httpx.Router) gin.HandlerFunc {
	return func(c *gin.Context) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(v)
			}
			err := fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			httpx.LogFailure(c.Request.Context(), err) // even if the client is gone
			r.Refuse(c, err)
		}()
		c.Next()
	}
}
