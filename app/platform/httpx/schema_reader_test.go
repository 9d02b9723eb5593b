package httpx

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
	jsonv2 "github.com/go-json-experiment/json"

	"presence/app/platform/errs"
)

type partBody struct {
	Email string `json:"email,omitempty" maxLength:"20"`
}

type treeBody struct {
	Name   string     `json:"name"`
	Number float64    `json:"number,omitempty"`
	Flag   *bool      `json:"flag,omitempty"`
	Codes  []string   `json:"codes,omitempty"`
	Parts  []partBody `json:"parts,omitempty" maxItems:"3"`
	Part   partBody   `json:"part,omitzero"`
}

// Parse returns the body: the schema has validated it.
func (b treeBody) Parse(context.Context) (treeBody, errs.Fields) { return b, nil }

type treeInput struct {
	A    string `query:"a"`
	Body Body[treeBody, treeBody]
}

// treeServer takes a treeBody at POST /tree, and answers the problem of what it refuses; done counts what it takes.
func treeServer(t *testing.T) (ask func(query, body string) Problem, done *int) {
	t.Helper()
	gin.SetMode(gin.TestMode)
	engine, done := gin.New(), new(int)
	r := NewRouter(engine, Config{}, NoRules)
	Handle(r, Op{Method: http.MethodPost, Path: "/tree", Rule: SignedIn, ID: "post-tree", Success: 200},
		func(context.Context, *treeInput) (*NoContent, error) {
			*done++
			return nil, nil
		})
	return func(query, body string) (p Problem) {
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/tree?"+query, strings.NewReader(body)))
		if w.Code != http.StatusOK {
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
				t.Fatalf("%d: %s", w.Code, w.Body)
			}
		}
		p.Status = w.Code
		return p
	}, done
}

// many is a body with n members that nobody knows.
func many(n int) string {
	var b strings.Builder
	b.WriteString(`{"name":"x"`)
	for i := range n {
		fmt.Fprintf(&b, `,"k%x":1`, i)
	}
	return b.String() + "}"
}

// params is a query with n parameters that nobody knows.
func params(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "&p%x=", i)
	}
	return b.String()[1:]
}

// TestBody_Faults is C4: at most 100 faults are told of one body, and where they stand.
func TestBody_Faults(t *testing.T) {
	ask, done := treeServer(t)
	for _, tt := range []struct {
		name, query, body string
		faults            int
		first, detail     string // of the faults, and of the problem
	}{
		{"every fault of a small body is told", "", `{"number":"1","flag":1,"x":1,"y":[1,{"z":2}]}`, 5, "flag type", "incomplete or invalid."},
		{"a hundred unknown members are told", "", many(99), 99, "k0 unknown", "incomplete or invalid."},
		{"of more the first hundred are told, and that there are more", "", many(20_000), 100, "k0 unknown", "was not read"},
		{"a member without a name is named", "", `{"name":"x","":0}`, 1, " unknown", "incomplete or invalid."},
		{"a member without a name is named where it stands", "", `{"name":"x","part":{"":0}}`, 1, "part. unknown", "incomplete or invalid."},
		{"a dotted name does not spoil the next one", "", `{"name":"x","a.b[1]":0,"part":{"c":1}}`, 2, "a.b[1] unknown",
			"incomplete or invalid."},
		{"a name without end is told shortly", "", `{"name":"x","` + strings.Repeat("é", 5000) + `":0}`, 1, strings.Repeat("é", 32) + "… unknown",
			"incomplete or invalid."},
		{"arrays where none belongs are refused while they are read", "", `{"name":[` + strings.Repeat("[],", 50_000) + `1]}`, 1, "name type",
			"was not read"},
		{"an array in place of the object likewise", "", `[` + strings.Repeat("[],", 50_000) + `1]`, 0, "", "must be a JSON object"},
		{"an array in an unknown member likewise", "", `{"name":"x","k":[` + strings.Repeat("[],", 50_000) + `1]}`, 1, "k unknown",
			"was not read"},
		{"an array longer than its schema allows is not read to its end", "", `{"name":"x","parts":[` + strings.Repeat("{},", 50_000) + `{}]}`, 1,
			"parts length", "was not read"},
		{"an array without a bound has one", "", `{"name":"x","codes":[` + strings.Repeat(`"",`, 100_000) + `""]}`, 1, "codes length",
			"was not read"},
		{"of its wrong items the first hundred are told", "", `{"name":"x","codes":[` + strings.Repeat("1,", 5_000) + `1]}`, 100, "codes[0] type",
			"there are more"},
		{"unknown parameters are told in order", "z=1&b=2&y=3", `{"name":"x"}`, 3, "b unknown", "incomplete or invalid."},
		{"of many unknown parameters the first hundred are told", params(6_000), `{"name":"x"}`, 100, "p0 unknown", "there are more"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := ask(tt.query, tt.body)
			if p.Status != http.StatusBadRequest || len(p.Errors) != tt.faults || !strings.Contains(p.Detail, tt.detail) {
				t.Fatalf("%d with %d faults: %s", p.Status, len(p.Errors), p.Detail)
			}
			if tt.faults > 0 && p.Errors[0].Field+" "+p.Errors[0].Code != tt.first {
				t.Errorf("the first is %+v", p.Errors[0])
			}
		})
	}
	if *done != 0 {
		t.Errorf("%d refused bodies were taken", *done)
	}
	if p := ask("a=1", `{"name":"x","number":1e2,"flag":null,"codes":["a"],"parts":[{"email":"b"}],"part":{}}`); p.Status != http.StatusOK {
		t.Errorf("a good body is answered %+v", p)
	}
}

