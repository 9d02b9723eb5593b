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
)

// Rule says who may call a route (C10, C11). The services narrow it further to the records in the caller's scope.
type Rule string

// The rules. Each but Anyone admits exactly those that it names.
const (
	Anyone     Rule = "anyone"     // no credentials needed
	SignedIn   Rule = "signed-in"  // any person; the service shows each what is in scope
	Approver   Rule = "approver"   // admin, payroll, or a person with direct reports
	Payroll    Rule = "payroll"    // admin, payroll
	Events     Rule = "events"     // admin, events
	Backoffice Rule = "backoffice" // admin, payroll, events: the roles that work with the records of others
	Admin      Rule = "admin"
)

// Route is a line of the table: what may be called, by whom, and what answers.
type Route struct {
	Method, Path string
	Rule         Rule
	Handler      string
	Undeclared   bool  // listed by the document without security, protected here (C10)
	MaxBody      int64 // bytes; 0: what C4 allows everywhere, see bodyLimit
}

// Router registers pages and JSON routes, and keeps the one table of routes. A route cannot be registered without its rule.
type Router struct {
	engine      *gin.Engine
	api         huma.API
	adapter     *recordingAdapter
	problem     *huma.Schema           // of a Problem
	description func() ([]byte, error) // see OpenAPI
	table       map[string]Route       // by method and gin pattern

	unknownQueryPaths []string // see IgnoreQueryOn
	errorPage         ErrorPage
	idempotency       *idempotencyKeys // nil: no Idempotency-Key is honoured
}

// huma makes the errors of all APIs of a process by these two functions. Ours work from the request alone, so they are the
// same for every Router, and are set before there is one.
func init() {
	huma.NewErrorWithContext = problemOfRequest
	huma.NewError = func(status int, msg string, _ ...error) huma.StatusError {
		return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: msg}
	}
	huma.DefaultArrayNullable = false // a list that is empty is written as []
}

// NewRouter wraps the engine and describes its JSON API as title and version.
func NewRouter(engine *gin.Engine, title, version string) *Router {
	config := huma.Config{OpenAPI: &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info:    &huma.Info{Title: title, Version: version},
		Components: &huma.Components{
			Schemas: huma.NewMapRegistry(schemaPrefix, schemaName),
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"access-token": {Type: "http", Scheme: "bearer", BearerFormat: "JWT"},
				"sessions":     {Type: "apiKey", In: "cookie", Name: "__Host-presence", Description: "The session cookie that signing in sets"},
			},
		},
	}}
	api := humagin.New(engine, config)
	adapter := &recordingAdapter{api.Adapter(), map[string]*registeredHandler{}}
	problem := config.Components.Schemas.Schema(reflect.TypeFor[Problem](), true, "Problem")
	return &Router{engine: engine, api: jsonAPI{api, adapter}, adapter: adapter, problem: problem, table: map[string]Route{}}
}

// Page registers a route that answers with a page. Its path is written as gin reads it: /staff/time/:period.
func (r *Router) Page(method, path string, rule Rule, h func(c *gin.Context) error) {
	r.PageWithMaxBody(0, method, path, rule, h)
}

// PageWithMaxBody is Page for a route that takes a body of so many bytes, such as a form with a file.
func (r *Router) PageWithMaxBody(maxBody int64, method, path string, rule Rule, h func(c *gin.Context) error) {
	r.add(Route{Method: method, Path: path, Rule: rule, Handler: nameOf(h), MaxBody: maxBody})
	r.engine.Handle(method, path, func(c *gin.Context) {
		err := parseForm(c)
		if err == nil {
			err = h(c)
		}
		if err != nil {
			r.renderErrorPage(c, err)
		}
	})
}

// HandleRaw registers a route that writes its own answer: files, streams, CSV, health.
func (r *Router) HandleRaw(op Op, h func(c *gin.Context) error) {
	r.add(Route{Method: op.Method, Path: ginPath(op.Path), Rule: op.Rule, Handler: nameOf(h), Undeclared: op.Undeclared, MaxBody: op.MaxBody})
	r.engine.Handle(op.Method, ginPath(op.Path), func(c *gin.Context) {
		if err := h(c); err != nil {
			Abort(c, ProblemOf(c.Request.Context(), err, op.notFoundStatus()))
		}
	})
}

// AllowUnknownQuery names the paths whose routes ignore the query parameters that they do not know, such as a probe's or a
// mail program's (C7); one that ends in a slash, but for "/", stands for all below it. Call it before the routes are
// registered.
func (r *Router) AllowUnknownQuery(paths ...string) { r.unknownQueryPaths = paths }

func (r *Router) allowsUnknownQuery(path string) bool {
	return slices.ContainsFunc(r.unknownQueryPaths, func(p string) bool {
		return p == path || p != "/" && strings.HasSuffix(p, "/") && strings.HasPrefix(path, p)
	})
}

// Abort ends a request with a problem.
func Abort(c *gin.Context, p *Problem) {
	if c.Writer.Written() { // too late for a status: cut the connection, so that the client sees a failure
		panic(http.ErrAbortHandler)
	}
	writeProblem(c.Writer, c.Request, p)
	c.Abort()
}

// Rule finds the row of the table for a matched gin pattern.
func (r *Router) Rule(method, pattern string) (Route, bool) {
	row, ok := r.table[method+" "+pattern]
	return row, ok
}

// Routes lists the table, ordered by path and method.
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

// Check fails when the engine knows a route that has no row: nothing is served without a rule (C10).
func (r *Router) Check() error {
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
	r.table[key] = row
}

var ginParameters = strings.NewReplacer("{", ":", "}", "")

// ginPath is a path of OpenAPI as gin reads it: "/shifts/{id}" is "/shifts/:id".
func ginPath(path string) string { return ginParameters.Replace(path) }

// nameOf is "shifts.(*api).get" for a handler, as the table shows it.
func nameOf(h any) string {
	name := runtime.FuncForPC(reflect.ValueOf(h).Pointer()).Name()
	name = name[strings.LastIndexByte(name, '/')+1:]
	return strings.TrimSuffix(name, "-fm")
}
