package httpx

import (
	"errors"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// output writes what a handler gives: its fields tagged header, its Status where it has one, its Body as JSON.
type output struct {
	headers map[string][]int
	status  []int        // nil: the operation's
	body    []int        // nil: none
	schema  *huma.Schema // of the body; nil: none
	success int
}

// outputOf finds out what a type holds, and describes it in o.
func outputOf(registry huma.Registry, t reflect.Type, o *huma.Operation) *output {
	out := &output{headers: map[string][]int{}, success: o.DefaultStatus}
	response := &huma.Response{Description: http.StatusText(o.DefaultStatus)}
	for i := range t.NumField() {
		switch f := t.Field(i); f.Name {
		case "Status":
			out.status = f.Index
		case "Body":
			out.body = f.Index
			hint := o.OperationID + "Response"
			if t.Name() != "" {
				hint = t.Name() + "Body"
			}
			out.schema = huma.SchemaFromField(registry, f, hint)
			response.Content = map[string]*huma.MediaType{"application/json": {Schema: out.schema}}
		default:
			name := f.Tag.Get("header")
			out.headers[name] = f.Index
			if response.Headers == nil {
				response.Headers = map[string]*huma.Param{}
			}
			response.Headers[name] = &huma.Header{Schema: huma.SchemaFromField(registry, f, "")}
		}
	}
	o.Responses[strconv.Itoa(o.DefaultStatus)] = response
	return out
}

// write answers with v, a pointer to the output's struct; nil stands for an answer without a body.
func (out *output) write(hc huma.Context, v reflect.Value) {
	if v.IsNil() {
		hc.SetStatus(out.success)
		return
	}
	v = v.Elem()
	for name, at := range out.headers {
		if value := v.FieldByIndex(at).String(); value != "" {
			hc.SetHeader(name, value)
		}
	}
	status := out.success
	if out.status != nil {
		status = int(v.FieldByIndex(out.status).Int())
	}
	if out.body == nil {
		hc.SetStatus(status)
		return
	}
	hc.SetHeader("Content-Type", "application/json")
	hc.SetStatus(status)
	if err := encodeJSON(hc.BodyWriter(), v.FieldByIndex(out.body).Interface()); err != nil && hc.Context().Err() == nil {
		InfoOf(hc.Context()).Cause = errors.Join(errors.New("httpx: an answer that is no JSON"), err)
		panic(http.ErrAbortHandler) // what is written is cut: nobody may take it for whole
	}
}
