package review

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/platform/i18n"
	"presence/views/layout"
)

// What there is to say about a sheet is one list by day, in which each day has its points to check, its differences from the schedule and its
// notices together.
func TestChecks(t *testing.T) {
	on := func(day, name, text string) Check {
		return Check{On: "2026-11-" + day, Day: name, Href: "#" + day, Text: text}
	}
	for _, x := range []struct {
		name, title string
		sheet       Sheet
		want        string
	}{
		{"those to check are first in their day, and the whole period before all days", i18n.GroupLook.EN, Sheet{
			Checks:      []Check{on("24", "Tue 24", "long"), {Text: "2 days missing"}},
			Differences: []Check{on("21", "Sat 21", "not scheduled"), on("24", "Tue 24", "more")},
			Norms:       []Check{on("21", "Sat 21", "the minimum"), on("24", "Tue 24", "no rest")}, Why: "why"},
			": 2 days missing; Sat 21: not scheduled, the minimum; Tue 24: long, more, no rest"},
		{"differences and notices alone are no warning", i18n.ReviewRemarks.EN, Sheet{Differences: []Check{on("21", "Sat 21", "not scheduled")},
			Norms: []Check{on("21", "Sat 21", "the minimum")}, Planned: "45 h scheduled"}, "Sat 21: not scheduled, the minimum"},
		{"a sheet without any has its text", "", Sheet{None: "Nothing to review"}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			var html strings.Builder
			if err := Checks(layout.Frame{Lang: i18n.EN}, x.sheet).Render(t.Context(), &html); err != nil {
				t.Fatal(err)
			}
			page, err := goquery.NewDocumentFromReader(strings.NewReader(html.String()))
			if err != nil {
				t.Fatal(err)
			}
			var days []string
			page.Find(".review-checks > li").Each(func(_ int, day *goquery.Selection) {
				var texts []string
				day.Find("li").Each(func(_ int, s *goquery.Selection) { texts = append(texts, s.Find("span").Text()) })
				days = append(days, day.ChildrenFiltered("a").Text()+": "+strings.Join(texts, ", "))
			})
			if got := strings.Join(days, "; "); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
			if title := page.Find(".banner-title, h3").Text(); title != x.title {
				t.Errorf("under the title %q", title)
			}
			for _, text := range []string{x.sheet.Why, x.sheet.Planned, x.sheet.None} {
				if !strings.Contains(html.String(), text) {
					t.Errorf("%q is not said", text)
				}
			}
		})
	}
}
