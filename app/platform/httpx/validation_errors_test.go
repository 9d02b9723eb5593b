package httpx

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

type ruledPart struct {
	Email string `json:"email" minLength:"3" maxLength:"20"`
}

type ruledBody struct {
	Name   string      `json:"name"`
	Count  int64       `json:"count,omitempty" minimum:"1" maximum:"9"`
	Rate   float64     `json:"rate,omitempty"`
	Flag   bool        `json:"flag,omitempty"`
	Kind   string      `json:"kind,omitempty" enum:"a,b"`
	Slug   string      `json:"slug,omitempty" pattern:"^[a-z]+$"`
	At     string      `json:"at,omitempty" format:"date-time"`
	Parts  []ruledPart `json:"parts,omitempty" minItems:"1" maxItems:"3"`
	Single ruledPart   `json:"single,omitzero"`
	Number int64       `json:"number,omitempty"`
	Word   string      `json:"word,omitempty"`
}

// Parse takes what the schema has found good, except bad words.
func (b ruledBody) Parse(context.Context) (_ ruledBody, faults errs.Fields) {
	if b.Word == "bad" {
		faults.Add("word", "bad", "This word is bad.")
	}
	return b, faults
}

type ruledInput struct {
	ID    int64  `path:"id" minimum:"1"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000"`
	Only  string `query:"only" enum:"x,y"`
	Must  string `query:"must" required:"true"`
	Deep  bool   `query:"deep"`
	Body  Body[ruledBody, ruledBody]
}

// ruledFaults registers the route anew and answers "field code, …" of one request, or the problem's code where it lists none.
func ruledFaults(t *testing.T, target, body string) (found string, status int) {
	t.Helper()
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	Handle(r, Op{Method: http.MethodPost, Path: "/ruled/{id}", Rule: SignedIn, ID: "post-ruled", Success: 200},
		func(context.Context, *ruledInput) (*NoContent, error) { return nil, nil })
	w := httptest.NewRecorder()
	engine.ServeHTTP(w, httptest.NewRequest(http.MethodPost, target, strings.NewReader(body)))
	if w.Code == http.StatusOK {
		return "", w.Code
	}
	var p Problem
	if err := decodeJSON(w.Body.Bytes(), &p); err != nil {
		t.Fatalf("%d: %v: %s", w.Code, err, w.Body)
	}
	var list []string
	for _, f := range p.Errors {
		list = append(list, f.Field+" "+f.Code)
	}
	if len(list) == 0 {
		return p.Code, w.Code
	}
	return strings.Join(list, ", "), w.Code
}

// ruledCases are requests and what is wrong with them.
var ruledCases = []struct{ name, target, body, want string }{
	{"a good request is taken", "/ruled/1?must=1&limit=5&only=x&deep=true",
		`{"name":"n","count":3,"kind":"a","slug":"abc","at":"2026-11-20T08:00:00Z","parts":[{"email":"abc"}]}`, ""},
	{"a member is missing", "/ruled/1?must=1", `{}`, "name required"},
	{"a member of a part is missing", "/ruled/1?must=1", `{"name":"n","parts":[{}],"single":{}}`,
		"parts[0].email required, single.email required"},
	{"members are unknown, also by case", "/ruled/1?must=1", `{"name":"n","NAME":1,"single":{"email":"abc","x":1}}`,
		"NAME unknown, single.x unknown"},
	{"members have the wrong type", "/ruled/1?must=1", `{"name":1,"count":"1","rate":true,"flag":0,"parts":{},"single":[]}`,
		"count type, flag type, name type, parts type, rate type, single type"},
	{"a whole number has a fraction", "/ruled/1?must=1", `{"name":"n","count":1.5}`, "count type"},
	{"numbers are out of range", "/ruled/1?must=1", `{"name":"n","count":0}`, "count out_of_range"},
	{"a number is too large", "/ruled/1?must=1", `{"name":"n","count":10}`, "count out_of_range"},
	{"texts are too short or too long", "/ruled/1?must=1", `{"name":"n","parts":[{"email":"a"},{"email":"123456789012345678901"}]}`,
		"parts[0].email length, parts[1].email length"},
	{"a list is too short", "/ruled/1?must=1", `{"name":"n","parts":[]}`, "parts length"},
	{"a list is too long", "/ruled/1?must=1", `{"name":"n","parts":[{"email":"abc"},{"email":"abc"},{"email":"abc"},{"email":"abc"}]}`,
		"parts length"},
	{"a value is none of the enum", "/ruled/1?must=1", `{"name":"n","kind":"c"}`, "kind not_allowed"},
	{"texts break a pattern and a format", "/ruled/1?must=1", `{"name":"n","slug":"A","at":"yesterday"}`, "at format, slug format"},
	{"parameters are wrong", "/ruled/1?limit=0&only=z&deep=2", `{"name":"n"}`,
		"limit out_of_range, only not_allowed, must required, deep type"},
	{"a parameter is no number", "/ruled/1?must=1&limit=x", `{"name":"n"}`, "limit type"},
	{"parameters are unknown", "/ruled/1?must=1&b=1&a=1", `{"name":"n"}`, "a unknown, b unknown"},
	{"the id is none", "/ruled/x?must=1", `{"name":"n"}`, "not_found"},
	{"the id is too small", "/ruled/0?must=1", `{}`, "not_found"},
	{"there is no body", "/ruled/1?must=1", ``, "body_required"},
	{"the body is no object", "/ruled/1?must=1", `[]`, "type"},
	{"the body is null", "/ruled/1?must=1", `null`, "type"},
	{"the body is no JSON", "/ruled/1?must=1", `{"name"`, "malformed_json"},
	{"a key stands twice", "/ruled/1?must=1", `{"name":"n","name":"n"}`, "duplicate_key"},
	{"a number does not fit its field", "/ruled/1?must=1", `{"name":"n","count":1e0}`, "count type"},
	{"numbers that fit no field, beside what else is wrong", "/ruled/1?must=1", `{"number":9223372036854775808,"rate":1e999,"kind":"c"}`,
		"kind not_allowed, name required, number type, rate type"},
	{"what follows a number that fits no field is looked at", "/ruled/1?must=1", `{"number":-9223372036854775809,"name":"n","word":"bad"}`,
		"number type, word bad"},
	{"what follows a value of another type is looked at", "/ruled/1?must=1", `{"number":"1","name":"n","word":"bad"}`, "number type, word bad"},
	{"the largest and the smallest number fit", "/ruled/1?must=1", `{"number":9223372036854775807,"name":"n","rate":-1e308}`, ""},
}

