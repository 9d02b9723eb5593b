package screens_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// The search from the keyboard alone: Ctrl+K opens it, results come as one types, the arrows choose, Enter opens.
func TestBrowser_SearchByKeyboard(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	a := apptest.New(t)
	p := browser.Start(t).Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("supervisor").Go("/staff/")
	open := func() {
		p.Do(chromedp.KeyEvent("k", chromedp.KeyModifiers(2))) // Ctrl
		p.Until(`document.activeElement.name === "q" && document.querySelectorAll("#search .found a").length > 0`)
	}
	open()
	p.Axe()
	p.Do(chromedp.KeyEvent("zz"))
	p.Until(`document.querySelector("#search .found").dataset.query === "zz"`)
	p.Do(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent("k", chromedp.KeyModifiers(2)))
	p.Until(`document.activeElement.name === "q"`)
	p.Do(chromedp.KeyEvent("trudelle")) // in place of the earlier text
	p.Until(`document.querySelector("#search .found").dataset.query === "trudelle"`)
	p.Do(chromedp.KeyEvent(kb.ArrowDown))
	if at := browser.Eval[string](p, "document.activeElement.getAttribute('href')"); at != a.World.Fill("/staff/employees/{employee}") {
		t.Errorf("the first result is the person, and not %q", at)
	}
	p.Follow(chromedp.KeyEvent(kb.Enter)).At(a.World.Fill("/staff/employees/{employee}"))

	open()
	p.Do(chromedp.KeyEvent("ganache"))
	p.Until(`document.querySelector("#search .found").dataset.query === "ganache"`)
	p.Follow(chromedp.KeyEvent(kb.Enter)) // the first result, the person
	if heading := p.Text("h1"); !strings.Contains(heading, "Théophile Ganache") {
		t.Errorf("Enter in the field leads to %q", heading)
	}
}

// g and then the letter of a section lead there; alone neither does anything.
func TestBrowser_GoToKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	p := browser.Start(t).Open(t, apptest.New(t), browser.View{Lang: i18n.EN, Width: 1280}).As("supervisor").Go("/staff/")
	p.Do(chromedp.KeyEvent("p"))
	p.At("/staff/")
	p.Follow(chromedp.KeyEvent("g"), chromedp.KeyEvent("p"))
	p.Until(`location.pathname.startsWith("/staff/periods")`)
	shown := func(class string) bool {
		return browser.Eval[bool](p, `document.querySelector("#keys .`+class+`").checkVisibility()`)
	}
	p.Do(chromedp.KeyEvent("?"), chromedp.WaitVisible("#keys"))
	if !shown("key-row") || !shown("key-search") {
		t.Error("the list of keys lacks those of the page")
	}
	p.Go("/staff/settings/tokens").Do(chromedp.KeyEvent("?"), chromedp.WaitVisible("#keys"))
	if shown("key-row") || shown("key-approve") || shown("key-search") {
		t.Error("the list of keys has some that do nothing here")
	}
	listed := func(class string) bool {
		return browser.Eval[string](p, `getComputedStyle(document.querySelector("#keys .`+class+`")).display`) != "none"
	}
	p.Go("/staff/search")
	if listed("key-find") || listed("key-format") {
		t.Error("the page of the search lists the key that leads to it, or keys of fields that it does not have")
	}
}
