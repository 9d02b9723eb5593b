package browser

import (
	"fmt"
	"testing"

	"presence/app/platform/i18n"
)

// TestInspected_LooksAtEveryView fails when pages would not be looked at in one of the eight views, or a page in one view in both
// languages.
func TestInspected_LooksAtEveryView(t *testing.T) {
	pages := map[View]int{}
	for n := range 100 {
		name := fmt.Sprint("page-", n)
		french, english := inspected(View{Lang: i18n.FR}, name), inspected(View{Lang: i18n.EN}, name)
		pages[french]++
		pages[english]++
		if french.Dark == english.Dark || french.Width == english.Width {
			t.Errorf("%s is looked at in %s and in %s", name, french.Name(), english.Name())
		}
	}
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		for _, v := range ViewsIn(lang) {
			t.Run(v.Name(), func(t *testing.T) {
				if pages[v] < 10 {
					t.Errorf("%d of 100 pages are looked at in it", pages[v])
				}
			})
		}
	}
}
