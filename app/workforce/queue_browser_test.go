package workforce_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
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
	p.Do(browser.Click(`#q-`+a.World.Fill("sheet-{colleague.timesheet}")), chromedp.WaitVisible(`.decide-bar`))
	p.Do(browser.Click(`.decide-bar [value="approve"]`), chromedp.WaitVisible(`[data-toast]`))
	if n := a.Count("timesheets", "is_approved AND id = $1", a.World.IDs["colleague.timesheet"]); n != 1 {
		t.Errorf("%d sheets are approved", n)
	}
}
