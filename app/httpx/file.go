package httpx

import (
	"context"
	"io"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// Download is a file that is written as it is read. Write may take its time: what it writes travels at once.
type Download struct {
	ContentType string
	Disposition string // the Content-Disposition, with the name it is saved under
	Write       func(w io.Writer) error
}

// File registers a route that answers a file of one of the media types. A failure before the first byte is a problem
// like any other; after it the connection is cut, so that nobody takes half a file for a whole one.
func File[I any](r *Router, op Op, media []string, h func(ctx context.Context, in *I) (*Download, error)) {
	r.add(Route{Method: op.Method, Path: ginPath(op.Path), Rule: op.Rule, Handler: nameOf(h), Undeclared: op.Undeclared})
	o := operation(op)
	content := map[string]*huma.MediaType{}
	for _, m := range media {
		content[m] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	o.Responses[strconv.Itoa(op.Success)] = &huma.Response{Description: "The file", Content: content}
	huma.Register(r.api, o, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		d, err := h(ctx, in)
		if err != nil {
			return nil, refusal(ctx, err, op.missing())
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			w := &fileWriter{hc: hc, file: d, status: op.Success}
			w.finish(ctx, d.Write(w), op.missing())
		}}, nil
	})
}

// fileWriter sends the headers with the first byte.
type fileWriter struct {
	hc      huma.Context
	file    *Download
	status  int
	started bool
}

func (w *fileWriter) Write(b []byte) (int, error) {
	if !w.started {
		w.started = true
		w.hc.SetHeader("Content-Type", w.file.ContentType)
		w.hc.SetHeader("Content-Disposition", w.file.Disposition)
		w.hc.SetHeader("Cache-Control", "private, no-store")
		w.hc.SetStatus(w.status)
	}
	return w.hc.BodyWriter().Write(b)
}

func (w *fileWriter) finish(ctx context.Context, err error, missing int) {
	switch {
	case err == nil:
	case !w.started:
		writeHumaProblem(w.hc, ProblemOf(ctx, err, missing))
	default:
		InfoOf(ctx).Cause = err
		panic(http.ErrAbortHandler)
	}
}
