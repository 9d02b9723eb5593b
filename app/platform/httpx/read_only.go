package httpx

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/platform/errs"
)

// readOnlyMembers are the members of a record that GET returns and no write changes. A client may send the object back as it
// was read (C4): on create they are ignored, on PATCH they are an error if they differ from the record.
type readOnlyMembers struct {
	names []string          // sorted
	id    map[string]string // for PATCH: the path parameter that equals the member
	get   *registeredHandler
}

// registeredHandler is the handler of an operation as huma registered it.
type registeredHandler struct {
	op    *huma.Operation
	serve func(huma.Context)
}

// recordingAdapter stores the handlers that it registers, so that a PATCH can call the GET of the same path.
type recordingAdapter struct {
	huma.Adapter
	handlers map[string]*registeredHandler // by method and path
}

// Handle registers and stores the handler of an operation.
func (a *recordingAdapter) Handle(o *huma.Operation, serve func(huma.Context)) {
	a.handlers[o.Method+" "+o.Path] = &registeredHandler{o, serve}
	a.Adapter.Handle(o, serve)
}

// acceptReadOnly finds the records that have GET and PATCH on the same path, and lets their PATCH, and the POST of their
// collection, accept the members that GET returns. It describes those members as read-only.
func (r *Router) acceptReadOnly() {
	for path := range r.api.OpenAPI().Paths {
		get, update := r.adapter.handlers[http.MethodGet+" "+path], r.adapter.handlers[http.MethodPatch+" "+path]
		if get == nil || update == nil || !takesJSON(update.op) {
			continue
		}
		shown := resolveRef(r.registry(), get.op.Responses[strconv.Itoa(get.op.DefaultStatus)].Content["application/json"].Schema)
		parent, last := path[:strings.LastIndexByte(path, '/')], path[strings.LastIndexByte(path, '/')+2:len(path)-1]
		members := r.missingIn(update.op, shown, slices.Sorted(maps.Keys(shown.Properties)))
		members.get, members.id = get, map[string]string{"id": last, last: last}
		infoOfOperation(update.op).readOnly = members
		if create := r.adapter.handlers[http.MethodPost+" "+parent]; create != nil && takesJSON(create.op) {
			infoOfOperation(create.op).readOnly = r.missingIn(create.op, shown, members.names)
		}
	}
}

func takesJSON(o *huma.Operation) bool {
	return o.RequestBody != nil && o.RequestBody.Content["application/json"] != nil
}

// missingIn returns those of the named members of shown that the body of o does not have, and adds them to its description.
func (r *Router) missingIn(o *huma.Operation, shown *huma.Schema, names []string) *readOnlyMembers {
	body := resolveRef(r.registry(), o.RequestBody.Content["application/json"].Schema)
	found := &readOnlyMembers{}
	for _, name := range names {
		if body.Properties[name] != nil {
			continue
		}
		member := *shown.Properties[name]
		member.ReadOnly = true
		body.Properties[name] = &member
		found.names = append(found.names, name)
	}
	return found
}

// differing returns an error for each member that differs from the record. If the caller cannot read the record, only its id is
// compared: the handler refuses the request, or knows the record from the archive. If reading the record fails, that is the
// problem of the request.
func (m *readOnlyMembers) differing(hc huma.Context, sent map[string]jsontext.Value) (faults errs.Fields, failure *Problem) {
	if m == nil || m.get == nil || len(sent) == 0 {
		return nil, nil
	}
	record, known := m.currentRecord(hc)
	if cause := InfoOf(hc.Context()).Cause; !known && cause != nil {
		return nil, ProblemOf(hc.Context(), cause, http.StatusNotFound)
	}
	for _, name := range m.names {
		text, there := sent[name]
		if !there {
			continue
		}
		var v any
		same := json.Unmarshal(text, &v) == nil
		if known {
			same = same && sameJSON(record[name], v)
		} else if param := m.id[name]; param != "" {
			same = same && sameID(v, hc.Param(param))
		}
		if !same {
			faults.Add(name, "read_only", "This field cannot be changed. Leave it out, or send it as it was read.")
		}
	}
	return faults, nil
}

// currentRecord returns the record as GET returns it to the caller; false if GET fails.
func (m *readOnlyMembers) currentRecord(hc huma.Context) (record map[string]any, ok bool) {
	get := &recordContext{humaContext: hc, op: m.get.op}
	m.get.serve(get)
	ok = get.status == m.get.op.DefaultStatus && json.Unmarshal(get.body.Bytes(), &record) == nil
	return record, ok
}

// humaContext is huma.Context under another name, so that embedding it does not hide its method Context.
type humaContext = huma.Context

// recordContext is the context of a GET without a query that is called within another request, with the caller and path of that
// request.
type recordContext struct {
	humaContext
	op     *huma.Operation
	status int
	body   bytes.Buffer
}

// Operation returns the GET operation.
func (c *recordContext) Operation() *huma.Operation { return c.op }

// Method returns the operation's method.
func (c *recordContext) Method() string { return c.op.Method }

// URL returns the path without a query.
func (c *recordContext) URL() url.URL { return url.URL{Path: c.op.Path} }

// Query returns "".
func (c *recordContext) Query(string) string { return "" }

// SetStatus stores the status.
func (c *recordContext) SetStatus(status int) { c.status = status }

// Status returns the stored status.
func (c *recordContext) Status() int { return c.status }

// SetHeader ignores the header.
func (c *recordContext) SetHeader(string, string) {}

// AppendHeader ignores the header.
func (c *recordContext) AppendHeader(string, string) {}

// BodyWriter returns a buffer.
func (c *recordContext) BodyWriter() io.Writer { return &c.body }

// sameJSON compares two JSON values. Instants are equal in any notation of RFC 3339, because a client may convert them.
func sameJSON(a, b any) bool {
	switch a := a.(type) {
	case string:
		s, ok := b.(string)
		if s == a {
			return ok
		}
		x, errA := time.Parse(time.RFC3339Nano, a)
		y, errB := time.Parse(time.RFC3339Nano, s)
		return errA == nil && errB == nil && x.Equal(y)
	case []any:
		list, ok := b.([]any)
		return ok && slices.EqualFunc(a, list, sameJSON)
	case map[string]any:
		object, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, object, sameJSON)
	}
	return a == b
}

// sameID compares a member with the path parameter that names the record.
func sameID(v any, path string) bool {
	switch v := v.(type) {
	case string:
		return v == path
	case float64:
		return v == float64(ID(path))
	}
	return false
}
