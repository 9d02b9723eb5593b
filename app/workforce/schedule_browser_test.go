package workforce_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// cellOf is the cell of an employee on a day of the week, as an expression of the page.
func cellOf(a *apptest.App, who string, day int) string {
	return fmt.Sprintf(`document.querySelector('#schedule tr[data-e="%d"]').cells[%d]`, a.World.IDs[who], day+1)
}

// drag moves a shift to a cell with the mouse.
func drag(p *browser.Page, shift, cell string) {
	middle := func(of string) (x, y float64) {
		at := browser.Eval[[]float64](p, `(e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })(`+of+`)`)
		return at[0], at[1]
	}
	x, y := middle(shift)
	toX, toY := middle(cell)
	held := func(m *input.DispatchMouseEventParams) {
		m.Button, m.Buttons, m.ClickCount = input.MouseButtonLeft, 1, 1
	}
	p.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, held), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x+10, y+10, held),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, toX, toY, held))
	p.Follow(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, toX, toY, held))
}

// A supervisor plans on the grid: a form opens above it, a shift is moved by the mouse and by the keyboard, and the schedule is published.
// The employee sees it and takes the open shift.
func TestBrowser_Schedule(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("supervisor").Go("/staff/schedule?from=2026-12-06")
	day := func(id string) string {
		var d string
		if err := a.DB.QueryRow(t.Context(), "SELECT day FROM planned_shifts WHERE id = $1", a.World.IDs[id]).Scan(&d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	draft := fmt.Sprintf(`document.querySelector('#schedule [data-id="%d"]')`, a.World.IDs["draft"])

	p.Do(chromedp.Click(fmt.Sprintf(`#schedule tr[data-e="%d"] td:nth-child(7)`, a.World.IDs["employee"])), chromedp.WaitVisible("dialog [name=start_time]"))
	if at := browser.Eval[string](p, `document.querySelector("dialog [name=day]").value`); at != "2026-12-11" {
		t.Errorf("the form is for %s", at)
	}
	p.Settled().Axe()
	p.Follow(chromedp.KeyEvent("9:00\t17:00\r"))
	if n := a.Count("planned_shifts", "employee_id = $1 AND day = '2026-12-11'", a.World.IDs["employee"]); n != 1 {
		t.Fatalf("%d shifts on Friday", n)
	}

	drag(p, draft, cellOf(a, "colleague", 4))
	if at := day("draft"); at != "2026-12-10" {
		t.Errorf("dragged to %s", at)
	}
	drag(p, draft, cellOf(a, "employee", 5))
	if at := day("draft"); at != "2026-12-10" {
		t.Errorf("dragged onto another shift: %s", at)
	}
	p.Reads("[data-toast].tone-bad p", "These hours overlap other hours.")

	browser.Eval[bool](p, draft+`.focus(), true`)
	p.Do(chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	p.Until(`/^Théophile Ganache, Tuesday, December\s8/.test(document.querySelector("#schedule-says").textContent)`)
	p.Do(chromedp.KeyEvent(kb.Escape))
	p.Do(chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.ArrowRight))
	p.Follow(chromedp.KeyEvent(" "))
	if at := day("draft"); at != "2026-12-11" {
		t.Errorf("moved by the keyboard to %s", at)
	}
	if has := browser.Eval[bool](p, `document.activeElement === `+draft); !has {
		t.Error("the shift that was moved has lost the focus")
	}
	p.Fits().Axe()
	p.Follow(browser.Click(`form[action$="/publish"] button`))
	p.Reads("[data-toast] p", "Schedule published: 2 changes. 2 people have been notified.")

	e := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360}).As("employee").Go("/staff/schedule?from=2026-12-06")
	e.Fits().Axe()
	const offers, weeks = `document.querySelector("form[action$='/take']").getBoundingClientRect()`,
		`document.querySelector(".schedule-own-weeks").getBoundingClientRect()`
	if !browser.Eval[bool](e, offers+".top > "+weeks+".bottom") {
		t.Error("on a phone what can be taken does not stand below one's own weeks")
	}
	wide := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("employee").Go("/staff/schedule?from=2026-12-06")
	wide.Fits().Axe()
	if !browser.Eval[bool](wide, offers+".left > "+weeks+".right && "+offers+".top < "+weeks+".bottom") {
		t.Error("at a desk what can be taken does not stand beside one's own weeks")
	}
	e.Follow(browser.Click(`form[action$="/take"] button`))
	if n := a.Count("published_shifts", "employee_id = $1", a.World.IDs["employee"]); n != 3 {
		t.Errorf("%d shifts of the employee", n)
	}
}

