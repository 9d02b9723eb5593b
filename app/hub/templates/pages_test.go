package templates

import (
	"strings"
	"testing"
)

func TestNameOf(t *testing.T) {
	for typed, want := range map[string]string{"Fête d’hiver 2027": "event-fete-d-hiver-2027", "event-hiver": "event-hiver", "": "", " !": "",
		"a-z": "event-a-z", "0–9": "event-0-9", "a`b{c/d:e": "event-a-b-c-d-e",
		strings.Repeat("a", 80): "event-" + strings.Repeat("a", 58)} {
		if got := nameOf(typed); got != want || got != "" && !nameShape.MatchString(got) {
			t.Errorf("%q becomes %q, want %q", typed, got, want)
		}
	}
}
