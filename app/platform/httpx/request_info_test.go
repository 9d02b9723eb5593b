package httpx

import (
	"net/http/httptest"
	"testing"
)

// TestPrefers shows which Accept header gets a page and which gets JSON; without a preference a route's own default applies.
func TestPrefers(t *testing.T) {
	for accept, want := range map[string]struct{ html, json bool }{
		"":                                    {false, false},
		"*/*":                                 {false, false},
		"text/html":                           {true, false},
		"Text/HTML":                           {true, false},
		"application/xhtml+xml,*/*;q=0.8":     {true, false},
		"application/json":                    {false, true},
		"application/json, text/html;q=0.9":   {false, true},
		"text/html;q=0.9, application/json":   {false, true},
		"application/json;q=0.5,text/html":    {true, false},
		"text/html,application/json":          {true, false},
		"application/json, text/html":         {true, false},
		"image/png, application/json;q=0.001": {false, true},
	} {
		t.Run(accept, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
			r.Header.Set("Accept", accept)
			if PrefersHTML(r) != want.html || PrefersJSON(r) != want.json {
				t.Errorf("HTML %v, JSON %v", PrefersHTML(r), PrefersJSON(r))
			}
		})
	}
}
