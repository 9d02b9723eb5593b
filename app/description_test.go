package app_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"presence/app/apptest"
)

// documented is every operation of the document for clients, with its statuses and the scheme that it declares (C2, C9).
const documented = `
POST   /employees                                        201 400          access-token
GET    /employees                                        200 400          access-token
GET    /employees/{id}                                   200 400          access-token
PATCH  /employees/{id}                                   200 202 404      access-token
DELETE /employees/{id}                                   204 404          access-token
POST   /timesheets                                       201 400          access-token
GET    /timesheets                                       201 400          access-token
GET    /timesheets/{id}                                  201 400          access-token
PATCH  /timesheets/{id}                                  201 400          access-token
DELETE /timesheets/{id}                                  201 400          access-token
POST   /Expenses                                         201 400          access-token
GET    /Expenses                                         201 400          access-token
GET    /Expenses/{id}                                    201 400          access-token
PATCH  /Expenses/{id}                                    201 400          access-token
DELETE /Expenses/{id}                                    201 400          access-token
POST   /shifts                                           201 400          access-token
GET    /shifts                                           201 400          access-token
GET    /shifts/{id}                                      201 400          access-token
PATCH  /shifts/{id}                                      201 400          access-token
DELETE /shifts/{id}                                      201 400          access-token
POST   /leave-requests                                   201 400          access-token
GET    /leave-requests                                   201 400          access-token
GET    /leave-requests/{id}                              201 400          access-token
PATCH  /leave-requests/{id}                              201 400          access-token
DELETE /leave-requests/{id}                              201 400          access-token
POST   /customers                                        201 400          access-token
GET    /customers                                        201 400          access-token
GET    /customers/{id}                                   201 400          access-token
PATCH  /customers/{id}                                   201 400          access-token
DELETE /customers/{id}                                   201 400          access-token
PATCH  /timesheets/{id}/approval                         200              access-token
PATCH  /Expenses/{id}/approval                           200              access-token
PATCH  /shifts/{id}/approval                             200              access-token
PATCH  /leave-requests/{id}/approval                     200              access-token
GET    /shifts/summary                                   200              access-token
GET    /shifts/export.csv                                200              access-token
POST   /bank-codes                                       201 400
GET    /bank-codes                                       200
GET    /bank-codes/{id}                                  404
PATCH  /bank-codes/{id}                                  404
DELETE /bank-codes/{id}                                  404
POST   /oauth-sessions                                   201 400          sessions
GET    /oauth-sessions                                   201 400          sessions
GET    /oauth-sessions/{id}                              201 400          sessions
PATCH  /oauth-sessions/{id}                              201 400          sessions
DELETE /oauth-sessions/{id}                              201 400          sessions
GET    /pay-periods                                      200
GET    /pay-periods/bundle/current-and-all               200
GET    /pay-periods/date/{date}                          200 404
GET    /pay-periods/{year}/{periodNumber}                200 404
PATCH  /pay-periods/{year}/{periodNumber}/approval       200
GET    /pay-periods/{year}/{periodNumber}/crew-overview  200 404
GET    /pay-periods/{year}/{periodNumber}/overview       200 404
GET    /archives/employees                               200
GET    /archives/expenses                                200
GET    /archives/leaveRequests                           200
GET    /archives/shifts                                  200
GET    /archives/timesheets                              200
GET    /notifications/summary                            200
GET    /notifications/stream                             200
GET    /exports/csv                                      200
GET    /auth/v1/login                                    200
GET    /auth/callback                                    200
GET    /                                                 200
GET    /health                                           200
`

// undescribed are routes outside the staff pages that no program calls, with the reason.
var undescribed = map[string]string{
	"GET /clock/offline": "the page that devices keep for when there is no network", "GET /manifest.webmanifest": "for browsers that install the pages",
	"GET /static/*file": "styles, scripts and images of the pages", "GET /docs": "the reader of the description",
	"GET /door/:code": "a page behind a QR code", "GET /door/open/:token": "leads helpers to a page",
	"GET /pictures/:hash/:size": "the picture of an event in a message or on a page",
	"GET /t/o/:token":           "the picture in a message", "GET /t/c/:token/:to": "a link in a message", "GET /u/:token": "a page behind one",
	"POST /u/:token":              "its button",
	"GET /u/calendars/:secret":    "a file for calendar programs",
	"GET /u/notifications/:token": "a page behind a link in a message to staff", "POST /u/notifications/:token": "its button",
	"POST /webhooks/mailjet":  "what the mail provider calls, in its own shape",
	"POST /webhooks/ses":      "what Amazon SNS calls, in its own shape",
	"POST /webhooks/postmark": "what the mail provider calls, in its own shape",
	"POST /auth/v1/login":     "the form of the sign-in page", "GET /auth/first/:token": "a page that is opened once",
	"POST /auth/first/:token": "its form", "GET /auth/password/:token": "a page that is opened once",
	"GET /help": "leads to a page", "GET /auth/forgotten": "a page", "POST /auth/forgotten": "its form",
	"POST /auth/password/:token": "its form",
	"GET /auth/v1/factor":        "the step after the password", "POST /auth/v1/factor": "its form",
	"POST /auth/v1/passkey": "the sign-in page's answer of a browser",
}

