package app_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
)

// reachable names what a person must be able to get to on the page: everything shown that can be followed, pressed or
// filled in, of a group of radio buttons one. It marks each element by its number.
const reachable = `(() => {
	const groups = new Set(), names = [], root = document.querySelector('dialog:modal') ?? document; // a question holds the focus
	for (const e of root.querySelectorAll('a[href], button, input, select, textarea, summary')) {
		if (e.disabled || e.type === 'hidden' || e.tabIndex < 0 || !e.checkVisibility({visibilityProperty: true})) continue;
		if (e.type === 'radio') {
			const chosen = document.querySelector('input[type=radio][name="' + e.name + '"]:checked');
			if (groups.has(e.name) || (chosen && chosen !== e)) continue;
			groups.add(e.name);
		}
		e.dataset.stop = names.length;
		names.push(e.tagName + ' ' + (e.getAttribute('aria-label') || e.textContent || e.name).trim().replace(/\s+/g, ' ').slice(0, 40)); // one line each
	}
	return names.join('\n');
})()`

// focused is the mark of what has the focus, and whether the eye can see that it has.
const focused = `(() => {
	const e = document.activeElement, s = getComputedStyle(e);
	return (e.dataset.stop ?? '') + ' ' + (e.matches(':focus-visible') && (s.outlineStyle !== 'none' || s.boxShadow !== 'none' || e.closest(':focus-within') && getComputedStyle(e.parentElement).outlineStyle !== 'none'));
})()`

// TestBrowser_Keyboard walks through every page with Tab alone: all that a mouse could reach gets the focus, and shows it.
func TestBrowser_Keyboard(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	handOver(t, a)
	tabs, desk := tabsOf(t, b, a, "en"), browser.View{Lang: "en", Width: 1280}
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			p := tabs[s.as].Again(t, desk).Go(s.path)
			p.Settled()
			left := map[string]string{}
			for i, name := range strings.Split(browser.Eval[string](p, reachable), "\n") {
				left[strconv.Itoa(i)] = name
			}
			all := len(left)
			for range 2*all + 5 { // the browser's own stops, such as the parts of a date, are more
				p.Do(chromedp.KeyEvent("\t"))
				stop, seen, _ := strings.Cut(browser.Eval[string](p, focused), " ")
				if name, known := left[stop]; known && seen != "true" {
					t.Errorf("%s has the focus and does not show it", name)
				}
				if delete(left, stop); len(left) == 0 {
					return
				}
			}
			for _, name := range left {
				t.Errorf("Tab never reaches %s (%d of %d missed)", name, len(left), all)
			}
		})
	}
}