// TestValidationErrors is C3 and C4: each fault has its field and its code.
func TestValidationErrors(t *testing.T) {
	for _, tt := range ruledCases {
		t.Run(tt.name, func(t *testing.T) {
			if got, status := ruledFaults(t, tt.target, tt.body); got != tt.want {
				t.Errorf("%d %q, want %q", status, got, tt.want)
			}
		})
	}
}

// TestValidationErrors_Reworded gives every message of huma other words: fields and codes stay as they are.
func TestValidationErrors_Reworded(t *testing.T) {
	formatter := huma.ErrorFormatter
	huma.ErrorFormatter = func(string, ...any) string { return "quelque chose ne va pas" }
	for _, m := range []*string{&validation.MsgUnexpectedProperty, &validation.MsgExpectedBoolean, &validation.MsgExpectedNumber,
		&validation.MsgExpectedInteger,
		&validation.MsgExpectedString, &validation.MsgExpectedArray, &validation.MsgExpectedObject, &validation.MsgExpectedRFC3339DateTime} {
		before := *m
		*m = "required expected value to be one of"
		t.Cleanup(func() { *m = before })
	}
	t.Cleanup(func() { huma.ErrorFormatter = formatter })
	for _, tt := range ruledCases {
		t.Run(tt.name, func(t *testing.T) {
			if got, status := ruledFaults(t, tt.target, tt.body); got != tt.want {
				t.Errorf("%d %q, want %q", status, got, tt.want)
			}
		})
	}
}

// TestBody_Parsed shows that a body is parsed once, and that the handler gets the result.
func TestBody_Parsed(t *testing.T) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	var parsed []int
	timesParsed = 0
	Handle(r, Op{Method: http.MethodPost, Path: "/counted", Rule: Anyone, ID: "post-counted", Success: 200},
		func(ctx context.Context, in *countedInput) (*NoContent, error) {
			parsed = append(parsed, in.Body.ValueOr(-1))
			return nil, nil
		})
	for _, body := range []string{`{"n":7}`, ``} {
		engine.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/counted", strings.NewReader(body)))
	}
	if !slices.Equal(parsed, []int{8, -1}) || timesParsed != 1 {
		t.Errorf("handlers got %v of a body that was parsed %d times", parsed, timesParsed)
	}
}

// countedBody counts in a package variable of the test how often it is parsed.
type countedBody struct {
	N int `json:"n"`
}

var timesParsed int

// Parse counts.
func (b countedBody) Parse(context.Context) (int, errs.Fields) {
	timesParsed++
	return b.N + 1, nil
}

type countedInput struct {
	Body *Body[countedBody, int]
}

// TestBody_SlowHandler shows that the deadline of a body is not one of the handler, also where nothing is sent.
func TestBody_SlowHandler(t *testing.T) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	op := Op{Method: http.MethodPost, Path: "/slow", Rule: Anyone, ID: "post-slow", Success: 200}
	o := r.operation(op)
	o.BodyReadTimeout = 50 * time.Millisecond
	register(r, op, o, "slow", func(ctx context.Context, _ *countedInput) (*NoContent, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(4 * o.BodyReadTimeout):
			return nil, nil
		}
	})
	server := httptest.NewServer(engine)
	t.Cleanup(server.Close)
	for name, body := range map[string]string{"with a body": `{"n":1}`, "without one": ""} {
		t.Run(name, func(t *testing.T) {
			res, err := http.Post(server.URL+"/slow", "application/json", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != http.StatusOK {
				t.Errorf("answered %d", res.StatusCode)
			}
		})
	}
}
