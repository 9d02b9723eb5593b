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

// readOnlyMembers are the members of a record that its GET shows and a write does not take. A client may send the object
// back as it was given (C4): they are ignored on create, and on PATCH refused where they differ from the record.
type readOnlyMembers struct {
	names []string          // in order
	id    map[string]string // on PATCH: the path's parameter that the member repeats
	get   *registeredHandler
}

// registeredHandler answers an operation as huma registered it.
type registeredHandler struct {
	op    *huma.Operation
	serve func(huma.Context)
}

// recordingAdapter keeps what it registers, so that a PATCH can ask the GET of the same path.
type recordingAdapter struct {
	huma.Adapter
	handlers map[string]*registeredHandler // by method and path
}

// Handle registers and keeps the handler of an operation.
func (a *recordingAdapter) Handle(o *huma.Operation, serve func(huma.Context)) {
	a.handlers[o.Method+" "+o.Path] = &registeredHandler{o, serve}
	a.Adapter.Handle(o, serve)
}

// acceptReadOnly finds the records that can be read and changed by the same path, and lets their PATCH, and the POST of
// their collection, take what GET shows. It describes those members as read-only.
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

// missingIn are those of the named members of shown that the body of o does not have. Its description gets them too.
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

// differing finds the members that are not as the record is. A record that the caller cannot read is left to the handler,
// which refuses it, or knows it from the archive: then only its id is compared. A record that cannot be read because of a failure
// of ours is the problem of the request.
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

// currentRecord is the record as GET shows it to the caller, false when it does not.
func (m *readOnlyMembers) currentRecord(hc huma.Context) (record map[string]any, ok bool) {
	get := &recordContext{humaContext: hc, op: m.get.op}
	m.get.serve(get)
	ok = get.status == m.get.op.DefaultStatus && json.Unmarshal(get.body.Bytes(), &record) == nil
	return record, ok
}

// recordContext is a GET without a query that is asked within another request, whose caller and path it has.
type recordContext struct {
	humaContext
	op     *huma.Operation
	status int
	body   bytes.Buffer
}

// Operation is the GET.
func (c *recordContext) Operation() *huma.Operation { return c.op }

// Method is GET.
func (c *recordContext) Method() string { return c.op.Method }

// URL has no query.
func (c *recordContext) URL() url.URL { return url.URL{Path: c.op.Path} }

// Query is empty.
func (c *recordContext) Query(string) string { return "" }

// SetStatus keeps the status.
func (c *recordContext) SetStatus(status int) { c.status = status }

// Status is what was set.
func (c *recordContext) Status() int { return c.status }

// SetHeader drops the header.
func (c *recordContext) SetHeader(string, string) {}

// AppendHeader drops the header.
func (c *recordContext) AppendHeader(string, string) {}

// BodyWriter keeps the body.
func (c *recordContext) BodyWriter() io.Writer { return &c.body }

// sameJSON compares two values of JSON. Instants are the same in any spelling of RFC 3339, since a client may keep them
// as times of its own.
func sameJSON(a, b any) bool {
	switch a := a.(type) {
	case string:
		s, ok := b.(string)
		if !ok || s == a {
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

// sameID holds a member against the part of the path that names the record.
func sameID(v any, path string) bool {
	switch v := v.(type) {
	case string:
		return v == path
	case float64:
		return v == float64(ID(path))
	}
	return false
}
