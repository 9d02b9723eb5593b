package httpx

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// APIInfo is what the description says of the product as a whole, and of words that mean the same everywhere (C9).
type APIInfo struct {
	Server         string // the {base_url}
	Summary        string
	Tags           []Tag
	PublicPrefixes []string // how the paths begin that look at no token: all others refuse one that is no longer good
	OpenUndeclared bool     // whether anyone may call the routes that the document lists without security (C10)
	// FieldDocs explain parameters and fields that do not explain themselves, by name.
	FieldDocs map[string]string
	// Examples are of parameters and fields, by name; "Schema.field" and "tag.parameter" win, and the name of a schema
	// shows the whole object.
	Examples map[string]any
}

// Tag is a group of operations, in the order in which a reader meets them.
type Tag struct{ Name, Text string }

// CompleteDescription finishes the description, once every route is registered: what only the whole can tell is put in, and what no
// route answers is taken out.
func (r *Router) CompleteDescription(a APIInfo) {
	d := r.api.OpenAPI()
	d.Info.Description = a.Summary
	d.Info.License = &huma.License{Name: "MIT", Identifier: "MIT"}
	d.Info.Contact = &huma.Contact{Name: "Whoever runs this service", URL: a.Server}
	d.Servers = []*huma.Server{{URL: a.Server}}
	for _, t := range a.Tags {
		d.Tags = append(d.Tags, &huma.Tag{Name: t.Name, Description: t.Text})
	}
	r.acceptReadOnly()
	for name, s := range d.Components.Schemas.Map() {
		a.describeFields(name, s)
	}
	for _, item := range d.Paths {
		for _, o := range operationsOf(item) {
			if a.OpenUndeclared && r.table[o.Method+" "+ginPath(o.Path)].Undeclared {
				o.Security = nil
			}
			if o.Security == nil {
				o.Security = []map[string][]string{} // which says that it needs none
			}
			o.Description = cmp.Or(o.Description, r.explain(o))
			a.completeOperation(o, d.Components.Schemas)
		}
	}
}

// explain says what the summary of an operation does not: who may call it, and what makes it safe to repeat.
func (r *Router) explain(o *huma.Operation) string {
	row := r.table[o.Method+" "+ginPath(o.Path)]
	text := rulesInWords[row.Rule]
	if len(o.Security) == 0 {
		text = rulesInWords[Anyone]
	}
	switch {
	case hasParameter(o, idempotencyHeader):
		text += " Sent again with the same Idempotency-Key it is done once."
	case hasParameter(o, "If-Match"):
		text += " With If-Match it is refused when the record has changed meanwhile."
	case hasParameter(o, "limit"):
		text += " Records come in the order of their ids, all of them unless limit says otherwise."
	}
	return text
}

var rulesInWords = map[Rule]string{
	Anyone:     "Needs no sign-in.",
	SignedIn:   "For anyone who has signed in, within what they may see.",
	Approver:   "For administrators, payroll, and supervisors within their crew.",
	Payroll:    "For administrators and payroll.",
	Events:     "For administrators and whoever runs events.",
	Backoffice: "For administrators, payroll and whoever runs events.",
	Admin:      "For administrators.",
}

func operationsOf(item *huma.PathItem) (list []*huma.Operation) {
	for _, o := range []*huma.Operation{item.Get, item.Put, item.Post, item.Patch, item.Delete} {
		if o != nil {
			list = append(list, o)
		}
	}
	return list
}

// describeFields puts words and examples to the fields of a schema.
func (a APIInfo) describeFields(name string, s *huma.Schema) {
	for field, p := range s.Properties {
		p.PatternDescription = "" // no keyword of JSON Schema; the messages have been made of it
		if p.Ref != "" {
			continue
		}
		p.Description = cmp.Or(p.Description, a.FieldDocs[field])
		if example, ok := a.Examples[name+"."+field]; ok {
			p.Examples = []any{example}
		} else if example, ok := a.Examples[field]; ok && len(p.Examples) == 0 {
			p.Examples = []any{example}
		}
	}
	if example, ok := a.Examples[name]; ok {
		s.Examples = []any{example}
	}
}

