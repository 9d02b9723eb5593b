package httpx

import (
	"context"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Timeouts to receive a body.
const (
	bodyTime   = 5 * time.Second
	uploadTime = 25 * time.Second // for a route with a higher limit than that of C4
)

// Op describes a route of the JSON API: one row of the table of routes.
type Op struct {
	Method         string
	Path           string // with parameters as {name}, for gin and OpenAPI
	Rule           Rule
	ID             string // operationId: verb and noun, "list-shifts"
	Tag            string // the resource's name
	Summary        string // one line for the description
	Success        int
	NotFoundStatus int // for a record that does not exist; 0: 404
	// Undeclared marks a route that the contract (docs/contract.md) lists without security but that requires sign-in, unless
	// UNDECLARED_ROUTES is documented (C10).
	Undeclared bool
	// Session marks a route that the API's contract declares with the scheme "sessions": the session cookie, or a bearer token
	// as everywhere (A4).
	Session bool
	// MaxBody is the maximum size of a body in bytes; 0: that of C4.
	MaxBody int64
	// FileMember is the member of the JSON body that contains a file in base64. The route then accepts multipart/form-data as
	// well (see describeUpload). Empty: none.
	FileMember string
}

// Protected returns op marked as Undeclared (C10).
func (op Op) Protected() Op {
	op.Undeclared = true
	return op
}

func (op Op) notFoundStatus() int {
	if op.NotFoundStatus == 0 {
		return http.StatusNotFound
	}
	return op.NotFoundStatus
}

// Handle registers an operation of the JSON API: it decodes strictly, calls h and encodes. Errors are answered as problems.
func Handle[I, O any](r *Router, op Op, h func(ctx context.Context, in *I) (*O, error)) {
	handle(r, op, h)
}

func handle[I, O any](r *Router, op Op, h func(ctx context.Context, in *I) (*O, error), around ...func(huma.Context, func(huma.Context))) {
	o := r.operation(op)
	o.Middlewares = append(o.Middlewares, around...)
	inner := h
	if op.Method == http.MethodPost && op.Rule != Anyone {
		inner = idempotent(r, op.Path, h)
		acceptIdempotencyKey(&o)
	}
	register(r, op, o, nameOf(h), inner)
}

// register adds the operation to the table of routes and registers it with huma. name is the handler's name in the table.
func register[I, O any](r *Router, op Op, o huma.Operation, name string, h func(ctx context.Context, in *I) (*O, error)) {
	checkInput(reflect.TypeFor[I]())
	row := Route{Method: op.Method, Path: ginPath(op.Path), Rule: op.Rule, Handler: name, Undeclared: op.Undeclared, MaxBody: op.MaxBody}
	r.add(row)
	huma.Register(r.api, o, func(ctx context.Context, in *I) (*O, error) {
		out, err := h(ctx, in)
		if err != nil {
			return nil, ProblemOf(ctx, err, op.notFoundStatus())
		}
		return out, nil
	})
	if op.FileMember != "" {
		describeUpload(r.registered(op), r.registry(), op.FileMember)
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

// operation converts op for huma, with its error statuses described.
func (r *Router) operation(op Op) huma.Operation {
	limit := Route{Rule: op.Rule, MaxBody: op.MaxBody}.bodyLimit(true)
	info := &operationInfo{op: op, registry: r.registry(), maxBody: limit, described: map[int]bool{}}
	o := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Tags: []string{op.Tag},
		DefaultStatus: op.Success, Responses: map[string]*huma.Response{},
		MaxBodyBytes:     limit + 1, // huma refuses a body of this size, we refuse more than the limit
		BodyReadTimeout:  bodyTime,
		SkipValidateBody: true, // Body.Resolve does it
		Metadata:         map[string]any{infoKeyOfOperation: info},
		Middlewares:      huma.Middlewares{liftBodyDeadline},

		RejectUnknownQueryParameters: !r.allowsUnknownQuery(op.Path),
	}
	if op.MaxBody > 0 {
		o.BodyReadTimeout = uploadTime
	}
	if op.Rule != Anyone {
		o.Security = []map[string][]string{{"access-token": {}}}
	}
	if op.Session {
		o.Security = append([]map[string][]string{{"sessions": {}}}, o.Security...)
	}
	r.describeRefusals(&o, op)
	return o
}

// describeRefusals describes all error statuses that the operation may return; dropUnusedStatuses removes those that its input
// excludes.
func (r *Router) describeRefusals(o *huma.Operation, op Op) {
	statuses := []int{http.StatusBadRequest, http.StatusServiceUnavailable, http.StatusInternalServerError, op.notFoundStatus()}
	if op.Rule != Anyone {
		statuses = append(statuses, http.StatusUnauthorized, http.StatusForbidden)
	}
	if op.Method != http.MethodGet {
		statuses = append(statuses, http.StatusConflict, http.StatusPreconditionFailed,
			http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	for _, status := range statuses {
		r.describeProblem(o, status)
	}
}

func (r *Router) describeProblem(o *huma.Operation, status int) {
	o.Responses[strconv.Itoa(status)] = r.problemResponse(http.StatusText(status))
}

func (r *Router) problemResponse(description string) *huma.Response {
	return &huma.Response{Description: description, Content: map[string]*huma.MediaType{"application/problem+json": {Schema: r.problem}}}
}

// operationInfo is our data about an operation. It is stored in the operation's metadata.
type operationInfo struct {
	op        Op
	registry  huma.Registry
	maxBody   int64            // bytes
	described map[int]bool     // statuses that DescribeErrors added
	readOnly  *readOnlyMembers // members that a body may contain although no write changes them; nil: none
}

const infoKeyOfOperation = "httpx"

// infoOfOperation returns the data of an operation; nil for one that Describe has added.
func infoOfOperation(o *huma.Operation) *operationInfo {
	info, _ := o.Metadata[infoKeyOfOperation].(*operationInfo)
	return info
}

func (r *Router) registry() huma.Registry { return r.api.OpenAPI().Components.Schemas }

// liftBodyDeadline removes the deadline of BodyReadTimeout when the body is read. Otherwise it would expire during the handler;
// net/http would take this for a client that disconnected, and cancel the request.
func liftBodyDeadline(hc huma.Context, next func(huma.Context)) { next(bodyDeadline{hc}) }

type bodyDeadline struct{ humaContext }

// humaContext is huma.Context under another name, so that embedding it does not hide its method Context.
type humaContext = huma.Context

// Unwrap is used by humagin to find its own context.
func (c bodyDeadline) Unwrap() huma.Context { return c.humaContext }

// BodyReader returns a reader that huma closes after the last byte.
func (c bodyDeadline) BodyReader() io.Reader {
	return closingReader{c.humaContext.BodyReader(), c.humaContext}
}

type closingReader struct {
	io.Reader
	hc huma.Context
}

// Close removes the deadline.
func (r closingReader) Close() error { return r.hc.SetReadDeadline(time.Time{}) }
