// Package httpx is the HTTP layer of the pages and the JSON API: one table of routes with their access rules, strict JSON in and
// problem+json out, conditional requests, idempotent requests, paging, and the headers and limits of every answer. Features
// register their routes with it (routes.go of each feature) and never see huma or the middleware.
//
// # One JSON request
//
//	net/http
//	  DrainUnreadBodies (drain.go)   what a handler left unread of a body, before the connection is used again
//	  Middleware.Wrap (middleware.go), outermost first:
//	    logAndObserve           request id, Info in the context, log line, metrics
//	    headers                 security headers
//	    rejectUnknownMethods, limitContentType, checkHost (421)
//	    CrossOriginProtection   403 for a form of another site
//	    gzip, headAsGet, keepSemicolons, stripPrefix (the path of PUBLIC_URL)
//	  gin, in the order of routesAndMiddleware (app/app.go):
//	    recoverPanics, nameRoute, BrowserSessions, Authenticate, ProvideViewer, ProvideCounts
//	    authorize               the route's Rule: 401 or 403
//	    Router.LimitBodies      size and time of the body (body_limits.go): 413, 408, 503
//	    AskAgain                of package auth: before the acts marked by Router.AskAgain, people confirm who they are
//	  huma, for a route registered by Handle (operation.go):
//	    parameters              bound and validated by huma (problem of one: validation_errors.go)
//	    jsonAPI.Unmarshal       keeps the bytes of the body: huma's own reading of JSON is not strict (body.go)
//	    Body.Resolve            readBody (read_body.go): JSON against its schema in one pass (schema_reader.go), unknown and
//	                            repeated members, then Parse of the feature's type. All errors are in one answer: 400
//	    idempotent              Idempotency-Key: the stored answer, or the handler (idempotency.go)
//	    the feature's handler   returns a value or an error
//	    jsonAPI.Marshal         the value as JSON; or ProblemOf (problem.go): the error's kind as a status and problem+json
//
// A page (Router.Page) leaves out huma: its handler gets the gin context, and its errors become a page (ErrorPage). A route
// that writes its own answer (Router.HandleRaw) gets the gin context and answers problems.
//
// huma creates its errors by two functions of its package, which this package sets once (init in router.go); they work from the
// request alone. The description of the API is built from the registered operations when it is first asked for (openapi.go).
package httpx