func (a APIInfo) completeOperation(o *huma.Operation, schemas huma.Registry) {
	dropUnusedStatuses(o)
	public := slices.ContainsFunc(a.PublicPrefixes, func(prefix string) bool { return strings.HasPrefix(o.Path, prefix) })
	if o.Responses["401"] == nil && !public { // a token that is sent is looked at, also where none is needed
		problem := schemas.Schema(reflect.TypeFor[Problem](), true, "")
		o.Responses["401"] = &huma.Response{Content: map[string]*huma.MediaType{"application/problem+json": {Schema: problem}}}
	}
	for _, p := range o.Parameters {
		p.Description = cmp.Or(p.Description, a.FieldDocs[p.Name])
		if p.Example == nil && len(p.Schema.Examples) > 0 {
			p.Example = p.Schema.Examples[0]
		}
		p.Example = cmp.Or(p.Example, a.Examples[o.Tags[0]+"."+p.Name], a.Examples[p.Name])
		if p.Example != nil && p.Schema.Type == huma.TypeString {
			p.Example = fmt.Sprint(p.Example)
		}
		p.Schema = plain(p.Schema)
	}
	if o.RequestBody != nil {
		addExamples(o.RequestBody.Content, examples{schemas, true})
	}
	for status, response := range o.Responses {
		code, _ := strconv.Atoi(status)
		if code < http.StatusBadRequest {
			addExamples(response.Content, examples{schemas, false})
		}
		if text := refusalText(o, code); text != "" && (response.Description == "" || response.Description == http.StatusText(code)) {
			response.Description = text
		}
		for name, text := range headerTexts(o, code) {
			if response.Headers == nil {
				response.Headers = map[string]*huma.Param{}
			}
			response.Headers[name] = &huma.Param{Description: text, Schema: &huma.Schema{Type: huma.TypeString}}
		}
	}
}

// plain is a parameter's schema without what the parameter says itself.
func plain(s *huma.Schema) *huma.Schema {
	if s == nil {
		return nil
	}
	bare := *s
	bare.Description, bare.Examples, bare.PatternDescription = "", nil, ""
	return &bare
}

// dropUnusedStatuses takes out the statuses that the route never answers.
func dropUnusedStatuses(o *huma.Operation) {
	named := false // whether a record is
	guarded := false
	for _, p := range o.Parameters {
		named = named || p.In == "path" || p.Name == "id"
		guarded = guarded || p.Name == "If-Match"
	}
	unprocessable := strconv.Itoa(http.StatusUnprocessableEntity)
	if r := o.Responses[unprocessable]; r != nil && r.Content["text/html"] == nil {
		delete(o.Responses, unprocessable) // huma's own; ours is 400, but for a form
	}
	info := infoOfOperation(o)
	if info == nil {
		return // described by hand
	}
	if !named && !info.described[http.StatusNotFound] {
		delete(o.Responses, strconv.Itoa(http.StatusNotFound))
	}
	if !guarded {
		delete(o.Responses, strconv.Itoa(http.StatusPreconditionFailed))
	}
	if o.RequestBody == nil {
		delete(o.Responses, strconv.Itoa(http.StatusRequestEntityTooLarge))
		delete(o.Responses, strconv.Itoa(http.StatusUnsupportedMediaType))
		if len(o.Parameters) == 0 && !o.RejectUnknownQueryParameters {
			delete(o.Responses, strconv.Itoa(http.StatusBadRequest)) // nothing is sent that could be wrong
		}
	}
}

// refusalText says what a status means here.
func refusalText(o *huma.Operation, status int) string {
	switch status {
	case http.StatusOK, http.StatusCreated:
		return "What was asked for"
	case http.StatusNoContent:
		return "Done; there is nothing to show"
	case http.StatusBadRequest:
		if info := infoOfOperation(o); info != nil && info.op.notFoundStatus() == status && strings.Contains(o.Path, "{") {
			return "The data sent is incomplete or invalid (errors lists every fault), or there is no such record in the caller's sight"
		}
		return "The data sent is incomplete or invalid: errors lists every fault"
	case http.StatusRequestEntityTooLarge:
		limit := int64(maxBody)
		if info := infoOfOperation(o); info != nil {
			limit = info.maxBody
		}
		if limit == maxPublicBody {
			return "The body is over the limit of 64 KiB"
		}
		return fmt.Sprintf("The body is over the limit of %d MiB", max(limit, maxBody)>>20)
	}
	return refusalTexts[status]
}

