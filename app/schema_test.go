package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"presence/app/apptest"
)

// description is an OpenAPI 3.1 document as these tests read it. A keyword that it does not know fails the tests: what is
// not read cannot be checked.
type description struct {
	OpenAPI string `json:"openapi"`
	Info    struct {
		Title, Version, Description string
		Contact                     struct{ Name, URL string }
		License                     struct{ Name, Identifier string }
	}
	Servers []struct{ URL string }
	Tags    []struct{ Name, Description string }
	Paths   map[string]map[string]*operation

	Webhooks map[string]struct{ Post *operation }

	Components struct {
		Schemas         map[string]*schema
		SecuritySchemes map[string]struct{ Type, Scheme, BearerFormat, In, Name, Description string } `json:"securitySchemes"`
	}
}

type operation struct {
	ID          string `json:"operationId"`
	Summary     string
	Description string
	Tags        []string
	Security    []map[string][]string
	Parameters  []parameter
	RequestBody *struct {
		Required bool
		Content  map[string]media
	} `json:"requestBody"`
	Responses map[string]struct {
		Description string
		Headers     map[string]struct {
			Description string
			Schema      *schema
		}
		Content map[string]media
	}

	method, path string
}

type parameter struct {
	Name, In, Description string
	Required, Explode     bool
	Schema                *schema
	Example               any
}

type media struct {
	Schema  *schema
	Example any
}

// schema is the part of JSON Schema 2020-12 that the description uses.
type schema struct {
	Ref         string `json:"$ref"`
	Type        kinds
	Format      string
	Description string
	Properties  map[string]*schema
	Required    []string
	Additional  any `json:"additionalProperties"` // false, true or a schema
	Items       *schema
	Enum        []any
	Minimum     *float64
	Maximum     *float64
	MinLength   *int `json:"minLength"`
	MaxLength   *int `json:"maxLength"`
	MinItems    *int `json:"minItems"`
	MaxItems    *int `json:"maxItems"`
	ReadOnly    bool `json:"readOnly"`
	Pattern     string
	MediaType   string `json:"contentMediaType"` // of text that is a file
	Examples    []any
}

// kinds is a type, or several.
type kinds []string

func (k *kinds) UnmarshalJSON(b []byte) error {
	if b[0] == '[' {
		return json.Unmarshal(b, (*[]string)(k))
	}
	*k = kinds{""}
	return json.Unmarshal(b, &(*k)[0])
}

// describe fetches and decodes /openapi.json.
func describe(t testing.TB, a *apptest.App) *description {
	t.Helper()
	d := &description{}
	r := json.NewDecoder(bytes.NewReader(a.As(apptest.Anonymous).Get("/openapi.json").Want(200).Body))
	r.DisallowUnknownFields()
	if err := r.Decode(d); err != nil {
		t.Fatal(err)
	}
	for path, item := range d.Paths {
		for method, o := range item {
			o.method, o.path = strings.ToUpper(method), path
		}
	}
	return d
}

