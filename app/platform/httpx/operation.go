package httpx

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Timeouts to receive a body.
const (
	bodyTime   = 5 * time.Second
	uploadTime = 25 * time.Second // for a route with a higher limit than that of C4
)

// Op describes a route: one row of the table of routes, and what the description of the API says of it. What is special about a route is
// said by options (With).
type Op struct {
	Method         string
	Path           string // with parameters as {name}, for gin and OpenAPI
	Kind           Kind
	Rule           Rule
	ID             string // operationId: verb and noun, "list-shifts"
	Tag            string // the resource's name
	Summary        string // one line for the description
	Success        int
	NotFoundStatus int // for a record that does not exist; 0: 404

	reauth           Reauth
	maxBody          int64        // bytes; 0: that of C4
	readBy           recordReader // see ReadBy
	shownOnce        string       // see ShownOnce; empty: the answer contains no secret
	session          bool         // see Collection.Session
	withFile         bool
	credentials      bool
	ignoresQuery     bool
	undeclared       bool
	refusesKey       bool
	admitsUnenrolled bool
	polled           bool
	doc              *OperationDoc
}

// keyed reports whether the route honours or refuses an Idempotency-Key; all others ignore it.
func (op Op) keyed() bool { return op.Method == http.MethodPost && op.Rule != Anyone }

// row returns the operation's row in the table of routes. handler is the name of its handler.
func (op Op) row(handler string) Route {
	return Route{Method: op.Method, Path: ginPath(op.Path), Kind: op.Kind, Rule: op.Rule, Handler: handler, Undeclared: op.undeclared,
		MaxBody: op.maxBody, Reauth: op.reauth, Credentials: op.credentials, AdmitsUnenrolled: op.admitsUnenrolled, Polled: op.polled}
}

func (op Op) notFoundStatus() int {
	if op.NotFoundStatus == 0 {
		return http.StatusNotFound
	}
	return op.NotFoundStatus
}

// Handle registers an operation of the JSON API: it decodes strictly, calls h and encodes. Errors are answered as problems.
func Handle[I, O any](r *Router, op Op, h func(ctx context.Context, in *I) (*O, error)) {
	handle(r, op, nameOf(h), h)
}

// handle is Handle; name is the handler's name in the table of routes.
func handle[I, O any](r *Router, op Op, name string, h func(ctx context.Context, in *I) (*O, error),
	around ...func(huma.Context, func(huma.Context))) {
	op.refuse("an operation", []ignorable{isPublic, isDescribed})
	o := r.operation(op)
	o.Middlewares = append(o.Middlewares, around...)
	inner := h
	if op.keyed() && !op.refusesKey {
		inner = idempotent(r, op, h)
		acceptIdempotencyKey(&o, op)
	}
	register(r, op, o, name, inner)
}

// register adds the operation to the table of routes and registers it with huma. name is the handler's name in the table.
func register[I, O any](r *Router, op Op, o huma.Operation, name string, h func(ctx context.Context, in *I) (*O, error)) {
	checkInput(reflect.TypeFor[I]())
	r.add(op.row(name))
	o.Middlewares = append(slices.Insert(o.Middlewares, 0, admitted(op)), prepareBody(op))
	if op.Rule != Anyone {
		o.Middlewares = slices.Insert(o.Middlewares, 0, keptPrivate(reflect.TypeFor[O]()))
	}
	if _, ok := any(new(I)).(limited); ok {
		o.Middlewares = append(o.Middlewares, rememberURL)
	}
	huma.Register(r.api, o, func(ctx context.Context, in *I) (*O, error) {
		out, err := h(ctx, in)
		if err != nil {
			return nil, ProblemOf(ctx, err, op.notFoundStatus())
		}
		return out, nil
	})
	registered := r.registered(op.Method, op.Path)
	r.describeRefusals(registered, op)
	if op.withFile {
		describeUpload(registered, r.registry())
	}
}

