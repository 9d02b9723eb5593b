package workforce_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// barFree is whether the buttons of the decision can be pressed: on the screen, and covered by nothing.
const barFree = `[...document.querySelectorAll(".decide-bar .decide-verbs .btn")].filter(b => b.checkVisibility()).every(b => {
	const box = b.getBoundingClientRect(), at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
	return box.bottom <= innerHeight && at && b.contains(at)
})`

// twoRows is the height of the bar with the figures and the decision in two rows, in pixels.
const twoRows = 120

// On a phone the buttons of the decision stand above the navigation, at the beginning of the page and at its end, in the queue and
// on the page of the sheet, and take two rows at most. With a script and without.
func TestBrowser_DecideBarOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	handIn(t, a)
	for _, v := range []browser.View{{Lang: i18n.FR, Width: 360}, {Lang: i18n.EN, Width: 320, Dark: true}} {
		p := b.Open(t, a, v).As("supervisor")
		for _, path := range []string{queue + "?item=sheet-{employee.timesheet}", "/staff/timesheets/{employee.timesheet}"} {
			t.Run(v.Name()+path, func(t *testing.T) {
				p.Go(path).Fits().Axe()
				if high := browser.Eval[int](p, `(document.querySelector(".queue-item .decide-verbs") ?? document.querySelector(".decide-bar")).offsetHeight`); v.Width == 360 && high > twoRows {
					t.Errorf("the bar of the decision is %d px high", high)
				}
				for _, y := range []string{"0", "400", "document.body.scrollHeight"} {
					browser.Eval[bool](p, `window.scrollTo(0, `+y+`), true`)
					p.Settled()
					if !browser.Eval[bool](p, barFree) {
						t.Errorf("scrolled to %s, a button of the decision is out of reach", y)
					}
				}
			})
		}
	}
}

// On a phone the head of an employee's sheet has the name, the hours and the state in the first 200 pixels, and what to check begins before
// the middle of the screen. The answer to a shift that the supervisor saves replaces the hours and the state, here of a sheet that its
// owner has recalled meanwhile, without loading the page.
func TestBrowser_HeadOfASheetOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	handIn(t, a)
	const sheet = "/staff/timesheets/{employee.timesheet}"
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360}).As("supervisor").Go(sheet)
	const bottom = `Math.max(...[...document.querySelectorAll("h1, .head-state > :not(.muted)")].map(x => x.getBoundingClientRect().bottom))`
	if y := browser.Eval[float64](p, bottom); y > 200 {
		t.Errorf("the name, the hours and the state end at %.0f px", y)
	}
	if y := browser.Eval[float64](p, `document.querySelector("#checks").getBoundingClientRect().top`); y > 300 {
		t.Errorf("what to check begins at %.0f px", y)
	}
	if text := p.Text("#head-state"); !strings.Contains(text, "Submitted") || !strings.Contains(text, "by Maëlle Trudelle on Nov\u00a020") {
		t.Errorf("the state is %q", text)
	}
	for _, v := range []browser.View{{Lang: i18n.FR, Width: 320, Dark: true}, {Lang: i18n.EN, Width: 1280}} {
		p.Turn(t, v).Fits().Axe()
	}
	p = p.Turn(t, browser.View{Lang: i18n.EN, Width: 360}).Go(sheet + "?day=2026-11-18&open=shift")
	browser.Eval[bool](p, `window.kept = true`)
	hours := p.Text("#head-state .num")
	a.Browser("employee").Form(sheet+"/withdraw", "")
	p.Do(chromedp.SendKeys("#f-start_time-2026-11-18", "8"), chromedp.SendKeys("#f-end_time-2026-11-18", "10"+kb.Enter))
	p.Until(`document.querySelector("#d-2026-11-18 .line")`)
	p.Settled()
	if text := p.Text("#head-state"); !strings.Contains(text, "Draft") || strings.Contains(text, "Maëlle") || p.Text("#head-state .num") == hours {
		t.Errorf("after the change of a shift, the state is %q", text)
	}
	if !browser.Eval[bool](p, `window.kept === true`) {
		t.Error("the page was loaded again")
	}
}

// A row opens and closes in place, and the link that did it keeps the focus.
func TestBrowser_PeriodRowOpens(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1024}).Go("/auth/v1/login")
	p.Follow(browser.Click(`button[value="supervisor@demo.presence.example"]`))
	p.Go(demoPeriod)
	p.Do(browser.Click("#board tr[data-row] .row-toggle")).Until(`document.querySelector(".row-more")`)
	p.Settled()
	if text := p.Text(".row-more"); !strings.Contains(text, "Les deux semaines") {
		t.Errorf("the open row says %q", text)
	}
	if !browser.Eval[bool](p, `document.activeElement.matches('.row-toggle[aria-expanded="true"]')`) {
		t.Error("the focus is lost")
	}
	p.Fits().Axe().Shot("demo-open")
	p = p.Turn(t, browser.View{Lang: i18n.FR, Width: 360})
	if height := browser.Eval[float64](p, `document.querySelector(".row-more thead th").getBoundingClientRect().height`); height < 12 {
		t.Errorf("on a phone, the headings of the weeks are %v px high", height)
	}
	p = p.Turn(t, browser.View{Lang: i18n.FR, Width: 1024})
	p.Do(browser.Click(`.row-toggle[aria-expanded="true"]`)).Until(`!document.querySelector(".row-more")`)
	p.Quiet()
}
