package httpx

import (
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Handle registers one route of the JSON face: decode strictly, call h, encode. Errors come out as problems.
func Handle[I, O any](r *Router, op Op, h func(ctx context.Context, in *I) (*O, error)) {
	handle(r, op, h)
}

func handle[I, O any](r *Router, op Op, h func(ctx context.Context, in *I) (*O, error), around ...func(huma.Context, func(huma.Context))) {
	o := operation(op)
	o.Middlewares = around
	known := h // by its own name in the table of routes
	if op.Method == http.MethodPost && op.Rule != Anyone {
		h = idempotent(r, op.Path, h)
		acceptIdempotencyKey(&o)
	}
	out := outputOf(r.registry(), reflect.TypeFor[O](), &o)
	call := func(ctx context.Context, in any) (reflect.Value, error) {
		v, err := h(ctx, in.(*I))
		return reflect.ValueOf(v), err
	}
	intake := r.operate(op, o, reflect.TypeFor[I](), known, func(hc huma.Context, in any) {
		v, err := call(hc.Context(), in)
		if err != nil {
			writeHumaProblem(hc, ProblemOf(hc.Context(), err, op.notFoundStatus()))
			return
		}
		out.write(hc, v)
	})
	r.handled[op.Method+" "+op.Path] = &handled{intake, out, call}
}

// handled is a route of the JSON face that Handle has registered.
type handled struct {
	intake *binder
	out    *output
	call   func(ctx context.Context, in any) (reflect.Value, error) // pointers to the structs of its input and its output
}

// operate registers a route of the JSON face whose input is a struct of type in. It stands once for all types; what
// depends on them is in serve, which gets a pointer to the input.
func (r *Router) operate(op Op, o huma.Operation, in reflect.Type, h any, serve func(hc huma.Context, in any)) *binder {
	intake := newBinder(r.registry(), in, &o)
	intake.anyQuery = r.allowsUnknownQuery(op.Path)
	o.Metadata["anyQuery"] = intake.anyQuery
	row := Route{Method: op.Method, Path: ginPath(op.Path), Rule: op.Rule, Handler: nameOf(h), Undeclared: op.Undeclared}
	if intake.limit > maxBody {
		row.MaxBody = intake.limit
	}
	r.add(row)
	r.describeErrors(&o)
	r.api.OpenAPI().AddOperation(&o)
	r.api.Adapter().Handle(&o, o.Middlewares.Handler(func(hc huma.Context) {
		input := reflect.New(in)
		if p := intake.read(hc, input); p != nil {
			writeHumaProblem(hc, p)
			return
		}
		serve(hc, input.Interface())
	}))
	return intake
}

func (r *Router) registry() huma.Registry { return r.api.OpenAPI().Components.Schemas }

// describeErrors describes every refusal of the operation as a problem.
func (r *Router) describeErrors(o *huma.Operation) {
	schema := r.registry().Schema(reflect.TypeFor[Problem](), true, "Problem")
	for _, status := range append(o.Errors, http.StatusInternalServerError) {
		o.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: map[string]*huma.MediaType{"application/problem+json": {Schema: schema}}}
	}
}

// DescribeStatus describes a further success status of a registered route, with the body of the first (C9).
func DescribeStatus(r *Router, op Op, status int, description string) {
	o := r.registered(op)
	also := *o.Responses[strconv.Itoa(op.Success)]
	also.Description = description
	o.Responses[strconv.Itoa(status)] = &also
}

// DescribeStatusAs describes a further success status of a registered route whose body is a T (C9).
func DescribeStatusAs[T any](r *Router, op Op, status int, description string) {
	schema := r.registry().Schema(typeOf[T](), true, "")
	r.registered(op).Responses[strconv.Itoa(status)] = &huma.Response{Description: description, Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
}

func operation(op Op) huma.Operation {
	o := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Tags: []string{op.Tag},
		DefaultStatus: op.Success, MaxBodyBytes: Route{Rule: op.Rule, MaxBody: op.MaxBody}.bodyLimit(true),
		Metadata:  map[string]any{"missing": op.notFoundStatus()},
		Responses: map[string]*huma.Response{},
	}
	o.Errors = []int{http.StatusBadRequest, http.StatusServiceUnavailable}
	if op.Rule != Anyone {
		o.Errors = append(o.Errors, http.StatusUnauthorized, http.StatusForbidden)
		o.Security = []map[string][]string{{"access-token": {}}}
	}
	if op.Session {
		o.Security = append([]map[string][]string{{"sessions": {}}}, o.Security...)
	}
	if m := op.notFoundStatus(); m != http.StatusBadRequest {
		o.Errors = append(o.Errors, m)
	}
	if op.Method != http.MethodGet {
		o.Errors = append(o.Errors, http.StatusConflict, http.StatusPreconditionFailed, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return o
}

// Response is the answer of a single resource, with its ETag (C8).
type Response[T any] struct {
	ETag string `header:"ETag"`
	Body T
}

// id is the record's, as its tag has it.
func (o *Response[T]) id() string {
	tag := strings.Trim(o.ETag, `"`)
	return tag[:max(strings.LastIndexByte(tag, '-'), 0)]
}

// Versioned is a record's face that knows its id and version.
type Versioned interface{ Tag() (id, version int64) }

// Respond wraps a single resource for its answer.
func Respond[T Versioned](v T) *Response[T] {
	id, version := v.Tag()
	return &Response[T]{ETag: ETag(id, version), Body: v}
}

// NoContent is an answer without a body.
type NoContent struct{}

// ETag of a record at a version.
func ETag(id, version int64) string {
	return `"` + strconv.FormatInt(id, 10) + "-" + strconv.FormatInt(version, 10) + `"`
}

// ByID is the input of a read: the record's id, a positive number.
type ByID struct {
	ID int64 `path:"id" minimum:"1" doc:"The record's id"`
}

// IfMatchInput is the input of a write to one record: its id, and the ETag that the caller read, if it wants to be sure.
type IfMatchInput struct {
	ByID
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write is refused with 412 when the record has changed since"`
}

// ExpectedVersion is the version that If-Match names: nil for any ("*" or no header), a version no record has when the tag is not this record's.
func (g IfMatchInput) ExpectedVersion() *int64 {
	if g.IfMatch == "" || g.IfMatch == "*" {
		return nil
	}
	return parseIfMatch(g.IfMatch, strconv.FormatInt(g.ID, 10))
}
