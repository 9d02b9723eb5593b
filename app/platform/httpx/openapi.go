package httpx

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// APIInfo are the general parts of the API description (C9).
type APIInfo struct {
	Server         string // the {base_url}
	Summary        string
	Tags           []Tag
	Webhooks       []Webhook
	OpenUndeclared bool // anyone may call the routes that the API's contract lists as public (C10)
}

// Tag is a group of operations; the groups are listed in this order.
type Tag struct{ Name, Text string }

// WithExample is implemented by a body whose example is not composed of the examples of its fields: it shows only some fields,
// or two fields of the same type with different values. Example is called on the zero value.
type WithExample interface{ Example() any }

// Build completes the router after all routes are registered: bodies then accept the read-only members of their records, and the
// description is available. It fails if the engine has a route that is not in the table.
func (r *Router) Build(a APIInfo) error {
	r.acceptReadOnly()
	r.description = sync.OnceValues(func() ([]byte, error) {
		r.completeDescription(a)
		return r.api.OpenAPI().MarshalJSON()
	})
	return r.check()
}

// OpenAPI returns the API description as JSON (C9). It is built at the first call, which must be after Build.
func (r *Router) OpenAPI() ([]byte, error) {
	if r.description == nil {
		return nil, errors.New("httpx: the description was asked for before Build")
	}
	return r.description()
}

// completeDescription adds what depends on all routes. Requests may be validated at the same time, so it changes nothing that
// huma or wrongParameter reads in a schema or parameter.
func (r *Router) completeDescription(a APIInfo) {
	d := r.api.OpenAPI()
	d.Info.Description = a.Summary
	d.Info.License = &huma.License{Name: "MIT", Identifier: "MIT"}
	d.Info.Contact = &huma.Contact{Name: "Whoever runs this service", URL: a.Server}
	d.Servers = []*huma.Server{{URL: a.Server}}
	for _, t := range a.Tags {
		d.Tags = append(d.Tags, &huma.Tag{Name: t.Name, Description: t.Text})
	}
	d.Webhooks = describeWebhooks(a.Webhooks, examples{r.registry(), false})
	for name, s := range d.Components.Schemas.Map() {
		for _, p := range s.Properties {
			p.PatternDescription = "" // not a keyword of JSON Schema; the messages have been built from it
		}
		if t := r.registry().TypeFromRef(schemaPrefix + name); t != nil {
			if body, ok := reflect.Zero(t).Interface().(WithExample); ok {
				s.Examples = []any{body.Example()}
			}
		}
	}
	for _, item := range d.Paths {
		for _, o := range operationsOf(item) {
			if a.OpenUndeclared && r.table[o.Method+" "+ginPath(o.Path)].Undeclared {
				o.Security = nil
			}
			if o.Security == nil {
				o.Security = []map[string][]string{} // an empty requirement: no sign-in needed
			}
			o.Description = cmp.Or(o.Description, r.explain(o))
			r.completeOperation(o)
		}
	}
}

// explain returns what the summary of an operation does not contain: who may call it, and how it can be repeated safely.
func (r *Router) explain(o *huma.Operation) string {
	row := r.table[o.Method+" "+ginPath(o.Path)]
	text := rulesInWords[row.Rule]
	if len(o.Security) == 0 {
		text = rulesInWords[Anyone]
	}
	info := infoOfOperation(o)
	switch {
	case hasParameter(o, idempotencyHeader) && info != nil && info.op.shownOnce != "":
		text += " Sent again with the same Idempotency-Key it is not done again, and answered 409 shown_once: the secret that it shows " +
			"is not kept. " + info.op.shownOnce
	case hasParameter(o, idempotencyHeader):
		text += " Sent again with the same Idempotency-Key it is done once."
	case o.Method == http.MethodPost && row.Rule != "" && row.Rule != Anyone:
		text += " An Idempotency-Key is refused."
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
	Approver:   "For administrators, payroll, and supervisors for their team.",
	Payroll:    "For administrators and payroll.",
	Events:     "For administrators and whoever runs events.",
	Door:       "For administrators, whoever runs events, and helpers at the door of the event.",
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

func (r *Router) completeOperation(o *huma.Operation) {
	row := r.table[o.Method+" "+ginPath(o.Path)]
	if o.Responses["401"] == nil && !row.Credentials && row.Kind != Probe { // a token is checked even where none is needed
		o.Responses["401"] = r.problemResponse("")
	}
	for _, p := range o.Parameters { // the schema need not repeat the parameter's description
		if len(p.Schema.Examples) > 0 {
			p.Example = p.Schema.Examples[0]
		}
		p.Schema.Description, p.Schema.Examples, p.Schema.PatternDescription = "", nil, ""
	}
	if o.RequestBody != nil {
		addExamples(o.RequestBody.Content, examples{r.registry(), true})
	}
	for status, response := range o.Responses {
		code, _ := strconv.Atoi(status)
		if code < http.StatusBadRequest {
			addExamples(response.Content, examples{r.registry(), false})
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

// refusalText returns the description of an error status for an operation.
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
	case http.StatusConflict:
		if info := infoOfOperation(o); info != nil && info.op.shownOnce != "" {
			return refusalTexts[status] + "; shown_once: the request was done before under this Idempotency-Key"
		}
	case http.StatusRequestEntityTooLarge:
		limit := int64(maxBody)
		if info := infoOfOperation(o); info != nil {
			limit = info.op.row("").bodyLimit(true)
		}
		if limit == maxPublicBody {
			return "The body is over the limit of 64 KiB"
		}
		return fmt.Sprintf("The body is over the limit of %d MiB", max(limit, maxBody)>>20)
	}
	return refusalTexts[status]
}

var refusalTexts = map[int]string{
	http.StatusUnauthorized:         "No credentials, or they are no longer valid",
	http.StatusForbidden:            "The caller may not do this",
	http.StatusNotFound:             "There is no such record, or the caller may not see it",
	http.StatusConflict:             "The current state does not allow it: code says why",
	http.StatusPreconditionFailed:   "If-Match names an older version of the record",
	http.StatusUnsupportedMediaType: "The body is not application/json",
	http.StatusTooManyRequests:      "Too many requests: Retry-After says when to come back",
	http.StatusInternalServerError:  "A fault on our side, which is in the log under request_id",
	http.StatusServiceUnavailable:   "Storage or another service is unavailable, or the server is overloaded, starting or shutting down",
}

// headerTexts returns the headers that a response with this status may have, with their descriptions.
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

// addExamples adds an example to every JSON body, composed of the examples of its fields.
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

// examples composes examples from schemas.
type examples struct {
	schemas huma.Registry
	sent    bool // for a request, which has no read-only members
}

// of composes an example; the members of an object are in the order of its fields.
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
		p := s.Properties[name]
		value, ok := e.of(p, depth+1)
		if !ok && p.Nullable && !e.sent { // a nullable member without an example is null in a response
			value, ok = json.RawMessage("null"), true
		}
		if !ok || e.sent && p.ReadOnly {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		key, _ := json.Marshal(name) // a string never fails
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), true
}

// schemaPrefix is the prefix of references to schemas.
const schemaPrefix = "#/components/schemas/"

// schemaName returns the name of a type's schema, from its package and its name: "Shift" for shifts.shiftJSON, "ShiftCreate"
// for shifts.createBody.
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
	if start, ok := strings.CutSuffix(one, "ie"); ok { // of deputies
		one = start + "y"
	}
	for _, end := range []string{"JSON", "Body"} {
		name = strings.TrimSuffix(name, end)
	}
	if strings.EqualFold(name, one) {
		return one
	}
	return one + name
}
