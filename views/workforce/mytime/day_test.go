package mytime

import (
	"slices"
	"testing"

	"presence/views/ui"
)

func TestForm_saving(t *testing.T) {
	for _, x := range []struct {
		name string
		form Form
		want []string
	}{
		{"saving comes first, then another shift and the next day", Form{Save: "save", Next: "next", More: "more"},
			[]string{"save", "more", "next"}},
		{"the last day has no next one", Form{Save: "save", More: "more"}, []string{"save", "more"}},
		{"a line that stands is saved", Form{Save: "save"}, []string{"save"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, b := range x.form.saving() {
				if got = append(got, b.Label); (b.Kind == ui.Primary) != (b.Label == "save") {
					t.Errorf("%s is a button of kind %v", b.Label, b.Kind)
				}
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
