package home

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
	views "presence/views/home"
)

// openAPIDocument is the part of the API description that the page shows (C9).
type openAPIDocument struct {
	Info    struct{ Description string }
	Servers []struct{ URL string }
	Tags    []struct{ Name, Description string }
	Paths   map[string]map[string]operation

	Webhooks map[string]struct{ Post operation }

	Components struct{ Schemas map[string]*schema }
}

type operation struct {
	ID         string `json:"operationId"`
	Summary    string
	Tags       []string
	Security   []map[string][]string
	Parameters []struct {
		Name, In, Description string
		Required              bool
		Schema                *schema
		Example               any
	}
	Body struct {
		Content map[string]media
	} `json:"requestBody"`
	Responses map[string]struct {
		Description string
		Content     map[string]media
	}
}

type media struct {
	Schema  *schema
	Example json.RawMessage
}

// schema is a JSON schema in the description.
type schema struct {
	Ref         string `json:"$ref"`
	Type        any
	Format      string
	Description string
	Properties  map[string]*schema
	Required    []string
	Items       *schema
	Enum        []any
	Examples    []any
}

// docs serves the pages of the API description.
type docs struct {
	load func() (views.Docs, error)
}

// newDocs returns docs that are built once, at the first request.
func newDocs(describe func() ([]byte, error)) docs {
	return docs{load: sync.OnceValues(func() (views.Docs, error) {
		b, err := describe()
		if err != nil {
			return views.Docs{}, err
		}
		var d openAPIDocument
		if err := json.Unmarshal(b, &d); err != nil {
			return views.Docs{}, err
		}
		return d.page(), nil
	})}
}

func (d docs) page(c *gin.Context) error {
	page, err := d.load()
	if err != nil {
		return err
	}
	if name, asked := c.GetQuery("group"); asked {
		page.Home, page.Groups = paths.Docs(), slices.Clone(page.Groups)
		i := slices.IndexFunc(page.Groups, func(g views.DocGroup) bool { return g.Name == name })
		if i < 0 {
			return errs.NotFound("group of operations")
		}
		page.Groups[i].Current = true
		page.Group = &page.Groups[i]
	} else if page.Query = httpx.SearchText(c.Query("q")); page.Query != "" {
		page.Groups, page.Found = matching(page.Groups, page.Query)
	}
	return frame.Page(c, http.StatusOK, views.DocsPage, page)
}

// matching returns the groups with the operations whose entry in the list contains every word of the query, and the number of
// these operations.
func matching(groups []views.DocGroup, query string) (list []views.DocGroup, found int) {
	words := strings.Fields(contact.Fold(query))
	for _, g := range groups {
		var fitting []views.DocOperation
		for _, o := range g.Operations {
			text := contact.Fold(g.Name + " " + o.Method + " " + o.Path + " " + o.Summary)
			if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
				fitting = append(fitting, o)
			}
		}
		if g.Operations = fitting; len(fitting) > 0 {
			list, found = append(list, g), found+len(fitting)
		}
	}
	return list, found
}

func (d *openAPIDocument) page() views.Docs {
	p := views.Docs{Intro: paragraphs(d.Info.Description), Server: d.Servers[0].URL, Source: paths.To("/openapi.json")}
	for _, tag := range d.Tags {
		p.Groups = append(p.Groups, views.DocGroup{Name: tag.Name, Text: tag.Description, Href: paths.DocsOf(tag.Name),
			Operations: d.operations(tag.Name)})
	}
	return p
}

// methods are the HTTP methods, in the order in which the page shows them.
var methods = []string{"get", "post", "put", "patch", "delete"}

func (d *openAPIDocument) operations(tag string) (list []views.DocOperation) {
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range methods {
			if o, ok := d.Paths[path][method]; ok && o.Tags[0] == tag {
				list = append(list, d.operation(strings.ToUpper(method), path, o))
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(d.Webhooks)) { // requests to other systems: a body in place of the command
		if o := d.Webhooks[kind].Post; o.Tags[0] == tag {
			x := d.operation(http.MethodPost, kind, o)
			x.Anyone, x.Curl = false, indented(o.Body.Content["application/json"].Example)
			list = append(list, x)
		}
	}
	return list
}

func (d *openAPIDocument) operation(method, path string, o operation) views.DocOperation {
	x := views.DocOperation{ID: o.ID, Method: method, Path: path, Summary: o.Summary, Anyone: len(o.Security) == 0,
		Href: paths.DocsOf(o.Tags[0]) + "#" + o.ID}
	for _, p := range o.Parameters {
		f := d.field(p.Name, p.Schema)
		f.Text, f.Required, f.Example = p.Description, p.Required, exampleText(p.Example)
		f.Type = p.In + " · " + f.Type
		x.Parameters = append(x.Parameters, f)
	}
	x.BodyAs = strings.Join(slices.Sorted(maps.Keys(o.Body.Content)), ", ")
	if m, ok := o.Body.Content["application/json"]; ok {
		x.Body = d.fields("", m.Schema, 0)
	}
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		r := o.Responses[status]
		a := views.DocAnswer{Status: status, Text: r.Description, Good: status < "4", As: strings.Join(slices.Sorted(maps.Keys(r.Content)), ", ")}
		if m, ok := r.Content["application/json"]; ok && a.Good {
			a.Fields, a.Example = d.fields("", m.Schema, 0), indented(m.Example)
		}
		x.Answers = append(x.Answers, a)
	}
	x.Curl = d.curl(method, path, o)
	return x
}

