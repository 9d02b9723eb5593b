package ui

import (
	"net/url"
	"slices"
	"testing"
)

func TestFilters_Keeping(t *testing.T) {
	query := url.Values{"view": {"archive"}, "q": {"anne"}, "team": {"7"}, "page": {"3"}, "by": {"week"}}
	for _, x := range []struct {
		name string
		row  Filters
		want []Hidden
	}{
		{"keeps what no field of the row sends, without the page", Filters{Search: &Search{}, Selects: []Field{{Name: "team"}}},
			[]Hidden{{Name: "by", Value: "week"}, {Name: "view", Value: "archive"}}},
		{"keeps the text where the row has no search", Filters{},
			[]Hidden{{Name: "by", Value: "week"}, {Name: "q", Value: "anne"}, {Name: "team", Value: "7"}, {Name: "view", Value: "archive"}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.row.Keeping(query).Keep; !slices.Equal(got, x.want) {
				t.Errorf("keeps %v, want %v", got, x.want)
			}
		})
	}
}

func TestFilters_narrowed(t *testing.T) {
	crew := func(value string) Field {
		return Field{Value: value, Options: []Option{{Value: ""}, {Value: "all"}, {Value: "7"}}}
	}
	sorted := Field{Value: "name", Options: []Option{{Value: "name"}, {Value: "hours"}}}
	for _, x := range []struct {
		name  string
		row   Filters
		folds bool
		want  bool
	}{
		{"a single select does not fold", Filters{Search: &Search{}, Selects: []Field{crew("7")}}, false, true},
		{"selects without a search do not fold", Filters{Selects: []Field{crew(""), sorted}}, false, false},
		{"selects at their first option fold, and narrow nothing", Filters{Search: &Search{}, Selects: []Field{crew(""), sorted}}, true, false},
		{"a select at another option narrows", Filters{Search: &Search{}, Selects: []Field{sorted, crew("7")}}, true, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.row.folds() != x.folds || x.row.narrowed() != x.want {
				t.Errorf("folds %v, narrowed %v", x.row.folds(), x.row.narrowed())
			}
		})
	}
}
