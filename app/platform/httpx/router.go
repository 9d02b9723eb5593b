package httpx

import (
	"fmt"
	"net/http"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"

	"presence/app/platform/capacity"
)

// Router registers pages and JSON routes, and keeps the table of routes. A route cannot be registered without an access rule.
type Router struct {
	Config
	engine      *gin.Engine
	api         huma.API
	problem     *huma.Schema           // of a Problem
	description func() ([]byte, error) // see OpenAPI
	table       map[string]Route       // by method and gin pattern
	streams     *capacity.Turns        // by person, see handleStream
}

// huma creates the errors of all APIs of a process by these two functions. Ours depend only on the request, so they are the
// same for every Router, and are set once.
func init() {
	huma.NewErrorWithContext = problemOfRequest
	huma.NewError = func(status int, msg string, _ ...error) huma.StatusError {
		return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: msg}
	}
	huma.DefaultArrayNullable = false // empty lists are written as []
}

// Config is what a router needs to answer requests.
type Config struct {
	Title, Version string    // of the API description
	ErrorPage      ErrorPage // renders the errors of pages
	// ReauthPage answers a page that failed with ErrReauthRequired: with a form that asks for a password or a second factor, and then
	// repeats the request. Without it such a request fails.
	ReauthPage func(c *gin.Context) error
	// Idempotency stores the responses to requests with an Idempotency-Key. Without it a request with a key that is honoured fails.
	Idempotency *Idempotency
}

// NewRouter returns a router for the engine, with the stages that stages returns for it. The engine must have no middleware yet: RouteOf
// works in those that follow. After all routes are registered, Build completes the router.
func NewRouter(engine *gin.Engine, c Config, stages func(r *Router) Stages) *Router {
	config := huma.Config{Formats: jsonFormats, Transformers: []huma.Transformer{logProblem}, OpenAPI: &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info:    &huma.Info{Title: c.Title, Version: c.Version},
		Components: &huma.Components{
			Schemas: huma.NewMapRegistry(schemaPrefix, schemaName),
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"access-token": {Type: "http", Scheme: "bearer", BearerFormat: "JWT"},
				"sessions":     {Type: "apiKey", In: "cookie", Name: "__Host-presence", Description: "The session cookie that signing in sets"},
			},
		},
	}}
	problem := config.Components.Schemas.Schema(reflect.TypeFor[Problem](), true, "Problem")
	r := &Router{Config: c, engine: engine, api: humagin.New(engine, config), problem: problem, table: map[string]Route{},
		streams: capacity.NewTurns(maxStreams, errTooManyStreams)}
	engine.Use(r.findRoute)
	r.use(stages(r))
	return r
}

// Page registers a route that answers with a page, a StaffPage without another option. Its path has gin's notation: /staff/time/:period.
func (r *Router) Page(method, path string, rule Rule, h func(c *gin.Context) error, options ...PageOption) {
	op := Op{Method: method, Path: path, Kind: StaffPage, Rule: rule}
	for _, o := range options {
		o.setPage(&op)
	}
	r.page(op, nameOf(h), h)
}

// PageOf registers a page by an Op, which has its kind and may describe it for the API.
func (r *Router) PageOf(op Op, h func(c *gin.Context) error) {
	r.page(op, nameOf(h), h)
	r.describe(op)
}

// page registers a page; name is the handler's name in the table of routes.
func (r *Router) page(op Op, name string, h func(c *gin.Context) error) {
	op.refuse("a page", ignoredByPages)
	op.refuseUndescribed()
	row := op.row(name)
	r.add(row)
	r.engine.Handle(row.Method, row.Path, func(c *gin.Context) {
		err := row.Reauth.check(c.Request.Context())
		if err == nil {
			err = ParseForm(c)
		}
		if err == nil {
			err = h(c)
		}
		if err != nil {
			r.RenderErrorPage(c, err)
		}
	})
}

// HandleRaw registers a route that writes its own response: files, streams, CSV, health checks. A POST that needs a
// sign-in refuses an Idempotency-Key: the body is not known before the handler has read it.
func (r *Router) HandleRaw(op Op, h func(c *gin.Context) error) {
	op.refuse("a raw route", ignoredByRaw)
	op.refuseUndescribed()
	op.refusesKey = true
	r.add(op.row(nameOf(h)))
	r.describe(op)
	r.engine.Handle(op.Method, ginPath(op.Path), func(c *gin.Context) {
		err := op.admit(c.Request.Context(), c.GetHeader(idempotencyHeader))
		if err == nil {
			err = h(c)
		}
		if err != nil {
			Abort(c, err, op.notFoundStatus())
		}
	})
}

// Abort answers with the problem for err and aborts the request's handlers; missing is the status of NotFound in the route's family.
// If the answer has begun, it logs the error and closes the connection.
func Abort(c *gin.Context, err error, missing int) {
	if c.Writer.Written() {
		abortResponse(c.Request.Context(), err)
	}
	writeProblem(c.Writer, c.Request, ProblemOf(c.Request.Context(), err, missing))
	c.Abort()
}

// Paths returns the paths of the routes of a kind.
func (r *Router) Paths(kind Kind) (list []string) {
	for _, row := range r.table {
		if row.Kind == kind {
			list = append(list, row.Path)
		}
	}
	return list
}

// Routes returns the table, sorted by path and method.
func (r *Router) Routes() []Route {
	rows := make([]Route, 0, len(r.table))
	for _, row := range r.table {
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b Route) int {
		return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
	})
	return rows
}

// check fails if the engine has a route that is not in the table: nothing is served without an access rule (C10).
func (r *Router) check() error {
	for _, known := range r.engine.Routes() {
		if _, ok := r.table[known.Method+" "+known.Path]; !ok {
			return fmt.Errorf("route %s %s has no access rule", known.Method, known.Path)
		}
	}
	return nil
}

func (r *Router) add(row Route) {
	key := row.Method + " " + row.Path
	if _, twice := r.table[key]; twice {
		panic("route registered twice: " + key)
	}
	if strings.HasPrefix(row.Path, "/staff/") != (row.Kind == StaffPage) || strings.HasPrefix(row.Path, "/rsvp/") != (row.Kind == GuestPage) ||
		ofKiosk(row.Path) != (row.Kind == KioskPage) {
		panic("the path says another kind of route: " + key)
	}
	r.table[key] = row
}

var ginParameters = strings.NewReplacer("{", ":", "}", "")

// ginPath converts a path from OpenAPI's to gin's notation: "/shifts/{id}" to "/shifts/:id".
func ginPath(path string) string { return ginParameters.Replace(path) }

// nameOf returns the name of a handler for the table: "shifts.(*api).get".
func nameOf(h any) string {
	name := runtime.FuncForPC(reflect.ValueOf(h).Pointer()).Name()
	name = name[strings.LastIndexByte(name, '/')+1:]
	return strings.TrimSuffix(name, "-fm")
}
