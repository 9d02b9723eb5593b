package httpx

import (
	"bytes"
	"errors"
	"io"
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
)

// bodyTime is how long a JSON body may take to arrive.
const bodyTime = 5 * time.Second

// binder reads the input of a route: its parameters and its body, with every fault of them. It is worked out once, when
// the route is registered. It does what huma.Register would, for any type with the same code: that function is compiled
// anew for every pair of types, which made each route 20 KB of the binary.
type binder struct {
	registry huma.Registry
	of       reflect.Type
	params   []param
	query    map[string]bool // the names that a query may hold
	anyQuery bool            // other names are ignored, not refused
	body     []int           // index of the field Body, nil for none
	schema   *huma.Schema    // of the body
	required bool            // the body
	limit    int64
	time     time.Duration    // for the body to arrive
	file     string           // the body's member that is a file, empty for none: see sized
	readOnly *readOnlyMembers // members of the record that the body may hold though nobody writes them; nil: none
}

// param is a field of the input that comes from the path, the query or a header.
type param struct {
	in, name string
	index    []int
	kind     reflect.Kind
	schema   *huma.Schema
	required bool
}

// newBinder finds out what a type takes, and describes it in o.
func newBinder(registry huma.Registry, t reflect.Type, o *huma.Operation) *binder {
	k := &binder{registry: registry, of: t, query: map[string]bool{}, limit: o.MaxBodyBytes, time: bodyTime}
	k.find(t, nil, o)
	if f, ok := t.FieldByName("Body"); ok {
		k.body, k.required = f.Index, f.Type.Kind() != reflect.Pointer
		hint := o.OperationID + "Request"
		if t.Name() != "" {
			hint = t.Name() + "Body"
		}
		k.schema = huma.SchemaFromField(registry, f, hint)
		k.schema.PrecomputeMessages()
		o.RequestBody = &huma.RequestBody{Required: k.required, Content: map[string]*huma.MediaType{"application/json": {Schema: k.schema}}}
		k.sized(f, o)
	}
	return k
}

// find walks the fields, those of embedded structs among them.
func (k *binder) find(t reflect.Type, at []int, o *huma.Operation) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(append([]int{}, at...), i)
		if f.Anonymous {
			k.find(f.Type, index, o)
			continue
		}
		for _, in := range []string{"path", "query", "header"} {
			if name := f.Tag.Get(in); name != "" {
				k.add(f, param{in: in, name: strings.Split(name, ",")[0], index: index, kind: f.Type.Kind()}, o)
			}
		}
	}
}

func (k *binder) add(f reflect.StructField, p param, o *huma.Operation) {
	p.required = p.in == "path" || f.Tag.Get("required") == "true"
	p.schema = huma.SchemaFromField(k.registry, f, "")
	p.schema.PrecomputeMessages()
	if p.in == "query" {
		k.query[p.name] = true
	}
	k.params = append(k.params, p)
	described := &huma.Param{Name: p.name, In: p.in, Required: p.required, Schema: p.schema, Description: p.schema.Description}
	if p.in == "query" {
		described.Explode = new(false)
	}
	o.Parameters = append(o.Parameters, described)
}

// validationErrors collects the faults of one request.
type validationErrors struct {
	huma.ValidateResult
	path *huma.PathBuffer
}

func newValidationErrors() *validationErrors {
	return &validationErrors{path: huma.NewPathBuffer(make([]byte, 0, 128), 0)}
}

// at names where the next fault is.
func (f *validationErrors) at(where ...string) *huma.PathBuffer {
	f.path.Reset()
	for _, w := range where {
		f.path.Push(w)
	}
	return f.path
}

// read fills input, a pointer to the input's struct, or refuses the request with all that is wrong with it.
func (k *binder) read(hc huma.Context, input reflect.Value) *Problem {
	f := newValidationErrors()
	v := input.Elem()
	u := hc.URL()
	if u.RawQuery != "" && !k.anyQuery {
		for _, name := range slices.Sorted(maps.Keys(u.Query())) {
			if !k.query[name] && len(f.Errors) <= maxFaults {
				f.Add(f.at("query", name), nil, "unknown query parameter")
			}
		}
		if len(f.Errors) > 0 {
			return newProblem(hc, http.StatusBadRequest, f.Errors...)
		}
	}
	for i := range k.params {
		k.params[i].read(hc, k.registry, v, f)
	}
	if k.body != nil {
		if p := k.readBody(hc, v.FieldByIndex(k.body), f); p != nil {
			return p
		}
	}
	if len(f.Errors) > 0 {
		return newProblem(hc, http.StatusBadRequest, f.Errors...)
	}
	return nil
}

func newProblem(hc huma.Context, status int, list ...error) *Problem {
	p, _ := errors.AsType[*Problem](error(problemOfRequest(hc, status, "", list...)))
	return p
}