func TestDescription(t *testing.T) {
	a := apptest.New(t, apptest.PublicURL("https://time.example.com/presence"))
	d := describe(t, a)
	t.Run("has every operation of the document, with its statuses and its scheme", func(t *testing.T) {
		for line := range strings.Lines(strings.TrimSpace(documented)) {
			words := strings.Fields(line)
			o := d.Paths[words[1]][strings.ToLower(words[0])]
			if o == nil {
				t.Errorf("C9: %s %s is not described", words[0], words[1])
				continue
			}
			for _, word := range words[2:] {
				_, status := o.Responses[word]
				scheme := slices.ContainsFunc(o.Security, func(s map[string][]string) bool { return s[word] != nil })
				if !status && !scheme {
					t.Errorf("C9: %s %s lacks %s", words[0], words[1], word)
				}
			}
		}
	})
	t.Run("has every route for programs, and no other", func(t *testing.T) {
		colons := strings.NewReplacer("{", ":", "}", "")
		described := map[string]bool{}
		for _, o := range d.operations() {
			described[o.method+" "+colons.Replace(o.path)] = true
		}
		for _, r := range a.Routes() {
			route := r.Method + " " + r.Path
			if isPage(r.Path) || undescribed[route] != "" {
				continue
			}
			if !described[route] {
				t.Errorf("C9: %s is not described", route)
			}
			delete(described, route)
		}
		for route := range described {
			t.Errorf("C9: %s is described and not there", route)
		}
	})
	t.Run("says of each operation that needs no credentials that it needs none, and who may call", func(t *testing.T) {
		var loose struct {
			Info  map[string]any
			Paths map[string]map[string]map[string]any
		}
		a.As(apptest.Anonymous).On(t).Get("/openapi.json").JSON(&loose)
		for _, o := range d.operations() {
			as := loose.Paths[o.path][strings.ToLower(o.method)]
			if security, said := as["security"].([]any); !said || len(o.Security) != len(security) {
				t.Errorf("C9: %s %s says of its security %v", o.method, o.path, as["security"])
			}
			if text, _ := as["description"].(string); !strings.HasSuffix(text, ".") || text == as["summary"] {
				t.Errorf("C9: %s %s is explained as %q", o.method, o.path, text)
			}
		}
		if loose.Info["license"] == nil || loose.Info["contact"] == nil {
			t.Errorf("C9: info is %v", loose.Info)
		}
		content := loose.Paths["/openapi.json"]["get"]["responses"].(map[string]any)["200"].(map[string]any)["content"].(map[string]any)
		for media, m := range content {
			if schema := m.(map[string]any)["schema"].(map[string]any); schema["type"] != "object" {
				t.Errorf("C9: /openapi.json answers %v as %s", schema, media)
			}
		}
	})
	t.Run("has no keyword that JSON Schema and OpenAPI do not know", func(t *testing.T) {
		var loose any
		a.As(apptest.Anonymous).On(t).Get("/openapi.json").JSON(&loose)
		known := strings.Fields("$ref type format title description properties required additionalProperties items enum examples " +
			"example default minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems " +
			"maxItems uniqueItems minProperties maxProperties readOnly writeOnly deprecated oneOf anyOf allOf not contentEncoding contentMediaType")
		var look func(at string, v any, schema bool)
		look = func(at string, v any, schema bool) {
			switch v := v.(type) {
			case []any:
				for i, e := range v {
					look(fmt.Sprintf("%s/%d", at, i), e, schema)
				}
			case map[string]any:
				for name, e := range v {
					if schema && !slices.Contains(known, name) {
						t.Errorf("C9: %s has the keyword %q", at, name)
					}
					switch {
					case name == "schema" && !schema, schema && (name == "items" || name == "oneOf" || name == "anyOf" || name == "allOf" ||
						name == "additionalProperties"):
						look(at+"/"+name, e, true)
					case schema && name == "properties", !schema && name == "schemas":
						for field, s := range e.(map[string]any) {
							look(at+"/"+name+"/"+field, s, true)
						}
					case !schema && name != "example" && name != "examples":
						look(at+"/"+name, e, false)
					}
				}
			}
		}
		look("", loose, false)
	})
	t.Run("asks for credentials exactly where the table of routes does", func(t *testing.T) {
		for _, r := range a.Routes() {
			o := d.Paths[braces.ReplaceAllString(r.Path, "{$1}")][strings.ToLower(r.Method)]
			if o != nil && (len(o.Security) > 0) != (r.Rule != "anyone") {
				t.Errorf("%s %s: %s, and the description says %v", r.Method, r.Path, r.Rule, o.Security)
			}
		}
	})
	t.Run("names the address by which the outside world reaches it", func(t *testing.T) {
		if len(d.Servers) != 1 || d.Servers[0].URL != "https://time.example.com/presence" {
			t.Errorf("servers: %v", d.Servers)
		}
	})
}

