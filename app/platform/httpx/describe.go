package httpx

import (
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// OperationDoc describes a route that reads its request and writes its response itself, for the API description (C9).
type OperationDoc struct {
	Parameters []ParameterDoc
	Body       any      // a value of the body's type, which is sent as one of BodyMedia; nil: no body
	BodyMedia  []string // media types
	Responses  []ResponseDoc
}

// ParameterDoc describes a parameter: of the path if Op.Path contains {Name}, else of the query.
type ParameterDoc struct{ Name, Text, Example string }

// ResponseDoc describes one response of a route. Statuses from 400 on are problems, whatever Body is.
type ResponseDoc struct {
	Status int
	Text   string
	Body   any    // a value of the JSON's type; nil: no body
	Media  string // media type of a body that is not JSON: "text/html", "text/csv"
}

// describe adds a route to the API description, if it has one.
func (r *Router) describe(op Op) {
	d := op.doc
	if d == nil {
		return
	}
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

// describeAnswer adds a response; a status may have JSON and another media type.
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

// DescribeStatus describes another success status of a registered operation, with the headers and the body of the first one
// (C9).
func DescribeStatus(r *Router, op Op, status int, description string) {
	o := r.registered(op.Method, op.Path)
	also := *o.Responses[strconv.Itoa(op.Success)]
	also.Description = description
	o.Responses[strconv.Itoa(status)] = &also
}

// DescribeStatusAs describes another success status of a registered operation, with a body of type T (C9).
func DescribeStatusAs[T any](r *Router, op Op, status int, description string) {
	schema := r.registry().Schema(reflect.TypeFor[T](), true, "")
	r.registered(op.Method, op.Path).Responses[strconv.Itoa(status)] = &huma.Response{Description: description,
		Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
}

// DescribeErrors describes further error statuses of a registered operation (C9).
func DescribeErrors(r *Router, op Op, statuses ...int) {
	o := r.registered(op.Method, op.Path)
	for _, status := range statuses {
		also := *o.Responses[strconv.Itoa(http.StatusInternalServerError)] // a copy, for the media type of problems
		also.Description = http.StatusText(status)
		o.Responses[strconv.Itoa(status)] = &also
	}
}

// registered returns the operation with that method and path, which huma shares with the description; nil if there is none.
func (r *Router) registered(method, path string) *huma.Operation {
	if item := r.api.OpenAPI().Paths[path]; item != nil {
		for _, o := range operationsOf(item) {
			if o.Method == method {
				return o
			}
		}
	}
	return nil
}