// On a phone a week shows the people of one day, chosen in a strip of its days. A shift is added by a tap on a person's empty place.
func TestBrowser_ScheduleOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360}).As("supervisor").Go("/staff/schedule?from=2026-12-06&weeks=2&on=2026-12-11")
	shows := func(week, day int) {
		t.Helper()
		p.Until(fmt.Sprintf(`[...document.querySelectorAll('#w%d tr[data-e="%d"] > *')].map((cell, i) => cell.offsetParent && i).filter(Boolean).join() === "%d,8"`,
			week, a.World.IDs["employee"], day+1))
	}
	// Who has nothing on the day is in one line, which opens; the page says how many.
	is := func(what, expression string) {
		t.Helper()
		if !browser.Eval[bool](p, expression) {
			t.Error("not so: " + what)
		}
	}
	const idle = `[...document.querySelectorAll("#w0 tr.off-5[data-e]")]`
	is("those without a shift are folded", idle+`.length > 0 && `+idle+`.every((row) => !row.offsetParent)`)
	is("their number", idle+`.length === parseInt(document.querySelector("#w0 .schedule-rest summary").innerText)`)
	is("the others are shown", `[...document.querySelectorAll("#w0 tr[data-e]:not(.off-5)")].every((row) => row.offsetParent)`)
	is("the button is beside the title", `document.querySelector(".page-title [data-schedule-form]").offsetWidth < 140`)
	is("both choices in one row", `new Set([...document.querySelectorAll(".schedule-nav .segmented")].map((e) => e.offsetTop)).size === 1`)
	is("two rows above the weeks", `document.querySelector(".schedule-nav").offsetHeight < 120`)
	p.Fits().Axe()
	p.Do(browser.Click("#w0 .schedule-rest summary"), browser.Click("#w1 .schedule-rest summary"))
	shows(0, 5)
	shows(1, 1) // Monday, as no day of that week is named, and none has shifts
	p.Fits().Axe()
	is("the days of the strip have whole hours", `[...document.querySelectorAll("#w0 .schedule-strip-sum")].every((e) => /^(–|\d+\s+h)$/.test(e.textContent))`)
	is("the hours of a person are named as those of the week", `getComputedStyle(document.querySelector("#w0 tr[data-e] td[data-label]"), "::after").content !== "none"`)
	is("the days stay at the top edge while the people are scrolled", `(s => {
		document.body.style.paddingBottom = "2000px"
		scrollTo({ top: scrollY + s.getBoundingClientRect().top + 80, behavior: "instant" })
		const top = s.getBoundingClientRect().top
		document.body.style.paddingBottom = ""
		scrollTo({ top: 0, behavior: "instant" })
		return Math.abs(top) < 1
	})(document.querySelector("#w0 .schedule-strip"))`)
	p.Do(browser.Click(`[data-pick="2026-12-10"]`))
	shows(0, 4)
	p.Do(chromedp.Click(fmt.Sprintf(`#w0 tr[data-e="%d"] td:nth-child(6)`, a.World.IDs["employee"])), chromedp.WaitVisible("dialog [name=start_time]"))
	if at := browser.Eval[string](p, `document.querySelector("dialog [name=day]").value`); at != "2026-12-10" {
		t.Errorf("the form is for %s", at)
	}
	p.Follow(chromedp.KeyEvent("9:00\t17:00\r"))
	shows(0, 4)
	p.Until(fmt.Sprintf(`document.querySelector('#w0 tr[data-e="%d"] td:nth-child(6) a.schedule-shift')?.offsetParent`, a.World.IDs["employee"]))

	n := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360, NoScript: true}).As("supervisor").Go("/staff/schedule?from=2026-12-06")
	n.Follow(browser.Click(`[data-pick="2026-12-09"]`)).Until(`location.search.endsWith("&on=2026-12-09")`)
	if at := n.Text(`#w0 [aria-current="date"] .num`); at != "9" {
		t.Errorf("without a script the strip shows %s", at)
	}
}
