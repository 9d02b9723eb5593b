// Package httpx is the HTTP layer of the pages and the JSON API: one table of routes with their access rules, strict JSON in and
// problem+json out, conditional requests, idempotent requests, paging, and the headers and limits of every answer. Features
// register their routes with it (routes.go of each feature) and never see huma or the middleware.
//
// # One JSON request
//
// Each layer in order, with the function and its file:
//
//	net/http
//	  DrainUnreadBodies (drain.go)   what a handler left unread of a body, before the connection is used again
//	  startupHandler (app/starting.go)  503 until the product is ready, which is not logged; then its current handler
//	  Middleware.Wrap (middleware.go), outermost first:
//	    logAndObserve           request id, Info in the context, log line, metrics, span (request_info.go)
//	    headers                 security headers
//	    rejectUnknownMethods, limitContentType, checkHost (421)
//	    CrossOriginProtection   403 for a form of another site
//	    gzip, headAsGet, keepSemicolons, stripPrefix (the path of PUBLIC_URL)
//	  gin, in the order of Router.use (stages.go), with the stages of App.stages (app/app.go):
//	    findRoute               the row of the table of routes, for RouteOf (route.go)
//	    Stages.First            panics, the language
//	    Stages.Identify         the caller: an auth.Actor in the context; what the layout of pages shows
//	    Stages.Authorize        the route's Rule: 401 or 403
//	    limitBodies             size of the body, and time of its beginning (body_limits.go): 413, 408, 503
//	    Stages.Reauth           whether reauthentication is due, which the route checks (reauth.go says how)
//	  huma, for a route registered by Handle (operation.go):
//	    admitted                reauthentication is due: 403 (reauth.go); 400 where the route refuses the key (idempotency.go)
//	    makeKeyAvailable        Idempotency-Key into the context, where the route honours it (idempotency.go)
//	    prepareBody             the body's media type (prepare_body.go): 415; a form with a file becomes JSON
//	    parameters              bound and validated by huma (problem of one: validation_errors.go)
//	    jsonFormat.Unmarshal    keeps the text of the body (strict_json.go)
//	    Body.Resolve            readBody (read_body.go): JSON against its schema in one pass (schema_reader.go), unknown and
//	                            repeated members, then Parse of the feature's type, then read-only members (read_only.go).
//	                            All errors are in one answer: 400
//	    idempotent              the stored answer of the key, or the handler in the key's transaction (idempotency.go)
//	    the feature's handler   returns a value or an error
//	    logProblem              of an error, which is a problem now (ProblemOf, problem.go): the cause of a 5xx, into the log line
//	    jsonFormat.Marshal      the value as JSON, or the problem as problem+json
//
// # One page
//
// The same net/http and gin layers, then for a route registered by Router.Page or Router.PageOf:
//
//	Reauth.check (reauth.go)      reauthentication is due: the form that asks for it (Config.ReauthPage)
//	ParseForm (form.go)           a form that is cut off or too large is refused
//	the feature's handler         reads the path and the form (form_values.go), and ends with one of:
//	  Render (render.go)          a page or a fragment, usually through frame.Page
//	  Flash, SeeOther             a message for the next page, and the redirect to it (flash.go, render.go)
//	  Reload (flash.go)           a fragment whose page is reloaded with the error as a message
//	  an error                    Router.RenderErrorPage (render.go): Config.ErrorPage, or Config.ReauthPage
//
// A route that writes its own answer (Router.HandleRaw) gets the gin context too, but its errors are problems. One that takes JSON and
// the form of a page is registered by HandleOrForm (form.go).
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
//   - huma limits the size of a body and the time to receive it. limitBodies limits bodies before, with those of pages, because
//     the limit depends on the caller and all bodies share a budget of memory.
//   - idempotent wraps a handler and is no middleware, because it runs the handler within its transaction and stores the typed
//     answer.
//   - A PATCH may send a record back as it was read: read-only members are compared with what the handler of GET returns
//     (read_only.go).
//   - Build adds to the description what depends on all routes: examples, descriptions of statuses, the rules in words.
//
// huma creates the errors of all APIs of a process by its two functions, which this package sets once (init in router.go); ours
// work from the request alone. The description is built when it is first asked for (openapi.go).
package httpx
