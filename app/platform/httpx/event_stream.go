package httpx

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
)

// maxStall is how long a client of an event stream may not read before the stream is closed.
const maxStall = 10 * time.Second

// EventStream is an open response of type text/event-stream. Only the goroutine of its handler may use it.
type EventStream struct {
	w   http.ResponseWriter
	out *http.ResponseController
	cut *time.Timer // ends a write that takes too long

	head bool // a HEAD request
}

var errHead = errors.New("only the headers are asked for")

// HandleEvents registers a route that answers with a stream of events. h returns an error, or the function that serves the
// stream, which ends when that returns. It is called for a HEAD request too, so that it can release what h has acquired; its first Send
// then fails.
func HandleEvents[I any](r *Router, op Op, h func(ctx context.Context, req *http.Request, in *I) (serve func(*EventStream), err error)) {
	op.refuse("a stream of events", ignoredByStreams)
	op.refusesKey = true // what is streamed cannot be stored
	o := r.operation(op)
	o.Errors = append(o.Errors, http.StatusTooManyRequests)
	o.Responses[strconv.Itoa(op.Success)] = &huma.Response{Description: "The events, as they come", Content: map[string]*huma.MediaType{
		"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}},
	}}
	register(r, op, o, nameOf(h), func(_ context.Context, in *I) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			ctx, c := hc.Context(), humagin.Unwrap(hc)
			serve, err := h(ctx, c.Request, in)
			if err != nil {
				Abort(c, err, op.notFoundStatus())
				return
			}
			s := openEvents(c.Writer)
			defer s.cut.Stop()
			s.head = InfoOf(ctx).Head
			serve(s)
		}}, nil
	})
}

// openEvents sends the headers of a stream.
func openEvents(w http.ResponseWriter) *EventStream {
	s := &EventStream{w: w, out: http.NewResponseController(w)}
	liftDeadlines(w)
	s.cut = endWritesAfter(w, maxStall)
	s.cut.Stop()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would buffer the stream
	w.WriteHeader(http.StatusOK)
	return s
}

// Send writes and flushes; it fails when the client has disconnected, or does not read for maxStall.
func (s *EventStream) Send(b []byte) error {
	if s.head {
		return errHead
	}
	s.cut.Reset(maxStall)
	defer s.cut.Stop()
	if _, err := s.w.Write(b); err != nil {
		return err
	}
	return s.out.Flush()
}
