package templates

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
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

func TestPages_showErrors_returns_what_is_not_for_the_form(t *testing.T) {
	c, _ := gin.CreateTestContext(httptest.NewRecorder())
	for name, err := range map[string]error{"an error that is not for staff": errors.New("broken"),
		"a refusal without fields": errs.Conflict("other", "Something else.")} {
		t.Run(name, func(t *testing.T) {
			if got := (pages{}).showErrors(c, editorState{}, err); !errors.Is(got, err) {
				t.Errorf("got %v", got)
			}
		})
	}
}