var refusalTexts = map[int]string{
	http.StatusUnauthorized:         "No credentials, or such as are no longer good",
	http.StatusForbidden:            "The caller may not do this",
	http.StatusNotFound:             "There is no such record in the caller's sight",
	http.StatusConflict:             "It does not fit what stands: code says how",
	http.StatusPreconditionFailed:   "If-Match names an older version of the record",
	http.StatusUnsupportedMediaType: "The body is not application/json",
	http.StatusTooManyRequests:      "Too many requests: Retry-After says when to come back",
	http.StatusInternalServerError:  "A fault on our side, which is in the log under request_id; nothing was saved",
	http.StatusServiceUnavailable:   "Storage is unavailable, or the server is shutting down",
}

// headerTexts are the headers that an answer of this status may carry.
func headerTexts(o *huma.Operation, status int) map[string]string {
	switch {
	case status == http.StatusUnauthorized:
		return map[string]string{"WWW-Authenticate": "Bearer, and what is wrong with the token"}
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
		return map[string]string{"Retry-After": "Seconds to wait"}
	case status < http.StatusBadRequest && hasParameter(o, "limit"):
		return map[string]string{"Link": `With limit, where the next records are: <…>; rel="next"`}
	}
	return nil
}

func hasParameter(o *huma.Operation, name string) bool {
	return slices.ContainsFunc(o.Parameters, func(p *huma.Param) bool { return p.Name == name })
}

// addExamples gives every JSON body an example made of its fields'.
func addExamples(content map[string]*huma.MediaType, from examples) {
	for media, m := range content {
		if media != "application/json" && media != "application/x-www-form-urlencoded" || m.Schema == nil {
			continue
		}
		if example, ok := from.of(m.Schema, 0); ok && m.Example == nil {
			m.Example = example
		}
	}
}

// examples composes examples of schemas.
type examples struct {
	schemas huma.Registry
	sent    bool // by a client, who sends nothing that is read-only
}

// of composes an example; the keys of an object stand in the order of its fields.
func (e examples) of(s *huma.Schema, depth int) (json.RawMessage, bool) {
	if s.Ref != "" {
		s = e.schemas.SchemaFromRef(s.Ref)
	}
	switch {
	case depth > 6:
		return nil, false
	case len(s.Examples) > 0:
		b, err := json.Marshal(s.Examples[0])
		return b, err == nil
	case s.Type == huma.TypeArray && s.Items != nil:
		item, ok := e.of(s.Items, depth+1)
		return slices.Concat([]byte("["), item, []byte("]")), ok
	case s.Type == huma.TypeObject:
		return e.object(s, depth)
	case len(s.Enum) > 0:
		b, err := json.Marshal(s.Enum[0])
		return b, err == nil
	case s.Type == huma.TypeBoolean:
		return json.RawMessage("false"), true
	}
	return nil, false
}

func (e examples) object(s *huma.Schema, depth int) (json.RawMessage, bool) {
	names := slices.Clone(s.Required)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	out := bytes.NewBufferString("{")
	for _, name := range names {
		value, ok := e.of(s.Properties[name], depth+1)
		if !ok || e.sent && s.Properties[name].ReadOnly {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		key, _ := json.Marshal(name) // a string can always be written
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), true
}

// schemaName names a body's type after its package and itself: shifts.shiftJSON is "Shift", shifts.createBody "ShiftCreate".
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	pkg := t.PkgPath()
	pkg = pkg[strings.LastIndexByte(pkg, '/')+1:]
	if pkg == "" || pkg == "httpx" || pkg == "errs" {
		return name
	}
	one := strings.TrimSuffix(strings.ToUpper(pkg[:1])+pkg[1:], "s")
	for _, end := range []string{"JSON", "Body"} {
		name = strings.TrimSuffix(name, end)
	}
	if strings.EqualFold(name, one) {
		return one
	}
	return one + name
}
