package ui

import (
	"strconv"
	"strings"
	"testing"

	"presence/app/platform/i18n"
)

func TestNumberedPages(t *testing.T) {
	for _, x := range []struct {
		name      string
		page, all int64
		want      string // text, previous, next; empty: not parted
	}{
		{"rows of one page are not parted", 1, 50, ""},
		{"the first page has a next one", 1, 51, "1–50 of 51||2"},
		{"the last page has the rest", 2, 51, "51–51 of 51|1|"},
		{"a page between has both neighbours", 2, 150, "51–100 of 150|1|3"},
		{"a full last page has no next one", 3, 150, "101–150 of 150|2|"},
		{"a page after the last one leads back", 5, 51, "51–51 of 51|4|"},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := ""
			if p := NumberedPages(i18n.EN, x.page, 50, x.all, func(n int64) string { return strconv.FormatInt(n, 10) }); p != nil {
				got = strings.ReplaceAll(p.Text, "\u00a0", " ") + "|" + p.Prev + "|" + p.Next
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
