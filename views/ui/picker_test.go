package ui

import (
	"strings"
	"testing"

	"presence/app/platform/i18n"
)

func TestPicker_Offer_chooses_the_only_match(t *testing.T) {
	ann, bo := Option{Value: "2", Label: "Ann"}, Option{Value: "3", Label: "Bo"}
	for _, x := range []struct {
		name  string
		p     Picker
		found []Option
		want  Picker
	}{
		{"where nothing is chosen", Picker{Query: "a", Open: true}, []Option{ann}, Picker{Field: Field{Value: "2"}}},
		{"not over a choice", Picker{Query: "a", Field: Field{Value: "3"}}, []Option{ann}, Picker{Field: Field{Value: "3"}}},
		{"none of several", Picker{Query: "a", Open: true}, []Option{ann, bo}, Picker{Open: true}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if p := x.p.Offer(i18n.EN, nil, x.found, int64(len(x.found))); p.Value != x.want.Value || p.Open != x.want.Open {
				t.Errorf("%q, open %v", p.Value, p.Open)
			}
		})
	}
}

func TestPicker_Offer(t *testing.T) {
	me, ann, bo := Option{Value: "1", Label: "Me"}, Option{Value: "2", Label: "Ann"}, Option{Value: "3", Label: "Bo"}
	for _, x := range []struct {
		name, query  string
		fixed, found []Option
		all          int64
		want         string
	}{
		{"few records are offered without a search", "", []Option{me}, []Option{ann, bo}, 2, "Me Ann Bo|"},
		{"many are not: they are searched", "", []Option{me}, []Option{ann, bo}, 3, "Me|"},
		{"a record is offered once", "a", []Option{me, ann}, []Option{me, ann, bo}, 3, "Me Ann Bo|3 people found"},
		{"a search that finds more says so", "a", []Option{me}, []Option{ann, bo}, 60, "Me Ann Bo|First 2 of 60 people. Narrow your search."},
		{"a search that finds nothing says so, and what is fixed stays", "x", []Option{me}, nil, 0, "Me|No results"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := Picker{Query: x.query}.Offer(i18n.EN, x.fixed, x.found, x.all)
			var labels []string
			for _, o := range p.Options {
				labels = append(labels, o.Label)
			}
			if got := strings.Join(labels, " ") + "|" + p.Found; got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
