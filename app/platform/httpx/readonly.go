package httpx

import (
	"bytes"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"presence/app/platform/errs"
)

// readOnlyMembers are the members of a record that its GET shows and a write does not take. A client may send the object back
// as it was given (C4): they are ignored on create, and on PATCH refused where they differ from what stands.
type readOnlyMembers struct {
	names []string          // in order
	id    map[string]string // on PATCH: the path's parameter that the member repeats
	get   *handled          // reads the record as it stands; nil on create
}

// acceptReadOnly finds the records that can be read and changed by the same path, and lets their PATCH, and the POST of
// their collection, take what GET shows. It describes those members as read-only.
func (r *Router) acceptReadOnly() {
	for path := range r.api.OpenAPI().Paths {
		get, update := r.handled[http.MethodGet+" "+path], r.handled[http.MethodPatch+" "+path]
		if get == nil || update == nil || update.intake.schema == nil || get.out.schema == nil {
			continue
		}
		shown := r.objectOf(get.out.schema)
		parent, last := path[:strings.LastIndexByte(path, '/')], path[strings.LastIndexByte(path, '/')+2:len(path)-1]
		names := slices.Sorted(maps.Keys(shown.Properties))
		update.intake.readOnly = r.missingIn(update.intake.schema, shown, names)
		update.intake.readOnly.get = get
		update.intake.readOnly.id = map[string]string{"id": last, last: last}
		create := r.handled[http.MethodPost+" "+parent]
		if create != nil && create.intake.schema != nil {
			create.intake.readOnly = r.missingIn(create.intake.schema, shown, update.intake.readOnly.names)
		}
	}
}

// missingIn are those of the named members of shown that body does not have. The description of body gets them too.
func (r *Router) missingIn(body, shown *huma.Schema, names []string) *readOnlyMembers {
	body = r.objectOf(body)
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

func (r *Router) objectOf(s *huma.Schema) *huma.Schema {
	for s.Ref != "" {
		s = r.registry().SchemaFromRef(s.Ref)
	}
	return s
}

// extract takes the read-only members out of a body, so that the rest of it is checked as always.
func (o *readOnlyMembers) extract(body any) map[string]any {
	object, ok := body.(map[string]any)
	if o == nil || !ok {
		return nil
	}
	sent := map[string]any{}
	for _, name := range o.names {
		if v, there := object[name]; there {
			sent[name] = v
			delete(object, name)
		}
	}
	return sent
}

// differing finds the members that are not as the record stands. A record that the caller cannot read is left to the
// handler, which refuses it, or knows it from the archive: then only its id is looked at.
func (o *readOnlyMembers) differing(hc huma.Context, sent map[string]any) (faults []error) {
	if len(sent) == 0 || o.get == nil {
		return nil
	}
	stands, known := o.stands(hc)
	for _, name := range o.names {
		v, there := sent[name]
		if !there {
			continue
		}
		same := known && sameJSON(stands[name], v)
		if !known {
			same = o.id[name] == "" || sameID(v, hc.Param(o.id[name]))
		}
		if !same {
			faults = append(faults, fieldError{errs.Field{Field: name, Code: "read_only", Detail: "This field cannot be changed. Leave it out, or send it as it was read."}})
		}
	}
	return faults
}

// stands is the record as GET shows it to the caller, false when it does not.
func (o *readOnlyMembers) stands(hc huma.Context) (map[string]any, bool) {
	input := reflect.New(o.get.intake.of)
	f := newValidationErrors()
	for i := range o.get.intake.params {
		o.get.intake.params[i].read(hc, o.get.intake.registry, input.Elem(), f)
	}
	if len(f.Errors) > 0 {
		return nil, false
	}
	found, err := o.get.call(hc.Context(), input.Interface())
	if err != nil {
		return nil, false
	}
	var text bytes.Buffer
	var record map[string]any
	if encodeJSON(&text, found.Elem().FieldByIndex(o.get.out.body).Interface()) != nil || decodeJSON(text.Bytes(), &record) != nil {
		return nil, false
	}
	return record, true
}

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
