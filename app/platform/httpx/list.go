package httpx

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"net/url"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/platform/errs"
	"presence/app/platform/paths"
	"presence/db"
)

// OptionalPage is embedded in the input of a list with numeric ids which returns all records unless the request has a limit (C7). If
// ids are texts, the input embeds OptionalPageSize and has its own parameter after.
type OptionalPage struct {
	OptionalPageSize
	After int64 `query:"after" minimum:"0" doc:"Only records with a larger id: the last one seen" example:"12"`
}

// OptionalPageSize has the query parameters of every list which returns all records unless the request has a limit. The limit is bounded,
// because a page is held in memory until its Link header is known.
type OptionalPageSize struct {
	Limit         int    `query:"limit" minimum:"1" maximum:"1000" doc:"At most so many records; the Link header leads to the next ones" example:"100"`
	ModifiedSince string `query:"modified_since" doc:"Only records changed at or after this moment (RFC 3339)" example:"2026-11-19T00:00:00Z"`
}

func (p *OptionalPageSize) rowsOfPage() int { return p.Limit }

// PageSize returns the size of the page that is asked for; ok is false if the list is to be complete.
func (p *OptionalPageSize) PageSize() (size *PageSize, ok bool) {
	return &PageSize{p.Limit}, p.Limit > 0
}

// LimitPlusOne returns the number of rows that the store should read: one more than requested, to know whether there is a next
// page.
func (p *OptionalPageSize) LimitPlusOne() int64 {
	if size, ok := p.PageSize(); ok {
		return size.LimitPlusOne()
	}
	return math.MaxInt64
}

// Since parses modified_since; zero when absent.
func (p *OptionalPageSize) Since(ctx context.Context) (db.Instant, error) {
	if p.ModifiedSince == "" {
		return 0, nil
	}
	var faults errs.Fields
	at := ReadInstant(&faults, "modified_since", p.ModifiedSince, InfoOf(ctx).Zone)
	return at, faults.Err()
}

// EachOf calls each for those records of a short list, which was read whole in the order of ids, that a request asks for: those behind
// after, at most one more than limit, that were changed since modified_since. key returns the id of a record and when it was changed.
func EachOf[T any](ctx context.Context, p *OptionalPage, list []T, key func(T) (id int64, changed db.Instant), each func(T) error) error {
	since, err := p.Since(ctx)
	if err != nil {
		return err
	}
	left := p.LimitPlusOne()
	for _, v := range list {
		id, changed := key(v)
		if id <= p.After || changed < since || left == 0 {
			continue
		}
		left--
		if err := each(v); err != nil {
			return err
		}
	}
	return nil
}

// defaultPage is the number of records in a page if the request has no limit.
const defaultPage = 100

// Page is embedded in the input of a list that always answers in pages, whichever end of the ids it begins at.
type Page struct {
	PageSize
	After int64 `query:"after" minimum:"0" doc:"Only records behind this one in the list: the id of the last one seen" example:"12"`
}

// PageSize is embedded in the input of a list that always answers in pages. If ids are texts, the input embeds it and has its own
// parameter after; otherwise it embeds Page.
type PageSize struct {
	Limit int `query:"limit" minimum:"1" maximum:"1000" doc:"At most so many records, 100 by default; the Link header leads to the next ones" example:"100"`
}

func (p *PageSize) rowsOfPage() int { return cmp.Or(p.Limit, defaultPage) }

func (p *PageSize) alwaysPaged() {}

// LimitPlusOne returns the number of rows that the store should read, as OptionalPageSize.LimitPlusOne does.
func (p *PageSize) LimitPlusOne() int64 { return int64(p.rowsOfPage()) + 1 }

// limited is an input with a limit, an OptionalPageSize or a PageSize. rowsOfPage returns 0 if the list is complete.
type limited interface{ rowsOfPage() int }

// paged is an input with a PageSize: rowsOfPage returns 1 or more.
type paged interface {
	limited
	alwaysPaged()
}

