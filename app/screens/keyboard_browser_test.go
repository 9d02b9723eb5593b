package screens_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

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

// remember keeps the mark of what gets the focus, and whether the eye can see that it has: with the event, since the focus
// may come and go between two questions. What it keeps is given once, by taken.
const remember = `(() => {
	window.focused = [];
	document.addEventListener("focusin", ({target: e}) => {
		const s = getComputedStyle(e);
		window.focused.push((e.dataset.stop ?? '') + ' ' + (e.matches(':focus-visible') && (s.outlineStyle !== 'none' || s.boxShadow !== 'none' || e.closest(':focus-within') && getComputedStyle(e.parentElement).outlineStyle !== 'none')));
	});
	return true;
})()`

// taken returns what remember kept, and the marks of the elements that are still shown: a message may have closed itself.
const taken = `({Focused: window.focused.splice(0), Shown: [...document.querySelectorAll("[data-stop]")]
	.filter(e => e.checkVisibility({visibilityProperty: true})).map(e => e.dataset.stop)})`

// walkByTab walks through a page with Tab alone: all that a mouse could reach gets the focus, and shows it.
func walkByTab(t *testing.T, p *browser.Page) {
	t.Helper()
	left := map[string]string{}
	for i, name := range strings.Split(browser.Eval[string](p, reachable), "\n") {
		left[strconv.Itoa(i)] = name
	}
	browser.Eval[bool](p, remember)
	all := len(left)
	// The browser's own stops, such as the parts of a date or what stands in a frame, are more. A frame that comes to
	// its content while it has the focus loses that, and the walk begins anew: hence several times round.
	for pressed := 0; pressed < 4*(2*all+5); pressed += len(left) + 1 {
		p.Do(chromedp.KeyEvent(strings.Repeat("\t", len(left)+1)))
		now := browser.Eval[struct{ Focused, Shown []string }](p, taken)
		for _, at := range now.Focused {
			stop, seen, _ := strings.Cut(at, " ")
			if name, known := left[stop]; known && seen != "true" {
				t.Errorf("%s has the focus and does not show it", name)
			}
			delete(left, stop)
		}
		maps.DeleteFunc(left, func(stop, _ string) bool { return !slices.Contains(now.Shown, stop) })
		if len(left) == 0 {
			return
		}
	}
	for _, name := range left {
		t.Errorf("Tab never reaches %s (%d of %d missed)", name, len(left), all)
	}
}
