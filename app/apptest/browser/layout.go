package browser

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Steady fails if an element moves after the page was first drawn, when scripts run and further files are loaded: it would jump
// away under a user's finger. It looks on a phone and at a desk. A real defect shows each time; a busy machine may draw a page half
// styled for a moment, so that a failed check is repeated.
func (p *Page) Steady(path string) *Page {
	p.t.Helper()
	var moved []string
	for range 4 {
		if moved = p.moves(path); len(moved) == 0 {
			return p
		}
	}
	p.t.Errorf("it moves %s", strings.Join(moved, "\n\t"))
	return p
}

// moves loads the page without its scripts and with them, and returns what is elsewhere then.
func (p *Page) moves(path string) (list []string) {
	p.t.Helper()
	const scripts = "*://*:*/*.js"
	before := p.block(scripts, true).Go(path).placesInWidths()
	after := p.block(scripts, false).Go(path).Settled().placesInWidths()
	for width, places := range after {
		for what, at := range places {
			if stood := before[width][what]; len(stood) == len(at) && !slices.Equal(stood, at) {
				list = append(list, fmt.Sprintf("at %d px from %q to %q: %s", width, stood, at, what))
			}
		}
	}
	return list
}

// placesInWidths returns the positions of the elements on a phone and at a desk, by the width of the window in CSS pixels.
func (p *Page) placesInWidths() map[int]map[string][]string {
	p.t.Helper()
	in := map[int]map[string][]string{}
	at := p
	for _, width := range []int{360, 1280} {
		v := p.view
		v.Width = width
		at = at.Turn(p.t, v)
		in[width] = Eval[map[string][]string](at, places)
	}
	at.Turn(p.t, p.view)
	return in
}

// places is a script that returns the positions of the elements, when the page has been drawn twice in the same way: a browser
// with emulated media may first draw a page with some of its old style.
const places = `(async () => {
	const place = r => [r.x + scrollX, r.y + scrollY, r.width, r.height].map(Math.round).join(" "), frames = () => ` + drawn + `;
	const look = () => {
		const all = {};
		for (const e of document.querySelectorAll("h1, h2, h3, p, a, button, input, td, th, section, nav"))
			if (e.checkVisibility() && !e.closest("dialog, [data-toast]"))
				(all[e.tagName + " " + e.id + " " + e.textContent.trim().slice(0, 60)] ??= []).push(place(e.getBoundingClientRect()));
		return all;
	};
	for (let before = null; ;) {
		await frames();
		const now = look(), text = JSON.stringify(now);
		if (text === before) return now;
		before = text;
	}
})()`

// block prevents the tab from loading addresses that match a pattern, or allows them again.
func (p *Page) block(pattern string, yes bool) *Page {
	p.t.Helper()
	ctx, done := p.step()
	defer done()
	_, on := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	_, err := chromedp.Call(ctx, network.SetBlockedURLs,
		network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: pattern, Block: yes}}})
	p.must("blocking "+pattern, errors.Join(on, err))
	return p
}

// shifted is a script that returns by how much elements have moved while the page was loaded, without the user (Cumulative Layout Shift),
// and which: from where to where.
const shifted = `new Promise(done => {
	const all = {Score: 0, Moved: []}, at = r => [r.x, r.y, r.width, r.height].map(Math.round);
	const say = s => s.node?.nodeName + "." + s.node?.className + " from " + at(s.previousRect) + " to " + at(s.currentRect);
	const add = e => { all.Score += e.value; all.Moved.push(...e.sources.map(say)) };
	new PerformanceObserver(l => l.getEntries().filter(e => !e.hadRecentInput).forEach(add)).observe({type: "layout-shift", buffered: true});
	requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(all), 50)));
})`

type layoutShift struct {
	Score float64
	Moved []string
}

// GoSteadily opens a path, and fails if an element moves while the page arrives. A defect shows each time; what moves only when the font of
// the pages takes the place of its fallback, which differs by some pixels in a long line, does not, so that a failed check is repeated.
func (p *Page) GoSteadily(path string) *Page {
	p.t.Helper()
	var shift layoutShift
	for range 4 {
		if shift = Eval[layoutShift](p.Go(path).Settled(), shifted); shift.Score == 0 {
			return p
		}
	}
	p.t.Errorf("at %d px it shifts by %v while it is loaded:\n%s", p.view.Width, shift.Score, strings.Join(shift.Moved, "\n"))
	return p
}

// Fits fails if the page scrolls sideways, if something overflows from its cell into the next one, or if the selected tab is
// not visible.
func (p *Page) Fits() *Page {
	p.t.Helper()
	over := Eval[[]string](p, `(() => {
		const wide = document.documentElement.scrollWidth, room = document.documentElement.clientWidth;
		const drawn = e => e.clientWidth > 1 && !(e.closest("thead")?.clientWidth <= 1) && getComputedStyle(e).overflowX === "visible";
		const cells = [...document.querySelectorAll("td, th, dd, dt, .btn")].filter(e => drawn(e) && e.scrollWidth > e.clientWidth + 1);
		if (cells.length > 0) return ["out of its cell", ...cells.slice(0, 5).map(e => e.outerHTML.slice(0, 200))];
		const tabs = [...document.querySelectorAll(":is(.tabs, .chips) [aria-current]")]
			.filter(e => e.getBoundingClientRect().right > e.closest("nav").getBoundingClientRect().right + 1);
		if (tabs.length > 0) return ["the open tab is out of sight", ...tabs.map(e => e.outerHTML.slice(0, 200))];
		if (wide <= room) return [];
		const out = [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > room + 1);
		return ["scrollWidth " + wide + " > " + room, ...out.slice(0, 5).map(e => e.outerHTML.slice(0, 160))];
	})()`)
	if len(over) > 0 {
		p.t.Errorf("something has no room at %d px: %s", p.view.Width, strings.Join(over, "\n\t"))
	}
	return p
}

// ToastAbove fails unless a message is shown, which covers none of the bars at the bottom of the window and is at most 40 px above
// them. The parameter bar selects the page's own bar.
func (p *Page) ToastAbove(bar string) *Page {
	p.t.Helper()
	p.Until(`document.querySelector("[data-toast]")?.getAnimations().length === 0`)
	edges := Eval[[]float64](p, `["[data-toast]:last-child", "`+bar+`", ".bottom-bar"].map(x => document.querySelector(x)).
		filter(x => x.checkVisibility()).flatMap((x, i) => (box => i ? box.top : box.bottom)(x.getBoundingClientRect()))`)
	if message, bars := edges[0], edges[1:]; len(bars) == 0 || message > slices.Min(bars) || message < slices.Min(bars)-40 {
		p.t.Errorf("the message ends at %v px, the bars begin at %v", message, bars)
	}
	return p
}
