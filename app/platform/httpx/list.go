package httpx

import (
	"bytes"
	"context"
	"math"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/platform/errs"
	"presence/app/platform/paths"
	"presence/db"
)

// Paging is embedded in the input of every list whose ids are numbers (C7).
type Paging struct {
	Window
	After int64 `query:"after" minimum:"0" doc:"Only records with a larger id: the last one seen"`
}

// PagingByName is Paging where ids are text.
type PagingByName struct {
	Window
	After string `query:"after" doc:"Only records with a larger id: the last one seen"`
}

// Window is what every list can be narrowed by. The limit is bounded, since a page is held in memory until its Link
// header is known.
type Window struct {
	Limit         int    `query:"limit" minimum:"1" maximum:"1000" doc:"At most so many records; the Link header leads to the next ones"`
	ModifiedSince string `query:"modified_since" doc:"Only records changed at or after this moment (RFC 3339)"`
}

func (p *Window) window() *Window { return p }

// LimitPlusOne is how many rows the store should read: one more than asked for, which tells whether there is a next page.
func (p *Window) LimitPlusOne() int64 {
	if p.Limit == 0 {
		return math.MaxInt64
	}
	return int64(p.Limit) + 1
}

// Since reads modified_since: zero when absent.
func (p *Window) Since(ctx context.Context) (db.Instant, error) {
	if p.ModifiedSince == "" {
		return 0, nil
	}
	var faults errs.Fields
	at := ReadInstant(&faults, "modified_since", p.ModifiedSince, InfoOf(ctx).Zone)
	return at, faults.Err()
}

type windowed interface{ window() *Window }

// HandleList registers a list: a bare array, streamed as the rows come; h calls each once per record, in the order of ids.
func HandleList[I, T any](r *Router, op Op, h func(ctx context.Context, in *I, each func(T) error) error) {
	o := operation(op)
	o.Responses[strconv.Itoa(op.Success)] = listResponse[T](r)
	r.operate(op, o, reflect.TypeFor[I](), h, func(hc huma.Context, in any) {
		w := &listWriter{hc: hc, status: op.Success}
		if p, ok := in.(windowed); ok {
			w.limit = p.window().Limit
		}
		w.enc = jsontext.NewEncoder(&w.buf)
		err := writeList(w, func(each func(T) error) error { return h(hc.Context(), in.(*I), each) })
		w.finish(hc.Context(), err, op.notFoundStatus())
	})
}

func listResponse[T any](r *Router) *huma.Response {
	items := r.api.OpenAPI().Components.Schemas.Schema(typeOf[T](), true, "")
	return &huma.Response{Description: "The records, ordered by id", Content: map[string]*huma.MediaType{
		"application/json": {Schema: &huma.Schema{Type: huma.TypeArray, Items: items}},
	}}
}

// listWriter buffers the array. A list without a limit is flushed as it grows; what fits the buffer, and every limited
// page, is sent whole, so that an early failure can still become a problem.
type listWriter struct {
	hc      huma.Context
	status  int
	limit   int
	buf     bytes.Buffer
	enc     *jsontext.Encoder
	count   int
	last    string // its id
	more    bool
	started bool
}

const flushAt = 32 << 10

func writeList[T any](w *listWriter, rows func(each func(T) error) error) error {
	_ = w.enc.WriteToken(jsontext.BeginArray)
	err := rows(func(v T) error {
		if w.limit > 0 && w.count == w.limit {
			w.more = true
			return nil
		}
		w.count++
		switch t := any(v).(type) {
		case Versioned:
			id, _ := t.Tag()
			w.last = strconv.FormatInt(id, 10)
		case VersionedByName:
			w.last, _ = t.Tag()
		}
		if err := json.MarshalEncode(w.enc, v); err != nil {
			return err
		}
		if w.limit == 0 && w.buf.Len() >= flushAt {
			return w.flush()
		}
		return nil
	})
	if err == nil {
		err = w.enc.WriteToken(jsontext.EndArray)
	}
	return err
}

func (w *listWriter) flush() error {
	if !w.started {
		w.started = true
		w.hc.SetHeader("Content-Type", "application/json")
		w.hc.SetStatus(w.status)
	}
	_, err := w.hc.BodyWriter().Write(w.buf.Bytes())
	w.buf.Reset()
	return err
}

func (w *listWriter) finish(ctx context.Context, err error, missing int) {
	if err != nil && w.started {
		abortResponse(ctx, err)
	}
	if err != nil {
		writeHumaProblem(w.hc, ProblemOf(ctx, err, missing))
		return
	}
	if w.more {
		u := w.hc.URL()
		q := u.Query()
		q.Set("after", w.last)
		u.RawQuery = q.Encode()
		w.hc.SetHeader("Link", "<"+paths.To(u.Path)+"?"+u.RawQuery+`>; rel="next"`)
	}
	if !w.started {
		w.hc.SetHeader("Content-Length", strconv.Itoa(w.buf.Len()))
	}
	_ = w.flush() // the caller has gone: nothing left to tell
}

func writeHumaProblem(hc huma.Context, p *Problem) {
	for k, v := range p.GetHeaders() {
		hc.SetHeader(k, v[0])
	}
	hc.SetHeader("Content-Type", p.ContentType(""))
	hc.SetStatus(p.Status)
	_ = encodeJSON(hc.BodyWriter(), p)
}
