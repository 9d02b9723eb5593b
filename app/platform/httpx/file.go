package httpx

import (
	"context"
	"io"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// sandbox is the policy of a file that came from somebody: whatever a browser takes it for, it may do nothing.
const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'"

// Download is a file that is written as it is read. Write may take its time: what it writes travels at once.
type Download struct {
	ContentType string
	Disposition string // the Content-Disposition, with the name it is saved under
	ETag        string // empty: none
	Sandboxed   bool   // came from somebody: whatever a browser takes it for, it may do nothing
	Write       func(w io.Writer) error
}

// HandleFile registers a route that answers a file of one of the media types. A failure before the first byte is a problem
// like any other; after it the connection is cut, so that nobody takes half a file for a whole one.
func HandleFile[I any](r *Router, op Op, media []string, h func(ctx context.Context, in *I) (*Download, error)) {
	o := operation(op)
	content := map[string]*huma.MediaType{}
	for _, m := range media {
		content[m] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	o.Responses[strconv.Itoa(op.Success)] = &huma.Response{Description: "The file", Content: content}
	r.operate(op, o, reflect.TypeFor[I](), h, func(hc huma.Context, in any) {
		d, err := h(hc.Context(), in.(*I))
		if err != nil {
			writeHumaProblem(hc, ProblemOf(hc.Context(), err, op.notFoundStatus()))
			return
		}
		w := &fileWriter{hc: hc, file: d, status: op.Success}
		w.finish(hc.Context(), d.Write(w), op.notFoundStatus())
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
		if w.file.ETag != "" {
			w.hc.SetHeader("ETag", w.file.ETag)
		}
		if w.file.Sandboxed {
			w.hc.SetHeader("Content-Security-Policy", sandbox)
		}
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
		abortResponse(ctx, err)
	}
}