// curl returns the curl command for an operation, with the examples of the description.
func (d *openAPIDocument) curl(method, path string, o operation) string {
	line := []string{"curl"}
	if method != http.MethodGet {
		line = append(line, "-X "+method)
	}
	var query []string
	for _, p := range o.Parameters {
		switch {
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", exampleText(p.Example))
		case p.In == "query" && p.Required:
			query = append(query, p.Name+"="+exampleText(p.Example))
		}
	}
	if len(query) > 0 {
		path += "?" + strings.Join(query, "&")
	}
	line = append(line, `"`+d.Servers[0].URL+path+`"`)
	if len(o.Security) > 0 {
		line = append(line, "\\\n  -H \"Authorization: Bearer $TOKEN\"")
	}
	if m, ok := o.Body.Content["application/json"]; ok {
		line = append(line, "\\\n  -H \"Content-Type: application/json\" \\\n  -d '"+string(m.Example)+"'")
	}
	return strings.Join(line, " ")
}

// fields returns the fields of a body and of its nested objects, named by their path.
func (d *openAPIDocument) fields(prefix string, s *schema, depth int) (list []views.DocField) {
	s, in := d.resolve(s), prefix
	for s.Items != nil {
		s, in = d.resolve(s.Items), in+"[]"
	}
	if in != "" {
		in = strings.TrimPrefix(in+".", "[].")
	}
	for _, name := range d.order(s) {
		f := d.field(name, s.Properties[name])
		f.Name, f.Required = in+name, slices.Contains(s.Required, name)
		list = append(list, f)
		if depth < 2 {
			list = append(list, d.fields(in+name, s.Properties[name], depth+1)...)
		}
	}
	return list
}

// order returns the names of an object's fields: the required ones as they are listed, then the others.
func (d *openAPIDocument) order(s *schema) []string {
	names := slices.Clone(s.Required)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (d *openAPIDocument) field(name string, s *schema) views.DocField {
	r := d.resolve(s)
	f := views.DocField{Name: name, Type: typeName(r), Text: cmp.Or(s.Description, r.Description)}
	if len(r.Enum) > 0 {
		values := make([]string, len(r.Enum))
		for i, v := range r.Enum {
			values[i] = exampleText(v)
		}
		f.Type = strings.Join(values, " | ")
	} else if len(r.Examples) > 0 && r.Properties == nil {
		f.Example = exampleText(r.Examples[0])
	}
	return f
}

func (d *openAPIDocument) resolve(s *schema) *schema {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		return d.Components.Schemas[name]
	}
	return s
}

func typeName(s *schema) string {
	var kinds []string
	switch t := s.Type.(type) {
	case string:
		kinds = []string{t}
	case []any:
		for _, k := range t {
			kinds = append(kinds, exampleText(k))
		}
	}
	if strings.Contains(s.Format, "date") || s.Format == "uuid" {
		kinds[0] = s.Format
	}
	return strings.Join(kinds, " | ")
}

// exampleText formats an example: a text without quotes, anything else as JSON.
func exampleText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

func indented(b []byte) string {
	var out bytes.Buffer
	if json.Indent(&out, b, "", "  ") != nil {
		return ""
	}
	return out.String()
}

// paragraphs parses the little markup that descriptions use: **strong** and `code`.
func paragraphs(text string) (list []views.Para) {
	for block := range strings.SplitSeq(text, "\n\n") {
		var p views.Para
		for i, part := range strings.Split(block, "**") {
			for j, piece := range strings.Split(part, "`") {
				if piece != "" {
					p = append(p, views.Span{Text: piece, Strong: i%2 == 1, Code: j%2 == 1})
				}
			}
		}
		list = append(list, p)
	}
	return list
}
