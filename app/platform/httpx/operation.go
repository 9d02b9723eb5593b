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

// How long a body may take to arrive.
const (
	bodyTime   = 5 * time.Second
	uploadTime = 25 * time.Second // one that is larger than C4 allows everywhere
)

// Op describes a route of the JSON API: one line of the table of routes.
type Op struct {
	Method         string
	Path           string // gin and OpenAPI both read {name}
	Rule           Rule
	ID             string // operationId: verb and noun, "list-shifts"
	Tag            string // the resource's name
	Summary        string // one line for the description
	Success        int
	NotFoundStatus int // status of "no such record"; 404 when zero
	// Undeclared marks the routes that the document lists without security but that need a principal here (C10).
	Undeclared bool
	// Session marks the routes that the document declares with the scheme "sessions": the session cookie, or a bearer
	// token as everywhere (A4).
	Session bool
	// MaxBody is how many bytes a body may have, where the route takes more than C4 allows everywhere; 0: that.
	MaxBody int64
	// FileMember is the member of the JSON body that holds a file in base64. The route takes multipart/form-data as well:
	// see describeUpload. Empty: none.
	FileMember string
}

// Protected marks a route that the document lists without security but that is protected here (C10).
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

// Handle registers an operation of the JSON API: decode strictly, call h, encode. Errors come out as problems.
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

// register puts the operation into the table of routes and hands it to huma. name is the handler's in the table.
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

// checkInput panics for an embedded struct that is not exported: huma would ignore its parameters.
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

// operation is op as huma takes it, with its refusals described.
func (r *Router) operation(op Op) huma.Operation {
	limit := Route{Rule: op.Rule, MaxBody: op.MaxBody}.bodyLimit(true)
	info := &operationInfo{op: op, registry: r.registry(), maxBody: limit, described: map[int]bool{}}
	o := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Tags: []string{op.Tag},
		DefaultStatus: op.Success, Responses: map[string]*huma.Response{},
		MaxBodyBytes:     limit + 1, // huma refuses a body of this size, and we one of more than the limit
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

// describeRefusals describes as problems all refusals that the operation may answer; dropUnusedStatuses takes out what its
// input rules out.
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

// operationInfo is what we keep of an operation beside its description. It travels in the operation's metadata.
type operationInfo struct {
	op        Op
	registry  huma.Registry
	maxBody   int64            // bytes
	described map[int]bool     // statuses that DescribeErrors added
	readOnly  *readOnlyMembers // members that the body may hold though no write takes them; nil: none
}

const infoKeyOfOperation = "httpx"

// infoOfOperation is nil for operations that Describe put into the description.
func infoOfOperation(o *huma.Operation) *operationInfo {
	info, _ := o.Metadata[infoKeyOfOperation].(*operationInfo)
	return info
}

func (r *Router) registry() huma.Registry { return r.api.OpenAPI().Components.Schemas }

// liftBodyDeadline ends the deadline of BodyReadTimeout once the body is read. It would stay on the connection, where
// net/http takes it for a client that hung up, and cancels the request while its handler is at work.
func liftBodyDeadline(hc huma.Context, next func(huma.Context)) { next(bodyDeadline{hc}) }

type bodyDeadline struct{ humaContext }

// humaContext is huma.Context under a name that does not hide its method Context where it is embedded.
type humaContext = huma.Context

// Unwrap lets humagin find its own context.
func (c bodyDeadline) Unwrap() huma.Context { return c.humaContext }

// BodyReader is closed by huma after the last byte.
func (c bodyDeadline) BodyReader() io.Reader {
	return closingReader{c.humaContext.BodyReader(), c.humaContext}
}

type closingReader struct {
	io.Reader
	hc huma.Context
}

// Close lifts the deadline.
func (r closingReader) Close() error { return r.hc.SetReadDeadline(time.Time{}) }
