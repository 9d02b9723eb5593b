package home

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	views "presence/views/home"
)

// description is a small one with everything that the reader shows.
const description = `{"info": {"description": "One."}, "servers": [{"url": "http://here.test"}],
"tags": [{"name": "Shifts"}, {"name": "Other"}],
"paths": {"/shifts/{id}": {
	"delete": {"operationId": "remove", "tags": ["Shifts"], "security": [{"bearer": []}],
		"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}, "example": 7}],
		"responses": {"204": {"description": "Gone."}}},
	"post": {"operationId": "change", "tags": ["Shifts"],
		"parameters": [{"name": "day", "in": "query", "required": true, "schema": {"type": "string", "format": "date"}, "example": "2026-11-20"},
			{"name": "rows", "in": "query", "schema": {"type": ["integer", "null"]}, "example": 5},
			{"name": "X-Key", "in": "header", "required": true, "schema": {"type": "string", "enum": ["a", 2]}, "example": "a"}],
		"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Shift"}, "example": {"id": 1}},
			"application/x-www-form-urlencoded": {}}},
		"responses": {"200": {"description": "Good.", "content": {"application/json": {"schema": {"type": "array", "items":
				{"$ref": "#/components/schemas/Shift"}}, "example": [1]}}},
			"422": {"description": "Bad.", "content": {"application/json": {"schema": {"type": "object"}, "example": {}}}}}}}},
"components": {"schemas": {
	"Shift": {"type": "object", "description": "A shift.", "required": ["start"], "properties": {
		"code": {"$ref": "#/components/schemas/Code"}, "id": {"type": "integer", "description": "The id.", "examples": [7]},
		"start": {"type": "string", "format": "date-time"}}},
	"Code": {"type": "object", "description": "A code.", "examples": [{}], "properties": {
		"part": {"type": "object", "properties": {"deep": {"type": "object", "properties": {"deeper": {"type": "string"}}}}}}}}}}`

func TestOpenAPIDocument_page(t *testing.T) {
	var d openAPIDocument
	if err := json.Unmarshal([]byte(description), &d); err != nil {
		t.Fatal(err)
	}
	page := d.page()
	var got []string
	add := func(format string, args ...any) { got = append(got, fmt.Sprintf(format, args...)) }
	for _, g := range page.Groups {
		add("= %s", g.Name)
		for _, o := range g.Operations {
			add("%s %s %s anyone=%v body=%q", o.Method, o.Path, o.ID, o.Anyone, o.BodyAs)
			add("%s", o.Curl)
			for _, f := range slices.Concat(o.Parameters, o.Body) {
				add("%s: %s %q required=%v %s", f.Name, f.Type, f.Text, f.Required, f.Example)
			}
			for _, a := range o.Answers {
				add("-> %s good=%v %s %d fields %s", a.Status, a.Good, a.As, len(a.Fields), a.Example)
				if len(a.Fields) > 0 {
					add("first %s, last %s", a.Fields[0].Name, a.Fields[len(a.Fields)-1].Name)
				}
			}
		}
	}
	want := []string{
		"= Shifts",
		`POST /shifts/{id} change anyone=true body="application/json, application/x-www-form-urlencoded"`,
		"curl -X POST \"http://here.test/shifts/{id}?day=2026-11-20\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"id\": 1}'",
		`day: query · date "" required=true 2026-11-20`,
		`rows: query · integer | null "" required=false 5`,
		`X-Key: header · a | 2 "" required=true a`,
		`start: date-time "" required=true `,
		`code: object "A code." required=false `,
		`code.part: object "" required=false `,
		`code.part.deep: object "" required=false `,
		`id: integer "The id." required=false 7`,
		"-> 200 good=true application/json 5 fields [\n  1\n]",
		"first start, last id",
		"-> 422 good=false application/json 0 fields ",
		`DELETE /shifts/{id} remove anyone=false body=""`,
		"curl -X DELETE \"http://here.test/shifts/7\" \\\n  -H \"Authorization: Bearer $TOKEN\"",
		`id: path · integer "" required=true 7`,
		"-> 204 good=true  0 fields ",
		"= Other",
	}
	for i := range max(len(got), len(want)) {
		var is, was string
		if i < len(got) {
			is = got[i]
		}
		if i < len(want) {
			was = want[i]
		}
		if is != was {
			t.Errorf("line %d is\n%s\nwant\n%s", i, is, was)
		}
	}
}

func TestTypeName(t *testing.T) {
	for _, x := range []struct {
		name string
		s    schema
		want string
	}{
		{"a type", schema{Type: "integer"}, "integer"},
		{"a format of a time instead of its type", schema{Type: "string", Format: "date-time"}, "date-time"},
		{"a UUID", schema{Type: "string", Format: "uuid"}, "uuid"},
		{"no other format", schema{Type: "string", Format: "email"}, "string"},
		{"two types", schema{Type: []any{"string", "null"}, Format: "uuid"}, "uuid | null"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := typeName(&x.s); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestMatching(t *testing.T) {
	groups := []views.DocGroup{
		{Name: "Shifts", Operations: []views.DocOperation{{Method: "GET", Path: "/shifts", Summary: "Quarts"},
			{Method: "POST", Path: "/shifts", Summary: "Add"}}},
		{Name: "Employees", Operations: []views.DocOperation{{Method: "GET", Path: "/employees", Summary: "Employés"}}},
	}
	for query, want := range map[string]string{
		"shifts": "2: Shifts 2", "get": "2: Shifts 1, Employees 1", "employes GET": "1: Employees 1", "post employees": "0: ",
		"add": "1: Shifts 1",
	} {
		list, found := matching(groups, query)
		var got []string
		for _, g := range list {
			got = append(got, fmt.Sprint(g.Name, " ", len(g.Operations)))
		}
		if text := fmt.Sprint(found, ": ", strings.Join(got, ", ")); text != want {
			t.Errorf("%q finds %q, want %q", query, text, want)
		}
	}
}
