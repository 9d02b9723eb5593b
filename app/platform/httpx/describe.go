package httpx

import (
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// OperationDoc is what the description says of a route that reads its request and writes its answer by itself (C9).
type OperationDoc struct {
	Parameters []ParameterDoc
	Body       any      // a value of the body's type, sent as one of BodyMedia; nil: no body
	BodyMedia  []string // media types
	Responses  []ResponseDoc
}

// ParameterDoc is a parameter: of the path where Op.Path has {Name}, else of the query.
type ParameterDoc struct{ Name, Text, Example string }

// ResponseDoc is one of a route's answers. Statuses of 400 and more are problems, whatever Body is.
type ResponseDoc struct {
	Status int
	Text   string
	Body   any    // a value of its type, as JSON; nil: none
	Media  string // of an answer that is not application/json: "text/html", "text/csv"
}

// Describe puts a route of HandleRaw or Page into the description.
func (r *Router) Describe(op Op, d OperationDoc) {
	o := huma.Operation{OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Tags: []string{op.Tag},
		Responses: map[string]*huma.Response{}}
	if op.Rule != Anyone {
		o.Security = []map[string][]string{{"access-token": {}}}
	}
	for _, p := range d.Parameters {
		param := &huma.Param{Name: p.Name, In: "query", Description: p.Text, Schema: &huma.Schema{Type: huma.TypeString}}
		if strings.Contains(op.Path, "{"+p.Name+"}") {
			param.In, param.Required = "path", true
		}
		if p.Example != "" {
			param.Example = p.Example
		}
		o.Parameters = append(o.Parameters, param)
	}
	if d.Body != nil {
		o.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{}}
		for _, media := range d.BodyMedia {
			o.RequestBody.Content[media] = &huma.MediaType{Schema: r.schemaOf(d.Body)}
		}
	}
	for _, a := range d.Responses {
		r.describeAnswer(&o, a)
	}
	r.api.OpenAPI().AddOperation(&o)
}

// describeAnswer adds an answer; a status may come as JSON and as something else.
func (r *Router) describeAnswer(o *huma.Operation, a ResponseDoc) {
	status := strconv.Itoa(a.Status)
	response, known := o.Responses[status]
	if !known {
		response = &huma.Response{Description: a.Text, Content: map[string]*huma.MediaType{}}
		o.Responses[status] = response
	}
	switch {
	case a.Media != "" && a.Body != nil:
		response.Content[a.Media] = &huma.MediaType{Schema: r.schemaOf(a.Body)}
	case a.Media != "":
		response.Content[a.Media] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	case a.Status >= http.StatusBadRequest:
		response.Content["application/problem+json"] = &huma.MediaType{Schema: r.schemaOf(&Problem{})}
	case a.Body != nil:
		response.Content["application/json"] = &huma.MediaType{Schema: r.schemaOf(a.Body)}
	}
}

func (r *Router) schemaOf(v any) *huma.Schema {
	return r.api.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(v), true, "")
}

// DescribeStatus describes a further success status of a registered operation, with the headers and the body of the first (C9).
func DescribeStatus(r *Router, op Op, status int, description string) {
	o := r.registered(op)
	also := *o.Responses[strconv.Itoa(op.Success)]
	also.Description = description
	o.Responses[strconv.Itoa(status)] = &also
}

// DescribeStatusAs describes a further success status of a registered operation whose body is a T (C9).
func DescribeStatusAs[T any](r *Router, op Op, status int, description string) {
	schema := r.registry().Schema(reflect.TypeFor[T](), true, "")
	r.registered(op).Responses[strconv.Itoa(status)] = &huma.Response{Description: description,
		Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
}

// DescribeErrors describes further refusals of a registered operation (C9).
func DescribeErrors(r *Router, op Op, statuses ...int) {
	o := r.registered(op)
	for _, status := range statuses {
		also := *o.Responses[strconv.Itoa(http.StatusInternalServerError)] // with the media types of the others
		also.Description = http.StatusText(status)
		o.Responses[strconv.Itoa(status)] = &also
		infoOfOperation(o).described[status] = true
	}
}

// registered is the description of an operation that is registered.
func (r *Router) registered(op Op) *huma.Operation {
	return r.adapter.handlers[op.Method+" "+op.Path].op
}