// keptPrivate lets no shared cache keep the answers of a route that needs a sign-in, and only browsers those with an ETag, which they must
// validate. A handler may set another Cache-Control.
func keptPrivate(answer reflect.Type) func(huma.Context, func(huma.Context)) {
	value := "private, no-store"
	if f, ok := answer.FieldByName("ETag"); ok && f.Tag.Get("header") == "ETag" {
		value = "private, no-cache"
	}
	return func(hc huma.Context, next func(huma.Context)) {
		hc.SetHeader("Cache-Control", value)
		next(hc)
	}
}

// checkInput panics if an embedded struct is not exported, because huma would ignore its parameters.
func checkInput(t reflect.Type) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous {
			if !f.IsExported() {
				panic("httpx: " + t.String() + " embeds " + f.Name + ", which is not exported")
			}
			checkInput(f.Type)
		}
	}
}

// operation converts op for huma. describeRefusals completes its error statuses once it is registered.
func (r *Router) operation(op Op) huma.Operation {
	o := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Tags: []string{op.Tag},
		DefaultStatus: op.Success, Responses: map[string]*huma.Response{}, Errors: []int{http.StatusServiceUnavailable},
		MaxBodyBytes:     op.row("").bodyLimit(true) + 1, // huma refuses a body of this size, we refuse more than the limit
		BodyReadTimeout:  bodyTime,
		SkipValidateBody: true, // Body.Resolve does it
		Metadata:         map[string]any{infoKeyOfOperation: &operationInfo{op: op, registry: r.registry()}},

		RejectUnknownQueryParameters: !op.ignoresQuery,
	}
	if op.maxBody > 0 {
		o.BodyReadTimeout = uploadTime
	}
	if op.Rule != Anyone {
		o.Security = []map[string][]string{{"access-token": {}}}
		o.Errors = append(o.Errors, http.StatusUnauthorized, http.StatusForbidden)
	}
	if op.session {
		o.Security = append([]map[string][]string{{"sessions": {}}}, o.Security...)
	}
	return o
}

// describeRefusals describes the error statuses that follow from the input of a registered operation. For invalid input huma has
// described 422; ours is 400.
func (r *Router) describeRefusals(o *huma.Operation, op Op) {
	delete(o.Responses, strconv.Itoa(http.StatusUnprocessableEntity))
	var statuses []int
	if o.RequestBody != nil || len(o.Parameters) > 0 || o.RejectUnknownQueryParameters {
		statuses = append(statuses, http.StatusBadRequest)
	}
	if slices.ContainsFunc(o.Parameters, func(p *huma.Param) bool { return p.In == "path" || p.Name == "id" }) {
		statuses = append(statuses, op.notFoundStatus())
	}
	if op.Method != http.MethodGet {
		statuses = append(statuses, http.StatusConflict)
		if hasParameter(o, "If-Match") {
			statuses = append(statuses, http.StatusPreconditionFailed)
		}
		if o.RequestBody != nil {
			statuses = append(statuses, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
		}
	}
	for _, status := range statuses {
		o.Responses[strconv.Itoa(status)] = r.problemResponse(http.StatusText(status))
	}
}

func (r *Router) problemResponse(description string) *huma.Response {
	return &huma.Response{Description: description, Content: map[string]*huma.MediaType{"application/problem+json": {Schema: r.problem}}}
}

// operationInfo is our data about an operation. It is stored in the operation's metadata.
type operationInfo struct {
	op       Op
	registry huma.Registry
	readOnly *readOnlyMembers // members that a body may contain although no write changes them; nil: none
}

const infoKeyOfOperation = "httpx"

// infoOfOperation returns the data of an operation; nil for one that Describe has added.
func infoOfOperation(o *huma.Operation) *operationInfo {
	info, _ := o.Metadata[infoKeyOfOperation].(*operationInfo)
	return info
}

func (r *Router) registry() huma.Registry { return r.api.OpenAPI().Components.Schemas }
