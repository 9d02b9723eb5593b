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
//	    Router.LimitBodies      size of the body, and time of its beginning (body_limits.go): 413, 408, 503
//	    RequireReauth           of package auth: reauthentication before sensitive acts (reauth.go)
//	  huma, for a route registered by Handle (operation.go):
//	    prepareBody             the body's media type (prepare_body.go): 415; a form with a file becomes JSON
//	    parameters              bound and validated by huma (problem of one: validation_errors.go)
//	    jsonFormat.Unmarshal    keeps the text of the body (strict_json.go)
//	    Body.Resolve            readBody (read_body.go): JSON against its schema in one pass (schema_reader.go), unknown and
//	                            repeated members, then Parse of the feature's type. All errors are in one answer: 400
//	    idempotent              Idempotency-Key: the stored answer, or the handler (idempotency.go)
//	    the feature's handler   returns a value or an error
//	    jsonFormat.Marshal      the value as JSON; or ProblemOf (problem.go): the error's kind as a status and problem+json
//
// A page (Router.Page) leaves out huma: its handler gets the gin context, and its errors become a page (ErrorPage). A route
// that writes its own answer (Router.HandleRaw) gets the gin context and answers problems.
//
// # What huma does, and what is added
//
// Handle calls huma.Register with the feature's input and output structs: huma reads and validates parameters by their tags,
// reads the body, writes headers, status and body of the answer, and builds the schemas and the description. Lists, files,
// objects and event streams are a huma.StreamResponse. Added are, by the means that huma has for it:
//
//   - huma.Operation is made from an Op, which has the access rule: no operation is registered without a row in the table of
//     routes.
//   - huma.NewError and NewErrorWithContext return a Problem. A program needs a code for each validation error, and huma has only
//     English messages: the code follows from the schema and the value that huma.Validate has refused (validation_errors.go).
//   - Config.Formats has strict JSON. The format only keeps the text: it gets neither the schema nor the request, and huma's
//     validation needs the whole body as a tree, whose memory a client could choose. Body is a huma.Resolver that reads the text
//     token by token, reports all errors at once and calls Parse, whose result the handler gets.
//   - An operation middleware (prepareBody) refuses other media types, whose names huma compares exactly; it converts a form with
//     a file, which the contract accepts beside JSON; and it ends the deadline that huma leaves on the connection.
//   - huma limits the size of a body and the time to receive it. LimitBodies limits bodies before, with those of pages, because
//     the limit depends on the caller and all bodies share a budget of memory.
//   - idempotent wraps a handler and is no middleware, because it runs the handler within its transaction and stores the typed
//     answer.
//   - A PATCH may send a record back as it was read. The huma.Adapter is decorated to remember the handlers, so that read-only
//     members are compared with the answer of GET (read_only.go).
//   - Complete adds to the description what depends on all routes: examples, descriptions of statuses, the rules in words.
//
// huma creates the errors of all APIs of a process by its two functions, which this package sets once (init in router.go); ours
// work from the request alone. The description is built when it is first asked for (openapi.go).
package httpx
