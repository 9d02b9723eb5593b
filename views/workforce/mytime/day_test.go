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
		{"another shift, then the next day", Form{Save: "save", Next: "next", More: "more"}, []string{"more", "next"}},
		{"the last day has no next one", Form{Save: "save", More: "more"}, []string{"more"}},
		{"a line that stands is only saved", Form{Save: "save"}, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, b := range x.form.saving() {
				if got = append(got, b.Label); b.Kind == ui.Primary {
					t.Errorf("%s is as prominent as the button that saves", b.Label)
				}
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