var (
	braces      = regexp.MustCompile(`:(\w+)`)
	placeholder = regexp.MustCompile(`\{(\w+)\}`)
	schemaKinds = []string{"string", "integer", "number", "boolean", "object", "array", "null"}
)

// TestDescription_IsOpenAPI holds the description against the rules of OpenAPI 3.1 and of JSON Schema.
func TestDescription_IsOpenAPI(t *testing.T) {
	t.Parallel()
	d := describe(t, apptest.New(t, apptest.Empty()))
	if d.OpenAPI != "3.1.0" || d.Info.Title == "" || d.Info.Version == "" || d.Info.Description == "" {
		t.Errorf("openapi %q, info %+v", d.OpenAPI, d.Info)
	}
	tags, ids := map[string]bool{}, map[string]bool{}
	for _, tag := range d.Tags {
		tags[tag.Name] = true
	}
	for _, o := range d.operations() {
		t.Run(o.method+" "+o.path, func(t *testing.T) {
			if o.ID == "" || ids[o.ID] || o.Summary == "" {
				t.Errorf("operationId %q, summary %q: the first is unique, and both are there", o.ID, o.Summary)
			}
			ids[o.ID] = true
			if len(o.Tags) != 1 || !tags[o.Tags[0]] {
				t.Errorf("tags %v: one, of those that the description explains", o.Tags)
			}
			for _, s := range o.Security {
				for name := range s {
					if d.Components.SecuritySchemes[name].Type == "" {
						t.Errorf("no security scheme is called %s", name)
					}
				}
			}
			d.checkParameters(t, o)
			d.checkBodies(t, o)
		})
	}
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		t.Run(name, func(t *testing.T) {
			d.checkSchema(t, name, d.Components.Schemas[name])
			for field, p := range d.Components.Schemas[name].Properties {
				if p.Description == "" && p.Ref == "" {
					t.Errorf("%s.%s says nothing", name, field)
				}
			}
		})
	}
}

func (d *description) checkParameters(t *testing.T, o *operation) {
	seen := map[string]bool{}
	for _, p := range o.Parameters {
		if seen[p.In+p.Name] {
			t.Errorf("%s %s twice", p.In, p.Name)
		}
		seen[p.In+p.Name] = true
		if !slices.Contains([]string{"path", "query", "header"}, p.In) || p.Schema == nil || p.Description == "" {
			t.Errorf("%s %s: a place, a schema and a description", p.In, p.Name)
		}
		if p.In == "path" && (!p.Required || !strings.Contains(o.path, "{"+p.Name+"}")) {
			t.Errorf("%s stands in no place of the path, or is not required", p.Name)
		}
		d.checkSchema(t, p.Name, p.Schema)
		if p.Example != nil {
			for _, wrong := range d.misfits("the example of "+p.Name, p.Schema, p.Example) {
				t.Error(wrong)
			}
		}
	}
	for _, found := range placeholder.FindAllStringSubmatch(o.path, -1) {
		if !seen["path"+found[1]] {
			t.Errorf("{%s} is no parameter", found[1])
		}
	}
}

func (d *description) checkBodies(t *testing.T, o *operation) {
	check := func(what string, content map[string]media) {
		for name, m := range content {
			d.checkSchema(t, what, m.Schema)
			if strings.Contains(name, "/json") && m.Example == nil {
				t.Errorf("%s has no example", what)
			}
			if m.Example != nil {
				for _, wrong := range d.misfits("the example of "+what, m.Schema, m.Example) {
					t.Error(wrong)
				}
			}
		}
	}
	if o.RequestBody != nil {
		check("the body", o.RequestBody.Content)
	}
	if len(o.Responses) == 0 {
		t.Error("no answers")
	}
	for status, r := range o.Responses {
		if r.Description == "" || len(status) != 3 {
			t.Errorf("status %q says nothing", status)
		}
		check(status, r.Content)
	}
}

// checkSchema looks at a schema and at all within it.
func (d *description) checkSchema(t *testing.T, at string, s *schema) {
	if s == nil || d.resolve(s) == nil {
		t.Errorf("%s has no schema", at)
		return
	}
	for _, kind := range s.Type {
		if !slices.Contains(schemaKinds, kind) {
			t.Errorf("%s: JSON Schema knows no type %q", at, kind)
		}
	}
	for _, name := range s.Required {
		if s.Properties[name] == nil {
			t.Errorf("%s: %s is required and not there", at, name)
		}
	}
	for _, example := range s.Examples {
		for _, wrong := range d.misfits("the example of "+at, s, example) {
			t.Error(wrong)
		}
	}
	for name, p := range s.Properties {
		d.checkSchema(t, at+"."+name, p)
	}
	if slices.Contains(s.Type, "array") {
		d.checkSchema(t, at+"[]", s.Items)
	}
}
