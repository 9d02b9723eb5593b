package browser

import (
	"slices"
	"strings"
)

// drawnInParts is a shift that nobody sees: a busy machine draws a row before all that stands in it has arrived, and centres it again
// afterwards; and the columns of a table move by some pixels while its rows arrive. A line of text that appears above others scores more
// than 0.01.
const drawnInParts = 0.005

// shifted is a script that returns by how much elements have moved while the page was loaded, without the user (Cumulative Layout Shift),
// and which: from where to where.
const shifted = `new Promise(done => { const all = {Score: 0, Moved: []}, at = r => [r.x, r.y, r.width, r.height].map(Math.round);
	const say = s => s.node?.nodeName + "." + s.node?.className + " from " + at(s.previousRect) + " to " + at(s.currentRect);
	new PerformanceObserver(l => { for (const e of l.getEntries()) if (!e.hadRecentInput) { all.Score += e.value; all.Moved.push(...e.sources.map(say)) } })
		.observe({type: "layout-shift", buffered: true});
	requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(all), 50))) })`

// Steady opens a path, and fails if an element moves while the page is loaded, when scripts run and further files arrive: it would jump
// away under a user's finger. A defect shows each time; a busy machine may draw a page half styled for a moment, so that a failed check
// is repeated.
func (p *Page) Steady(path string) *Page {
	p.t.Helper()
	for try := 1; ; try++ {
		p.Go(path).Settled()
		shift := Eval[struct {
			Score float64
			Moved []string
		}](p, shifted)
		if shift.Score <= drawnInParts {
			return p
		}
		if try == 4 {
			p.t.Errorf("at %d px it shifts by %v while it is loaded:\n%s", p.view.Width, shift.Score, strings.Join(shift.Moved, "\n"))
			return p
		}
	}
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
