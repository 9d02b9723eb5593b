package httpx

import (
	"context"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"

	"presence/app/platform/errs"
)

// sandbox is the Content-Security-Policy of uploaded files. A file that a browser interprets as HTML can run no scripts.
const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'"

// Download is a file that is streamed. Write may take long; what it writes is sent at once.
type Download struct {
	ContentType string
	Disposition string // the Content-Disposition, with the file name
	ETag        string // empty: none
	Sandboxed   bool   // an uploaded file, which gets the policy sandbox
	Kept        bool   // the browser may keep it, and asks with the ETag whether it still may have it
	Write       func(w io.Writer) error
}

// HandleFile registers an operation that answers with a file of one of the media types. An error before the first byte is a
// problem; after it the connection is closed, so that the client notices that the file is incomplete.
func HandleFile[I any](r *Router, op Op, media []string, h func(ctx context.Context, in *I) (*Download, error)) {
	content := map[string]*huma.MediaType{}
	for _, m := range media {
		content[m] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	handleStream(r, op, &huma.Response{Description: "The file", Content: content}, nameOf(h), func(w *lazyWriter, in *I) error {
		d, err := h(w.hc.Context(), in)
		if err != nil {
			return err
		}
		w.header = map[string]string{"Content-Type": d.ContentType, "Content-Disposition": d.Disposition, "Cache-Control": "private, no-store"}
		if d.ETag != "" {
			w.header["ETag"] = d.ETag
		}
		if d.Sandboxed {
			w.header["Content-Security-Policy"] = sandbox
		}
		if d.Kept {
			w.header["Cache-Control"] = "private, no-cache"
			if w.hc.Header("If-None-Match") == d.ETag {
				w.status = http.StatusNotModified
				w.start()
				return nil
			}
		}
		return d.Write(w)
	})
}

// StreamedObject is a JSON object that is streamed, because it contains a list of any length.
type StreamedObject struct {
	Link  string // the Link header; empty: none
	Write func(w io.Writer) error
}

// HandleObject registers an operation that answers with an object of type T, which h writes. Errors are handled as by
// HandleFile.
func HandleObject[T, I any](r *Router, op Op, h func(ctx context.Context, in *I) (*StreamedObject, error)) {
	schema := r.registry().Schema(reflect.TypeFor[T](), true, "")
	described := &huma.Response{Description: "The object", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
	handleStream(r, op, described, nameOf(h), func(w *lazyWriter, in *I) error {
		v, err := h(w.hc.Context(), in)
		if err != nil {
			return err
		}
		w.header = map[string]string{"Content-Type": "application/json", "Cache-Control": "private, no-store"}
		if v.Link != "" {
			w.header["Link"] = v.Link
		}
		return v.Write(w)
	})
}

// maxStreams is how many responses of any length one person reads at the same time. Each holds a connection to the database for as long
// as its client takes to read it.
const (
	maxStreams = 4
	streamWait = time.Second // maximum time to wait for the end of another one; then the answer is 503
)

var errTooManyStreams = &errs.Error{Kind: errs.KindUnavailable, Code: "busy",
	Detail: "Too many of your lists or files are being sent at once. Try again when one has ended.", RetryAfter: 2}

// handleStream registers an operation whose response serve writes. An error before the first byte becomes a problem; after it
// the connection is closed. What is not a page of a list has to wait its turn (see maxStreams).
func handleStream[I any](r *Router, op Op, described *huma.Response, name string, serve func(w *lazyWriter, in *I) error) {
	op.refuse("a stream", ignoredByStreams)
	op.refusesKey = true // what is streamed cannot be stored
	o := r.operation(op)
	o.Responses[strconv.Itoa(op.Success)] = described
	register(r, op, o, name, func(_ context.Context, in *I) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			w := &lazyWriter{hc: hc, status: op.Success}
			if err := r.inTurn(hc.Context(), in, func() error { return serve(w, in) }); err != nil {
				w.fail(err, op.notFoundStatus())
			}
		}}, nil
	})
}

// inTurn calls serve once fewer than maxStreams other responses of any length are sent to the caller. Who has not
// signed in waits for none: what is public is read before it is sent.
func (r *Router) inTurn(ctx context.Context, in any, serve func() error) error {
	by, _ := callerOf(ctx)
	if p, ok := in.(limited); !by.SignedIn || ok && p.rowsOfPage() > 0 {
		return serve()
	}
	if err := r.streams.Acquire(ctx, by.PersonID, streamWait); err != nil {
		return err
	}
	defer r.streams.Release(by.PersonID)
	return serve()
}

// lazyWriter sends the status and the headers with the first byte.
type lazyWriter struct {
	hc      huma.Context
	status  int
	header  map[string]string
	started bool
}

func (w *lazyWriter) Write(b []byte) (int, error) {
	if !w.started {
		w.start()
	}
	return w.hc.BodyWriter().Write(b)
}

func (w *lazyWriter) start() {
	w.started = true
	for name, value := range w.header {
		w.hc.SetHeader(name, value)
	}
	w.hc.SetStatus(w.status)
}

// fail answers with the problem for err, or closes the connection if the response has begun.
func (w *lazyWriter) fail(err error, notFoundStatus int) {
	if w.started {
		abortResponse(w.hc.Context(), err)
	}
	Abort(humagin.Unwrap(w.hc), err, notFoundStatus)
}
