package httpx

import (
	"context"
	"io"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// StreamedObject is a JSON object that is written as it is read, since a list of any length stands in it.
type StreamedObject struct {
	Link  string // the Link header; empty: none
	Write func(w io.Writer) error
}

// HandleObject registers a route that answers an object of type T as h writes it. As with File, a failure before the first byte
// is a problem, and one after it cuts the connection.
func HandleObject[T, I any](r *Router, op Op, h func(ctx context.Context, in *I) (*StreamedObject, error)) {
	o := operation(op)
	o.Responses[strconv.Itoa(op.Success)] = &huma.Response{Description: "The object", Content: map[string]*huma.MediaType{
		"application/json": {Schema: r.registry().Schema(reflect.TypeFor[T](), true, "")},
	}}
	r.operate(op, o, reflect.TypeFor[I](), h, func(hc huma.Context, in any) {
		ctx := hc.Context()
		v, err := h(ctx, in.(*I))
		if err != nil {
			writeHumaProblem(hc, ProblemOf(ctx, err, op.notFoundStatus()))
			return
		}
		w := &objectWriter{hc: hc, link: v.Link, status: op.Success}
		switch err := v.Write(w); {
		case err == nil:
		case !w.started:
			writeHumaProblem(hc, ProblemOf(ctx, err, op.notFoundStatus()))
		default:
			abortResponse(ctx, err)
		}
	})
}

// objectWriter sends the headers with the first byte.
type objectWriter struct {
	hc      huma.Context
	link    string
	status  int
	started bool
}

func (w *objectWriter) Write(b []byte) (int, error) {
	if !w.started {
		w.started = true
		w.hc.SetHeader("Content-Type", "application/json")
		w.hc.SetHeader("Cache-Control", "private, no-store")
		if w.link != "" {
			w.hc.SetHeader("Link", w.link)
		}
		w.hc.SetStatus(w.status)
	}
	return w.hc.BodyWriter().Write(b)
}
