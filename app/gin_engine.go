package app

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// newEngine is gin with its habits changed: no proxy is trusted, no path is corrected by redirect, and what it says in
// plain text (404, 405, a panic) is said as a problem or as a page.
func newEngine() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	_ = e.SetTrustedProxies(nil) // the visitor's address is httpx's business (R20)
	e.HandleMethodNotAllowed = true
	e.RedirectTrailingSlash = false
	e.RedirectFixedPath = false
	e.ContextWithFallback = true
	return e
}

// handleUnrouted answers what no route answers.
func handleUnrouted(e *gin.Engine, r *httpx.Router) {
	e.NoRoute(func(c *gin.Context) { refuse(c, r, errs.NotFound("page or resource")) })
	e.NoMethod(func(c *gin.Context) {
		p := httpx.ProblemOf(c.Request.Context(), errs.Forbidden("method_not_allowed", "This resource does not take "+c.Request.Method+"."),
			http.StatusNotFound)
		p.Status, p.Title = http.StatusMethodNotAllowed, http.StatusText(http.StatusMethodNotAllowed)
		httpx.Abort(c, p)
	})
}

// recoverPanics turns a panic into a 500 that is logged with its stack, unless it is the deliberate cut of an answer.
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
			httpx.InfoOf(c.Request.Context()).Cause = err
			if c.Writer.Written() {
				panic(http.ErrAbortHandler)
			}
			refuse(c, r, err)
		}()
		c.Next()
	}
}
