package workforce_test

import (
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// crowded are the cells of the overview that have no room: a name on more than one line, a figure or a button out of the
// frame or nearer than 12 px to its edge, a heading that leaves its cell, and a page that scrolls sideways.
const crowded = `(() => {
	const list = [], frame = document.querySelector(".board-wrap").getBoundingClientRect()
	const lines = e => { const r = document.createRange(); r.selectNodeContents(e); return new Set([...r.getClientRects()].map(x => Math.round(x.top))).size }
	for (const e of document.querySelectorAll(".board .row-name")) if (lines(e) > 1) list.push(e.innerText + " is on more than one line")
	for (const e of document.querySelectorAll(".board :is(.num, .row-state)")) if (e.checkVisibility() && e.scrollWidth > e.clientWidth + 1) list.push(e.innerText + " leaves its cell")
	for (const row of document.querySelectorAll(".board tr")) for (const e of row.querySelectorAll(":scope > :last-child :is(.btn, span)")) {
		const box = e.getBoundingClientRect()
		if (box.width > 1 && e.checkVisibility() && box.right > frame.right - 12) list.push(e.innerText + " is " + (frame.right - box.right) + " px from the edge")
	}
	const table = document.querySelector(".board").getBoundingClientRect()
	if (table.right > frame.right + 1) list.push("the table is " + (table.right - frame.right) + " px wider than its frame")
	if (document.documentElement.scrollWidth > innerWidth) list.push("the page scrolls sideways")
	for (const e of document.querySelectorAll(".board .row-name")) if (e.scrollWidth > e.clientWidth + 1 && (e.innerText.length <= 26 || e.title !== e.innerText)) list.push(e.innerText + " is cut")
	return list
})()`

// outOfFrame is a script that says whether the overview is wider than its frame, or scrolls within it.
const outOfFrame = `(() => {
	const list = [], frame = document.querySelector(".board-wrap"), table = document.querySelector(".board")
	if (table.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1) list.push("the table is wider than its frame")
	if (frame.clientHeight < table.offsetHeight) list.push("the table scrolls within its frame")
	if (document.documentElement.scrollWidth > innerWidth) list.push("the page scrolls sideways")
	return list
})()`

func TestBrowser_PeriodTableHasRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	for _, who := range []string{"supervisor", "payroll"} {
		for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
			p := b.Open(t, a, browser.View{Lang: lang, Width: 1280}).Go("/auth/v1/login")
			p.Follow(browser.Click(`button[value="` + who + `@demo.presence.example"]`)).Go(demoPeriod)
			for _, v := range []browser.View{{Width: 1024}, {Width: 1280, Dark: true}, {Width: 1440}} {
				v.Lang = lang
				t.Run(who+"/"+v.Name(), func(t *testing.T) {
					p = p.Turn(t, v)
					browser.Eval[bool](p, `window.scrollTo(0, 0), true`)
					for _, fault := range browser.Eval[[]string](p, crowded) {
						t.Error(fault)
					}
					p.Fits()
					browser.Eval[bool](p, `window.scrollTo(0, 900), true`)
					checkHeadBelowHeader(t, p)
				})
			}
		}
	}
}

// checkHeadBelowHeader fails unless the head of the table stands directly below the header of the page.
func checkHeadBelowHeader(t *testing.T, p *browser.Page) {
	t.Helper()
	gap := browser.Eval[float64](p, `document.querySelector(".board thead th").getBoundingClientRect().top -
		document.querySelector(".header").getBoundingClientRect().bottom`)
	if gap < -2 || gap > 4 {
		t.Errorf("the heading is %v px from the header once the page has scrolled", gap)
	}
}

// On a phone the first person is in the first screen, and what a row offers fits on one line.
// At a desk the tabs, the filter and the switch stand in one line, and the meaning of the colours opens beside the heading of the days,
// also without a script.
func TestBrowser_PeriodToolbarIsOneLine(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run(string(lang), func(t *testing.T) {
			p := b.Open(t, a, browser.View{Lang: lang, Width: 1280}).Go("/auth/v1/login")
			p.Follow(browser.Click(`button[value="supervisor@demo.presence.example"]`)).Go("/staff/periods/2026/24") // which is over
			const middles = `[...document.querySelectorAll(".toolbar :is(.chip-list, .search, .segmented)")].map(e => e.getBoundingClientRect()).map(r => (r.top + r.bottom) / 2)`
			list := browser.Eval[[]float64](p, middles)
			if len(list) != 3 || max(list[0], list[1], list[2])-min(list[0], list[1], list[2]) > 2 {
				t.Errorf("the middles of the toolbar's parts: %v", list)
			}
			if hidden := browser.Eval[int](p, `(e => e.scrollWidth - e.clientWidth)(document.querySelector(".toolbar .chips"))`); hidden > 0 {
				t.Errorf("%d px of the tabs are hidden", hidden)
			}
			const legend = `(e => e && e.checkVisibility())(document.querySelector("th.by-day .strip-legend"))`
			if browser.Eval[bool](p, legend) {
				t.Error("the colours are explained before anyone asks")
			}
			if p.Do(browser.Click("th.by-day summary")); !browser.Eval[bool](p, legend) {
				t.Error("the colours are not explained")
			}
			if width := browser.Eval[float64](p, `document.querySelector("th.by-day .strip-legend svg").getBoundingClientRect().width`); width != 10 {
				t.Errorf("the swatches are %v px wide", width)
			}
		})
	}
}