// operations are all of them in a fixed order.
func (d *description) operations() (list []*operation) {
	for _, item := range d.Paths {
		for _, o := range item {
			list = append(list, o)
		}
	}
	slices.SortFunc(list, func(a, b *operation) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	return list
}

// resolve follows a reference; nil when it leads nowhere.
func (d *description) resolve(s *schema) *schema {
	if s != nil && s.Ref != "" {
		return d.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	}
	return s
}

// misfits says where a JSON value does not fit a schema.
func (d *description) misfits(at string, s *schema, v any) (list []string) {
	s = d.resolve(s)
	if s == nil {
		return []string{at + ": its schema is not defined"}
	}
	wrong := func(format string, args ...any) { list = append(list, at+": "+fmt.Sprintf(format, args...)) }
	if len(s.Type) > 0 && !slices.ContainsFunc(s.Type, func(kind string) bool { return isKind(kind, v) }) {
		wrong("%T is no %v", v, s.Type)
		return list
	}
	if len(s.Enum) > 0 && v != nil && !slices.Contains(s.Enum, v) {
		wrong("%v is none of %v", v, s.Enum)
	}
	switch v := v.(type) {
	case float64:
		if s.Minimum != nil && v < *s.Minimum || s.Maximum != nil && v > *s.Maximum {
			wrong("%v is out of range", v)
		}
	case string:
		if n := utf8.RuneCountInString(v); s.MinLength != nil && n < *s.MinLength || s.MaxLength != nil && n > *s.MaxLength {
			wrong("a text of %d characters", n)
		}
		if !isFormat(s.Format, v) || s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(v) {
			wrong("%q is no %s", v, s.Format+s.Pattern)
		}
	case []any:
		if s.MinItems != nil && len(v) < *s.MinItems || s.MaxItems != nil && len(v) > *s.MaxItems {
			wrong("%d items", len(v))
		}
		for i, x := range v {
			list = append(list, d.misfits(fmt.Sprintf("%s[%d]", at, i), s.Items, x)...)
		}
	case map[string]any:
		list = append(list, d.misfitsOfObject(at, s, v)...)
	}
	return list
}

func (d *description) misfitsOfObject(at string, s *schema, v map[string]any) (list []string) {
	for _, name := range s.Required {
		if _, there := v[name]; !there {
			list = append(list, at+"."+name+" is missing")
		}
	}
	for name, x := range v {
		switch p := s.Properties[name]; {
		case p != nil:
			list = append(list, d.misfits(at+"."+name, p, x)...)
		case s.Additional == false:
			list = append(list, at+"."+name+" is not described")
		}
	}
	return list
}

func isKind(kind string, v any) bool {
	switch v := v.(type) {
	case nil:
		return kind == "null"
	case bool:
		return kind == "boolean"
	case float64:
		return kind == "number" || kind == "integer" && v == math.Trunc(v)
	case string:
		return kind == "string"
	case []any:
		return kind == "array"
	}
	return kind == "object"
}

func isFormat(format, v string) bool {
	var err error
	switch format {
	case "date-time":
		_, err = time.Parse(time.RFC3339Nano, v)
	case "date":
		_, err = time.Parse(time.DateOnly, v)
	case "uuid":
		err = uuid.Validate(v)
	case "email":
		return strings.Contains(v, "@")
	}
	return err == nil
}

// TestMisfits shows what the checker of the other tests finds.
func TestMisfits(t *testing.T) {
	t.Parallel()
	d, s := &description{}, &schema{}
	if err := json.Unmarshal([]byte(`{"type":"object","required":["id","at"],"additionalProperties":false,"properties":{
		"id":{"type":"integer","minimum":1},"at":{"type":"string","format":"date-time"},"note":{"type":["string","null"],"maxLength":3},
		"kind":{"type":"string","enum":["a","b"]},"list":{"type":"array","items":{"type":"number"}},"lost":{"$ref":"#/components/schemas/None"}}}`), s); err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]string{
		`{"id":1,"at":"2026-11-20T13:00:00Z","note":null,"kind":"a","list":[1.5]}`: "",
		`{"at":"2026-11-20T13:00:00Z"}`:                                            "x.id is missing",
		`{"id":1.5,"at":"2026-11-20T13:00:00Z"}`:                                   "x.id: float64 is no [integer]",
		`{"id":0,"at":"2026-11-20T13:00:00Z"}`:                                     "x.id: 0 is out of range",
		`{"id":1,"at":"yesterday"}`:                                                `x.at: "yesterday" is no date-time`,
		`{"id":1,"at":null}`:                                                       "x.at: <nil> is no [string]",
		`{"id":1,"at":"2026-11-20T13:00:00Z","more":1}`:                            "x.more is not described",
		`{"id":1,"at":"2026-11-20T13:00:00Z","note":"éééé"}`:                       "x.note: a text of 4 characters",
		`{"id":1,"at":"2026-11-20T13:00:00Z","kind":"c"}`:                          "x.kind: c is none of [a b]",
		`{"id":1,"at":"2026-11-20T13:00:00Z","list":[1,"2"]}`:                      "x.list[1]: string is no [number]",
		`{"id":1,"at":"2026-11-20T13:00:00Z","lost":1}`:                            "x.lost: its schema is not defined",
		`[]`: "x: []interface {} is no [object]",
	} {
		var v any
		if err := json.Unmarshal([]byte(body), &v); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(d.misfits("x", s, v), "; "); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
