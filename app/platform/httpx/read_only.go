package httpx

import (
	"context"
	"maps"
	"net/http"
	"reflect"
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
	read  recordReader      // for PATCH: the handler of GET (ReadBy); nil: the members are ignored
}

// recordReader returns the body of the answer to GET, for a context and the values of the path parameters.
type recordReader func(ctx context.Context, param func(name string) string) (any, error)

// recordReaderOf returns the handler of a GET as a recordReader. Query parameters and headers of its input are left empty.
func recordReaderOf[I, O any](h func(ctx context.Context, in *I) (*O, error)) recordReader {
	return func(ctx context.Context, param func(name string) string) (any, error) {
		in := new(I)
		setPathParameters(reflect.ValueOf(in).Elem(), param)
		out, err := h(ctx, in)
		if err != nil {
			return nil, err
		}
		return reflect.ValueOf(out).Elem().FieldByName("Body").Interface(), nil
	}
}

// setPathParameters sets the fields of an input that have the tag path, a text or a number; see ID for an invalid number.
func setPathParameters(in reflect.Value, param func(name string) string) {
	for field, v := range in.Fields() {
		name, tagged := field.Tag.Lookup("path")
		switch {
		case field.Anonymous:
			setPathParameters(v, param)
		case tagged && v.CanInt():
			v.SetInt(ID(param(name)))
		case tagged:
			v.SetString(param(name))
		}
	}
}

// acceptReadOnly finds the records that have GET and PATCH on the same path, and lets their PATCH, and the POST of their
// collection, accept the members that GET returns. It describes those members as read-only.
func (r *Router) acceptReadOnly() {
	for path := range r.api.OpenAPI().Paths {
		get, update := r.registered(http.MethodGet, path), r.registered(http.MethodPatch, path)
		if get == nil || update == nil || !takesJSON(update) {
			continue
		}
		shown := resolveRef(r.registry(), get.Responses[strconv.Itoa(get.DefaultStatus)].Content["application/json"].Schema)
		parent, last := path[:strings.LastIndexByte(path, '/')], path[strings.LastIndexByte(path, '/')+2:len(path)-1]
		info := infoOfOperation(update)
		if info.op.readBy == nil {
			panic("httpx: PATCH " + path + " needs ReadBy, because there is a GET")
		}
		members := r.missingIn(update, shown, slices.Sorted(maps.Keys(shown.Properties)))
		members.read, members.id = info.op.readBy, map[string]string{"id": last, last: last}
		info.readOnly = members
		if create := r.registered(http.MethodPost, parent); create != nil && takesJSON(create) {
			infoOfOperation(create).readOnly = r.missingIn(create, shown, members.names)
		}
	}
}

// takesJSON reports whether an operation that Handle has registered takes a JSON body.
func takesJSON(o *huma.Operation) bool {
	return infoOfOperation(o) != nil && o.RequestBody != nil && o.RequestBody.Content["application/json"] != nil
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
	if m == nil || m.read == nil || len(sent) == 0 {
		return nil, nil
	}
	record, err := m.currentRecord(hc)
	if err != nil {
		if p := ProblemOf(hc.Context(), err, http.StatusNotFound); p.Status >= http.StatusInternalServerError {
			return nil, p
		}
	}
	for _, name := range m.names {
		text, there := sent[name]
		if !there {
			continue
		}
		var v any
		same := json.Unmarshal(text, &v) == nil
		if err == nil {
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

// currentRecord returns the members of the record as GET returns them to the caller.
func (m *readOnlyMembers) currentRecord(hc huma.Context) (record map[string]any, err error) {
	body, err := m.read(hc.Context(), hc.Param)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(text, &record)
	return record, err
}

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
