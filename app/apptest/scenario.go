package apptest

import (
	"net/http"
	"testing"
)

// Scenario is one request with what is expected of the response. The name is a sentence.
type Scenario struct {
	Name        string
	As          string // person; empty: anonymous
	Method      string // empty: GET
	Path        string // names of the World in braces are replaced
	Body        any
	Headers     []string // pairs
	Status      int
	Code        string   // the problem's code
	Faults      []string // fields of the validation errors, in order
	Contains    []string
	NotContains []string
	Stores      bool // the request may write; otherwise the database must not change
}

// Run runs each scenario on its own app, so that none depends on another.
func Run(t *testing.T, scenarios []Scenario) {
	t.Helper()
	for _, s := range scenarios {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			s.run(t, New(t))
		})
	}
}

func (s Scenario) run(t *testing.T, a *App) {
	t.Helper()
	who, method := s.As, s.Method
	if who == "" {
		who = Anonymous
	}
	if method == "" {
		method = http.MethodGet
	}
	client := a.As(who).On(t)
	before := a.Rows()
	r := client.Do(method, s.Path, s.Body, s.Headers...).Want(s.Status)
	fill := func(texts []string) []string {
		out := make([]string, len(texts))
		for i, text := range texts {
			out[i] = a.World.Fill(text)
		}
		return out
	}
	r.Has(fill(s.Contains)...).HasNot(fill(s.NotContains)...)
	if s.Code != "" {
		if got := r.Problem().Code; got != s.Code {
			t.Errorf("%s: code %q, want %q", r.asked, got, s.Code)
		}
	}
	if s.Faults != nil {
		same(t, r.asked, r.Faults(), s.Faults)
	}
	if !s.Stores {
		a.Unchanged(t, before, r.asked)
	}
}

func same(t testing.TB, asked string, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: faults %q, want %q", asked, got, want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: faults %q, want %q", asked, got, want)
			return
		}
	}
}
