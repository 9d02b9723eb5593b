package browser

import (
	"hash/fnv"
	"os"

	"presence/app/platform/i18n"
)

// Inspect fails if the open page has no room on a phone or at a desk, and holds it against WCAG 2.2 AA in one of the four views of its
// language. The page's name determines which; in the other language it is the view with the other scheme and the other width, so that
// every view is looked at on a quarter of the pages. With SHOTS set it checks each page in all views, and takes their pictures. It
// returns the page as it is shown at a desk.
func (p *Page) Inspect(name string) *Page {
	p.t.Helper()
	all := os.Getenv("SHOTS") != ""
	chosen := inspected(p.view, name)
	for _, v := range ViewsIn(p.view.Lang) {
		if !all && v.Dark != chosen.Dark { // in the scheme of the chosen view
			continue
		}
		p = p.Turn(p.t, v).Fits()
		if all || v == chosen {
			p.Axe().Shot(name)
		}
	}
	return p
}

// inspected returns the view in which a page is checked with axe-core.
func inspected(opened View, name string) View {
	sum := fnv.New32a()
	sum.Write([]byte(name))
	views := ViewsIn(opened.Lang)
	i := int(sum.Sum32() % uint32(len(views)))
	if opened.Lang == i18n.FR {
		i = len(views) - 1 - i
	}
	return views[i]
}
