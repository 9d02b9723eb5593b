package review

import (
	"strings"
	"testing"

	"presence/app/platform/i18n"
	"presence/views/layout"
)

// The notices of the labour standards are open where they are what the sheet is flagged for.
func TestChecks_opens_the_notices(t *testing.T) {
	notice := []Check{{Day: "Sat, Nov 21", Text: "2.5 h worked"}}
	for _, x := range []struct {
		name  string
		sheet Sheet
		open  bool
	}{
		{"that stand alone", Sheet{Norms: notice}, true},
		{"not below other points", Sheet{Norms: notice, Checks: notice}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			var html strings.Builder
			if err := Checks(layout.Frame{Lang: i18n.EN}, x.sheet).Render(t.Context(), &html); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(html.String(), `<details class="review-norms small" open>`); got != x.open {
				t.Errorf("open: %v", got)
			}
		})
	}
}