// read reads one parameter and holds it against its schema.
func (p *param) read(hc huma.Context, registry huma.Registry, input reflect.Value, f *validationErrors) {
	var text string
	switch p.in {
	case "path":
		text = hc.Param(p.name)
	case "query":
		text = hc.Query(p.name)
	case "header":
		text = hc.Header(p.name)
	}
	if text == "" {
		if p.required {
			f.Add(f.at(p.in, p.name), nil, "required "+p.in+" parameter is missing")
		}
		return
	}
	value, fault := p.parse(text)
	if fault != "" {
		f.Add(f.at(p.in, p.name), nil, fault)
		return
	}
	huma.Validate(registry, p.schema, f.at(p.in, p.name), huma.ModeWriteToServer, value, &f.ValidateResult)
	field := input.FieldByIndex(p.index)
	switch p.kind {
	case reflect.Bool:
		field.SetBool(value.(bool))
	case reflect.Int, reflect.Int64:
		field.SetInt(value.(int64))
	default:
		field.SetString(text)
	}
}

// parse reads the text as the field's kind; a kind that no route uses yet would stop the first test of it.
func (p *param) parse(text string) (value any, fault string) {
	switch p.kind {
	case reflect.String:
		return text, ""
	case reflect.Bool:
		if b, err := strconv.ParseBool(text); err == nil {
			return b, ""
		}
		return nil, "invalid boolean"
	case reflect.Int, reflect.Int64:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n, ""
		}
		return nil, "invalid integer"
	}
	panic("httpx: a parameter cannot be a " + p.kind.String())
}

// readBody reads, checks and decodes the body: the schema's faults, then those of the body's own Resolve.
func (k *binder) readBody(hc huma.Context, field reflect.Value, f *validationErrors) *Problem {
	b := bodyBuffers.Get().(*bytes.Buffer)
	defer func() { b.Reset(); bodyBuffers.Put(b) }()
	late := time.AfterFunc(k.time, func() { _ = hc.SetReadDeadline(time.Unix(1, 0)) })
	defer late.Stop()
	n, err := io.Copy(b, io.LimitReader(hc.BodyReader(), k.limit+1))
	_, over := errors.AsType[*http.MaxBytesError](err)
	switch {
	case over || n > k.limit:
		return newProblem(hc, http.StatusRequestEntityTooLarge)
	case err != nil && timedOut(err):
		return newProblem(hc, http.StatusRequestTimeout)
	case errors.Is(err, errPartHeader):
		p := newProblem(hc, http.StatusBadRequest)
		p.Code, p.Detail, p.Errors = errPartHeader.Code, errPartHeader.Detail, nil
		return p
	case err != nil:
		return newProblem(hc, http.StatusBadRequest, &huma.ErrorDetail{Location: "body", Message: "cut", Value: true})
	case n == 0 && k.required:
		return newProblem(hc, http.StatusBadRequest, f.Errors...)
	case n == 0:
		return nil
	}
	text, understood, err := k.asJSON(hc.Header("Content-Type"), b.Bytes())
	if !understood {
		return newProblem(hc, http.StatusUnsupportedMediaType)
	}
	if err != nil {
		p := newProblem(hc, http.StatusBadRequest, f.Errors...)
		p.Code, p.Detail = "malformed_form", formFault(err)
		p.Errors = nil
		return p
	}
	return k.decode(hc, text, field, f)
}

// decode checks a body that has arrived and reads it into field. Between its steps it stops for a client that has gone.
func (k *binder) decode(hc huma.Context, text []byte, field reflect.Value, f *validationErrors) *Problem {
	ctx := hc.Context()
	tree, unknown, err := readTree(ctx, k.registry, k.schema, text)
	switch {
	case ctx.Err() != nil:
		return ProblemOf(ctx, ctx.Err(), http.StatusNotFound)
	case errors.Is(err, errGivenUp):
		p := newProblem(hc, http.StatusBadRequest, append(f.Errors, unknown...)...)
		if len(p.Errors) > 0 {
			p.Detail = "The data sent is incomplete or invalid. The body holds so much that is unknown here that the rest of it was not read."
		}
		return p
	case err != nil:
		code, detail := jsonFault(err)
		p := newProblem(hc, http.StatusBadRequest, f.Errors...)
		p.Code, p.Detail, p.Errors = code, detail, nil
		return p
	}
	sent := k.readOnly.extract(tree)
	before := len(f.Errors)
	huma.Validate(k.registry, k.schema, f.at("body"), huma.ModeWriteToServer, tree, &f.ValidateResult)
	f.Errors = append(f.Errors, unknown...)
	if ctx.Err() != nil {
		return ProblemOf(ctx, ctx.Err(), http.StatusNotFound)
	}
	if len(f.Errors)-before > maxFaults {
		return nil // read refuses it for them
	}
	target := field
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		target = field.Elem()
	}
	// readTree has refused names that stand twice.
	if err := json.Unmarshal(text, target.Addr().Interface(), jsontext.AllowDuplicateNames(true)); err != nil && len(f.Errors) == before {
		f.Add(f.at("body"), true, "undecodable") // a number beyond what the field holds
	}
	if r, ok := target.Addr().Interface().(huma.Resolver); ok {
		f.Errors = append(f.Errors, r.Resolve(hc)...)
	}
	f.Errors = append(f.Errors, k.readOnly.differing(hc, sent)...)
	return nil
}

func timedOut(err error) bool {
	t, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err)
	return ok && t.Timeout()
}

// isJSON accepts a body without a media type as JSON, with parameters or not.
func isJSON(mediaType string) bool {
	media, _, _ := strings.Cut(mediaType, ";")
	media = strings.TrimSpace(media)
	return media == "" || strings.EqualFold(media, "application/json")
}
