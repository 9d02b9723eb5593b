package apptest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/htmltest"
)

// Response is a response with its whole body. Its checks return it, so that they can be chained.
type Response struct {
	Status int
	Header http.Header
	Body   []byte

	t     testing.TB
	asked string
}

// Want stops the test unless the status is the one given.
func (r *Response) Want(status int) *Response {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("%s: status %d, want %d\n%s", r.asked, r.Status, status, clip(string(r.Body)))
	}
	return r
}

// Has fails unless the body contains each of the texts.
func (r *Response) Has(texts ...string) *Response {
	r.t.Helper()
	for _, text := range texts {
		if !strings.Contains(string(r.Body), text) {
			r.t.Errorf("%s: the answer lacks %q\n%s", r.asked, text, clip(string(r.Body)))
		}
	}
	return r
}

// HasNot fails when the body contains any of the texts.
func (r *Response) HasNot(texts ...string) *Response {
	r.t.Helper()
	for _, text := range texts {
		if strings.Contains(string(r.Body), text) {
			r.t.Errorf("%s: the answer must not contain %q\n%s", r.asked, text, clip(string(r.Body)))
		}
	}
	return r
}

// HasHeader fails unless the header has exactly this value.
func (r *Response) HasHeader(name, value string) *Response {
	r.t.Helper()
	if got := r.Header.Get(name); got != value {
		r.t.Errorf("%s: header %s is %q, want %q", r.asked, name, got, value)
	}
	return r
}

// JSON decodes the body.
func (r *Response) JSON(into any) *Response {
	r.t.Helper()
	if err := json.Unmarshal(r.Body, into); err != nil {
		r.t.Fatalf("%s: the answer is no such JSON: %v\n%s", r.asked, err, clip(string(r.Body)))
	}
	return r
}

// Doc returns the body as parsed HTML, a page or a fragment. See htmltest.One and htmltest.Text.
func (r *Response) Doc() *goquery.Selection {
	r.t.Helper()
	return htmltest.Parse(r.t, string(r.Body))
}

// Hidden returns the values of the hidden fields with a name, in their order on the page.
func (r *Response) Hidden(name string) (values []string) {
	r.t.Helper()
	for _, field := range r.Doc().Find(`input[type=hidden][name="` + name + `"]`).EachIter() {
		values = append(values, field.AttrOr("value", ""))
	}
	return values
}

// FormVersion returns the version of the record that the page's first form was filled from, which the form sends back.
func (r *Response) FormVersion() string {
	r.t.Helper()
	versions := r.Hidden("version")
	if len(versions) == 0 {
		r.t.Fatalf("%s: no form of the page has a version", r.asked)
	}
	return versions[0]
}

// Undo returns the path and the encoded fields that the undo button of the page's only message posts.
func (r *Response) Undo() (path, fields string) {
	r.t.Helper()
	form := htmltest.One(r.t, r.Doc(), "[data-toast] form")
	values := url.Values{}
	for _, field := range form.Find("input").EachIter() {
		values.Add(field.AttrOr("name", ""), field.AttrOr("value", ""))
	}
	return form.AttrOr("action", ""), values.Encode()
}

// ETag returns the ETag; the test fails without one.
func (r *Response) ETag() string {
	r.t.Helper()
	tag := r.Header.Get("ETag")
	if tag == "" {
		r.t.Errorf("C8: %s: no ETag", r.asked)
	}
	return tag
}

// ID returns the id of the record in the body.
func (r *Response) ID() int64 {
	r.t.Helper()
	var record struct {
		ID int64 `json:"id"`
	}
	r.JSON(&record)
	if record.ID == 0 {
		r.t.Fatalf("%s: no id in %s", r.asked, clip(string(r.Body)))
	}
	return record.ID
}

// IDs returns the ids of the records in the body, in their order.
func (r *Response) IDs() []int64 {
	r.t.Helper()
	return ids(r.t, r.Body)
}

// Problem is an error as JSON (C3).
type Problem struct {
	Type, Title, Detail, Instance, Code string
	Status                              int
	RequestID                           string `json:"request_id"`
	Errors                              []struct{ Field, Code, Detail string }
}

// Problem decodes an error and fails if it is incomplete (C3).
func (r *Response) Problem() Problem {
	r.t.Helper()
	var p Problem
	if got := r.Header.Get("Content-Type"); got != "application/problem+json" {
		r.t.Errorf("C3: %s: refused with Content-Type %q: %s", r.asked, got, clip(string(r.Body)))
		return p
	}
	r.JSON(&p)
	for member, value := range map[string]string{"type": p.Type, "title": p.Title, "detail": p.Detail, "instance": p.Instance, "code": p.Code,
		"request_id": p.RequestID} {
		if value == "" {
			r.t.Errorf("C3: %s: the problem has no %q: %s", r.asked, member, r.Body)
		}
	}
	if p.Status != r.Status {
		r.t.Errorf("C3: %s: the problem says status %d, the answer is %d", r.asked, p.Status, r.Status)
	}
	if p.RequestID != r.Header.Get("X-Request-Id") {
		r.t.Errorf("C3: %s: request_id %q is not X-Request-Id %q", r.asked, p.RequestID, r.Header.Get("X-Request-Id"))
	}
	return p
}

// Faults returns the fields of the validation errors, in order.
func (r *Response) Faults() []string {
	r.t.Helper()
	var fields []string
	for _, f := range r.Problem().Errors {
		fields = append(fields, f.Field)
	}
	return fields
}
