package workforce_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// The queue from the keyboard alone: j and k open what they come to, a approves what is open, and the next comes by itself.
func TestBrowser_QueueByKeyboard(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	handIn(t, a)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("supervisor").Go(queue + "?kind=sheet")
	title := func() string { return p.Text("#item-title") }
	press := func(keys ...string) {
		for _, k := range keys {
			p.Do(chromedp.KeyEvent(k))
			p.Settled()
		}
	}
	approved := func() int { return a.Count("timesheets", "is_approved") }
	if first := title(); first != "Maëlle Trudelle" {
		t.Fatalf("%q is open", first)
	}
	press("j", "j")
	p.Do(chromedp.WaitReady(`[aria-current="true"][id^="q-"]`))
	if second := title(); second != "Théophile Ganache" {
		t.Errorf("j leads to %q", second)
	}
	if at := here(p); !strings.HasPrefix(at, "row-sheet-") {
		t.Errorf("the focus is on %q", at)
	}
	press("k")
	if back := title(); back != "Maëlle Trudelle" {
		t.Errorf("k leads to %q", back)
	}
	press("a")
	p.Do(chromedp.WaitVisible("[data-toast]"))
	if n := approved(); n != 1 {
		t.Errorf("%d sheets are approved", n)
	}
	if next := title(); next != "Théophile Ganache" {
		t.Errorf("%q came by itself", next)
	}
	if at := here(p); at != "item-title" {
		t.Errorf("the focus is on %q", at)
	}
	p.Quiet() // what follows is refused, and the console rightly says so
	p.Do(chromedp.Focus(`.decide-bar [value="refuse"]`))
	press(kb.Enter)
	p.Do(chromedp.WaitVisible("#f-note-error"))
	if n := approved(); n != 1 {
		t.Errorf("%d sheets are approved", n)
	}
	p.Fits().Axe()
}

func TestBrowser_QueueWithoutScript(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	handIn(t, a)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360, NoScript: true}).As("supervisor").Go(queue + "?kind=sheet")
	p.Do(browser.Click(`#q-`+a.World.Fill("sheet-{colleague.timesheet}")), chromedp.WaitVisible(`.decide-verbs`))
	p.Do(browser.Click(`.decide-bar [value="approve"]`), chromedp.WaitVisible(`[data-toast]`))
	if n := a.Count("timesheets", "is_approved AND id = $1", a.World.IDs["colleague.timesheet"]); n != 1 {
		t.Errorf("%d sheets are approved", n)
	}
}

// The item stays beside a list that is longer than the screen, and neither opening another one nor an error in it moves the page.
func TestBrowser_QueueItemStaysBesideTheList(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	p := openDemoQueue(t, b, a, 1280)
	browser.Eval[bool](p, `scrollTo(0, 1500), true`)
	p.Settled()
	at := browser.Eval[int](p, `Math.round(scrollY)`)
	name := browser.Eval[string](p, `(() => {
		const link = [...document.querySelectorAll(".queue-link")].find(x => x.getBoundingClientRect().top > 300)
		link.click()
		return link.querySelector(".queue-name").textContent
	})()`)
	p.Until(`document.querySelector("#item-title").textContent === "` + name + `"`).Settled()
	if now := browser.Eval[int](p, `Math.round(scrollY)`); at == 0 || now != at {
		t.Errorf("the page moves from %d to %d", at, now)
	}
	if top := browser.Eval[int](p, `Math.round(document.querySelector(".queue-item").getBoundingClientRect().top)`); top < 56 || top > 90 {
		t.Errorf("the item is at %d px", top)
	}
	if !browser.Eval[bool](p, barFree) {
		t.Error("a button of the decision is out of reach")
	}
	p.Quiet() // what follows is refused, and the console rightly says so
	p.Do(browser.Click(`.decide-bar [value="refuse"]`), chromedp.WaitVisible("#f-note-error"))
	p.Settled()
	if now := browser.Eval[int](p, `Math.round(scrollY)`); now != at {
		t.Errorf("after a refusal without a note the page moves from %d to %d", at, now)
	}
}

// The list begins with a person, below the states and the menu of the kinds. The button for the ticked rows stays in sight wherever the list
// is scrolled, and ticking moves no row.
func TestBrowser_QueueBulkBarStays(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	const free = `(() => {
		const button = document.querySelector(".queue-bar .btn-primary"), box = button.getBoundingClientRect()
		return button.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))
	})()`
	const row = `Math.round(document.querySelectorAll(".queue-row")[5].getBoundingClientRect().top + scrollY)`
	for _, width := range []int{1280, 360} {
		t.Run(strconv.Itoa(width), func(t *testing.T) {
			p := openDemoQueue(t, b, a, width)
			if first := browser.Eval[bool](p, `document.querySelector(".queue-legend").getBoundingClientRect().bottom <= document.querySelector(".queue-row").getBoundingClientRect().top`); first {
				t.Error("the legend stands before the first person, and pushes them down")
			}
			if n := browser.Eval[int](p, `[...document.querySelectorAll(".queue-head .chip")].filter(x => x.checkVisibility()).length`); n != 4 {
				t.Errorf("%d chips, want those of the four states alone", n)
			}
			before := browser.Eval[int](p, row)
			browser.Eval[bool](p, `document.querySelector("[data-tick]").click(), true`)
			p.Settled()
			if after := browser.Eval[int](p, row); after != before {
				t.Errorf("a row moves from %d to %d", before, after)
			}
			for _, y := range []string{"0", "1500", "document.documentElement.scrollHeight"} {
				browser.Eval[bool](p, `scrollTo(0, `+y+`), true`)
				p.Settled()
				if !browser.Eval[bool](p, free) {
					t.Errorf("scrolled to %s, the button is out of reach", y)
				}
			}
		})
	}
}

// On a phone the bar of a leave request has the two decisions in one row; the note and the escalation are in the text.
func TestBrowser_QueueLeaveOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360}).As("supervisor").Go(queue + "?item=leave-{employee.leave}").Fits().Axe()
	if high := browser.Eval[int](p, `document.querySelector(".decide-verbs").offsetHeight`); high > 70 {
		t.Errorf("the bar is %d px high", high)
	}
	if n := browser.Eval[int](p, `document.querySelectorAll(".decide-verbs .btn:not([data-ask])").length`); n != 2 {
		t.Errorf("the bar has %d buttons", n)
	}
	if !browser.Eval[bool](p, barFree) {
		t.Error("a button of the decision is out of reach")
	}
	p.Do(browser.Click(`.decide-verbs [data-ask]`), chromedp.WaitVisible("#ask-note"))
	p.Axe()
	p.Do(chromedp.SendKeys("#ask-note textarea", "Too many are away"), browser.Click(`#ask-note [value="refuse"]`))
	p.Until(`!document.querySelector("#ask-note[open]")`)
	p.Settled()
	if status := a.Count("leave_requests", "approval_status = 'False'"); status != 1 {
		t.Errorf("%d requests are refused", status)
	}
}

// openDemoQueue opens the queue of the demo's payroll clerk, which is many screens long.
func openDemoQueue(t *testing.T, b *browser.Browser, a *apptest.App, width int) *browser.Page {
	t.Helper()
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: width}).Go("/auth/v1/login")
	return p.Follow(browser.Click(`button[value="payroll@demo.presence.example"]`)).Go(queue)
}