// ReadPage reads a page of a list that is part of an object. read calls its argument for up to in.LimitPlusOne() records, and id
// returns the id of one, as in the query parameter after. The link is the Link header of the page; empty: it is the last one.
func ReadPage[T any](
	ctx context.Context, in paged, id func(T) string, read func(each func(T) error) error,
) (page []T, link string, err error) {
	page = []T{}
	err = read(func(v T) error {
		if len(page) < in.rowsOfPage() {
			page = append(page, v)
		} else {
			link = nextPage(ctx, id(page[len(page)-1]))
		}
		return nil
	})
	return page, link, err
}

type urlKey struct{}

// rememberURL makes the URL of a request for a page available to nextPage.
func rememberURL(hc huma.Context, next func(huma.Context)) {
	next(huma.WithValue(hc, urlKey{}, hc.URL()))
}

// nextPage returns the Link header of a page whose last record has the id last.
func nextPage(ctx context.Context, last string) string {
	u, _ := ctx.Value(urlKey{}).(url.URL)
	q := u.Query()
	q.Set("after", last)
	return "<" + paths.To(u.EscapedPath()) + "?" + q.Encode() + `>; rel="next"`
}

// HandleList registers a list: a JSON array that is streamed; h calls each once per record, in the order of the list. A list that
// is complete without a limit is sent while it is read. A list that fits into the buffer, and every limited page, is sent at
// once, so that an error before it becomes a problem.
func HandleList[I, T any](r *Router, op Op, h func(ctx context.Context, in *I, each func(T) error) error) {
	items := r.registry().Schema(reflect.TypeFor[T](), true, "")
	_, always := any(new(I)).(paged)
	text := "The records, ordered by id"
	if always {
		text = "A page of the records"
	}
	described := &huma.Response{Description: text, Content: map[string]*huma.MediaType{
		"application/json": {Schema: &huma.Schema{Type: huma.TypeArray, Items: items}},
	}}
	handleStream(r, op, described, nameOf(h), func(w *lazyWriter, in *I) error {
		list := &listWriter{out: w}
		list.enc = jsontext.NewEncoder(&list.buf)
		if p, ok := any(in).(limited); ok {
			list.limit = p.rowsOfPage()
		}
		w.header = map[string]string{"Content-Type": "application/json"}
		if always {
			w.header["Cache-Control"] = "private, no-store"
		}
		return list.write(func(add func(id string, v any) error) error {
			return h(w.hc.Context(), in, func(v T) error { return add(idOf(v), v) })
		})
	})
}

// Positioned is a record whose place in a list does not follow from its id alone. Position returns the value of the query
// parameter after for the records behind it.
type Positioned interface{ Position() string }

// idOf returns the id of a record, as in the query parameter after.
func idOf(v any) (id string) {
	switch v := v.(type) {
	case Positioned:
		id = v.Position()
	case Versioned[int64]:
		n, _ := v.Tag()
		return strconv.FormatInt(n, 10)
	case Versioned[string]:
		id, _ = v.Tag()
	}
	return id
}

// flushAt is how many bytes of a list without a limit are buffered.
const flushAt = 32 << 10

// listWriter buffers an array.
type listWriter struct {
	out   *lazyWriter
	limit int // 0: none
	buf   bytes.Buffer
	enc   *jsontext.Encoder
	count int
	last  string // id of the last record
	more  bool   // there are records beyond the limit
}

func (l *listWriter) write(rows func(add func(id string, v any) error) error) error {
	_ = l.enc.WriteToken(jsontext.BeginArray)
	err := rows(l.add)
	if err == nil {
		err = l.enc.WriteToken(jsontext.EndArray)
	}
	if err != nil {
		return err
	}
	if l.more {
		l.out.header["Link"] = nextPage(l.out.hc.Context(), l.last)
	}
	if !l.out.started {
		l.out.header["Content-Length"] = strconv.Itoa(l.buf.Len())
	}
	_, _ = l.out.Write(l.buf.Bytes()) // an error means that the client has disconnected
	return nil
}

func (l *listWriter) add(id string, v any) error {
	if l.limit > 0 && l.count == l.limit {
		l.more = true
		return nil
	}
	l.count++
	l.last = id
	if err := json.MarshalEncode(l.enc, v); err != nil {
		return err
	}
	if l.limit > 0 || l.buf.Len() < flushAt {
		return nil
	}
	_, err := l.out.Write(l.buf.Bytes())
	l.buf.Reset()
	return err
}
