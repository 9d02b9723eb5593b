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
