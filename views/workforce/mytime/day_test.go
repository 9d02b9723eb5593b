package mytime

import (
	"slices"
	"testing"
)

func TestForm_saving(t *testing.T) {
	for _, x := range []struct {
		name string
		form Form
		want []string
	}{
		{"the next day comes first", Form{Save: "save", Next: "next", More: "more"}, []string{"next", "more", "save"}},
		{"another shift comes first where one is usual", Form{Save: "save", Next: "next", More: "more", MoreFirst: true},
			[]string{"more", "next", "save"}},
		{"without a next day saving comes first", Form{Save: "save", More: "more"}, []string{"save", "more"}},
		{"a line that stands is saved", Form{Save: "save"}, []string{"save"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, b := range x.form.saving() {
				got = append(got, b.Label)
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
