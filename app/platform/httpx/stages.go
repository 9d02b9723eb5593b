package httpx

import "github.com/gin-gonic/gin"

// Stages are the middleware that runs before the handlers of routes. Each stage may refuse a request (Router.Refuse).
type Stages struct {
	// First is what needs no caller: what recovers panics, and what changes the request.
	First []gin.HandlerFunc
	// Identify puts the caller and what the layout of pages shows into the context.
	Identify []gin.HandlerFunc
	// Authorize refuses a caller whom the route does not admit. It returns the caller of every request; it is not called without a route.
	Authorize func(c *gin.Context) Caller
	// Reauth puts a Reauthentication into the context of the routes with a Reauth. It may read the body.
	Reauth gin.HandlerFunc

	noRules bool
}

// NoRules are the stages of a router that admits everybody to every route: of tests that put an actor into the context themselves.
func NoRules(*Router) Stages { return Stages{noRules: true} }

// use installs the stages in their order, with what the router itself does between them: the caller of Authorize is what limits bodies and
// Idempotency-Keys depend on, and bodies are limited before Reauth reads them.
func (r *Router) use(s Stages) {
	if s.noRules {
		return
	}
	if s.Authorize == nil || s.Reauth == nil {
		panic("a router without access rules")
	}
	r.engine.Use(s.First...)
	r.engine.Use(s.Identify...)
	r.engine.Use(func(c *gin.Context) {
		if c.FullPath() != "" {
			setCaller(c, s.Authorize(c))
		}
	}, r.limitBodies(), s.Reauth)
}