func TestBrowser_PeriodOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	for _, v := range []browser.View{{Lang: i18n.FR, Width: 360}, {Lang: i18n.EN, Width: 390, Dark: true}} {
		p := b.Open(t, a, v).Go("/auth/v1/login")
		p.Follow(browser.Click(`button[value="supervisor@demo.presence.example"]`))
		t.Run(v.Name(), func(t *testing.T) {
			p := p.On(t).Go(demoPeriod)
			if top := browser.Eval[float64](p, `document.querySelector("tr[data-row]").getBoundingClientRect().top`); top >= 480 {
				t.Errorf("the first person begins at %v px", top)
			}
			p.Do(browser.Click(".files-narrow summary"))
			if n := browser.Eval[int](p, `[...document.querySelectorAll(".files-narrow .menu-item")].filter(x => x.checkVisibility()).length`); n != 5 {
				t.Errorf("the menu beside the title has %d entries", n)
			}
			p.Fits().Axe()
			rows := browser.Eval[[]string](p.Go(demoPeriod), `[...document.querySelectorAll("tr[data-row]:not(:has(.flags, .is-changed))")].
				filter(row => row.getBoundingClientRect().height > 52).map(row => row.innerText)`)
			if len(rows) > 0 {
				t.Errorf("not one line: %q", rows)
			}
			for _, query := range []string{"", "?weeks=1"} {
				broken := browser.Eval[[]string](p.Go(demoPeriod+query), `[...document.querySelectorAll(".row-actions .btn > span")].filter(e => {
					const r = document.createRange()
					r.selectNodeContents(e)
					return e.checkVisibility() && new Set([...r.getClientRects()].map(x => Math.round(x.top))).size > 1
				}).map(e => e.innerText)`)
				if len(broken) > 0 {
					t.Errorf("%q break over lines", broken)
				}
				if n := browser.Eval[int](p, `[...document.querySelectorAll("tbody .row-actions .btn")].filter(x => x.checkVisibility()).length`); n > 0 {
					t.Errorf("%d closed rows have a button", n)
				}
				if query != "" {
					continue // by week rows do not open: the timesheet has the action
				}
				p.Do(browser.Click(`tr:has(form[action$="/withdraw"]) .row-toggle`), browser.Click(`tr.is-open .row-actions summary`))
				if act := p.Text(`.row-actions .menu[open] .menu-item`); !strings.HasPrefix(act, "Re") {
					t.Errorf("the menu of an approved row says %q", act)
				}
			}
		})
	}
}

// By week, the page scrolls at a desk and not a box within it. A row that is opened by its address stands below the head.
func TestBrowser_PeriodByWeekScrolls(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	p := browser.Start(t).Open(t, apptest.NewDemo(t, db.SQLite), browser.View{Lang: i18n.FR, Width: 1280}).Go("/auth/v1/login")
	p.Follow(browser.Click(`button[value="payroll@demo.presence.example"]`)).Go(demoPeriod + "?weeks=1").Settled()
	for _, fault := range browser.Eval[[]string](p, outOfFrame) {
		t.Error(fault)
	}
	browser.Eval[bool](p, `window.scrollTo(0, 1400), true`)
	checkHeadBelowHeader(t, p)
	row := browser.Eval[string](p.Go(demoPeriod), `[...document.querySelectorAll("[data-row]")].at(-8).id`)
	p.Go(demoPeriod + "?open=" + row[1:] + "#" + row).Settled()
	hidden := browser.Eval[float64](p, `document.querySelector(".board thead th").getBoundingClientRect().bottom -
		document.getElementById("`+row+`").getBoundingClientRect().top`)
	if hidden > 1 {
		t.Errorf("the head of the table covers %v px of the open row", hidden)
	}
}

// On a tablet the rows are cards, with their button inside the frame; by week the names stay in sight.
func TestBrowser_PeriodTableOnATablet(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 768}).Go("/auth/v1/login")
	p.Follow(browser.Click(`button[value="supervisor@demo.presence.example"]`))
	p.Go(demoPeriod).Fits()
	if display := browser.Eval[string](p, `getComputedStyle(document.querySelector(".board tr[data-row]")).display`); display != "grid" {
		t.Errorf("a row is %s", display)
	}
	for _, fault := range browser.Eval[[]string](p, crowded) {
		t.Error(fault)
	}
	p = p.Again(t, browser.View{Lang: i18n.FR, Width: 1024}).Go(demoPeriod + "?weeks=1")
	if cut := browser.Eval[[]string](p,
		`[...document.querySelectorAll(".board .row-name")].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)`); len(cut) > 0 {
		t.Errorf("by week, names are cut: %q", cut)
	}
	browser.Eval[bool](p, `document.querySelector(".board-wrap").scrollLeft = 400, true`)
	if gap := browser.Eval[float64](p,
		`document.querySelector(".board .row-head").getBoundingClientRect().left - document.querySelector(".board-wrap").getBoundingClientRect().left`); gap < 0 || gap > 2 {
		t.Errorf("scrolled, the names are %v px from the frame", gap)
	}
}