// A long read-only member does not keep a small unknown one from being skipped, in whichever order they stand.
func TestReadAlong_counts_read_only_members_apart(t *testing.T) {
	schema := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{
		"id": {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeInteger}, ReadOnly: true}, "name": {Type: huma.TypeString}}}
	long := `"id":[` + strings.Repeat("1,", maxSkipped) + `1]`
	for name, body := range map[string]string{
		"after it":  `{` + long + `,"odd":{"a":1},"name":7}`,
		"before it": `{"odd":{"a":1},` + long + `,"name":7}`,
	} {
		t.Run(name, func(t *testing.T) {
			r, err := readAlong(t.Context(), huma.NewMapRegistry("#/", huma.DefaultSchemaNamer), schema, []byte(body))
			if err != nil || len(r.unknown) != 1 || r.unknown[0].Field != "odd" || len(r.faults) != 1 || r.faults[0].Field != "name" {
				t.Errorf("%v, unknown %+v, faults %+v", err, r.unknown, r.faults)
			}
		})
	}
	t.Run("a read-only member that is too long ends the reading", func(t *testing.T) {
		body := `{"id":[` + strings.Repeat("1,", maxReadOnly) + `1]}`
		_, err := readAlong(t.Context(), huma.NewMapRegistry("#/", huma.DefaultSchemaNamer), schema, []byte(body))
		if !errors.Is(err, errGivenUp) {
			t.Errorf("%v", err)
		}
	})
}

// TestBody_Work counts what is read of a body that is not worth reading: it does not grow with the body.
func TestBody_Work(t *testing.T) {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	schema := huma.SchemaFromType(registry, reflect.TypeFor[treeBody]())
	for name, body := range map[string]func(n int) string{
		"unknown members": many,
		"nested arrays":   func(n int) string { return `{"name":[` + strings.Repeat("[],", n) + `1]}` },
		"an array":        func(n int) string { return `[` + strings.Repeat("[],", n) + `1]` },
		"unknown objects": func(n int) string { return `{"x":[` + strings.Repeat(`{"a":1},`, n) + `1]}` },
		"an endless list": func(n int) string { return `{"codes":[` + strings.Repeat(`"",`, n) + `""]}` },
	} {
		t.Run(name, func(t *testing.T) {
			work := func(n int) float64 {
				text := []byte(body(n))
				return testing.AllocsPerRun(1, func() {
					if _, err := readAlong(t.Context(), registry, schema, text); !errors.Is(err, errGivenUp) && !errors.Is(err, errNoObject) {
						t.Errorf("%d: %v", n, err)
					}
				})
			}
			if few, lots := work(20_000), work(80_000); lots > few+20 {
				t.Errorf("%v allocations for 20,000 of them, %v for 80,000", few, lots)
			}
		})
	}
}

// TestBody_Gone shows that the work for a client that has gone ends.
func TestBody_Gone(t *testing.T) {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	schema := huma.SchemaFromType(registry, reflect.TypeFor[treeBody]())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	text := []byte(`{"codes":[` + strings.Repeat(`"",`, 5000) + `""]}`)
	if _, err := readAlong(ctx, registry, schema, text); !errors.Is(err, context.Canceled) {
		t.Errorf("read to its end: %v", err)
	}
	if _, err := readAlong(t.Context(), registry, schema, text); err != nil {
		t.Errorf("control: %v", err)
	}
}

// FuzzBody holds the reader along the schema against huma.Validate, which is given the whole body as a tree: they agree on
// what is no JSON, on which bodies are valid, and on how many members nobody knows.
func FuzzBody(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
		f.Add(`{"name":` + s + `,"parts":[` + s + `],"number":1e3,"codes":["a","` + `b"],"x":` + s + `}`)
	}
	f.Add(`{"name":"a","parts":[{"email":"b"},{"email":"` + strings.Repeat("c", 21) + `"}],"flag":null,"part":{}}`)
	huma.ValidateStrictCasing = true
	f.Cleanup(func() { huma.ValidateStrictCasing = false })
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	schema := huma.SchemaFromType(registry, reflect.TypeFor[treeBody]())
	f.Fuzz(func(t *testing.T, text string) {
		var whole any
		plain := decodeJSON([]byte(text), &whole)
		read, err := readAlong(t.Context(), registry, schema, []byte(text))
		if errors.Is(err, errGivenUp) || errors.Is(err, errNoObject) && plain != nil { // a number beyond float64 is no object either
			return
		}
		var tooLarge *jsonv2.SemanticError // a number beyond float64, where the reader skips it
		if (plain == nil) != (err == nil || errors.Is(err, errNoObject)) && !errors.As(plain, &tooLarge) {
			t.Fatalf("%q: the decoder says %v, the reader %v", text, plain, err)
		}
		if plain != nil {
			return
		}
		var found huma.ValidateResult
		huma.Validate(registry, schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, whole, &found)
		if valid := err == nil && len(read.faults)+len(read.unknown) == 0; valid != (len(found.Errors) == 0) {
			t.Errorf("%q: huma finds %v, the reader %v %v %v", text, found.Errors, read.faults, read.unknown, err)
		}
	})
}
