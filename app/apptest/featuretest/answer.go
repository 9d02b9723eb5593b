package featuretest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
)

// Answer is an answer with its whole body.
type Answer struct {
	Status int
	Header http.Header
	Body   string

	client *Client
	asked  string
}

// Want stops the test unless the status is the one given.
func (a *Answer) Want(status int) *Answer {
	a.client.t.Helper()
	if a.Status != status {
		a.client.t.Fatalf("%s: status %d, want %d\n%.2000s", a.asked, a.Status, status, a.Body)
	}
	return a
}

// Is fails unless the answer has this status and this body, apart from white space around it.
func (a *Answer) Is(status int, body string) *Answer {
	a.client.t.Helper()
	if got := strings.TrimSpace(a.Body); a.Status != status || got != body {
		a.client.t.Errorf("%s: answered %d %s\nwant %d %s", a.asked, a.Status, got, status, body)
	}
	return a
}

// RedirectsTo stops the test unless the answer redirects, and fails unless it is to this address.
func (a *Answer) RedirectsTo(address string) *Answer {
	a.client.t.Helper()
	if got := a.Want(http.StatusSeeOther).Header.Get("Location"); got != address {
		a.client.t.Errorf("%s redirects to %q, want %q", a.asked, got, address)
	}
	return a
}

// Follow requests the address to which a form redirects; the test stops unless it redirects.
func (a *Answer) Follow() *Answer {
	a.client.t.Helper()
	return a.client.Get(a.Want(http.StatusSeeOther).Header.Get("Location"))
}

// Result returns the answer to a form as text: the status, the address of the next page, and the messages of the next page as JSON,
// with plain spaces.
func (a *Answer) Result() string {
	a.client.t.Helper()
	parts := []string{strconv.Itoa(a.Status)}
	if to := a.Header.Get("Location"); to != "" {
		parts = append(parts, to)
	}
	if messages := a.client.Messages(); len(messages) > 0 {
		text, err := json.Marshal(messages)
		if err != nil {
			a.client.t.Fatal(err)
		}
		parts = append(parts, strings.ReplaceAll(string(text), "\u00a0", " "))
	}
	return strings.Join(parts, " ")
}

// JSON decodes the body.
func (a *Answer) JSON(into any) *Answer {
	a.client.t.Helper()
	if err := json.Unmarshal([]byte(a.Body), into); err != nil {
		a.client.t.Fatalf("%s: the answer is no such JSON: %v\n%.2000s", a.asked, err, a.Body)
	}
	return a
}

// Refused returns the status, and the code or the validation errors of a refusal: "404 not_found", "400 name required".
func (a *Answer) Refused() (status int, faults string) {
	a.client.t.Helper()
	return a.Status, strings.Join(a.faults(), ", ")
}

// faults stops the test unless the answer is a refusal: the error page of New for a page, and a problem for the API.
func (a *Answer) faults() (list []string) {
	a.client.t.Helper()
	form := "application/problem+json"
	if strings.Contains(a.asked, " /staff/") {
		form = "text/html; charset=utf-8"
	}
	if got := a.Header.Get("Content-Type"); got != form {
		a.client.t.Fatalf("%s: answered %d with Content-Type %q, want %q\n%.2000s", a.asked, a.Status, got, form, a.Body)
	}
	var p httpx.Problem
	a.JSON(&p)
	if len(p.Errors) == 0 {
		return []string{p.Code}
	}
	if p.Code != "invalid" {
		a.client.t.Errorf("%s: validation errors with the code %q\n%.2000s", a.asked, p.Code, a.Body)
	}
	for _, f := range p.Errors {
		if f.Detail == "" {
			a.client.t.Errorf("%s: the validation error of %q has no text", a.asked, f.Field)
		}
		list = append(list, f.Field+" "+f.Code)
	}
	return list
}

// IsRefused fails unless the answer is a refusal with this status, and this code or these validation errors, sorted.
func (a *Answer) IsRefused(status int, faults string) *Answer {
	a.client.t.Helper()
	list := a.faults()
	slices.Sort(list)
	if got := strings.Join(list, ", "); a.Status != status || got != faults {
		a.client.t.Errorf("%s: refused with %d %s\nwant %d %s", a.asked, a.Status, got, status, faults)
	}
	return a
}

// Doc returns the body as parsed HTML.
func (a *Answer) Doc() *goquery.Selection {
	a.client.t.Helper()
	return htmltest.Parse(a.client.t, a.Body)
}

// Text returns the text of the elements that the selector matches, as a reader sees it.
func (a *Answer) Text(selector string) string {
	a.client.t.Helper()
	return htmltest.Text(a.Doc().Find(selector))
}

// Texts returns the texts of the elements that the selector matches.
func (a *Answer) Texts(selector string) (list []string) {
	a.client.t.Helper()
	a.Doc().Find(selector).Each(func(_ int, s *goquery.Selection) { list = append(list, htmltest.Text(s)) })
	return list
}

// Has reports whether the page has an element that the selector matches.
func (a *Answer) Has(selector string) bool {
	a.client.t.Helper()
	return a.Doc().Find(selector).Length() > 0
}
